//! Values in JSON: reading them from text, and checking them against the type that the catalogue gives a parameter, with
//! every fault at its place.

use std::borrow::Cow;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Number, Value};

use super::faults::{ParamFault, not_allowed, quoted};
use super::one_of::fits;
use super::plain::{JsonValue, Plain};
use crate::catalogue::{FieldInfo, JsonKind, Limits, ParamInfo, ParamKind, RecordInfo};
use crate::field::Field;
use crate::text::nearest;

/// A number of JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number of JSON",
    label = "not a number",
    note = "write an integer (`i64`) or a `Number`; `Number::from_f64` makes one of an `f64` that is finite"
)]
pub trait IntoDecimal {
    /// Returns the number.
    fn into_decimal(self) -> Number;
}

impl IntoDecimal for i64 {
    fn into_decimal(self) -> Number {
        Number::from(self)
    }
}

impl IntoDecimal for Number {
    fn into_decimal(self) -> Number {
        self
    }
}

/// Returns a value without its type.
pub fn json_plain<T: Serialize>(value: &T) -> Plain<'static> {
    // Every generated type can be written as JSON; what cannot is null, which the checks refuse.
    Plain::Json(JsonValue(Cow::Owned(serde_json::to_value(value).unwrap_or_default())))
}

/// Returns a value that may be absent or null without its type; `None` if it is absent.
pub fn json_field<T: Serialize>(field: &Field<T>) -> Option<Plain<'static>> {
    (!field.is_absent()).then(|| json_plain(field))
}

/// Reads a value of an example.
///
/// # Errors
/// The text is not JSON, or the type has no such value.
pub fn parsed<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text)
}

impl ParamInfo {
    /// Returns the value that a text is where people write it: on a command line, in a query and in a table.
    ///
    /// A parameter that is `any`, or one of several types, gets the JSON of the text, or else the text itself; `null` is null where null is a value.
    pub fn written(&self, text: impl Into<String>) -> Value {
        let text = text.into();
        match self.kind {
            ParamKind::Json { nullable: true, .. } if text.trim() == "null" => Value::Null,
            ParamKind::Json { kind: JsonKind::Any, .. } => {
                serde_json::from_str(&text).unwrap_or(Value::String(text))
            }
            ParamKind::Json { kind: kind @ JsonKind::OneOf(_), .. } => {
                let found = serde_json::from_str(&text).ok().filter(|found| fits(kind, found));
                found.unwrap_or(Value::String(text))
            }
            _ => Value::String(text),
        }
    }
}

/// Reads a value in JSON. A string is the text of it, unless a string is a value itself.
pub(super) fn read<'v>(
    param: &ParamInfo,
    kind: &JsonKind,
    value: &'v Value,
) -> Result<Plain<'v>, ParamFault> {
    let json = |value| Ok(Plain::Json(JsonValue(value)));
    match value {
        Value::String(text) if !kind.has_strings() => match serde_json::from_str(text) {
            Ok(value) => json(Cow::Owned(value)),
            Err(error) => {
                let advice = format!("write {} as JSON: {error}", kind.words());
                Err(not_allowed(param.name, quoted(&value.to_string()), advice))
            }
        },
        value => json(Cow::Borrowed(value)),
    }
}

impl JsonKind {
    /// Returns true if a string is a value of it.
    fn has_strings(&self) -> bool {
        match self {
            Self::String | Self::Date | Self::DateTime | Self::Any => true,
            Self::OneOf(info) => {
                info.field.is_none() && info.items().iter().any(|item| item.kind.has_strings())
            }
            _ => false,
        }
    }

    /// Reports what the type and the limits do not allow; `path` leads to the value.
    pub(super) fn check(&self, value: &Value, limits: Limits, path: &str, faults: &mut Vec<ParamFault>) {
        if let Self::OneOf(info) = self {
            return info.check(value, path, faults);
        }
        if !fits(self, value) {
            return faults.push(self.wrong(value, path));
        }
        match (self, value) {
            (Self::String, Value::String(text)) => limits.check_text(path, text, faults),
            (Self::Integer | Self::Number, Value::Number(number)) => {
                // With `arbitrary_precision`, which another crate may want of serde_json, it may be beyond a double: infinite.
                let size = number.as_f64().or_else(|| number.to_string().parse().ok());
                limits.check_number(path, size.unwrap_or(f64::NAN), number, faults);
            }
            (Self::List(item), Value::Array(values)) => {
                limits.check_count(path, values.len(), faults);
                for (index, value) in values.iter().enumerate() {
                    item.check(value, limits.of_items(), &format!("{path}[{index}]"), faults);
                }
            }
            (Self::Map(item), Value::Object(members)) => {
                for (name, value) in members {
                    item.check(value, Limits::NONE, &format!("{path}.{name}"), faults);
                }
            }
            (Self::Record(record), Value::Object(members)) => {
                for field in record.fields() {
                    field.check(members.get(field.wire), path, faults);
                }
                if !record.is_open {
                    let unknown = members.iter().filter(|(name, _)| record.field(name).is_none());
                    faults.extend(unknown.map(|(name, value)| record.unknown(name, value, path)));
                }
            }
            _ => {}
        }
    }

    /// Returns the fault of a value of another type.
    pub(super) fn wrong(&self, value: &Value, path: &str) -> ParamFault {
        let (param, given) = (path.to_owned(), quoted(&value.to_string()));
        ParamFault::WrongType { param, given, expected: self.words() }
    }
}

impl FieldInfo {
    fn check(&self, value: Option<&Value>, path: &str, faults: &mut Vec<ParamFault>) {
        let path = format!("{path}.{}", self.wire);
        match value {
            None if self.required => faults.push(ParamFault::Missing { param: path }),
            None => {}
            Some(Value::Null) if self.nullable => {}
            Some(value) => self.kind.check(value, self.limits(), &path, faults),
        }
    }
}

impl RecordInfo {
    fn field(&self, wire: &str) -> Option<&FieldInfo> {
        self.fields().iter().find(|field| field.wire == wire)
    }

    /// Returns the fault of a member that the record does not have.
    fn unknown(&self, name: &str, value: &Value, path: &str) -> ParamFault {
        let names = || self.fields().iter().map(|field| field.wire);
        let advice = match nearest(name, names()) {
            Some(near) => format!("{} has no such member; did you mean '{near}'?", self.name),
            None => {
                format!("{} has no such member, but {}", self.name, names().collect::<Vec<_>>().join(", "))
            }
        };
        let given = quoted(&value.to_string());
        not_allowed(&format!("{path}.{name}"), given, advice)
    }
}
