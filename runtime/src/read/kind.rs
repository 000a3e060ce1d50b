//! What a reply is, by its own text: of one request, hosts send pages in some years and JSON in others.

use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;

/// What a reply is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A page, of whichever era.
    Page,
    /// A JSON document.
    Json,
}

/// Whether a reply is a page or JSON.
///
/// # Errors
/// 422: the reply is empty, not UTF-8, or other text, such as that of a host that wants fewer requests.
pub(crate) fn of(reply: RawReply<'_>) -> Result<Kind, ConversionHookError> {
    match reply.text()?.trim_start().as_bytes().first() {
        Some(b'<') => Ok(Kind::Page),
        Some(b'{' | b'[') => Ok(Kind::Json),
        _ => Err(Fault::WrongKind { expected: "a page or JSON", found: "other text" }.into()),
    }
}
