//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
#[cfg(not(feature = "stream"))]
use crate::ids::STREAM;
#[cfg(not(feature = "frames"))]
use crate::ids::{SYNC, TICKER};
use crate::output::missing;

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}

/// The subcommand `stream`.
#[cfg(not(feature = "stream"))]
pub(crate) mod stream {
    use super::{ArgMatches, Command, Failure, STREAM, absent, missing};

    pub(crate) fn command() -> Command {
        absent(STREAM)
    }

    pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
        Err(missing(STREAM, "stream"))
    }
}

/// The subcommand `sync`.
#[cfg(not(feature = "frames"))]
pub(crate) mod sync {
    use super::{ArgMatches, Command, Failure, SYNC, absent, missing};

    pub(crate) fn command() -> Command {
        absent(SYNC)
    }

    pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
        Err(missing(SYNC, "frames"))
    }
}

/// The subcommand `ticker`.
#[cfg(not(feature = "frames"))]
pub(crate) mod ticker {
    use super::{ArgMatches, Command, Failure, TICKER, absent, missing};

    pub(crate) fn command() -> Command {
        absent(TICKER)
    }

    pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
        Err(missing(TICKER, "frames"))
    }
}
