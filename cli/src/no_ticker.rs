//! The subcommand `ticker` in a build without frames: it is in no list, and says how to get a build with them.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::ids::TICKER;
use crate::output::missing;

/// The line of the help about what this build has not.
pub(crate) const HINT: Option<&str> =
    Some("ticker, parquet and arrow are in a build with frames: cargo install --path cli --features frames");

/// Returns the subcommand, which accepts the arguments of the other build.
pub(crate) fn command() -> Command {
    Command::new(TICKER)
        .hide(true)
        .about(HINT.unwrap_or_default())
        .arg(Arg::new("arguments").num_args(0..).trailing_var_arg(true).allow_hyphen_values(true).hide(true))
}

pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
    Err(missing(TICKER))
}
