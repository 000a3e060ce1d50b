//! The reader of HTML tables, against the tree that html5ever builds of the same text with all that the reader leaves
//! out: attributes, comments and scripts.

use scraper::{ElementRef, Html, Node};
use virtual_finance_core::read::table::{Table, column_values};

use crate::memory;

/// The memory that a table may take, as a multiple of its length: nodes of a tree are large.
const MULTIPLE: usize = 600;

/// The memory in bytes that it may take whatever its length is.
const FREE: usize = 1 << 20;

/// Elements whose content is no text of a cell.
const TEXTS: [&str; 9] =
    ["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noscript", "noframes"];

pub(super) fn run(data: &[u8]) {
    let Ok(html) = std::str::from_utf8(data) else { return };
    let (table, peak) = memory::peak(|| Table::parse(html, "a table"));
    assert!(peak <= FREE + MULTIPLE * html.len(), "{peak} bytes of memory for {}", html.len());
    let Ok(table) = table else { return };
    for index in 0..table.titles.len() {
        assert_eq!(column_values(table.column(index)).len(), table.rows.len());
    }
    if let Some(rows) = shown(html) {
        let read: Vec<_> = std::iter::once(&table.titles).chain(&table.rows).flatten().collect();
        let shown: Vec<_> = rows.iter().flatten().collect();
        // The reader leaves out a header row that is repeated.
        if read.len() == shown.len() {
            assert_eq!(read, shown, "{html:?}");
        } else {
            assert!(read.len() < shown.len() && !table.titles.is_empty(), "{read:?} of {shown:?}");
        }
    }
}

/// Returns the cells of all rows as a browser reads them; `None` where drawings and formulas are, which the reader
/// passes over, or a text that goes on to the end.
fn shown(html: &str) -> Option<Vec<Vec<String>>> {
    let lower = html.to_ascii_lowercase();
    if ["<svg", "<math", "<plaintext"].iter().any(|name| lower.contains(name)) {
        return None;
    }
    let tree = Html::parse_fragment(html);
    let elements = tree.tree.nodes().filter_map(ElementRef::wrap);
    let rows = elements.filter(|row| row.value().name() == "tr" && !is_footer(*row));
    let cells = |row: ElementRef<'_>| {
        let cells = row.child_elements().filter(|cell| ["td", "th"].contains(&cell.value().name()));
        cells.map(text).collect::<Vec<_>>()
    };
    Some(rows.map(cells).collect())
}

fn is_footer(row: ElementRef<'_>) -> bool {
    row.parent().and_then(ElementRef::wrap).is_some_and(|parent| parent.value().name() == "tfoot")
}

/// Returns the text of a cell without that of scripts and without marks of footnotes, its white space folded.
fn text(cell: ElementRef<'_>) -> String {
    let mut text = String::new();
    for node in cell.descendants() {
        let Node::Text(part) = node.value() else { continue };
        let parent = node.parent().and_then(ElementRef::wrap);
        let is_script = parent.is_some_and(|parent| TEXTS.contains(&parent.value().name()));
        let mut within = node.ancestors().take_while(|node| *node != *cell).filter_map(ElementRef::wrap);
        if !is_script && !within.any(|element| element.value().name() == "sup") {
            text.push_str(part);
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
