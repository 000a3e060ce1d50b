//! `vfapi`: market data in a shell. Every endpoint of the table is a subcommand with one option per
//! parameter; nothing here names an endpoint. The result is JSON on stdout unless another format is asked
//! for, messages go to stderr.

#[cfg(not(all(feature = "frames", feature = "stream")))]
mod absent;
mod arguments;
mod asked;
#[cfg(feature = "stream")]
mod board;
mod cache;
mod canvas;
mod chart;
#[cfg(test)]
mod clashes;
mod command;
mod common;
mod config;
mod connect;
mod csv;
mod cut;
mod destination;
mod encryption;
mod failure;
mod format;
#[cfg(feature = "frames")]
mod frames;
mod generate;
mod grid;
mod ids;
mod joint;
mod jsonl;
mod many;
mod memory;
mod names;
mod number;
mod outline;
mod output;
mod page;
mod parameter;
mod picture;
mod run;
mod sending;
mod setting;
mod spark;
mod stop;
#[cfg(feature = "stream")]
mod stream;
#[cfg(feature = "frames")]
mod sync;
mod table;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "frames")]
mod ticker;
mod tickers;
mod time;

use std::process::ExitCode;

#[cfg(not(feature = "stream"))]
use absent::stream;
#[cfg(not(feature = "frames"))]
use absent::{sync, ticker};

fn main() -> ExitCode {
    let arguments = match arguments::with_values_of_switches(std::env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(failure) => return failure.report(),
    };
    // Help and usage errors are there without the file, and so are the commands that do not need it.
    let (command, unread) = match config::with_defaults(command::accepted()) {
        Ok(command) => (command, None),
        Err(failure) => (command::accepted(), Some(failure)),
    };
    let matches = command.get_matches_from(arguments);
    match run::run(&matches, unread) {
        Ok(()) => stop::heard().map_or(ExitCode::SUCCESS, ExitCode::from),
        Err(failure) => failure.report(),
    }
}
