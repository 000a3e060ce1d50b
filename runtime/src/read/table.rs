//! HTML tables: titles and cells, then columns with the kinds that the contract gives them. The tree
//! is built in small pieces within bounds, because the cost of nested and mis-nested elements grows
//! with the square of their number.

use std::cell::RefMut;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{LocalName, QualName, driver, ns};
use scraper::{ElementRef, Html, HtmlTreeSink};
use serde_json::{Number, Value};

use crate::error::{ConversionHookError, Fault};
use crate::read::html;

/// How much is parsed between two looks at the bounds, in bytes.
const PIECE: usize = 512;
/// No page nests a table's elements deeper.
const MAX_DEPTH: usize = 512;
/// No table has more nodes, unless it is so long that a node has four bytes.
const MAX_NODES: usize = 100_000;

/// The cells of a table as text.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Table {
    /// The cells of the header row; empty where there is none.
    pub(crate) titles: Vec<String>,
    /// The rows of the body. An empty cell is an empty text.
    pub(crate) rows: Vec<Vec<String>>,
}

impl Table {
    /// Parses one `<table>` element.
    ///
    /// # Errors
    /// 422: the element nests deeper or has more nodes than any real table.
    pub(crate) fn parse(html: &str, name: &'static str) -> Result<Self, ConversionHookError> {
        let tree = bounded_tree(html, name)?;
        let mut table = Self::default();
        for row in
            tree.tree.nodes().filter_map(ElementRef::wrap).filter(|element| element.value().name() == "tr")
        {
            let cells = || row.child_elements().filter(|cell| matches!(cell.value().name(), "th" | "td"));
            let texts: Vec<String> = cells().map(cell_text).collect();
            let header = !texts.is_empty() && cells().all(|cell| cell.value().name() == "th");
            if header && table.titles.is_empty() && table.rows.is_empty() {
                table.titles = texts;
            } else if !texts.is_empty() {
                table.rows.push(texts);
            }
        }
        Ok(table)
    }

    /// Every row must have a cell for each title: a missing cell would shift the others.
    ///
    /// # Errors
    /// 422: a row has more or fewer cells.
    pub(crate) fn require_full_rows(&self, name: &'static str) -> Result<(), ConversionHookError> {
        let titles = self.titles.len();
        match self.rows.iter().find(|row| row.len() != titles) {
            None => Ok(()),
            Some(row) => {
                let reason = format!("a row has {} cells for {titles} columns", row.len());
                Err(Fault::Malformed { path: name.into(), reason }.into())
            }
        }
    }

    /// The cells of one column, from the top.
    pub(crate) fn column(&self, place: usize) -> impl Iterator<Item = &str> + Clone {
        self.rows.iter().map(move |row| row.get(place).map_or("", String::as_str))
    }
}

/// The values of a column: integers when every cell that is not empty is one, numbers when every one
/// is a number, texts otherwise. An empty cell is null.
pub(crate) fn column_values<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Vec<Value> {
    let filled = || cells.clone().filter(|cell| !cell.is_empty());
    let any = filled().next().is_some();
    if any && filled().all(|cell| integer(cell).is_some()) {
        cells.map(|cell| integer(cell).into()).collect()
    } else if any && filled().all(|cell| float(cell).is_some()) {
        cells.map(|cell| float(cell).into()).collect()
    } else if any {
        cells.map(|cell| if cell.is_empty() { Value::Null } else { text(cell).into() }).collect()
    } else {
        cells.map(|_| Value::Null).collect()
    }
}

/// A cell as text: without thousands separators where it consists of digits, commas, points and signs.
pub(crate) fn text(cell: &str) -> String {
    if is_numeric(cell) { cell.replace(',', "") } else { cell.to_owned() }
}

/// The number of a text such as `8.26%`, with the sign removed.
pub(crate) fn percent(cell: &str) -> Option<Number> {
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

/// The same HTML without attributes: no cell's text depends on them, and they are most of a table.
fn without_attributes(html: &str) -> String {
    let mut plain = String::with_capacity(html.len() / 2);
    let mut rest = html;
    while let Some((text, tag)) = rest.split_once('<') {
        plain.push_str(text);
        plain.push('<');
        let name = tag.find(|char: char| char.is_ascii_whitespace() || char == '>').unwrap_or(tag.len());
        let (name, attributes) = tag.split_at_checked(name).unwrap_or((tag, ""));
        plain.push_str(name);
        // Only tags have attributes; what follows "<!" or a lone "<" is left to the HTML parser.
        let is_tag = name.trim_start_matches('/').starts_with(|char: char| char.is_ascii_alphabetic());
        rest = if is_tag { after_attributes(attributes) } else { attributes };
    }
    plain.push_str(rest);
    plain
}

/// What follows the attributes of a tag, from its `>` on. A `>` in a quoted value does not end a tag.
fn after_attributes(attributes: &str) -> &str {
    let mut quote = None;
    let mut before = b' ';
    let end = attributes.bytes().position(|byte| {
        match (quote, byte) {
            (None, b'>') => return true,
            // A quote opens a value only after its equals sign.
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        false
    });
    end.and_then(|end| attributes.get(end..)).unwrap_or_default()
}

/// Builds the tree of a fragment in small pieces, within bounds.
fn bounded_tree(html: &str, name: &'static str) -> Result<Html, ConversionHookError> {
    let bomb = |excess| Fault::Bomb { path: name.into(), excess };
    // The tree has no place for what a template holds, and no page puts one into a table.
    if html::contains_tag(html, "<template") {
        return Err(Fault::wrong_type(name, "a plain table").into());
    }
    let max_nodes = MAX_NODES.max(html.len().div_ceil(4));
    let context = QualName::new(None, ns!(html), LocalName::from("body"));
    let html = without_attributes(html);
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
