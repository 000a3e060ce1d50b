//! JSON envelopes: `{"chart": {"result": […], "error": null}}`. An error may stand under another key
//! than the endpoint's.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;
use crate::read::{Key, members, refusal};
use crate::text::shortened;

members! {
    /// What stands under an envelope's key.
    pub(crate) struct Envelope[T] {
        result: "result" => Option<T>,
        error: "error" => Option<HostError>,
    }
}

impl<T> Envelope<T> {
    /// The result, which is about what was asked for: without it the host knows nothing of that.
    ///
    /// # Errors
    /// 422: the host answers with an error, or there is no result.
    pub(crate) fn result(self, path: &'static str) -> Result<T, ConversionHookError> {
        self.checked()?.ok_or_else(|| Fault::Nothing { path }.into())
    }

    /// The result, where there is one.
    ///
    /// # Errors
    /// 422: the host answers with an error.
    pub(crate) fn checked(self) -> Result<Option<T>, ConversionHookError> {
        match self.error.map(HostError::shown) {
            Some((code, description)) => Err(refusal::of_host(None, code, description).into()),
            None => Ok(self.result),
        }
    }
}

/// The error that a host puts into an envelope: usually an object with a code and a description.
pub(crate) struct HostError {
    code: String,
    description: String,
}

impl<'de> Deserialize<'de> for HostError {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = |value: &Value| match value {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Ok(match &value {
            Value::Object(members) => {
                let member = |name| members.get(name).map(text).unwrap_or_default();
                Self { code: member("code"), description: member("description") }
            }
            other => Self { code: String::new(), description: text(other) },
        })
    }
}

impl HostError {
    /// The code and the description, at a length that a message can take.
    fn shown(self) -> (String, String) {
        (shortened(self.code), shortened(self.description))
    }
}

/// The fault for an envelope that is not there: the host's own error, where it stands under another key.
pub(crate) fn missing(reply: RawReply<'_>, path: &'static str) -> Fault {
    match host_error(reply.bytes()) {
        Some((code, description)) => refusal::of_host(None, code, description),
        None => Fault::missing(path),
    }
}

/// The code and the description of the error in a reply, whatever the envelope's key is, or without one.
pub(crate) fn host_error(body: &[u8]) -> Option<(String, String)> {
    let AnyReply(error) = serde_json::from_slice(body).ok()?;
    error.map(HostError::shown)
}

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

        /// What is no envelope has no error.
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
