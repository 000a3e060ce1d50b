//! The options of the command: addresses, names, the configuration file, help and completions, and what people see.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod cache;
mod config;
mod environment;
mod files;
mod names;
mod pages;
mod secrets;
mod shells;
mod shown;
mod sources;

use crate::support::{said, vfapi};

/// Returns the arguments of a line.
fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}
