//! The subcommand `ticker` in a build without frames: it says how to get a build with them.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::ids::TICKER;
use crate::output::missing;

/// Returns the subcommand, which accepts the arguments of the other build.
pub(crate) fn command() -> Command {
    Command::new(TICKER)
        .about("Read a property of a ticker under its name in yfinance")
        .arg(Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).hide(true))
}

pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
    Err(missing(TICKER))
}
