//! From the text of a table to its plain structs and the place of every part.
//!
//! The text is read once, into a tree whose parts know their places. What has the wrong shape or is
//! missing is reported and marked in the tree; the structs then hold a default for it, and the checks
//! that follow say nothing more about it. So one mistake gives one message and hides no other.

pub(crate) mod keys;
mod recover;
pub(crate) mod shape;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod values;

use crate::diagnostic::Faults;

use keys::Value as _;
use table::Table;
use tree::Node;

/// A table with the place of every part.
pub(crate) struct Parsed {
    /// The values, with a default for what is broken.
    pub(crate) table: Table,
    /// All keys and values, with their places.
    pub(crate) tree: Node,
}

/// Reads a table; gives none when nothing can be said beyond the faults already reported.
pub(crate) fn parse(text: &str, faults: &mut Faults<'_>) -> Option<Parsed> {
    let mut tree = recover::read(text, faults)?;
    shape::check(&mut tree, faults).then(|| Parsed { table: Table::read(&tree), tree })
}
