//! The types that a parameter's values have: how each is read from text or JSON, and checked.

use serde_json::Value;

use super::enumeration::{Enumeration, allowed};
use super::faults::ParamFault;
use crate::catalogue::{EnumInfo, ParamInfo, ParamKind, Place};
use crate::segment;
use crate::text::shortened_to;
use crate::time::{Date, DateTime};

/// How many characters of a value a message repeats.
const SHOWN: usize = 60;

/// A type of parameter values. Generated enumerations get it by being an [`Enumeration`].
pub trait ParamValue: Sized {
    /// Reads the value from text or JSON.
    ///
    /// # Errors
    /// The value is not of the parameter's type.
    fn read(info: &ParamInfo, kind: &ParamKind, value: &Value) -> Result<Self, ParamFault>;

    /// Reports what the parameter's limits forbid.
    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>);

    /// The text itself, where the value is a free one.
    fn text(&self) -> Option<&str> {
        None
    }
}

impl ParamValue for String {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value.as_str().map(Self::from).ok_or_else(|| wrong_type(info, value, "a text"))
    }

    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>) {
        if matches!(info.kind, ParamKind::Ticker) {
            if let Some(advice) = segment::ticker_fault(self) {
                return faults.push(not_allowed(info, self, advice));
            }
        } else if info.place == Place::Path
            && let Some(advice) = segment::segment_fault(self)
        {
            return faults.push(not_allowed(info, self, advice));
        }
        if let Some(limit) = info.max_length.filter(|limit| self.len() > *limit) {
            faults.push(not_allowed(
                info,
                self,
                format!("it has {} bytes; write at most {limit}", self.len()),
            ));
        }
        if let Some(pattern) = info.pattern.filter(|pattern| !matches(pattern, self)) {
            faults.push(not_allowed(info, self, format!("write a text that matches {pattern}")));
        }
    }

    fn text(&self) -> Option<&str> {
        Some(self)
    }
}

impl ParamValue for i64 {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value
            .as_i64()
            .or_else(|| value.as_str()?.trim().parse().ok())
            .ok_or_else(|| wrong_type(info, value, "a whole number"))
    }

    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>) {
        // Limits are small whole numbers, which a double holds exactly.
        #[allow(
            clippy::as_conversions,
            reason = "a comparison with a limit; rounding beyond 2^53 cannot cross one"
        )]
        check_limits(info, *self as f64, self, faults);
    }
}

impl ParamValue for f64 {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value
            .as_f64()
            .or_else(|| value.as_str()?.trim().parse().ok())
            .filter(|number: &Self| number.is_finite())
            .ok_or_else(|| wrong_type(info, value, "a number"))
    }

    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>) {
        if !self.is_finite() {
            return faults.push(not_allowed(info, self, "write a finite number".to_owned()));
        }
        check_limits(info, *self, self, faults);
    }
}

impl ParamValue for bool {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value
            .as_bool()
            .or_else(|| value.as_str()?.trim().parse().ok())
            .ok_or_else(|| wrong_type(info, value, "true or false"))
    }

    fn check(&self, _: &ParamInfo, _: &mut Vec<ParamFault>) {}
}

impl ParamValue for DateTime {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value
            .as_i64()
            .map(Self::from)
            .or_else(|| value.as_str()?.parse().ok())
            .ok_or_else(|| wrong_type(info, value, Self::EXPECTED))
    }

    fn check(&self, _: &ParamInfo, _: &mut Vec<ParamFault>) {}
}

impl ParamValue for Date {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        value
            .as_str()
            .and_then(|text| text.trim().parse().ok())
            .ok_or_else(|| wrong_type(info, value, Self::EXPECTED))
    }

    fn check(&self, _: &ParamInfo, _: &mut Vec<ParamFault>) {}
}

impl<E: Enumeration> ParamValue for E {
    fn read(info: &ParamInfo, _: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        let text = value.as_str().unwrap_or_default();
        Self::from_wire(text).ok_or_else(|| ParamFault::NotAllowed {
            param: info.name.to_owned(),
            given: quoted(value),
            advice: format!("write {}", allowed(Self::INFO, text)),
        })
    }

    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>) {
        let text = self.wire();
        if !is_variant(Self::INFO, text)
            && let Some(pattern) = Self::INFO.other.filter(|pattern| !matches(pattern, text))
        {
            faults.push(not_allowed(info, &text, format!("write a name that matches {pattern}")));
        }
    }
}

impl<T: ParamValue> ParamValue for Vec<T> {
    fn read(info: &ParamInfo, kind: &ParamKind, value: &Value) -> Result<Self, ParamFault> {
        let ParamKind::List { item, separator } = kind else {
            return Err(wrong_type(info, value, "one value"));
        };
        match value {
            Value::Array(values) => values.iter().map(|value| T::read(info, item, value)).collect(),
            Value::String(text) if text.trim().is_empty() => Ok(Self::new()),
            Value::String(text) => {
                text.split(separator).map(|part| T::read(info, item, &Value::from(part.trim()))).collect()
            }
            other => T::read(info, item, other).map(|value| vec![value]),
        }
    }

    fn check(&self, info: &ParamInfo, faults: &mut Vec<ParamFault>) {
        if let Some(limit) = info.max_length.filter(|limit| self.len() > *limit) {
            faults.push(ParamFault::NotAllowed {
                param: info.name.to_owned(),
                given: format!("{} values", self.len()),
                advice: format!("write at most {limit}"),
            });
        }
        if info.required && self.is_empty() {
            faults.push(not_allowed(info, &"", "it is empty; write one value at least".to_owned()));
        }
        // The length of the list is checked above; its values have the other limits.
        let item = match info.kind {
            ParamKind::List { item, .. } => ParamInfo { kind: *item, max_length: None, ..*info },
            _ => *info,
        };
        for value in self {
            value.check(&item, faults);
            // On the wire it would be two values.
            if let (ParamKind::List { separator, .. }, Some(text)) = (info.kind, value.text())
                && text.contains(separator)
            {
                let advice = format!("it has {separator:?} in it, which stands between values; give two");
                faults.push(not_allowed(info, &text, advice));
            }
        }
    }
}

fn is_variant(info: &EnumInfo, text: &str) -> bool {
    info.variants.iter().any(|variant| variant.wire == text)
}

fn matches(pattern: &str, text: &str) -> bool {
    // The generator has compiled every pattern of the table; one that does not compile allows nothing.
    regex_lite::Regex::new(&format!("^(?:{pattern})$")).is_ok_and(|regex| regex.is_match(text))
}

fn check_limits(info: &ParamInfo, number: f64, given: &dyn std::fmt::Display, faults: &mut Vec<ParamFault>) {
    let advice = match (info.min, info.max) {
        (Some(min), Some(max)) if number < min || number > max => {
            format!("write a number from {min} to {max}")
        }
        (Some(min), None) if number < min => format!("write {min} or more"),
        (None, Some(max)) if number > max => format!("write {max} or less"),
        _ => return,
    };
    faults.push(ParamFault::NotAllowed { param: info.name.to_owned(), given: given.to_string(), advice });
}

fn wrong_type(info: &ParamInfo, value: &Value, expected: &str) -> ParamFault {
    ParamFault::WrongType { param: info.name.to_owned(), given: quoted(value), expected: expected.to_owned() }
}

fn not_allowed(info: &ParamInfo, given: &dyn std::fmt::Debug, advice: String) -> ParamFault {
    ParamFault::NotAllowed {
        param: info.name.to_owned(),
        given: shortened_to(format!("{given:?}"), SHOWN),
        advice,
    }
}

fn quoted(value: &Value) -> String {
    shortened_to(value.to_string(), SHOWN)
}
