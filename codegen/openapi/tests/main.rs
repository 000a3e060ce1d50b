//! The tests of the importer, one program.

mod import;
mod limits;
mod public;
