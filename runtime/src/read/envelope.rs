//! JSON envelopes: `{"chart": {"result": […], "error": null}}`. An error may stand under another key
//! than the endpoint's.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

use crate::error::{ConversionHookError, Fault};
use crate::read::json::{First, shortened};
use crate::read::members;

members! {
    /// What stands under an envelope's key.
    pub(crate) struct Envelope[T] {
        result: "result" => Option<First<T>>,
        error: "error" => Option<HostError>,
    }
}

impl<T> Envelope<T> {
    /// The first result, or none where the list is empty.
    ///
    /// # Errors
    /// 422: the host answers with an error, or there is no list.
    pub(crate) fn first(self, path: &'static str) -> Result<Option<T>, ConversionHookError> {
        if let Some(error) = self.error {
            let (code, description) = error.shown();
            return Err(Fault::ErrorReply { code, description }.into());
        }
        let First(first) = self.result.ok_or_else(|| Fault::missing(path))?;
        Ok(first)
    }
}

members! {
    /// The error that a host puts into an envelope.
    pub(crate) struct HostError {
        code: "code" => Option<String>,
        description: "description" => Option<String>,
    }
}

impl HostError {
    /// The code and the description, at a length that a message can take.
    fn shown(self) -> (String, String) {
        (shortened(self.code.unwrap_or_default()), shortened(self.description.unwrap_or_default()))
    }
}

/// The code and the description of the error in a reply, whatever the envelope's key is.
pub(crate) fn host_error(body: &[u8]) -> Option<(String, String)> {
    let AnyEnvelope(error) = serde_json::from_slice(body).ok()?;
    error.map(HostError::shown)
}

/// The first error of any member.
struct AnyEnvelope(Option<HostError>);

impl<'de> Deserialize<'de> for AnyEnvelope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = AnyEnvelope;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an envelope")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<AnyEnvelope, A::Error> {
                let mut found = None;
                while members.next_key::<IgnoredAny>()?.is_some() {
                    let member: Envelope<IgnoredAny> = members.next_value()?;
                    found = found.or(member.error);
                }
                Ok(AnyEnvelope(found))
            }
        }

        deserializer.deserialize_map(Members)
    }
}
