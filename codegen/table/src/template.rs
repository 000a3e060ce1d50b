//! Templates of paths: segments of text and placeholders.

use percent_encoding::percent_decode_str;
use url::form_urlencoded;

/// The maximum number of placeholders of a path. Each may have an error that shows the whole path.
pub const MAX_PLACEHOLDERS: usize = 200;

/// A part of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'t> {
    /// Text that stands in the address.
    Text(&'t str),
    /// A placeholder, by the name of its parameter.
    Param(&'t str),
}

/// Returns a path as it stands below the address of its host: `/`, the host itself, is empty.
pub fn below_host(path: &str) -> &str {
    if path == "/" { "" } else { path }
}

/// Returns the parts of a segment, or `None` if a brace of it belongs to no placeholder.
pub fn parts(segment: &str) -> Option<Vec<Part<'_>>> {
    let mut parts = Vec::new();
    let mut rest = segment;
    while let Some((text, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}')?;
        if name.is_empty() || name.contains('{') || text.contains('}') {
            return None;
        }
        if !text.is_empty() {
            parts.push(Part::Text(text));
        }
        parts.push(Part::Param(name));
        rest = after;
    }
    if !rest.is_empty() {
        parts.push(Part::Text(rest));
    }
    (!rest.contains('}')).then_some(parts)
}

/// Returns the parameter that a text is the placeholder of, as a whole.
pub fn placeholder(text: &str) -> Option<&str> {
    match parts(text)?.as_slice() {
        [Part::Param(name)] => Some(name),
        _ => None,
    }
}

/// Returns a name or a value as it stands in a query: encoded as forms are.
pub fn encoded_query(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// Returns a text without the encoding of a query. What is not encoded correctly stays as it is.
pub fn decoded(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_decode_str(&spaced).decode_utf8().map_or_else(|_| text.to_owned(), Into::into)
}
