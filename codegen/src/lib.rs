//! Turns a table of endpoints into the typed requests of a market-data client, or of any other.
//!
//! The stages are `parse → check → model → emit → write`, one module each. All but the writing are pure: text
//! in, files and diagnostics out. One run reports every error of a table, each with a [`Code`], and a table with
//! errors gives no files. A table without errors can have warnings. [`Generator`] is the entry point, for build
//! scripts and for programs that write files to be committed.
//!
//! # A table of your own
//!
//! A crate with its own table has this `build.rs`, where `virtual-finance-codegen` is one of its
//! `[build-dependencies]`:
//!
//! ```no_run
//! fn main() {
//!     virtual_finance_codegen::Generator::new("api/endpoints.yaml")
//!         .converters("src/converters") // one file for each converter that the table names
//!         .run();
//! }
//! ```
//!
//! and this in its `src/lib.rs`, where `virtual-finance-core` is one of its `[dependencies]`:
//!
//! ```ignore
//! include!(concat!(env!("OUT_DIR"), "/table/mod.rs"));
//! ```
//!
//! That gives a struct for every request, the enumerations, `HOSTS`, `ENDPOINTS` and the modules `hosts`, `param` and
//! `converters`.
//! When the table has an error, or a converter is missing, the build fails with the line:
//!
//! ```
//! use virtual_finance_codegen::Generator;
//!
//! let table = "hosts: {}\nendpoints: {}\nendpionts: {}\n";
//! let error = Generator::new("api/endpoints.yaml").generate(table, &[]).expect_err("a key is misspelt");
//! assert!(error.to_string().starts_with("api/endpoints.yaml:3:1: error[V010]: "));
//! ```

#![expect(clippy::needless_doctest_main, reason = "a build script has a main")]

mod emit;
mod error;
mod file;
mod generator;
mod origin;
mod python;
mod root;
mod write;

pub use error::GeneratorError;
pub use file::GeneratedFile;
pub use generator::{Generated, Generator};
pub use virtual_finance_table::{Code, Diagnostic, Level, Severity, TableChange, TableFile, table_schema};
pub use write::{Changes, Mode, Stale, WriteError, ensure};
