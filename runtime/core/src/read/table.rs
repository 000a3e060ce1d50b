//! HTML tables: titles and cells, then columns of one type each. The tree
//! is built in small pieces within bounds, because the cost of nested and mis-nested elements grows
//! with the square of their number.

use std::borrow::Cow;
use std::cell::RefMut;
use std::collections::HashSet;

use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{LocalName, QualName, driver, ns};
use memchr::memmem::Finder;
use scraper::{ElementRef, Html, HtmlTreeSink};
use serde_json::{Number, Value};

use super::markup::{self, Tag, Token};
use super::plain_table::{self, folded};
use super::rows::some_of;
use crate::error::{ConversionError, Fault};
use crate::notes::SkippedRow;

/// The maximum length of a table without its attributes; parsing a byte costs a hundred times a look at it.
const MAX_BYTES: usize = 1 << 20;
/// The number of bytes that are parsed between two checks of the bounds.
const PIECE: usize = 512;
/// The maximum depth of a table's elements.
const MAX_DEPTH: usize = 512;
/// The maximum number of nodes, unless a table is so long that a node has four bytes.
const MAX_NODES: usize = 100_000;

/// The attribute of a cell that spans several columns, the only attribute that is kept.
const SPAN: &str = "span";

/// The text that stands for a removed comment.
const EMPTY_COMMENT: &str = "<!>";

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
    pub fn parse(html: &str, name: &'static str) -> Result<Self, ConversionError> {
        let Some(rows) = plain_table::read(html) else { return Self::of_tree(html, name) };
        let mut table = Self::default();
        rows.into_iter().for_each(|row| table.add_row(row.texts, !row.has_data));
        Ok(table)
    }

    /// Parses a table of any markup.
    fn of_tree(html: &str, name: &'static str) -> Result<Self, ConversionError> {
        let tree = bounded_tree(html, name)?;
        let elements = || tree.tree.nodes().filter_map(ElementRef::wrap);
        if elements().filter(|element| element.value().name() == "table").count() > 1 {
            return Err(Fault::wrong_type(name, "a table without tables in it").into());
        }
        let mut table = Self::default();
        for row in elements().filter(|element| is(*element, "tr") && !is_footer(*element)) {
            let cells = || row.child_elements().filter(|cell| is(*cell, "th") || is(*cell, "td"));
            let mut texts: Vec<String> = cells().map(cell_text).collect();
            if cells().any(|cell| cell.attr(SPAN).is_some()) {
                if table.titles.is_empty() && table.rows.is_empty() {
                    return Err(Fault::wrong_type("the first row", "one of single cells").into());
                }
                // Its other cells are not below the titles of their own; who wants full rows leaves it out.
                texts.truncate(1);
            }
            table.add_row(texts, cells().all(|cell| is(cell, "th")));
        }
        Ok(table)
    }

    /// Adds a row: the titles, where it is the first one and a header. A header that is repeated is left out.
    fn add_row(&mut self, texts: Vec<String>, is_header: bool) {
        if texts.is_empty() {
            return;
        }
        if is_header && self.titles.is_empty() && self.rows.is_empty() {
            self.titles = texts;
        } else if !is_header || texts != self.titles {
            self.rows.push(texts);
        }
    }

    /// Checks that every column has a title of its own and every row a cell for each: a missing cell would
    /// shift the others.
    ///
    /// # Errors
    /// 422: two titles are equal, or a row has more or fewer cells.
    pub fn require_full_rows(&self, name: &'static str) -> Result<(), ConversionError> {
        self.require_titles(name)?;
        let titles = self.titles.len();
        match self.rows.iter().find(|row| row.len() != titles) {
            None => Ok(()),
            Some(row) => {
                let reason = format!("a row has {} cells for {titles} columns", row.len());
                Err(Fault::Malformed { path: name.into(), reason }.into())
            }
        }
    }

    /// Keeps the rows that have a cell for each title, each once, and counts the others as skipped.
    ///
    /// # Errors
    /// 422: two titles are equal, or there are rows and none has as many cells.
    pub fn keep_full_rows(
        &mut self,
        name: &'static str,
        skipped: &mut Vec<SkippedRow>,
    ) -> Result<(), ConversionError> {
        self.require_titles(name)?;
        let titles = self.titles.len();
        let before = skipped.len();
        let mut begun = HashSet::with_capacity(self.rows.len());
        if self.rows.iter().all(|row| row.len() == titles && begun.insert(row.first())) {
            return Ok(());
        }
        // Rows begin alike, or some are to be left out.
        let mut known = HashSet::with_capacity(self.rows.len());
        let mut index = 0_usize;
        self.rows.retain(|row| {
            let reason = match row.len() {
                cells if cells != titles => Some(format!("it has {cells} cells for {titles} columns")),
                _ if known.insert(row.clone()) => None,
                _ => Some("it is there twice".to_owned()),
            };
            let is_kept = reason.is_none();
            skipped.extend(reason.map(|reason| SkippedRow::at(format!("{name}[{index}]"), reason)));
            index = index.saturating_add(1);
            is_kept
        });
        if skipped.len() > before {
            some_of(self.rows.iter().collect(), name, skipped.get(before..).unwrap_or_default())?;
        }
        Ok(())
    }

    /// Checks that every column has a title of its own.
    fn require_titles(&self, name: &'static str) -> Result<(), ConversionError> {
        let distinct: HashSet<&String> = self.titles.iter().collect();
        if distinct.len() == self.titles.len() {
            return Ok(());
        }
        Err(Fault::Malformed { path: name.into(), reason: "two columns have one title".to_owned() }.into())
    }

    /// Returns the cells of one column, from the top.
    pub fn column(&self, index: usize) -> impl Iterator<Item = &str> + Clone {
        self.rows.iter().map(move |row| row.get(index).map_or("", String::as_str))
    }
}

/// Returns the values of a column: integers when every nonempty cell is an integer, numbers when every one is a
/// number, texts otherwise. An empty cell is null, and so is a [blank mark](is_blank) among numbers.
pub fn column_values<'a>(cells: impl Iterator<Item = &'a str> + Clone) -> Vec<Value> {
    let numbers = |number: fn(&str) -> Option<Number>| {
        let value =
            |cell: &str| if is_blank(cell) { Some(Value::Null) } else { number(cell).map(Value::from) };
        cells.clone().map(value).collect::<Option<Vec<_>>>()
    };
    let is_any = cells.clone().any(|cell| !is_blank(cell));
    let numbers = if is_any { numbers(integer).or_else(|| numbers(float)) } else { None };
    numbers.unwrap_or_else(|| {
        cells.map(|cell| if cell.is_empty() { Value::Null } else { text(cell).into() }).collect()
    })
}

/// Returns true for a cell that is empty or has what pages write instead of a number: `N/A` or a dash.
pub fn is_blank(cell: &str) -> bool {
    // Most cells are longer than any of them.
    cell.len() <= 3 && matches!(cell, "" | "N/A" | "NaN" | "-" | "--" | "—")
}

/// Returns a cell as text: without thousands separators where it consists of digits, commas, points and signs.
pub fn text(cell: &str) -> String {
    without_separators(cell).unwrap_or(cell.into()).into_owned()
}

/// Returns the number of a text such as `8.26%`, with the sign removed.
pub fn percent(cell: &str) -> Option<Number> {
    float(cell.replace('%', "").trim())
}

fn integer(cell: &str) -> Option<Number> {
    without_separators(cell)?.parse::<i64>().ok().map(Number::from)
}

fn float(cell: &str) -> Option<Number> {
    without_separators(cell)?.parse::<f64>().ok().and_then(Number::from_f64)
}

/// Returns a cell of digits, commas, points and signs only without its thousands separators; `None` for any other, and for one
/// with a comma elsewhere, such as before decimals, which would be a number a hundred times as large. Groups have three
/// digits, and in India two before the last.
fn without_separators(cell: &str) -> Option<Cow<'_, str>> {
    let (mut has_digit, mut has_comma, mut has_point) = (false, false, false);
    // The digits since the last comma or point.
    let mut group = 0_usize;
    for byte in cell.bytes() {
        match byte {
            b'0'..=b'9' => {
                has_digit = true;
                group = group.saturating_add(1);
                continue;
            }
            b',' if has_point || group > 3 || group < if has_comma { 2 } else { 1 } => return None,
            b',' => has_comma = true,
            b'.' if has_comma && !has_point && group != 3 => return None,
            b'.' => has_point = true,
            b'+' | b'-' => {}
            _ => return None,
        }
        group = 0;
    }
    match has_comma {
        _ if !has_digit => None,
        true if !has_point && group != 3 => None,
        true => Some(cell.replace(',', "").into()),
        false => Some(cell.into()),
    }
}

/// Returns true for an element of HTML with that name. Those of drawings and formulas nest as they like, so that each
/// of their rows would have the text of all rows within it.
fn is(element: ElementRef<'_>, name: &str) -> bool {
    let found = &element.value().name;
    found.ns == ns!(html) && &*found.local == name
}

/// Returns true for a row of the table's footer, which holds no data of its own.
fn is_footer(row: ElementRef<'_>) -> bool {
    row.parent().and_then(ElementRef::wrap).is_some_and(|parent| parent.value().name() == "tfoot")
}

/// Returns the text of a cell with runs of white space folded into one space, without the marks of notes: a raised 1 behind
/// 192.44 is no digit of it.
fn cell_text(cell: ElementRef<'_>) -> String {
    let texts = cell.descendants().filter_map(|node| {
        let text = node.value().as_text()?;
        let mut within =
            node.ancestors().take_while(|around| around.id() != cell.id()).filter_map(ElementRef::wrap);
        (!within.any(|element| is(element, "sup"))).then_some(&**text)
    });
    folded(&texts.collect::<String>())
}

/// Returns the same HTML without attributes (but for [`SPAN`]), comments and the text of scripts: no cell's text depends on them, and they
/// are most of a table.
///
/// # Errors
/// A piece of markup has no end, a cell spans several rows, so that those of the next would be shifted, there is a
/// template, which the tree has no place for, or the rest is longer than [`MAX_BYTES`].
fn plain(html: &str, path: &'static str) -> Result<String, Fault> {
    let mut plain = String::with_capacity(html.len() / 2);
    let spans = Spans::new();
    let mut rest = 0;
    let mut text_before = |plain: &mut String, start: usize, end: usize| {
        plain.push_str(html.get(rest..start).unwrap_or_default());
        rest = end;
    };
    for token in markup::tokens(html) {
        if plain.len() > MAX_BYTES {
            break;
        }
        match token {
            Token::Open(tag) => {
                if tag.is("template") {
                    return Err(Fault::wrong_type(path, "a plain table"));
                }
                if spans.has(&tag, "rowspan") {
                    return Err(Fault::wrong_type("a row", "one of single cells"));
                }
                let content = tag.text.map_or(0, str::len);
                text_before(&mut plain, tag.span.start, tag.span.end.saturating_add(content));
                match spans.has(&tag, "colspan") {
                    true => plain.extend(["<", tag.name, " ", SPAN, ">"]),
                    false => plain.extend(["<", tag.name, ">"]),
                }
            }
            Token::Close(tag) => {
                text_before(&mut plain, tag.span.start, tag.span.end);
                plain.extend(["</", tag.name, ">"]);
            }
            Token::Comment(span) => {
                text_before(&mut plain, span.start, span.end);
                // Without it, the text before and after could be read as one tag or one reference.
                plain.push_str(EMPTY_COMMENT);
            }
            Token::Unfinished("comment") => return Err(Fault::Cut("a comment has no end")),
            Token::Unfinished("tag") => return Err(Fault::Cut("a tag has no end")),
            Token::Unfinished(_) => return Err(Fault::Cut("a script has no end")),
        }
    }
    text_before(&mut plain, html.len(), html.len());
    if plain.len() > MAX_BYTES {
        return Err(Fault::Bomb { path: path.into(), excess: "large" });
    }
    Ok(plain)
}

/// Finds cells that span more than one column or row.
struct Spans([Finder<'static>; 2]);

impl Spans {
    fn new() -> Self {
        Self(["span", "SPAN"].map(Finder::new))
    }

    /// Returns true for a tag whose attribute of that name is above 1.
    fn has(&self, tag: &Tag<'_>, name: &str) -> bool {
        // Nearly no tag has either, which is quicker to see than to read its attributes.
        self.0.iter().any(|text| text.find(tag.attributes()).is_some())
            && tag.attribute(name).is_some_and(|value| {
                let value = value.trim_start();
                let digits = value.find(|char: char| !char.is_ascii_digit()).unwrap_or(value.len());
                !matches!(value.get(..digits), Some("1" | ""))
            })
    }
}

/// Builds the tree of a fragment in small pieces, within bounds.
fn bounded_tree(html: &str, name: &'static str) -> Result<Html, ConversionError> {
    let bomb = |excess| Fault::Bomb { path: name.into(), excess };
    let html = plain(html, name)?;
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

/// Returns a text in pieces of about [`PIECE`] bytes.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = (PIECE.min(rest.len())..=rest.len()).find(|end| rest.is_char_boundary(*end))?;
        let (piece, after) = rest.split_at_checked(end)?;
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}
