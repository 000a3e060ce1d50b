//! The character sets that a reply declares, in its head or at the beginning of a page. Only UTF-8 is read.

use http::header::{CONTENT_TYPE, HeaderMap};
use memchr::memmem;

use crate::error::BodyFault;
use crate::text::shortened_to;

/// The number of bytes of a header, and of a page, that are looked through, as browsers do.
const LOOKED_THROUGH: usize = 1024;

/// UTF-8, and ASCII, which is a part of it. Browsers ignore an empty name.
const GOOD: [&str; 5] = ["utf-8", "utf8", "us-ascii", "ascii", ""];

/// Checks the character sets that a head declares. Returns true if there is one.
pub(crate) fn check_head(headers: &HeaderMap) -> Result<bool, BodyFault> {
    let mut is_declared = false;
    for value in headers.get_all(CONTENT_TYPE) {
        let text = beginning(value.as_bytes());
        for (name, value) in text.split(';').filter_map(|parameter| parameter.split_once('=')) {
            if name.trim() == "charset" {
                is_declared = true;
                // Two headers may have become one, with a comma between them.
                let charset = value.split(',').next().unwrap_or_default();
                check(charset.trim().trim_matches(['"', '\'']), value.trim())?;
            }
        }
    }
    Ok(is_declared)
}

/// Checks the character sets that the beginning of a page declares, in XML or in tags `meta`.
pub(crate) fn check_page(body: &[u8]) -> Result<(), BodyFault> {
    // The mark of UTF-8 goes before what a page says.
    if !body.trim_ascii_start().starts_with(b"<") {
        return Ok(());
    }
    let text = beginning(body);
    let mut rest = &*text;
    while let Some(start) = rest.find('<') {
        let tag = rest.get(start..).unwrap_or_default();
        let end = if tag.starts_with("<!--") { "-->" } else { ">" };
        let length = memmem::find(tag.as_bytes(), end.as_bytes()).unwrap_or(tag.len());
        let (tag, after) = tag.split_at_checked(length).unwrap_or((tag, ""));
        if let Some(attributes) = tag.strip_prefix("<meta") {
            declared(attributes, "charset").try_for_each(|charset| check(charset, charset))?;
        } else if let Some(attributes) = tag.strip_prefix("<?xml") {
            declared(attributes, "encoding").try_for_each(|charset| check(charset, charset))?;
        }
        rest = after;
    }
    Ok(())
}

/// Returns the values that follow a name and `=` in the attributes of a tag.
fn declared<'a>(attributes: &'a str, name: &'static str) -> impl Iterator<Item = &'a str> {
    let end =
        |letter: char| letter.is_ascii_whitespace() || matches!(letter, '"' | '\'' | ';' | '>' | '/' | '?');
    attributes.match_indices(name).filter_map(move |(index, _)| {
        // Not the end of another name.
        let before = attributes.get(..index)?.chars().next_back()?;
        let value = attributes.get(index..)?.strip_prefix(name)?.trim_start().strip_prefix('=')?;
        let value = value.trim_start().trim_start_matches(['"', '\'']).split(end).next()?;
        (before.is_ascii_whitespace() || matches!(before, '"' | '\'' | ';' | '/')).then_some(value)
    })
}

/// Checks the name of a character set, which `shown` has in a message.
fn check(charset: &str, shown: &str) -> Result<(), BodyFault> {
    if GOOD.contains(&charset) {
        return Ok(());
    }
    Err(BodyFault::Charset { charset: shortened_to(shown.trim_matches(['"', '\'']).to_owned(), 100) })
}

/// Returns the part of a header or of a page that is looked through, in lower case.
fn beginning(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes.get(..LOOKED_THROUGH).unwrap_or(bytes)).to_ascii_lowercase()
}
