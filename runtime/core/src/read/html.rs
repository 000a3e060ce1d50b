//! Finds the `<table>` elements of a page: each as a slice with the heading before it. No tree of the whole page is
//! built.

use super::markup::{self, Tag, Token};
use crate::error::{ConversionError, Fault};

/// A heading is a few words in a few tags; of longer ones only the beginning counts, in bytes.
const MAX_HEADING: usize = 1_000;

/// One table of a page, not yet parsed.
#[derive(Debug, Clone)]
pub struct TableSlice<'a> {
    /// The page from `<table` to `</table`.
    pub html: &'a str,
    /// The text of the last heading (h1 to h3) between the table before and this one. Smaller headings
    /// stand within a section and do not say what it is.
    pub heading: Option<String>,
}

/// Returns the tables of a page, at most `limit`, in page order. A table within a table is part of it.
///
/// # Errors
/// 422: a table has no end.
pub fn tables(page: &str, limit: usize) -> Result<Vec<TableSlice<'_>>, ConversionError> {
    let mut tables = Vec::new();
    let mut heading = None;
    let mut heading_start = None;
    // The start of the outermost open table, and how many are open.
    let mut open: Option<(usize, usize)> = None;
    for token in markup::tokens(page) {
        match (token, open) {
            (Token::Open(tag), None) if tag.is("table") => open = Some((tag.span.start, 1)),
            (Token::Open(tag), Some((first, depth))) if tag.is("table") => {
                open = Some((first, depth.saturating_add(1)));
            }
            (Token::Close(tag), Some((first, 1))) if tag.is("table") => {
                let html = page.get(first..tag.span.start).unwrap_or_default();
                tables.push(TableSlice { html, heading: heading.take() });
                if tables.len() == limit {
                    return Ok(tables);
                }
                open = None;
            }
            (Token::Close(tag), Some((first, depth))) if tag.is("table") => {
                open = Some((first, depth.saturating_sub(1)));
            }
            (Token::Open(tag), None) if is_heading(&tag) => heading_start = Some(tag.span.start),
            (Token::Close(tag), None) if is_heading(&tag) => {
                let html = heading_start.take().and_then(|from| page.get(from..tag.span.start));
                heading = html.map(text_of).or(heading);
            }
            _ => {}
        }
    }
    match open {
        Some(_) => Err(Fault::Cut("a table has no end").into()),
        None => Ok(tables),
    }
}

fn is_heading(tag: &Tag<'_>) -> bool {
    matches!(tag.name.as_bytes(), [b'h' | b'H', b'1'..=b'3'])
}

/// Returns the text of a heading from its opening tag on, without tags.
fn text_of(html: &str) -> String {
    let end = (0..=html.len().min(MAX_HEADING)).rev().find(|end| html.is_char_boundary(*end));
    let mut rest = end.and_then(|end| html.get(..end)).unwrap_or_default();
    let mut text = String::new();
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    text.push_str(rest);
    let text = text.replace("&nbsp;", " ").replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
