//! A command for any API. A table of endpoints gives it a subcommand for each endpoint with an option for each parameter,
//! the formats of results, the options about sending, records, the cache and a sample host, and exit codes.
//!
//! ```no_run
//! use std::process::ExitCode;
//! use virtual_finance_command::Program;
//!
//! # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
//! static PROGRAM: Program = Program {
//!     version: env!("CARGO_PKG_VERSION"),
//!     about: "The weather of invented towns",
//!     ..Program::new("weatherapi", ENDPOINTS)
//! };
//!
//! fn main() -> ExitCode {
//!     PROGRAM.run()
//! }
//! ```
//!
//! The result is JSON on stdout unless another format is asked for, messages go to stderr. Nothing here names an
//! endpoint or a host.
//!
//! A program can have subcommands of its own ([`Subcommand`]), which are made of the [`parts`] of all others.

mod arguments;
mod commands;
mod connection;
pub mod parts;
mod requests;
mod system;
mod table;
#[cfg(test)]
mod tests;
mod writing;

pub use arguments::feed::{Feed, FeedEvent, LiveValues, NextEvent};
pub use arguments::program::{Arguments, Lenient, Program, ReportedNotes, Session, Subcommand};
pub use arguments::section::{Choice, Finder, PageKind, Section, Shown};
/// The crate that reads command lines.
pub use clap;
pub use commands::check::CHECK;
pub use commands::compare::COMPARE;
pub use commands::documents::{DOCS, OPENAPI};
#[cfg(feature = "plot")]
pub use commands::plot::PLOT;
pub use virtual_finance_tables::text::Failure;
