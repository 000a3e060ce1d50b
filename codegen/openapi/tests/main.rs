//! The tests of the importer, one program.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bodies;
mod draft;
mod hosts;
mod import;
mod parts;
mod public;
mod schemas;
mod support;
