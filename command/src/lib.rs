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

mod any_paged;
mod append;
mod arrange;
mod asked;
mod board;
mod cache;
#[cfg(feature = "plot")]
mod canvas;
#[cfg(feature = "plot")]
mod chart;
mod clashes;
mod command;
mod common;
mod complete;
mod config;
mod connect;
mod csv;
mod cut;
mod destination;
mod documents;
mod encoded;
mod encryption;
mod estimate;
mod failed;
mod failure;
mod feed;
mod format;
#[cfg(feature = "frames")]
mod frame_files;
#[cfg(feature = "frames")]
mod framed;
#[cfg(feature = "tables")]
mod frames;
mod generate;
mod given;
mod grid;
#[cfg(feature = "frames")]
mod groups;
#[cfg(feature = "plot")]
mod head;
mod help;
mod ids;
mod instance;
mod instead;
mod joint;
mod jsonl;
mod lacking;
mod live;
mod many;
mod memory;
mod misplaced;
mod names;
mod notes;
mod number;
mod outline;
mod output;
#[cfg(feature = "plot")]
mod page;
mod paged;
mod parameter;
pub mod parts;
#[cfg(feature = "plot")]
mod picture;
mod pipe;
#[cfg(feature = "plot")]
mod plot;
mod possible;
mod program;
mod progress;
mod records;
mod render;
mod reporter;
mod results;
mod rows;
mod run;
mod section;
mod sending;
mod setting;
mod sides;
mod spark;
mod stacked;
mod start;
mod stop;
mod subjects;
mod switches;
mod table;
mod tables;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod time;
mod unexpected;
mod without;

/// The crate that reads command lines.
pub use clap;
pub use documents::{DOCS, OPENAPI};
pub use failure::Failure;
pub use feed::{Feed, FeedEvent, LiveValues, NextEvent};
#[cfg(feature = "plot")]
pub use plot::PLOT;
pub use program::{Arguments, Lenient, Program, ReportedNotes, Session, Subcommand};
pub use section::{Section, Shown};
