//! The options that every subcommand has. The configuration file has defaults for each of them.

use clap::Arg;

use crate::program::Program;

/// Returns such an option. The short help only says that there are some.
pub(crate) fn common(name: &'static str) -> Arg {
    Arg::new(name)
        .long(name.replace('_', "-"))
        .help_heading("Common options")
        .global(true)
        .hide_short_help(true)
}

/// Returns such an option that an environment variable sets too, the name of the program and its own. An empty one counts as unset: it
/// must not hide a value of the configuration file.
pub(crate) fn with_variable(program: &Program, name: &'static str) -> Arg {
    let variable = program.variable(name);
    match std::env::var_os(&variable) {
        Some(value) if value.is_empty() => common(name),
        _ => common(name).env(variable).hide_env_values(true),
    }
}

/// Reads a number of things that has to be 1 or more.
pub(crate) fn positive(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "write an integer of 1 or more".to_owned())
}
