//! Plain tables: every element is closed where it should be, as in nearly all. Their cells need no tree and equal the
//! tree's; all other tables are left to it.

use memchr::{memchr, memmem};

use super::markup::{self, Token};

/// The maximum length of a plain table: no shorter one has more nodes than a tree may have.
const MAX_BYTES: usize = 200_000;

/// The maximum depth of a plain table's elements.
const MAX_DEPTH: usize = 32;

/// The references that a plain table may have. The texts of the others are for a parser of HTML to know.
const REFERENCES: [(&str, &str); 8] = [
    ("amp;", "&"),
    ("lt;", "<"),
    ("gt;", ">"),
    ("quot;", "\""),
    ("nbsp;", "\u{a0}"),
    ("#39;", "'"),
    ("#x27;", "'"),
    ("#x2F;", "/"),
];

/// The cells of a row as text.
#[derive(Default)]
pub(super) struct Row {
    pub(super) texts: Vec<String>,
    /// A cell is none of a header.
    pub(super) has_data: bool,
}

/// Reads the rows of one `<table>` element; `None` where it is not plain.
pub(super) fn read(html: &str) -> Option<Vec<Row>> {
    if html.len() > MAX_BYTES || may_have_spans(html.as_bytes()) {
        return None;
    }
    let mut reader = Reader::default();
    let mut end = 0;
    for token in markup::tokens(html) {
        let tag = match token {
            Token::Open(tag) | Token::Close(tag) => tag,
            Token::Comment(_) | Token::Unfinished(_) => return None,
        };
        reader.add_text(html.get(end..tag.span.start)?)?;
        match token {
            Token::Open(_) => reader.open(tag.name)?,
            _ => reader.close(tag.name)?,
        }
        end = tag.span.end;
    }
    reader.add_text(html.get(end..)?)?;
    // A slice of a page ends before the table is closed.
    (reader.open.len() <= 1).then_some(reader.rows)
}

/// Returns true if an attribute may be `colspan` or `rowspan`; `span` is a name of elements, too.
fn may_have_spans(html: &[u8]) -> bool {
    let follows_letter = |at: usize| {
        let before = at.checked_sub(1).and_then(|before| html.get(before));
        before.is_some_and(u8::is_ascii_alphabetic)
    };
    memmem::find_iter(html, "span").any(follows_letter) || memmem::find(html, b"SPAN").is_some()
}

#[derive(Default)]
struct Reader<'a> {
    rows: Vec<Row>,
    /// The names of the open elements: a table, a part of it, a row, a cell, and what is in the cell.
    open: Vec<&'a str>,
    is_closed: bool,
    row: Row,
    cell: String,
}

impl<'a> Reader<'a> {
    fn open(&mut self, name: &'a str) -> Option<()> {
        let is_plain = match self.open.as_slice() {
            [] => name == "table" && !self.is_closed,
            [_] => matches!(name, "thead" | "tbody"),
            [_, _] => name == "tr",
            [_, _, _] => matches!(name, "th" | "td"),
            // A link in a link ends it.
            _ if self.open.len() < MAX_DEPTH => name == "span" || (name == "a" && !self.open.contains(&"a")),
            _ => false,
        };
        self.open.push(name);
        is_plain.then_some(())
    }

    fn close(&mut self, name: &str) -> Option<()> {
        if self.open.pop() != Some(name) {
            return None;
        }
        match self.open.len() {
            0 => self.is_closed = true,
            2 => self.rows.push(std::mem::take(&mut self.row)),
            3 => {
                self.row.texts.push(folded(&self.cell));
                self.row.has_data |= name == "td";
                self.cell.clear();
            }
            _ => {}
        }
        Some(())
    }

    /// Adds a text to the open cell. There is none outside of cells.
    fn add_text(&mut self, text: &str) -> Option<()> {
        if self.open.len() < 4 {
            return text.bytes().all(|byte| byte.is_ascii_whitespace()).then_some(());
        }
        if text.contains(['<', '\0']) {
            return None;
        }
        let mut rest = text;
        while let Some((before, reference)) =
            memchr(b'&', rest.as_bytes()).and_then(|at| rest.split_at_checked(at))
        {
            self.cell.push_str(before);
            let reference = reference.strip_prefix('&')?;
            let known = |(name, text): &(&str, &'static str)| Some((reference.strip_prefix(name)?, *text));
            let (after, text) = REFERENCES.iter().find_map(known)?;
            self.cell.push_str(text);
            rest = after;
        }
        self.cell.push_str(rest);
        Some(())
    }
}

/// Returns a text with runs of white space folded into one space.
pub(super) fn folded(text: &str) -> String {
    let mut words = text.split_whitespace();
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    text
}
