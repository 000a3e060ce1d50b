//! Checks that the limits of a value suit its type, and each other. Parameters and the fields of records have the same.

use crate::codes;
use crate::item::Item;
use crate::kind::Kind;
use crate::parse::limits::Limits;
use crate::parse::located::Located;
use crate::value::whole;

use super::Checker;

/// The part of a type that limits are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Limited {
    Integer,
    Number,
    String,
    Ticker,
    /// A type without limits.
    Other,
}

/// Returns the part of a type that limits are about, of a list its items; and true for a list.
pub(super) fn of_kind(kind: &Kind<'_>) -> (Limited, bool) {
    match kind {
        Kind::Integer => (Limited::Integer, false),
        Kind::Number => (Limited::Number, false),
        Kind::String => (Limited::String, false),
        Kind::Ticker => (Limited::Ticker, false),
        Kind::List { item, .. } => (of_kind(item).0, true),
        Kind::Json { item, .. } => of_item(item),
        Kind::Boolean | Kind::Date | Kind::DateTime { .. } | Kind::Enum { .. } | Kind::Grammar { .. } => {
            (Limited::Other, false)
        }
    }
}

/// Returns the part of a type that limits are about, of a list its items; and true for a list.
pub(super) fn of_item(item: &Item<'_>) -> (Limited, bool) {
    match item {
        Item::Integer => (Limited::Integer, false),
        Item::Number => (Limited::Number, false),
        Item::String => (Limited::String, false),
        Item::List(item) => (of_item(item).0, true),
        _ => (Limited::Other, false),
    }
}

impl Checker<'_, '_> {
    /// Checks the limits of a type, at the part that has them as its keys.
    pub(super) fn limits<T>(
        &mut self,
        at: Located<'_, T>,
        limits: Limits<'_>,
        (of, is_list): (Limited, bool),
    ) {
        let key = |name: &str| at.child(name, &());
        let is_number = matches!(of, Limited::Integer | Limited::Number);
        let is_string = matches!(of, Limited::String | Limited::Ticker);
        let instead = if is_string { "write 'max_length'" } else { "remove it" };
        let is_long = is_string || is_list;
        for (name, is_foreign, of, advice) in [
            ("min", limits.min.is_some() && !is_number, "integers and numbers", "remove it"),
            ("max", limits.max.is_some() && !is_number, "integers and numbers", instead),
            ("pattern", limits.pattern.is_some() && !is_string, "strings and tickers", "remove it"),
            (
                "max_length",
                limits.max_length.is_some() && !is_long,
                "strings, tickers and lists",
                "remove it",
            ),
        ] {
            let fault = codes::FOREIGN_LIMIT.fault(format!("'{name}' is a limit of {of}"), advice);
            self.key(key(name), Some(fault).filter(|_| is_foreign));
        }
        if let (Some(min), Some(max)) = (limits.min, limits.max) {
            let crossed = |message, advice| codes::LIMITS_CROSSED.fault(message, advice);
            if min > max {
                let message = format!("'min' is {min} and 'max' is {max}, so no value is allowed");
                self.value(key("min"), crossed(message, "exchange them"));
            } else if of == Limited::Integer && min.ceil() > max.floor() {
                let message = format!("there is no integer from {min} to {max}");
                self.value(key("min"), crossed(message, "write limits that are integers"));
            }
        }
        if limits.max_length.is_some_and(|length| length < 1) {
            let fault = codes::LIMITS_CROSSED.fault("nothing has less than one", "write 1 or more");
            self.value(key("max_length"), fault);
        }
        if let Some(pattern) = limits.pattern {
            self.pattern(key("pattern"), pattern);
        }
    }

    /// Checks a regular expression.
    pub(super) fn pattern<T>(&mut self, at: Located<'_, T>, pattern: &str) {
        // By itself first: the brackets around it must not complete it.
        if let Err(error) = regex_lite::Regex::new(pattern).and_then(|_| whole(pattern)) {
            let message = format!("this is not a regular expression: {error}");
            let advice = "correct it; a character that stands for itself has a '\\' before it";
            self.value(at, codes::PATTERN.fault(message, advice));
        }
    }
}
