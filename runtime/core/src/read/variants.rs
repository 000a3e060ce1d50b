//! The reader of a value of one of several types, whatever reads the types.

use std::fmt::Display;

use serde::de::{Deserialize, DeserializeSeed as _, Deserializer, Error as _};
use serde_json::{Error, Map, Value};

use super::error_path::{PathError, Reader, with_path};
use crate::catalogue::{OneOfInfo, OneOfItem};
use crate::params::one_of::{Chosen, Unfit};
use crate::text::shortened;

/// A fault of a value that was read before, with its place in it.
pub struct Unread(PathError);

/// The beginning of the message about a fault in a value that was read before.
const IN: &str = "in ";

/// Reads a value with a reader of its own.
pub(super) fn seeded<'v, S: Reader<'v>>(seed: &S, value: &'v Value) -> Result<S::Value, Unread> {
    let read = seed.clone().deserialize(value);
    read.map_err(|error| Unread(with_path(seed, error, |seed| seed.deserialize(value))))
}

/// Reads a value of one of several types; `read` reads that of a type.
pub(super) fn one_of_with<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    info: &OneOfInfo,
    read: impl Fn(usize, &OneOfItem, &Value) -> Option<Result<T, Unread>>,
    other: impl FnOnce(Value) -> Option<T>,
) -> Result<T, D::Error> {
    let of_no_type = || D::Error::custom(format_args!("expected {}", info.words()));
    let value = Value::deserialize(deserializer)?;
    let chosen = match info.chosen(&value) {
        Ok(Chosen::Of(chosen)) => chosen,
        Ok(Chosen::Other) => return other(value).ok_or_else(of_no_type),
        Err(Unfit::Form) => return Err(of_no_type()),
        Err(Unfit::Missing(field)) => return Err(D::Error::missing_field(field)),
        Err(Unfit::Unlisted(field, given, allowed)) => {
            return Err(within(field, &format_args!("found {given}, expected {allowed}")));
        }
    };
    let mut faults = Vec::new();
    for (index, item) in chosen.into_iter().filter_map(|index| Some((index, info.items().get(index)?))) {
        match read(index, item, &value) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
    }
    match faults.as_slice() {
        [Unread((path, fault))] => Err(within(path, fault)),
        _ => other(value).ok_or_else(of_no_type),
    }
}

/// Returns the error about a place in a value that was read before.
fn within<E: serde::de::Error>(path: &str, fault: &dyn Display) -> E {
    match path {
        "." => E::custom(fault),
        path => E::custom(format_args!("{IN}{}: {fault}", Value::from(path))),
    }
}

/// Returns an error with its whole path: an error in a value that was read before has a part of it in its message.
pub(super) fn placed((mut path, mut error): PathError) -> PathError {
    while let Some((inner, rest)) = parted(&error.to_string()) {
        if !path.is_empty() && !inner.starts_with('[') {
            path.push('.');
        }
        path.push_str(&inner);
        // Names of members are the host's.
        (path, error) = (shortened(path), <Error as serde::de::Error>::custom(rest));
    }
    (path, error)
}

/// Returns the path at the beginning of a message, and the rest.
fn parted(message: &str) -> Option<(String, String)> {
    let message = message.strip_prefix(IN)?;
    let mut parts = serde_json::Deserializer::from_str(message).into_iter::<String>();
    let path = parts.next()?.ok()?;
    let rest = message.get(parts.byte_offset()..)?.strip_prefix(": ")?;
    Some((path, rest.to_owned()))
}

/// Returns an object with the member that says its type.
pub(super) fn labelled(info: &OneOfInfo, key: &str, value: Value) -> Value {
    match (info.field, value) {
        (Some(field), Value::Object(members)) if !members.contains_key(field) => {
            let tag = Map::from_iter([(field.to_owned(), key.into())]);
            Value::Object(tag.into_iter().chain(members).collect())
        }
        (_, value) => value,
    }
}
