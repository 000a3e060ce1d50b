//! A page, walked once: its scripts, and its `<table>` elements, each as a slice with the heading before it. No tree of the
//! whole page is built.

use super::markup::{self, Script, Tag, Token, Tokens};
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
    Page::new(page).tables(limit)
}

/// A page with what was found of it so far. It is walked no further than what is asked for, and nowhere twice.
#[derive(Debug, Clone)]
pub struct Page<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    scripts: Vec<Script<'a>>,
    /// The last script has no end.
    cut: Option<Fault>,
    tables: Vec<TableSlice<'a>>,
    heading: Option<&'a str>,
    heading_start: Option<usize>,
    /// The start of the outermost open table, and how many are open.
    open: Option<(usize, usize)>,
}

impl<'a> Page<'a> {
    /// Creates a page of which nothing is known yet.
    pub const fn new(text: &'a str) -> Self {
        Self {
            text,
            tokens: markup::tokens(text),
            scripts: Vec::new(),
            cut: None,
            tables: Vec::new(),
            heading: None,
            heading_start: None,
            open: None,
        }
    }

    /// Returns the text of the page.
    pub const fn text(&self) -> &'a str {
        self.text
    }

    /// Returns the script elements, in the order of the page.
    ///
    /// A script without an end is an error, and the last item.
    pub fn scripts(&mut self) -> impl Iterator<Item = Result<Script<'a>, Fault>> {
        let mut places = 0..;
        std::iter::from_fn(move || {
            let place = places.next()?;
            while self.scripts.len() <= place && self.walk() {}
            match self.scripts.get(place) {
                Some(script) => Some(Ok(*script)),
                None => self.cut.clone().filter(|_| place == self.scripts.len()).map(Err),
            }
        })
    }

    /// Returns the tables, at most `limit`, in the order of the page. A table within a table is part of it.
    ///
    /// # Errors
    /// 422: a table has no end.
    pub fn tables(&mut self, limit: usize) -> Result<Vec<TableSlice<'a>>, ConversionError> {
        while self.tables.len() < limit && self.walk() {}
        if self.tables.len() < limit && self.open.is_some() {
            return Err(Fault::Cut("a table has no end").into());
        }
        Ok(self.tables.iter().take(limit).cloned().collect())
    }

    /// Looks at the next piece of markup; false at the end.
    fn walk(&mut self) -> bool {
        let Some(token) = self.tokens.next_of(may_matter) else { return false };
        match Script::of(&token) {
            Some(Ok(script)) => self.scripts.push(script),
            Some(Err(fault)) => self.cut = Some(fault),
            None => self.look_for_tables(&token),
        }
        true
    }

    fn look_for_tables(&mut self, token: &Token<'a>) {
        match (token, self.open) {
            (Token::Open(tag), None) if tag.is("table") => self.open = Some((tag.span.start, 1)),
            (Token::Open(tag), Some((first, depth))) if tag.is("table") => {
                self.open = Some((first, depth.saturating_add(1)));
            }
            (Token::Close(tag), Some((first, 1))) if tag.is("table") => {
                let html = self.text.get(first..tag.span.start).unwrap_or_default();
                self.tables.push(TableSlice { html, heading: self.heading.take().map(text_of) });
                self.open = None;
            }
            (Token::Close(tag), Some((first, depth))) if tag.is("table") => {
                self.open = Some((first, depth.saturating_sub(1)));
            }
            (Token::Open(tag), None) if is_heading(tag) => self.heading_start = Some(tag.span.start),
            (Token::Close(tag), None) if is_heading(tag) => {
                let html = self.heading_start.take().and_then(|from| self.text.get(from..tag.span.start));
                self.heading = html.or(self.heading);
            }
            _ => {}
        }
    }
}

/// Returns true for the first letters of tables and headings. Scripts are elements of text.
const fn may_matter(letters: [u8; 2]) -> bool {
    matches!(letters, [b't', b'a'] | [b'h', b'1'..=b'3'])
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
