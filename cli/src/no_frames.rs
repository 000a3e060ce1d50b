//! The subcommands that need frames, in a build without them: they are in no list, and say how to get a build with them.

/// A subcommand that this build has not.
macro_rules! absent {
    ($name:ident) => {
        pub(crate) mod $name {
            use clap::{Arg, ArgMatches, Command};

            use crate::failure::Failure;
            use crate::output::missing;

            const NAME: &str = stringify!($name);

            /// Returns the subcommand, which accepts the arguments of the other build.
            pub(crate) fn command() -> Command {
                let arguments = Arg::new("arguments").num_args(0..).trailing_var_arg(true);
                Command::new(NAME).hide(true).arg(arguments.allow_hyphen_values(true).hide(true))
            }

            pub(crate) fn run(_arguments: &ArgMatches) -> Result<(), Failure> {
                Err(missing(NAME))
            }
        }
    };
}

absent!(sync);
absent!(ticker);
