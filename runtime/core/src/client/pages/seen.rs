//! The data of a page's reply that lead to the next page.

use std::hash::{BuildHasher as _, RandomState};

use serde::de::IgnoredAny;
use serde_json::Value;

use crate::catalogue::{NextPage, PagesInfo};
use crate::error::{ConversionError, Fault};
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
                next = named_at(reply, path)?;
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

/// Returns a cursor or an address: a string or an integer. An empty string and false mean the last page.
fn named_at(reply: RawReply<'_>, path: &'static str) -> Result<Option<String>, ConversionError> {
    match value_at(reply, path)? {
        None | Some(Value::Bool(false)) => Ok(None),
        Some(Value::String(text)) => Ok((!text.is_empty()).then_some(text)),
        Some(Value::Number(number)) if !number.is_f64() => Ok(Some(number.to_string())),
        Some(_) => Err(Fault::wrong_type(path, "a string or an integer").into()),
    }
}
