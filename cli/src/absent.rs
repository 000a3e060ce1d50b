//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::missing;
use virtual_finance_command::{Arguments, Failure, Subcommand};

#[cfg(not(feature = "stream"))]
use crate::ids::{STREAM, WITH_STREAM};
#[cfg(not(feature = "frames"))]
use crate::ids::{SYNC, TICKER, WITH_FRAMES};

/// The subcommand `stream`.
#[cfg(not(feature = "stream"))]
pub(crate) const STREAM_SUBCOMMAND: Subcommand = Subcommand {
    name: STREAM,
    command: |_| Some(absent(STREAM)),
    is_listed: false,
    run: |arguments| refuse(arguments, STREAM, WITH_STREAM),
};

/// The subcommand `sync`.
#[cfg(not(feature = "frames"))]
pub(crate) const SYNC_SUBCOMMAND: Subcommand = Subcommand {
    name: SYNC,
    command: |_| Some(absent(SYNC)),
    is_listed: false,
    run: |arguments| refuse(arguments, SYNC, WITH_FRAMES),
};

/// The subcommand `ticker`.
#[cfg(not(feature = "frames"))]
pub(crate) const TICKER_SUBCOMMAND: Subcommand = Subcommand {
    name: TICKER,
    command: |_| Some(absent(TICKER)),
    is_listed: false,
    run: |arguments| refuse(arguments, TICKER, WITH_FRAMES),
};

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}

fn refuse(arguments: &Arguments<'_>, name: &str, with_it: &str) -> Result<(), Failure> {
    Err(missing(arguments.program(), name, with_it))
}
