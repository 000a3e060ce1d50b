//! Texts as headers, and headers as texts.

use std::borrow::Cow;

use http::{HeaderMap, HeaderName, HeaderValue};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// The characters that are percent-encoded in headers, beside characters outside ASCII.
const HEADER: &AsciiSet = &CONTROLS.add(b'%');

/// The characters that are percent-encoded where blanks and commas separate texts.
const WORD: &AsciiSet = &HEADER.add(b' ').add(b',');

/// The maximum length of a header about notes, in bytes before it is encoded.
const MAX_NOTES: usize = 2_048;

/// Returns notes as far as a header has them.
pub(crate) fn within_header(notes: impl Iterator<Item = String>) -> Vec<String> {
    let mut length = 0_usize;
    let begins_within = |note: &String| {
        let begin = length;
        length = length.saturating_add(note.len());
        begin <= MAX_NOTES
    };
    notes.take_while(begins_within).map(|note| cut(&note).to_owned()).collect()
}

/// Returns a text as a header. Texts of hosts may have any characters: `%` and all but printable ASCII is
/// percent-encoded.
pub(crate) fn harmless(text: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&utf8_percent_encode(cut(text), HEADER).to_string()).ok()
}

/// Returns a header whose value is a list: all its lines as one.
pub(crate) fn list(headers: &HeaderMap, name: HeaderName) -> Option<Cow<'_, str>> {
    let lines = headers.get_all(name).iter().filter_map(|line| line.to_str().ok().map(Cow::Borrowed));
    lines.reduce(|all, line| Cow::Owned(format!("{all},{line}")))
}

/// Returns the items of a header whose value is a list, each with its weight.
pub(crate) fn weighted(headers: &HeaderMap, name: HeaderName) -> impl Iterator<Item = (&str, f32)> {
    let lines = headers.get_all(name).into_iter().filter_map(|line| line.to_str().ok());
    let items = lines.flat_map(|line| line.split(',')).map(|item| {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        (name, parts.find_map(|part| part.strip_prefix("q=")?.parse().ok()).unwrap_or(1.0))
    });
    items.filter(|(name, _)| !name.is_empty())
}

/// Returns an entity tag as a header.
pub(crate) fn quoted(tag: &str) -> Option<HeaderValue> {
    HeaderValue::from_str(&format!("\"{tag}\"")).ok()
}

/// Returns a text as a word of a header.
pub(crate) fn word(text: &str) -> String {
    utf8_percent_encode(text, WORD).to_string()
}

/// Returns the beginning of a text that has the length of a header.
fn cut(text: &str) -> &str {
    let end = text.char_indices().map(|(index, _)| index).take_while(|index| *index <= MAX_NOTES).last();
    end.filter(|_| text.len() > MAX_NOTES).and_then(|end| text.get(..end)).unwrap_or(text)
}
