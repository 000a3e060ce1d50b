//! Reads the text of a table into its structs, with the place of every part.
//!
//! The text is read twice: by saphyr-parser into a tree that knows its places, and by serde_yaml, which gives
//! the values. Values of the wrong shape and missing keys are reported and marked broken in the tree. Then
//! serde_yaml fills the structs with the rest; a broken part gets its default, and the checks that follow say
//! nothing more about it. So one mistake gives one message and hides no other.

mod events;
mod fill;
pub(crate) mod keys;
pub(crate) mod located;
pub(crate) mod pages;
mod prune;
pub(crate) mod scalar;
mod shape;
mod syntax;
pub(crate) mod table;
mod tree;
mod values;

use crate::diagnostic::Faults;

use located::Located;
use table::Table;
use tree::Node;

/// A table with the place of every part.
pub(crate) struct Parsed {
    /// The values, with a default for what is broken.
    pub(crate) table: Table,
    tree: Node,
}

impl Parsed {
    /// Returns the table with its places.
    pub(crate) const fn located(&self) -> Located<'_, Table> {
        Located::root(&self.table, &self.tree)
    }
}

/// Returns true if a text is YAML without errors; otherwise they are reported.
pub(crate) fn is_yaml(text: &str, faults: &mut Faults<'_>) -> bool {
    let Some(mut tree) = events::read(text, faults) else { return false };
    fill::fill(&mut tree, text, faults) && !faults.any()
}

/// Reads a table. Returns `None` if nothing can be checked beyond the faults already reported.
pub(crate) fn parse(text: &str, faults: &mut Faults<'_>) -> Option<Parsed> {
    let mut tree = events::read(text, faults)?;
    if !fill::fill(&mut tree, text, faults) || !shape::check(&mut tree, faults) {
        return None;
    }
    match prune::table(&tree) {
        Ok(table) => Some(Parsed { table, tree }),
        Err(error) => {
            faults.internal(&error.to_string());
            None
        }
    }
}
