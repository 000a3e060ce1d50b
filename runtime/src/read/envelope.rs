//! JSON envelopes: `{"chart": {"result": […], "error": null}}`, whatever the outer key is called.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};

/// The code and the description of the error that a host put into an envelope, whatever its key.
pub(crate) fn host_error(body: &[u8]) -> Option<(String, String)> {
    let Envelope(error) = serde_json::from_slice(body).ok()?;
    error.map(|error| (error.code, error.description))
}

#[derive(serde::Deserialize)]
pub(crate) struct HostError {
    #[serde(default)]
    pub(crate) code: String,
    #[serde(default)]
    pub(crate) description: String,
}

/// The error of the first member that has one.
struct Envelope(Option<HostError>);

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Envelope;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an envelope")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Envelope, A::Error> {
                #[derive(serde::Deserialize)]
                struct Member {
                    error: Option<HostError>,
                }
                let mut found = None;
                while members.next_key::<IgnoredAny>()?.is_some() {
                    let member: Member = members.next_value()?;
                    found = found.or(member.error);
                }
                Ok(Envelope(found))
            }
        }

        deserializer.deserialize_map(Members)
    }
}
