//! The subcommands that need frames, in a build without them: they are in no list, and say how to get a build with them.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::ids::{SYNC, TICKER};
use crate::output::missing;

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}

/// The subcommand `sync`.
pub(crate) mod sync {
    use super::{ArgMatches, Command, Failure, SYNC, absent, missing};

    pub(crate) fn command() -> Command {
        absent(SYNC)
    }

    pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
        Err(missing(SYNC))
    }
}

/// The subcommand `ticker`.
pub(crate) mod ticker {
    use super::{ArgMatches, Command, Failure, TICKER, absent, missing};

    pub(crate) fn command() -> Command {
        absent(TICKER)
    }

    pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
        Err(missing(TICKER))
    }
}
