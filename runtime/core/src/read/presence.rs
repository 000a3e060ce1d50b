//! Fields of declared structs that may be absent or null, for the attributes that generated code has.

use serde::de::{Deserialize, Deserializer};

/// Reads a field that may be null, and must be there.
///
/// # Errors
/// The value is not a `T`.
pub fn nullable<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Reads a field that may be absent, and must not be null.
///
/// # Errors
/// The value is not a `T`.
pub fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
