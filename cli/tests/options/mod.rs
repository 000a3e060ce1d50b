//! The options of the command: addresses, names, the configuration file, help and completions, and what people see.

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

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}
