//! Limits and defaults: whether they suit the type, and each other.

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::kind::Kind;
use crate::parse::table::{Param, Scalar, TypeName};
use crate::value::{self, Value};

use super::Checker;

impl Checker<'_, '_> {
    /// The limits and the default of a parameter.
    pub(super) fn values(&mut self, base: &[&str], found: &Param, kind: &Kind<'_>) {
        let at = |key: &'static str| [base, &[key]].concat();
        let item = match kind {
            Kind::List { item, .. } => item,
            one => one,
        };
        if let TypeName::List { separator, .. } = &found.kind
            && separator.is_empty()
        {
            let advice = "write \",\" or what the host takes";
            let fault = Fault::new(codes::SEPARATOR, "a separator is not empty", advice);
            self.value(&[base, &["type", "separator"]].concat(), fault);
        }
        if let Kind::List { item, separator } = kind
            && !separator.is_empty()
            && let Some(value) = value_with(item, separator)
        {
            let message = format!("the separator '{separator}' can be a part of a value, such as {value}");
            let fault = Fault::new(codes::SEPARATOR, message, "write one that cannot, such as \",\"");
            self.value(&[base, &["type", "separator"]].concat(), fault);
        }
        if let Some(Scalar::Text(text)) = &found.default {
            self.plain(&at("default"), text);
        }
        let numeric = matches!(item, Kind::Integer | Kind::Number);
        let text = matches!(item, Kind::String | Kind::Ticker);
        let countable = text || matches!(kind, Kind::List { .. });
        let limits = [
            ("min", found.min.is_some(), numeric, "integers and numbers"),
            ("max", found.max.is_some(), numeric, "integers and numbers"),
            ("pattern", found.pattern.is_some(), text, "strings and tickers"),
            ("max_length", found.max_length.is_some(), countable, "strings, tickers and lists"),
        ];
        for (key, _, _, of) in limits.iter().filter(|(_, given, suits, _)| *given && !suits) {
            let message = format!("'{key}' is a limit of {of}");
            self.key(&[base, &[*key]].concat(), Fault::new(codes::FOREIGN_LIMIT, message, "remove it"));
        }
        if let (Some(min), Some(max)) = (found.min, found.max)
            && min > max
            && !self.tree.is_broken(&at("max"))
        {
            let message = format!("'min' is {min} and 'max' is {max}, so no value is allowed");
            self.value(&at("min"), Fault::new(codes::LIMITS_CROSSED, message, "exchange them"));
        }
        if found.max_length.is_some_and(|length| length < 1) {
            let fault = Fault::new(codes::MAX_LENGTH, "nothing has less than one", "write 1 or more");
            self.value(&at("max_length"), fault);
        }
        let pattern = found.pattern.as_ref().and_then(|pattern| self.pattern(&at("pattern"), pattern));
        if let Some(default) = &found.default
            && let Some(fault) = self.default_fault(found, kind, default, pattern.as_ref())
        {
            self.value(&at("default"), fault);
        }
    }

    fn default_fault(
        &self,
        found: &Param,
        kind: &Kind<'_>,
        default: &Scalar,
        pattern: Option<&regex_lite::Regex>,
    ) -> Option<Fault> {
        let advice = "remove it and say in 'doc' what holds";
        match kind {
            Kind::Date | Kind::DateTime | Kind::List { .. } => {
                let message = "dates, datetimes and lists have no default";
                return Some(Fault::new(codes::NO_DEFAULT, message, advice));
            }
            Kind::Enum { name, .. } if !self.lists_all(name) => return None,
            _ => {}
        }
        match value::read(kind, default, self.table) {
            Ok(Value::Other(_)) => {
                let message = "a value that the table does not list cannot be a default";
                Some(Fault::new(codes::NO_DEFAULT, message, advice))
            }
            Ok(read) => value::limit_fault(found, found.max_length, &read, pattern),
            Err(fault) => Some(fault),
        }
    }

    /// Whether all values of a type can be read: none is broken, and there is one at least.
    pub(super) fn lists_all(&self, name: &str) -> bool {
        let path = ["types", name, "variants"];
        self.is_whole(&path) && !self.keys(&path).is_empty()
    }

    /// Why a parameter of that type never has that value in a conflict, and what to write.
    pub(super) fn conflict_fault(&self, kind: &Kind<'_>, value: &str) -> Option<String> {
        match kind {
            Kind::Boolean => (!["true", "false"].contains(&value)).then(|| "write true or false".to_owned()),
            Kind::Integer => value.parse::<i64>().is_err().then(|| "write a whole number".to_owned()),
            Kind::String | Kind::Ticker => None,
            Kind::Enum { name, .. } => {
                let variants = &self.table.types.get(*name)?.variants;
                let wires = || variants.values().map(|variant| variant.wire.as_str());
                (!wires().any(|wire| wire == value) && self.lists_all(name)).then(|| suggest(value, wires()))
            }
            Kind::Number | Kind::Date | Kind::DateTime | Kind::List { .. } => {
                Some("its type has no single values to compare with; name the parameter alone".to_owned())
            }
        }
    }
}

/// A value of a type in which the text of a separator can stand; texts are checked when they are given.
fn value_with(item: &Kind<'_>, separator: &str) -> Option<String> {
    let (letters, value) = match item {
        Kind::Integer => ("+-0123456789", "-10"),
        Kind::Number => ("+-.0123456789eE", "-1.5"),
        Kind::Date => ("-0123456789", "2020-01-31"),
        Kind::DateTime => ("+-.:0123456789TZ", "2020-01-31T16:00:00Z"),
        Kind::Boolean => ("truefalse", "true"),
        Kind::Enum { variants, .. } => {
            let wire = variants.values().map(|variant| &variant.wire).find(|wire| wire.contains(separator));
            return wire.map(|wire| format!("'{wire}'"));
        }
        Kind::String | Kind::Ticker | Kind::List { .. } => return None,
    };
    separator.chars().all(|letter| letters.contains(letter)).then(|| value.to_owned())
}
