//! Checks that the limits and the default of a parameter suit its type, and each other.

use std::collections::HashSet;

use virtual_finance_core::params::ParamFault;

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::scalar::{in_quotes, string_fault, typed_fault};
use crate::parse::table::{Endpoint, Param, Scalar};
use crate::value::{self, Value};

use super::places::header_separator_fault;
use super::refused::in_words;
use super::{Checker, limits};

impl Checker<'_, '_> {
    /// Checks the limits and the default of a parameter.
    pub(super) fn values(
        &mut self,
        endpoint: Located<'_, Endpoint>,
        name: &str,
        found: Located<'_, Param>,
        kind: &Kind<'_>,
    ) {
        if let Some(separator) = found.kind().separator() {
            self.value(separator, separator_fault(&found.place, &separator));
        }
        if let Kind::List { item, .. } = kind
            && let Kind::Grammar { name } = **item
        {
            let message = format!("'{name}' has a grammar of its own, in which any separator may stand");
            self.key(found.kind(), codes::SEPARATOR.fault(message, "write the type alone"));
        }
        if let Some(Scalar::String(text)) = &found.default {
            self.plain(found.default(), text);
        }
        // Null has no limits: those of the type hold for what is there.
        let own = Kind::unless_null(found.value(), self.table.value());
        let before = self.faults.count();
        self.limits(found, found.value().limits(), limits::of_kind(own.as_ref().unwrap_or(kind)));
        let is_sound = self.faults.count() == before;
        if let Some(default) = found.default().some() {
            let fault = self.default_fault(kind, default).or_else(|| {
                let declared = Some(found.value()).filter(|_| is_sound)?;
                let refused =
                    self.catalogue.borrow_mut().refused_default(endpoint.value(), name, declared)?;
                matches!(refused, ParamFault::NotAllowed { .. }).then(|| in_words(refused))
            });
            self.value(default, fault);
        }
    }

    fn default_fault(&self, kind: &Kind<'_>, default: Located<'_, Scalar>) -> Option<Fault> {
        let advice = "remove it and say in 'doc' what holds";
        match kind {
            Kind::List { .. } => {
                let message = "lists have no default";
                return Some(codes::NO_DEFAULT.fault(message, advice));
            }
            Kind::Grammar { .. } => {
                let message = "strings with a grammar have no default";
                return Some(codes::NO_DEFAULT.fault(message, advice));
            }
            Kind::Json { .. } => {
                let message = "values in JSON have no default";
                return Some(codes::NO_DEFAULT.fault(message, advice));
            }
            Kind::Enum { name, .. } if !self.lists_all(name) => return None,
            _ => {}
        }
        match self.read("default", kind, default) {
            Ok(Value::Other(_)) => {
                let message = "a value that the table does not list cannot be a default";
                Some(codes::NO_DEFAULT.fault(message, advice))
            }
            Ok(_) => None,
            Err(fault) => Some(fault),
        }
    }

    /// Reads the value of a key in the type of a parameter. It must be this value to every YAML reader.
    pub(super) fn read(
        &self,
        key: &str,
        kind: &Kind<'_>,
        value: Located<'_, Scalar>,
    ) -> Result<Value<'_>, Fault> {
        ambiguity(key, kind, value).map_or(Ok(()), Err)?;
        value::read(kind, value.value(), self.table.value())
    }

    /// Returns true if all values of a type can be read: there is at least one, and none is broken.
    pub(super) fn lists_all(&self, name: &str) -> bool {
        let found = self.table.types().named(name);
        found.is_some_and(|found| {
            // One that is another's again was to be one that nobody knows.
            let wires: HashSet<&str> = found.variants.values().map(|variant| variant.wire.as_str()).collect();
            let is_distinct = wires.len() == found.variants.len();
            found.variants().is_whole() && !found.variants.is_empty() && is_distinct
        })
    }

    /// Returns the advice for a conflict with a value that a parameter of that type never has.
    pub(super) fn conflict_advice(&self, kind: &Kind<'_>, value: &str) -> Option<String> {
        match kind {
            Kind::Boolean => (!["true", "false"].contains(&value)).then(|| "write true or false".to_owned()),
            Kind::Integer => value.parse::<i64>().is_err().then(|| "write an integer".to_owned()),
            Kind::String | Kind::Ticker => None,
            Kind::Enum { name, .. } => {
                let variants = &self.table.types.get(*name)?.variants;
                let wires = || variants.values().map(|variant| variant.wire.as_str());
                (!wires().any(|wire| wire == value) && self.lists_all(name)).then(|| suggest(value, wires()))
            }
            Kind::Number
            | Kind::Date
            | Kind::DateTime { .. }
            | Kind::Grammar { .. }
            | Kind::List { .. }
            | Kind::Json { .. } => {
                Some("its type has no single values to compare with; name the parameter alone".to_owned())
            }
        }
    }
}

/// Returns the fault of a scalar that not every YAML reader gives the type of its parameter.
pub(super) fn ambiguity(key: &str, kind: &Kind<'_>, value: Located<'_, Scalar>) -> Option<Fault> {
    let literal = value.literal()?;
    match kind {
        Kind::String | Kind::Ticker | Kind::Grammar { .. }
            if !literal.value.is_string() && literal.doubt().is_none() =>
        {
            let message = format!("'{}' is not a string", literal.text);
            Some(codes::VALUE_TYPE.fault(message, in_quotes(literal)))
        }
        Kind::String | Kind::Ticker | Kind::Grammar { .. } | Kind::Enum { .. } => string_fault(key, literal),
        // A value of another type is reported as that.
        Kind::Integer | Kind::DateTime { .. } if literal.value.is_i64() => {
            typed_fault(key, "an integer", literal)
        }
        Kind::Number if literal.value.is_number() => typed_fault(key, "a number", literal),
        _ => None,
    }
}

/// Returns the fault of a separator that is not sent.
fn separator_fault(place: &str, separator: &str) -> Option<Fault> {
    if separator.is_empty() {
        let advice = "write \",\" or what the host takes";
        return Some(codes::SEPARATOR.fault("a separator is not empty", advice));
    }
    header_separator_fault(separator).filter(|_| place == "header")
}
