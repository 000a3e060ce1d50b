//! JSON replies of the market-data hosts: the readers of the core, with the errors and the bounds of these hosts.

use serde::de::Deserialize;
use virtual_finance_core::read::json;
use virtual_finance_core::{ConversionError, Fault, RawReply};

pub(crate) use virtual_finance_core::read::json::{
    Entries, First, List, MAX_ROWS, check_bounds, check_value_count, malformed,
};

use crate::read::refusal;

/// Reads the reply as one JSON document, which `name` names in messages.
///
/// # Errors
/// 422: the reply is not JSON, is the host's own error, or is not a `T`.
pub(crate) fn document<'a, T: Deserialize<'a>>(
    reply: RawReply<'a>,
    name: &'static str,
) -> Result<T, ConversionError> {
    json::document(reply, name).map_err(|error| match (error.fault(), reply.text()) {
        (_, Ok(page)) if page.trim_start().starts_with('<') => refusal::of_page(page, "JSON").into(),
        (Fault::ErrorReply { code, description, .. }, _) => {
            refusal::of_host(None, code.clone(), description.clone()).into()
        }
        _ => error,
    })
}

/// Reads the reply with a reader of plain JSON; `None` for what [`document`] refuses, and for what the reader does not take.
/// All else is then for [`document`].
pub(crate) fn plain<'a, T>(
    reply: RawReply<'a>,
    name: &'static str,
    read: impl FnOnce(&'a str) -> Option<T>,
) -> Option<T> {
    read(json::text(reply, name).ok()?)
}

/// Returns true if a reply that may be a page or JSON is JSON.
///
/// # Errors
/// 422: the reply is neither or is empty.
pub(crate) fn is_json(reply: RawReply<'_>) -> Result<bool, ConversionError> {
    // Its reader checks the whole text, which is long.
    let body = reply.bytes();
    match body.strip_prefix("\u{feff}".as_bytes()).unwrap_or(body).trim_ascii_start().first() {
        Some(b'{' | b'[') => Ok(true),
        Some(b'<') => Ok(false),
        _ => Err(refusal::of_text(reply.text()?, "a page or JSON").into()),
    }
}
