//! Checks that the limits of a value suit its type, and each other. Parameters and the fields of records have the same.

use crate::codes;
use crate::item::Item;
use crate::kind::Kind;
use crate::parse::limits::LimitKeys;
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
    /// Checks the limits of a type, and returns the pattern.
    pub(super) fn limits(
        &mut self,
        keys: &LimitKeys<'_>,
        (of, is_list): (Limited, bool),
    ) -> Option<regex_lite::Regex> {
        self.foreign_limits(keys, (of, is_list));
        if let (Some(min), Some(max)) = (*keys.min, *keys.max)
            && min > max
        {
            let message = format!("'min' is {min} and 'max' is {max}, so no value is allowed");
            self.value(keys.min, codes::LIMITS_CROSSED.fault(message, "exchange them"));
        }
        if let (Limited::Integer, Some(min), Some(max)) = (of, *keys.min, *keys.max)
            && min <= max
            && min.ceil() > max.floor()
        {
            let message = format!("there is no integer from {min} to {max}");
            let advice = "write limits that are integers";
            self.value(keys.min, codes::LIMITS_CROSSED.fault(message, advice));
        }
        if keys.max_length.is_some_and(|length| length < 1) {
            let fault = codes::LIMITS_CROSSED.fault("nothing has less than one", "write 1 or more");
            self.value(keys.max_length, fault);
        }
        keys.pattern.some().and_then(|pattern| self.pattern(pattern))
    }

    /// Checks a regular expression, and returns it for whole values.
    pub(super) fn pattern(&mut self, pattern: Located<'_, String>) -> Option<regex_lite::Regex> {
        // By itself first: the brackets around it must not complete it.
        match regex_lite::Regex::new(&pattern).and_then(|_| whole(&pattern)) {
            Ok(regex) => Some(regex),
            Err(error) => {
                let message = format!("this is not a regular expression: {error}");
                let advice = "correct it; a character that stands for itself has a '\\' before it";
                self.value(pattern, codes::PATTERN.fault(message, advice));
                None
            }
        }
    }

    /// Reports limits that the type does not have.
    fn foreign_limits(&mut self, keys: &LimitKeys<'_>, (of, is_list): (Limited, bool)) {
        let is_number = matches!(of, Limited::Integer | Limited::Number);
        let is_string = matches!(of, Limited::String | Limited::Ticker);
        let remove = "remove it";
        self.foreign_limit(keys.min, "min", (is_number, "integers and numbers"), remove);
        let max = if is_string { "write 'max_length'" } else { remove };
        self.foreign_limit(keys.max, "max", (is_number, "integers and numbers"), max);
        self.foreign_limit(keys.pattern, "pattern", (is_string, "strings and tickers"), remove);
        let lengths = (is_string || is_list, "strings, tickers and lists");
        self.foreign_limit(keys.max_length, "max_length", lengths, remove);
    }

    fn foreign_limit<T>(
        &mut self,
        found: Located<'_, Option<T>>,
        key: &str,
        (is_own, of): (bool, &str),
        advice: &str,
    ) {
        if found.is_some() && !is_own {
            let message = format!("'{key}' is a limit of {of}");
            self.key(found, codes::FOREIGN_LIMIT.fault(message, advice));
        }
    }
}
