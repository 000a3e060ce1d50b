//! Checks that the limits and the default of a parameter suit its type, and each other.

use crate::codes;
use crate::diagnostic::{Fault, suggest};
use crate::kind::Kind;
use crate::parse::located::Located;
use crate::parse::scalar::{in_quotes, string_fault, typed_fault};
use crate::parse::table::{Param, Scalar};
use crate::value::{self, Value};

use super::Checker;

impl Checker<'_, '_> {
    /// Checks the limits and the default of a parameter.
    pub(super) fn values(&mut self, found: Located<'_, Param>, kind: &Kind<'_>) {
        if let Some(separator) = found.kind().separator()
            && let Some(fault) = separator_fault(kind, &separator)
        {
            self.value(separator, fault);
        }
        if let Kind::List { item, .. } = kind
            && let Kind::Grammar { name } = **item
        {
            let message = format!("'{name}' has a grammar of its own, in which any separator may stand");
            self.key(found.kind(), Fault::new(codes::SEPARATOR, message, "write the type alone"));
        }
        if let Some(Scalar::String(text)) = &found.default {
            self.plain(found.default(), text);
        }
        self.foreign_limits(found, kind);
        if let (Some(min), Some(max)) = (found.min, found.max)
            && min > max
        {
            let message = format!("'min' is {min} and 'max' is {max}, so no value is allowed");
            self.value(found.min(), Fault::new(codes::LIMITS_CROSSED, message, "exchange them"));
        }
        if let (Kind::Integer, Some(min), Some(max)) = (kind, found.min, found.max)
            && min <= max
            && min.ceil() > max.floor()
        {
            let message = format!("there is no integer from {min} to {max}");
            self.value(
                found.min(),
                Fault::new(codes::LIMITS_CROSSED, message, "write limits that are integers"),
            );
        }
        if found.max_length.is_some_and(|length| length < 1) {
            let fault = Fault::new(codes::MAX_LENGTH, "nothing has less than one", "write 1 or more");
            self.value(found.max_length(), fault);
        }
        let pattern = found.pattern().some().and_then(|pattern| self.pattern(pattern));
        if let (Some(_), Some(fault)) = (&pattern, length_fault(found.value(), kind)) {
            self.value(found.pattern(), fault);
        }
        if let Some(default) = found.default().some()
            && let Some(fault) = self.default_fault(found, kind, default, pattern.as_ref())
        {
            self.value(default, fault);
        }
    }

    /// Reports limits that the type of the parameter does not have.
    fn foreign_limits(&mut self, found: Located<'_, Param>, kind: &Kind<'_>) {
        let item = match kind {
            Kind::List { item, .. } => item,
            one => one,
        };
        let is_number = matches!(item, Kind::Integer | Kind::Number);
        let is_string = matches!(item, Kind::String | Kind::Ticker);
        let has_length = is_string || matches!(kind, Kind::List { .. });
        let fault = |key: &str, of: &str| {
            Fault::new(codes::FOREIGN_LIMIT, format!("'{key}' is a limit of {of}"), "remove it")
        };
        if found.min.is_some() && !is_number {
            self.key(found.min(), fault("min", "integers and numbers"));
        }
        if found.max.is_some() && !is_number {
            self.key(found.max(), fault("max", "integers and numbers"));
        }
        if found.pattern.is_some() && !is_string {
            self.key(found.pattern(), fault("pattern", "strings and tickers"));
        }
        if found.max_length.is_some() && !has_length {
            self.key(found.max_length(), fault("max_length", "strings, tickers and lists"));
        }
    }

    fn default_fault(
        &self,
        found: Located<'_, Param>,
        kind: &Kind<'_>,
        default: Located<'_, Scalar>,
        pattern: Option<&regex_lite::Regex>,
    ) -> Option<Fault> {
        let advice = "remove it and say in 'doc' what holds";
        match kind {
            Kind::List { .. } => {
                let message = "lists have no default";
                return Some(Fault::new(codes::NO_DEFAULT, message, advice));
            }
            Kind::Grammar { .. } => {
                let message = "strings with a grammar have no default";
                return Some(Fault::new(codes::NO_DEFAULT, message, advice));
            }
            Kind::Json { .. } => {
                let message = "values in JSON have no default";
                return Some(Fault::new(codes::NO_DEFAULT, message, advice));
            }
            Kind::Enum { name, .. } if !self.lists_all(name) => return None,
            _ => {}
        }
        match self.read("default", kind, default) {
            Ok(Value::Other(_)) => {
                let message = "a value that the table does not list cannot be a default";
                Some(Fault::new(codes::NO_DEFAULT, message, advice))
            }
            Ok(read) => value::limit_fault(found.value(), found.max_length, &read, pattern),
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
        found.is_some_and(|found| found.variants().is_whole() && !found.variants.is_empty())
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
            if !literal.value.is_string() && !literal.is_ambiguous() =>
        {
            let message = format!("'{}' is not a string", literal.text);
            Some(Fault::new(codes::VALUE_TYPE, message, in_quotes(literal)))
        }
        Kind::String | Kind::Ticker | Kind::Grammar { .. } => string_fault(key, literal),
        Kind::Enum { .. } if literal.is_ambiguous() => string_fault(key, literal),
        // A value of another type is reported as that.
        Kind::Integer | Kind::DateTime { .. } if literal.value.is_i64() => {
            typed_fault(key, "an integer", literal)
        }
        Kind::Number if literal.value.is_number() => typed_fault(key, "a number", literal),
        _ => None,
    }
}

/// Returns the fault of a pattern that only texts match which are longer or shorter than allowed.
fn length_fault(param: &Param, kind: &Kind<'_>) -> Option<Fault> {
    /// The maximum length of a ticker in bytes.
    const TICKER: usize = 64;
    // The patterns of the client know ASCII only.
    let parser = &mut regex_syntax::ParserBuilder::new().unicode(false).utf8(false).build();
    let parsed = parser.parse(param.pattern.as_deref()?).ok()?;
    let fault = |message: String, advice: &str| Some(Fault::new(codes::NEVER_VALID, message, advice));
    let Some(minimum) = parsed.properties().minimum_len() else {
        return fault("no text matches 'pattern'".to_owned(), "correct it");
    };
    if parsed.properties().maximum_len() == Some(0) {
        return fault("only the empty text matches 'pattern'".to_owned(), "correct it");
    }
    // The maximum length of a list counts its values.
    let own = param.max_length.filter(|_| !matches!(kind, Kind::List { .. }));
    let own = own.and_then(|length| usize::try_from(length).ok());
    let of_ticker = matches!(kind, Kind::Ticker).then_some(TICKER);
    let maximum = own.into_iter().chain(of_ticker).min().filter(|maximum| minimum > *maximum)?;
    let message =
        format!("a text that matches 'pattern' has {minimum} bytes or more, and {maximum} are allowed");
    fault(message, "change one of the two")
}

/// Returns the fault of a separator that does not tell the values of a list apart.
fn separator_fault(kind: &Kind<'_>, separator: &str) -> Option<Fault> {
    if separator.is_empty() {
        let advice = "write \",\" or what the host takes";
        return Some(Fault::new(codes::SEPARATOR, "a separator is not empty", advice));
    }
    let Kind::List { item, .. } = kind else { return None };
    let value = value_with(item, separator)?;
    let message = format!("the separator '{separator}' can be a part of a value, such as {value}");
    Some(Fault::new(codes::SEPARATOR, message, "write one that cannot, such as \",\""))
}

/// Returns a value of a type that can have a separator in it. Strings are checked when they are given.
fn value_with(item: &Kind<'_>, separator: &str) -> Option<String> {
    let (letters, value) = match item {
        Kind::Integer => ("+-0123456789", "-10"),
        Kind::Number => ("+-.0123456789eE", "-1.5"),
        Kind::Date => ("-0123456789", "2020-01-31"),
        Kind::DateTime { .. } => ("+-.:0123456789TZ", "2020-01-31T16:00:00Z"),
        Kind::Boolean => ("truefalse", "true"),
        Kind::Enum { variants, .. } => {
            let wire = variants.values().map(|variant| &variant.wire).find(|wire| wire.contains(separator));
            return wire.map(|wire| format!("'{wire}'"));
        }
        Kind::String | Kind::Ticker | Kind::Grammar { .. } | Kind::List { .. } | Kind::Json { .. } => {
            return None;
        }
    };
    separator.chars().all(|letter| letters.contains(letter)).then(|| value.to_owned())
}
