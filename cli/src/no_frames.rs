//! The subcommands that need frames, in a build without them: they are in no list, and say how to get a build with them.

use virtual_finance_command::clap::{Arg, Command};
use virtual_finance_command::parts::missing;
use virtual_finance_command::{Arguments, Failure, Subcommand};

use crate::ids::{SYNC, TICKER};

/// The subcommand `sync`.
pub(crate) const SYNC_SUBCOMMAND: Subcommand = Subcommand {
    name: SYNC,
    command: |_| Some(absent(SYNC)),
    is_listed: false,
    run: |arguments| refuse(arguments, SYNC),
};

/// The subcommand `ticker`.
pub(crate) const TICKER_SUBCOMMAND: Subcommand = Subcommand {
    name: TICKER,
    command: |_| Some(absent(TICKER)),
    is_listed: false,
    run: |arguments| refuse(arguments, TICKER),
};

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}

fn refuse(arguments: &Arguments<'_>, name: &str) -> Result<(), Failure> {
    Err(missing(arguments.program(), name))
}
