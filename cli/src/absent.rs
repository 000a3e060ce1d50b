//! The subcommands that this build has not: they are in no list, and say how to get a build with them.

use clap::{Arg, ArgMatches, Command};

use crate::failure::Failure;
use crate::output::missing;

/// Returns a subcommand, which accepts the arguments of the other build.
fn absent(name: &'static str) -> Command {
    let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
    Command::new(name).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
}

/// Declares a subcommand of a feature.
macro_rules! absent {
    ($(#[$meta:meta])+ $module:ident, $name:ident, $feature:literal) => {
        $(#[$meta])+
        pub(crate) mod $module {
            use super::{ArgMatches, Command, Failure, absent, missing};
            use crate::ids::$name;

            pub(crate) fn command() -> Command {
                absent($name)
            }

            pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
                Err(missing($name, $feature))
            }
        }
    };
}

absent! {
    /// The subcommand `stream`.
    #[cfg(not(feature = "stream"))]
    stream, STREAM, "stream"
}

absent! {
    /// The subcommand `sync`.
    #[cfg(not(feature = "frames"))]
    sync, SYNC, "frames"
}

absent! {
    /// The subcommand `ticker`.
    #[cfg(not(feature = "frames"))]
    ticker, TICKER, "frames"
}
