//! HTML tables: titles and cells, then columns with the kinds that the contract gives them. The tree
//! is built in small pieces within bounds, because the cost of nested and mis-nested elements grows
//! with the square of their number.

use std::cell::RefMut;
use std::collections::HashSet;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{LocalName, QualName, driver, ns};
use scraper::{ElementRef, Html, HtmlTreeSink};
use serde_json::{Number, Value};

use super::{html, markup};
use crate::error::{ConversionHookError, Fault};

/// No table is longer without its attributes; parsing one byte costs a hundred times a look at it.
const MAX_BYTES: usize = 1 << 20;
/// How much is parsed between two looks at the bounds, in bytes.
const PIECE: usize = 512;
/// No page nests a table's elements deeper.
const MAX_DEPTH: usize = 512;
/// No table has more nodes, unless it is so long that a node has four bytes.
const MAX_NODES: usize = 100_000;

/// The cells of a table as text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The cells of the header row; empty where there is none.
    pub titles: Vec<String>,
    /// The rows of the body. An empty cell is an empty text.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// Parses one `<table>` element.
    ///
    /// # Errors
    /// 422: the element nests deeper or has more nodes than any real table.
    pub fn parse(html: &str, name: &'static str) -> Result<Self, ConversionHookError> {
        let tree = bounded_tree(html, name)?;
        let elements = || tree.tree.nodes().filter_map(ElementRef::wrap);
        if elements().filter(|element| element.value().name() == "table").count() > 1 {
            return Err(Fault::wrong_type(name, "a table without tables in it").into());
        }
        let mut table = Self::default();
        for row in elements().filter(|element| element.value().name() == "tr" && !is_footer(*element)) {
            let cells = || row.child_elements().filter(|cell| matches!(cell.value().name(), "th" | "td"));
            let texts: Vec<String> = cells().map(cell_text).collect();
            if texts.is_empty() {
                continue;
            }
            let header = cells().all(|cell| cell.value().name() == "th");
            if header && table.titles.is_empty() && table.rows.is_empty() {
                table.titles = texts;
            } else if !header || texts != table.titles {
                table.rows.push(texts);
            }
        }
        Ok(table)
    }

    /// Every column must have a title of its own and every row a cell for each: a missing cell would
    /// shift the others.
    ///
    /// # Errors
    /// 422: two titles are equal, or a row has more or fewer cells.
    pub fn require_full_rows(&self, name: &'static str) -> Result<(), ConversionHookError> {
        let titles = self.titles.len();
        let malformed = |reason| Err(Fault::Malformed { path: name.into(), reason }.into());
        let distinct: HashSet<&String> = self.titles.iter().collect();
        if distinct.len() != titles {
            return malformed("two columns have one title".to_owned());
        }
        match self.rows.iter().find(|row| row.len() != titles) {
            None => Ok(()),
            Some(row) => malformed(format!("a row has {} cells for {titles} columns", row.len())),
        }
    }

    /// The cells of one column, from the top.
    pub fn column(&self, place: usize) -> impl Iterator<Item = &str> + Clone {
        self.rows.iter().map(move |row| row.get(place).map_or("", String::as_str))
    }
}

/// The values of a column: integers when every cell that is not empty is one, numbers when every one
/// is a number, texts otherwise. An empty cell is null.
pub fn column_values<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Vec<Value> {
    let filled = || cells.clone().filter(|cell| !cell.is_empty());
    let any = filled().next().is_some();
    if any && filled().all(|cell| integer(cell).is_some()) {
        cells.map(|cell| integer(cell).into()).collect()
    } else if any && filled().all(|cell| float(cell).is_some()) {
        cells.map(|cell| float(cell).into()).collect()
    } else {
        cells.map(|cell| if cell.is_empty() { Value::Null } else { text(cell).into() }).collect()
    }
}

/// A cell as text: without thousands separators where it consists of digits, commas, points and signs.
pub fn text(cell: &str) -> String {
    if is_numeric(cell) { cell.replace(',', "") } else { cell.to_owned() }
}

/// The number of a text such as `8.26%`, with the sign removed.
pub fn percent(cell: &str) -> Option<Number> {
    float(cell.replace('%', "").trim())
}

fn integer(cell: &str) -> Option<Number> {
    is_numeric(cell).then(|| cell.replace(',', "").parse::<i64>().ok()).flatten().map(Number::from)
}

fn float(cell: &str) -> Option<Number> {
    is_numeric(cell).then(|| cell.replace(',', "").parse::<f64>().ok()).flatten().and_then(Number::from_f64)
}

/// Digits, commas, points and signs only, and a digit among them.
fn is_numeric(cell: &str) -> bool {
    cell.bytes().all(|byte| byte.is_ascii_digit() || b",.+-".contains(&byte))
        && cell.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether a row belongs to the table's footer, which holds no data of its own.
fn is_footer(row: ElementRef<'_>) -> bool {
    row.parent().and_then(ElementRef::wrap).is_some_and(|parent| parent.value().name() == "tfoot")
}

/// The text of a cell with runs of white space folded into one space.
fn cell_text(cell: ElementRef<'_>) -> String {
    let whole: String = cell.text().collect();
    let mut words = whole.split_whitespace();
    let mut text = words.next().unwrap_or_default().to_owned();
    for word in words {
        text.push(' ');
        text.push_str(word);
    }
    text
}

/// The same HTML without attributes, comments and scripts: no cell's text depends on them, and they are
/// most of a table.
///
/// # Errors
/// A tag has no end, or a cell spans several: its row would have cells that stand elsewhere.
fn plain(html: &str) -> Result<String, Fault> {
    let mut plain = String::with_capacity(html.len() / 2);
    let mut rest = html;
    while let Some((text, tag)) = rest.split_once('<') {
        plain.push_str(text);
        if let Some(comment) = tag.strip_prefix("!--") {
            rest = comment.split_once("-->").ok_or(Fault::Cut("a comment has no end"))?.1;
            continue;
        }
        plain.push('<');
        let name = tag.find(|char: char| char.is_ascii_whitespace() || char == '>').unwrap_or(tag.len());
        let (name, attributes) = tag.split_at_checked(name).unwrap_or((tag, ""));
        plain.push_str(name);
        rest = attributes;
        // Only tags have attributes; a lone "<" is left to the HTML parser.
        if name.trim_start_matches('/').starts_with(|char: char| char.is_ascii_alphabetic()) {
            let end = markup::attributes_length(attributes.as_bytes());
            let end = end.ok_or(Fault::Cut("a tag has no end"))?;
            let (attributes, after) = attributes.split_at_checked(end).unwrap_or((attributes, ""));
            if spans_several(attributes) {
                return Err(Fault::wrong_type("a row", "one of single cells"));
            }
            // A script's text is no text of the cell, and its "<" begins no tag.
            let content = html::raw_text_length(name, after.as_bytes());
            let content = content.ok_or(Fault::Cut("a script has no end"))?;
            match after.split_at_checked(content) {
                Some((_, closed)) if content > 0 => {
                    plain.push_str("></");
                    plain.push_str(name);
                    rest = closed;
                }
                _ => rest = after,
            }
        }
    }
    plain.push_str(rest);
    Ok(plain)
}

/// Whether a cell with these attributes spans more than one column or row.
fn spans_several(attributes: &str) -> bool {
    // Nearly no tag has either, which is quicker to see than to lower the case of all.
    if memchr::memmem::find(attributes.as_bytes(), b"span").is_none()
        && memchr::memmem::find(attributes.as_bytes(), b"SPAN").is_none()
    {
        return false;
    }
    let attributes = attributes.to_ascii_lowercase();
    ["colspan", "rowspan"].iter().any(|name| {
        let value = attributes.split_once(name).and_then(|(_, after)| after.trim_start().strip_prefix('='));
        value.is_some_and(|value| {
            let value = value.trim_start().trim_start_matches(['"', '\'']);
            let digits = value.find(|char: char| !char.is_ascii_digit()).unwrap_or(value.len());
            !matches!(value.get(..digits), Some("1" | ""))
        })
    })
}

/// Builds the tree of a fragment in small pieces, within bounds.
fn bounded_tree(html: &str, name: &'static str) -> Result<Html, ConversionHookError> {
    let bomb = |excess| Fault::Bomb { path: name.into(), excess };
    // The tree has no place for what a template holds, and no page puts one into a table.
    if html::contains_tag(html, "<template") {
        return Err(Fault::wrong_type(name, "a plain table").into());
    }
    let html = plain(html)?;
    if html.len() > MAX_BYTES {
        return Err(bomb("large").into());
    }
    let max_nodes = MAX_NODES.max(html.len().div_ceil(4));
    let context = QualName::new(None, ns!(html), LocalName::from("body"));
    let sink = HtmlTreeSink::new(Html::new_fragment());
    let mut parser = driver::parse_fragment(sink, driver::ParseOpts::default(), context, Vec::new(), false);
    let mut seen = 0;
    for piece in pieces(&html) {
        parser.process(StrTendril::from_slice(piece));
        let tree: RefMut<'_, Html> = parser.tokenizer.sink.sink.0.borrow_mut();
        let mut nodes = tree.tree.nodes();
        let count = nodes.len();
        if count > max_nodes {
            return Err(bomb("large").into());
        }
        // The newest nodes come last; only they can have made the tree deeper.
        let new = count.saturating_sub(seen);
        if nodes.by_ref().rev().take(new).any(|node| node.ancestors().take(MAX_DEPTH).count() == MAX_DEPTH) {
            return Err(bomb("deep").into());
        }
        seen = count;
    }
    Ok(parser.finish())
}

/// A text in pieces of about [`PIECE`] bytes.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (PIECE.min(rest.len())..=rest.len()).find(|end| rest.is_char_boundary(*end))?;
        let (piece, after) = rest.split_at_checked(end)?;
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}
