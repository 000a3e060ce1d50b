//! Errors that hosts put into JSON replies: `{"error": {"code": …, "description": …}}`, or one level deeper, under
//! whichever name.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::key::Key;
use crate::text::shortened;

/// Returns the code and the description of the error in a reply, whatever the envelope's key is, or without one.
#[must_use]
pub fn host_error(body: &[u8]) -> Option<(String, String)> {
    let AnyReply(error) = serde_json::from_slice(body).ok()?;
    error.map(HostError::shown)
}

/// Returns the code and the description in a reply whose status is an error, under the names that most hosts use.
#[must_use]
pub(crate) fn flat_error(body: &[u8]) -> Option<(String, String)> {
    let Value::Object(members) = serde_json::from_slice(body).ok()? else { return None };
    let error = HostError::of(&members);
    (!error.description.is_empty()).then(|| error.shown())
}

/// The members in which hosts put a code and its meaning.
const CODES: &[&str] = &["code", "type", "error_code"];
const DESCRIPTIONS: &[&str] = &["description", "message", "detail", "error_description", "title"];

/// A reply: the first error of its members, or its own.
struct AnyReply(Option<HostError>);

impl<'de> Deserialize<'de> for AnyReply {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = AnyReply;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<AnyReply, A::Error> {
                let mut first: Option<HostError> = None;
                while let Some(Key(key)) = members.next_key()? {
                    let error = if key == "error" {
                        members.next_value()?
                    } else {
                        members.next_value::<AnyMember>()?.0
                    };
                    first = first.or(error);
                }
                Ok(AnyReply(first))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

/// A member of a reply: its error, where it is an envelope that has one.
struct AnyMember(Option<HostError>);

impl<'de> Deserialize<'de> for AnyMember {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;

        /// Other values have no error.
        macro_rules! none {
            ($($method:ident($type:ty);)*) => {$(
                fn $method<E>(self, _: $type) -> Result<AnyMember, E> {
                    Ok(AnyMember(None))
                }
            )*};
        }

        impl<'de> Visitor<'de> for Any {
            type Value = AnyMember;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON value")
            }

            none! {
                visit_bool(bool);
                visit_i64(i64);
                visit_u64(u64);
                visit_f64(f64);
                visit_str(&str);
            }

            fn visit_unit<E>(self) -> Result<AnyMember, E> {
                Ok(AnyMember(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<AnyMember, A::Error> {
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(AnyMember(None))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<AnyMember, A::Error> {
                let mut error = None;
                while let Some(Key(key)) = members.next_key()? {
                    if key == "error" {
                        error = members.next_value()?;
                    } else {
                        members.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(AnyMember(error))
            }
        }

        deserializer.deserialize_any(Any)
    }
}

/// The error that a host puts into an envelope: usually an object with a code and a description.
pub struct HostError {
    code: String,
    description: String,
}

impl<'de> Deserialize<'de> for HostError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::Object(members) => Self::of(&members),
            other => Self { code: String::new(), description: text(&other) },
        })
    }
}

/// Returns a value as text; null is empty.
fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl HostError {
    fn of(members: &Map<String, Value>) -> Self {
        let first = |names: &[&str]| {
            let texts = names.iter().filter_map(|name| members.get(*name)).map(text);
            texts.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
        };
        Self { code: first(CODES), description: first(DESCRIPTIONS) }
    }

    /// Returns the code and the description, at a length that a message can take.
    #[must_use]
    pub fn shown(self) -> (String, String) {
        (shortened(self.code), shortened(self.description))
    }
}
