//! The data of a page's reply that lead to the next page.

use std::fmt;
use std::hash::{BuildHasher as _, RandomState};

use serde::de::{Deserialize, Deserializer, IgnoredAny, Unexpected, Visitor};
use serde_json::Value;

use crate::catalogue::{NextPage, PagesInfo};
use crate::error::ConversionError;
use crate::raw::{RawReply, exactly_one};
use crate::read::value_at;

/// The data of a page's reply.
#[derive(Debug, PartialEq)]
pub(super) struct Seen {
    /// The cursor or the address of the next page; `None` on the last one.
    pub(super) next: Option<String>,
    /// The number of all items, or of the last page, where it is an integer.
    pub(super) end: Option<i64>,
    /// The number of items of the reply, where the response may leave some out.
    pub(super) rows: Option<u64>,
    /// The value that says whether more pages follow, where pages have one.
    pub(super) more: Option<bool>,
    /// A digest of the body.
    pub(super) digest: u64,
}

impl Seen {
    /// Reads the data of the one reply of a page.
    ///
    /// # Errors
    /// 422: the reply has a value of another form where the data are.
    pub(super) fn of(
        pages: PagesInfo,
        replies: &[RawReply<'_>],
        hasher: &RandomState,
    ) -> Result<Self, ConversionError> {
        let reply = exactly_one(replies)?;
        let (mut next, mut end, mut rows) = (None, None, None);
        match pages.next {
            NextPage::Cursor { next: path, .. } | NextPage::Link { next: Some(path) } => {
                next = value_at(reply, path)?.and_then(|Named(next)| next);
            }
            NextPage::Link { next: None } => next = reply.next_link().map(str::to_owned),
            NextPage::Offset { total, rows: path, .. } => {
                end = total.map(|path| count_at(reply, path)).transpose()?.flatten();
                let list: Option<Vec<IgnoredAny>> =
                    path.map(|path| value_at(reply, path)).transpose()?.flatten();
                rows = list.and_then(|list| u64::try_from(list.len()).ok());
            }
            NextPage::Number { last: path, .. } => {
                end = path.map(|path| count_at(reply, path)).transpose()?.flatten();
            }
        }
        let more: Option<Option<Value>> = pages.more.map(|path| value_at(reply, path)).transpose()?;
        let more = more.map(|value| !matches!(value, None | Some(Value::Bool(false))));
        Ok(Self { next, end, rows, more, digest: hasher.hash_one(reply.bytes()) })
    }
}

/// Returns the integer at a path. Another value says no more than none: it is beside the items, and costs none of them.
fn count_at(reply: RawReply<'_>, path: &str) -> Result<Option<i64>, ConversionError> {
    let value: Option<Value> = value_at(reply, path)?;
    Ok(value.and_then(|value| value.as_i64()))
}

/// A cursor or an address: a string or an integer. An empty string and false mean the last page.
struct Named(Option<String>);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Named;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or an integer")
            }

            fn visit_bool<E: serde::de::Error>(self, value: bool) -> Result<Named, E> {
                if value { Err(E::invalid_type(Unexpected::Bool(value), &self)) } else { Ok(Named(None)) }
            }

            fn visit_i64<E>(self, value: i64) -> Result<Named, E> {
                Ok(Named(Some(value.to_string())))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Named, E> {
                Ok(Named(Some(value.to_string())))
            }

            fn visit_str<E>(self, value: &str) -> Result<Named, E> {
                Ok(Named((!value.is_empty()).then(|| value.to_owned())))
            }
        }

        deserializer.deserialize_any(Text)
    }
}
