//! Reading values from text and JSON, by the type that the catalogue gives a parameter.

use serde_json::Value;

use super::enumeration::{OTHER_PREFIX, allowed};
use super::faults::{ParamFault, not_allowed, quoted};
use super::json;
use super::plain::Plain;
use crate::catalogue::{EnumInfo, ParamInfo, ParamKind};
use crate::time::{Date, DateTime};

impl ParamInfo {
    /// Reads a value of the parameter.
    pub(crate) fn read<'v>(&self, value: &'v Value) -> Result<Plain<'v>, ParamFault> {
        match self.kind {
            ParamKind::List { item, separator } => {
                let read = |value| self.one(item, value);
                let values: Result<_, _> = match value {
                    Value::Array(values) => values.iter().map(|value| read(Given::Json(value))).collect(),
                    Value::String(text) if text.trim().is_empty() => Ok(Vec::new()),
                    Value::String(text) => {
                        // People write a comma whatever the host takes.
                        let separator = if text.contains(separator) { separator } else { "," };
                        text.split(separator).map(|part| read(Given::Text(part.trim()))).collect()
                    }
                    other => read(Given::Json(other)).map(|value| vec![value]),
                };
                values.map(Plain::List)
            }
            ParamKind::Json { kind, .. } => json::read(self, kind, value),
            kind => self.one(&kind, Given::Json(value)),
        }
    }

    /// Returns the default, where the parameter has one.
    pub(crate) fn default_value(&self) -> Option<Plain<'static>> {
        self.one(&self.kind, Given::Text(self.default?)).ok()
    }

    /// Reads one value.
    fn one<'v>(&self, kind: &ParamKind, value: Given<'v>) -> Result<Plain<'v>, ParamFault> {
        let text = value.text();
        let (read, expected) = match kind {
            ParamKind::String | ParamKind::Ticker | ParamKind::Grammar(_) => {
                (text.map(Plain::String), "a string")
            }
            ParamKind::Integer => (value.integer().map(Plain::Integer), "an integer"),
            ParamKind::Number => (value.number().map(Plain::Number), "a number"),
            ParamKind::Boolean => (value.boolean().map(Plain::Boolean), "true or false"),
            ParamKind::Date => {
                (text.and_then(|text| text.trim().parse().ok()).map(Plain::Date), Date::EXPECTED)
            }
            ParamKind::DateTime | ParamKind::IsoDateTime => {
                (value.date_time().map(Plain::DateTime), DateTime::EXPECTED)
            }
            ParamKind::Enum(info) => {
                let text = text.unwrap_or_default();
                return variant(info, text).map(Plain::String).ok_or_else(|| {
                    not_allowed(self.name, value.json(), format!("write {}", allowed(info, text)))
                });
            }
            ParamKind::List { .. } | ParamKind::Json { .. } => (None, "one value"),
        };
        read.ok_or_else(|| ParamFault::WrongType {
            param: self.name.to_owned(),
            given: value.json(),
            expected: expected.to_owned(),
        })
    }
}

/// Returns the text on the wire for a value of an enumeration: a listed one, or any of an open one with
/// [`OTHER_PREFIX`] before it.
fn variant<'v>(info: &EnumInfo, text: &'v str) -> Option<&'v str> {
    let other = info.other.and_then(|_| text.strip_prefix(OTHER_PREFIX));
    other.or_else(|| info.has(text).then_some(text))
}

/// A value as it was given.
#[derive(Clone, Copy)]
enum Given<'v> {
    Json(&'v Value),
    /// A part of a string.
    Text(&'v str),
}

impl<'v> Given<'v> {
    fn text(self) -> Option<&'v str> {
        match self {
            Self::Json(value) => value.as_str(),
            Self::Text(text) => Some(text),
        }
    }

    fn integer(self) -> Option<i64> {
        match self {
            Self::Json(Value::Number(number)) => number.as_i64(),
            other => other.text()?.trim().parse().ok(),
        }
    }

    fn number(self) -> Option<f64> {
        let number = match self {
            Self::Json(Value::Number(number)) => number.as_f64(),
            other => other.text()?.trim().parse().ok(),
        };
        number.filter(|number: &f64| number.is_finite())
    }

    fn boolean(self) -> Option<bool> {
        match self {
            Self::Json(Value::Bool(value)) => Some(*value),
            other => other.text()?.trim().parse().ok(),
        }
    }

    fn date_time(self) -> Option<DateTime> {
        match self {
            Self::Json(Value::Number(number)) => number.as_i64().map(DateTime::from),
            other => other.text()?.parse().ok(),
        }
    }

    /// Returns the value as JSON, shortened for a message.
    fn json(self) -> String {
        match self {
            Self::Json(value) => quoted(&value.to_string()),
            Self::Text(text) => quoted(&Value::from(text).to_string()),
        }
    }
}
