//! Bytes in JSON: their Base64.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize as _, Deserializer, Serializer, de};

/// Returns the Base64 of bytes.
pub(crate) fn encoded(content: &[u8]) -> String {
    BASE64_STANDARD.encode(content)
}

pub(crate) fn serialize<S: Serializer>(content: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&encoded(content))
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    BASE64_STANDARD
        .decode(text)
        .map_err(|error| de::Error::custom(format!("the Base64 is invalid ({error})")))
}
