//! Replies that are the response themselves, such as images.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::raw::{Conversion, RawReply, exactly_one};

/// The response of an endpoint that is `raw: bytes`: the body of the reply, decoded and otherwise as it came.
///
/// In JSON it is `{"mediaType": "image/png", "base64": "…"}`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[non_exhaustive]
pub struct Bytes {
    /// The media type that the host gives, in lower case and without parameters, such as `image/png`.
    pub media_type: Option<String>,
    /// The bytes of the body.
    #[serde(rename = "base64", with = "crate::in_base64")]
    pub content: Vec<u8>,
}

impl Bytes {
    /// Returns the bytes of a reply.
    ///
    /// # Errors
    /// There is no reply, or more than one: 422.
    #[doc(hidden)]
    pub fn of(replies: &[RawReply<'_>]) -> Conversion<Self> {
        let reply = exactly_one(replies)?;
        let media_type = reply.media_type().map(str::to_owned);
        Ok(Self { media_type, content: reply.bytes().to_vec() }.into())
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.content
    }
}

/// Returns the schema of bytes in JSON.
#[doc(hidden)]
pub fn bytes_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Bytes",
        "description": "The body of the reply.",
        "type": "object",
        "properties": {
            "mediaType": { "description": "The media type that the host gives.", "type": ["string", "null"] },
            "base64": { "description": "The bytes.", "type": "string", "contentEncoding": "base64" },
        },
        "required": ["mediaType", "base64"],
        "additionalProperties": false,
    })
}
