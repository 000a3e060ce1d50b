//! Pages that carry their data as one JSON document in a script (`root.App.main = {…};`, pages up to
//! 2022). What is wanted is a small part of a large page, so it is found by its key in the bytes and
//! nothing else is parsed.

use memchr::memmem;
use serde::Deserialize;

use crate::error::{ConversionHookError, Fault};
use crate::raw::RawReply;
use crate::read::{envelope, json};

/// What stands before the document.
const MAIN: &str = "root.App.main";
/// What every whole page ends with.
const END: &str = "</html>";
/// How an encrypted document begins: the base64 of "Salted__".
const ENCRYPTED: &str = "\"stores\":\"U2FsdGVkX1";

/// The text of a reply that should be a page.
///
/// # Errors
/// 422: the reply is empty, not UTF-8, JSON, or a page without its end.
pub(crate) fn text<'a>(reply: RawReply<'a>) -> Result<&'a str, ConversionHookError> {
    let text = reply.text()?;
    if text.trim_start().starts_with('{') {
        return Err(match envelope::host_error(text.as_bytes()) {
            Some((code, description)) => Fault::ErrorReply { code, description }.into(),
            None => Fault::WrongKind { expected: "a page", found: "JSON" }.into(),
        });
    }
    if memmem::rfind(text.as_bytes(), END.as_bytes()).is_none() {
        return Err(Fault::Cut("the page has no end").into());
    }
    Ok(text)
}

/// Reads the value of one store of the page's document.
///
/// # Errors
/// 422: the page has no such store, or the store is not a `T`.
pub(crate) fn store<'a, T: Deserialize<'a>>(
    reply: RawReply<'a>,
    store: &'static str,
) -> Result<T, ConversionHookError> {
    let text = text(reply)?;
    let document = after(text, MAIN).ok_or(Fault::NoStore { store })?;
    let Some(value) = after(document, &format!("\"{store}\":")) else {
        let encrypted = memmem::find(document.as_bytes(), ENCRYPTED.as_bytes()).is_some();
        return Err(if encrypted { Fault::Encrypted } else { Fault::NoStore { store } }.into());
    };
    let mut values = serde_json::Deserializer::from_str(value).into_iter();
    let read = match values.next() {
        Some(Ok(read)) => read,
        Some(Err(error)) => return Err(json::malformed(store, &error).into()),
        None => return Err(Fault::Cut("the store has no value").into()),
    };
    let rest = value.get(values.byte_offset()..).unwrap_or_default();
    if memmem::rfind(rest.as_bytes(), END.as_bytes()).is_none() {
        return Err(Fault::Cut("the page has no end after its store").into());
    }
    Ok(read)
}

/// What follows the first occurrence of `needle`.
fn after<'a>(text: &'a str, needle: &str) -> Option<&'a str> {
    let start = memmem::find(text.as_bytes(), needle.as_bytes())?;
    text.get(start.checked_add(needle.len())?..)
}
