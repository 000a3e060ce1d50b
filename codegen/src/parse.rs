//! From the text of a table to its plain structs and the place of every part.
//!
//! The text is read twice: once as events, which gives every key and value a place and finds what has
//! the wrong shape, and once by `serde_yaml`, which gives the values. What the first reading finds
//! broken is blanked out for the second, so that one mistake gives one message and does not hide others.

pub(crate) mod shape;
pub(crate) mod table;
pub(crate) mod tree;

use crate::diagnostic::{DiagnosticKind, Faults, Span};

use table::Table;
use tree::Node;

/// A table with the place of every part.
pub(crate) struct Parsed {
    /// The values, without what is broken.
    pub(crate) table: Table,
    /// All keys and values, with their places.
    pub(crate) tree: Node,
}

/// Reads a table; gives none when nothing can be said beyond the faults already reported.
pub(crate) fn parse(text: &str, faults: &mut Faults<'_>) -> Option<Parsed> {
    let tree = tree::read(text, faults)?;
    let broken = shape::check(&tree, faults)?;
    match serde_yaml::from_str(&blank(text, &broken)) {
        Ok(table) => Some(Parsed { table, tree }),
        // Behind other faults it is most likely a consequence of them.
        Err(_) if faults.any() => None,
        Err(error) => {
            let span = error.location().map_or(Span::START, |place| Span {
                line: place.line(),
                column: place.column(),
                length: 1,
            });
            faults.add(DiagnosticKind::Syntax, span, format!("{error}; check the line and those before it"));
            None
        }
    }
}

/// The text without the broken lines, which stay as empty ones so that all others keep their place.
fn blank(text: &str, broken: &[std::ops::Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len());
    for (line, content) in (1..).zip(text.lines()) {
        if !broken.iter().any(|range| range.contains(&line)) {
            out.push_str(content);
        }
        out.push('\n');
    }
    out
}
