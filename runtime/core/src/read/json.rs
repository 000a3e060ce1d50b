//! JSON documents: a whole reply, with the faults of a reply that is something else.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use memchr::memchr_iter;
use serde::de::{
    Deserialize, DeserializeOwned, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};

use super::key::Key;
use super::{host_error, refusal};
use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;
use crate::text::shortened;

/// Reads the reply as one JSON document, which `name` names in messages.
///
/// # Errors
/// 422: the reply is not JSON, is the host's own error, or is not a `T`.
pub fn document<'a, T: Deserialize<'a>>(
    reply: RawReply<'a>,
    name: &'static str,
) -> Result<T, ConversionHookError> {
    let text = text(reply)?;
    serde_json::from_str(text).map_err(|error| host_error_or(text, || malformed(name, &error)))
}

/// Returns the error that the host sent instead of data, or else another fault.
pub(super) fn host_error_or(text: &str, fault: impl FnOnce() -> Fault) -> ConversionHookError {
    match host_error::host_error(text.as_bytes()) {
        Some((code, description)) => refusal::of_host(None, code, description).into(),
        None => fault().into(),
    }
}

/// Returns the text of a reply that begins like a JSON document.
///
/// # Errors
/// 422: the reply is a page or another text.
pub fn text(reply: RawReply<'_>) -> Result<&str, ConversionHookError> {
    let text = reply.text()?;
    match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => Ok(text),
        Some(b'<') => Err(refusal::of_page(text, "JSON").into()),
        _ => Err(refusal::of_text(text, "JSON").into()),
    }
}

/// Returns a reply that is neither an object nor a list but a `T` all the same.
pub(super) fn scalar<T: DeserializeOwned>(reply: RawReply<'_>) -> Option<T> {
    let text = reply.text().ok()?;
    let is_container = text.trim_start().starts_with(['{', '[']);
    if is_container { None } else { serde_json::from_str(text).ok() }
}

/// Refuses a text that consists of smaller values than any real reply does: each takes many times its own
/// length in memory. Values are counted by the signs before them, those in texts too.
///
/// # Errors
/// It has more.
pub fn check_value_count(text: &[u8], path: &'static str) -> Result<(), Fault> {
    /// Shorter texts take less memory than the longest reply may, whatever they consist of.
    const SMALL: usize = 1 << 20;
    /// So many objects and lists, and so many values, are in order in a text of any length.
    const NESTED: usize = 20_000;
    const VALUES: usize = 100_000;
    if text.len() <= SMALL {
        return Ok(());
    }
    let count = |sign| memchr_iter(sign, text).count();
    let nested = count(b'{').saturating_add(count(b'['));
    let values = count(b',');
    if nested > NESTED.max(text.len() / 20) || values > VALUES.max(text.len() / 6) {
        let reason = "it has more values than any real reply of its length".to_owned();
        return Err(Fault::Malformed { path: path.into(), reason });
    }
    Ok(())
}

/// A list that no real reply has more values of than `MOST`, each of which takes much memory.
pub struct List<T, const MOST: usize>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Values<T, MOST> {
            type Value = List<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MOST} values")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<List<T, MOST>, A::Error> {
                let mut list = Vec::new();
                while let Some(value) = values.next_element()? {
                    if list.len() == MOST {
                        return Err(A::Error::invalid_length(MOST.saturating_add(1), &self));
                    }
                    list.push(value);
                }
                Ok(List(list))
            }
        }

        deserializer.deserialize_seq(Values(PhantomData))
    }
}

/// Returns the fault for a part that the JSON reader cannot read.
#[must_use]
pub fn malformed(path: impl Into<Cow<'static, str>>, error: &serde_json::Error) -> Fault {
    if error.is_eof() {
        return Fault::Cut("its JSON ends too early");
    }
    Fault::Malformed { path: path.into(), reason: shortened(error.to_string()) }
}

/// The first value of a list; the others are passed over unread.
#[derive(Debug, Clone, Copy)]
pub struct First<T>(pub Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for First<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = First<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<First<T>, A::Error> {
                let first = values.next_element()?;
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}

/// The members of an object in its order, each under its name.
#[derive(Debug)]
pub struct Entries<T>(pub Vec<(String, T)>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Entries<T>, A::Error> {
                let mut all = Vec::new();
                while let Some((Key(key), value)) = members.next_entry()? {
                    all.push((key.into_owned(), value));
                }
                Ok(Entries(all))
            }
        }

        deserializer.deserialize_map(Object(PhantomData))
    }
}
