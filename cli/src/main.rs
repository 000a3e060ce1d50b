//! `vfapi`: market data in a shell. Every endpoint of the table is a subcommand with one option per
//! parameter; nothing here names an endpoint. The result is JSON on stdout unless another format is asked
//! for, messages go to stderr.

mod arguments;
#[cfg(test)]
mod clashes;
mod command;
mod csv;
mod cut;
mod destination;
mod failure;
mod format;
#[cfg(feature = "frames")]
mod frames;
mod moment;
mod number;
mod run;
mod table;
#[cfg(test)]
mod tests;
mod text;
#[cfg(feature = "frames")]
mod ticker;
#[cfg(not(feature = "frames"))]
#[path = "no_ticker.rs"]
mod ticker;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = arguments::with_values_of_switches(std::env::args_os().collect());
    let matches = command::command().get_matches_from(arguments);
    match run::run(&matches) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
