//! Reads the text of a table into its structs, with the place of every part.
//!
//! saphyr-parser gives the parts of the text with their places. Values of the wrong shape and missing keys are reported and
//! marked broken in their tree. The structs are filled with the rest; a broken part gets its default, and the checks that
//! follow say nothing more about it. So one mistake gives one message and hides no other.

mod events;
mod files;
mod hosts;
pub mod keys;
pub mod limits;
pub mod located;
mod misfit;
pub mod pages;
pub mod remedies;
pub mod scalar;
mod shape;
mod syntax;
pub mod table;
mod tree;
mod values;
mod view;
mod worded;

use std::cell::RefCell;
use std::io;

use crate::diagnostic::{Diagnostic, Faults, SourceFile};

use files::Files;
pub use files::Load;
use keys::Shaped as _;
use located::Located;
use table::Table;
use tree::Node;

/// A table with the place of every part.
pub struct Parsed {
    /// The values, with a default for what is broken.
    pub table: Table,
    tree: Node,
}

impl Parsed {
    /// Returns the table with its places.
    pub const fn located(&self) -> Located<'_, Table> {
        Located::root(&self.table, &self.tree)
    }
}

/// Returns true if a text is YAML without errors; otherwise they are reported.
pub fn is_yaml(text: &str, faults: &mut Faults<'_>) -> bool {
    events::read(text, faults).is_some() && !faults.any()
}

/// A table as far as it could be read.
pub struct ReadTable {
    /// The file of the table, and the files that it includes.
    pub files: Vec<SourceFile>,
    /// The table; none if nothing can be checked beyond the faults.
    pub parsed: Option<Parsed>,
    pub faults: Vec<Diagnostic>,
}

/// Reads a table and the files that it includes.
pub fn read(path: &str, text: &str, load: &Load<'_>) -> ReadTable {
    let mut files = Files::read(path, text, load);
    let tree = files.tree();
    let parsed = tree.map(|tree| Parsed { table: table(&tree), tree });
    ReadTable { files: files.read, parsed, faults: files.faults }
}

/// Returns the table of a tree whose shape is checked, with what some keys mean for others.
fn table(tree: &Node) -> Table {
    let mut table = Table::read(tree);
    for record in table.records.values_mut() {
        record.open |= record.partial;
        for field in record.fields.values_mut() {
            field.optional |= record.partial;
            field.nullable |= record.partial || !field.nulls.is_empty();
        }
    }
    table
}

/// Returns the error of every file, for a table that is read without its files.
pub fn alone(_: &str) -> io::Result<String> {
    Err(io::ErrorKind::NotFound.into())
}

/// Returns the paths of the files that a table includes, unreadable ones too.
pub fn included(path: &str, text: &str, load: &Load<'_>) -> Vec<String> {
    let asked = RefCell::new(Vec::new());
    let load = |path: &str| {
        asked.borrow_mut().push(path.to_owned());
        load(path)
    };
    Files::read(path, text, &load);
    asked.into_inner()
}
