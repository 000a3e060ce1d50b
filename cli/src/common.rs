//! The options that every subcommand has. The configuration file has defaults for each of them.

use clap::Arg;

/// Returns such an option. The short help only says that there are some.
pub(crate) fn common(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name.replace('_', "-"))
        .help_heading("Common options")
        .global(true)
        .hide_short_help(true)
}
