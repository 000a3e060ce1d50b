//! The program of a table in a file, which is made at run time: `--table FILE`.

#[cfg(feature = "table")]
mod foreign;

use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;

#[cfg(feature = "table")]
use virtual_finance_tables::text::tell;

use crate::arguments::{ALLOW_ENV, Program, Subcommand, TABLE};
#[cfg(not(feature = "table"))]
use crate::writing::output::missing;

/// The table that a command line names.
#[derive(Debug, Default, PartialEq, Eq)]
struct Named {
    file: String,
    /// The variables that it may have, each with its host behind `@`.
    allowed: Vec<String>,
    /// The arguments without those about the table.
    others: Vec<OsString>,
}

impl Program {
    /// Runs the table in the file that `--table FILE.yaml` names as a program of its own, with these subcommands beside its
    /// endpoints, and returns the exit code; `None` if the command line names no such file, as in `--table quotes`. Without
    /// subcommand it writes its help.
    ///
    /// The file is a table, or an OpenAPI document, which becomes one. Nobody vouches for it: it includes files of its own
    /// folder only, gets secrets only from environment variables that begin with its name or are allowed
    /// (`--allow-env NAME@HOST`), and asks hosts of private networks only if the arguments name them. What only
    /// generated code does is left out, and told. It takes the feature `table`.
    pub fn run_table(&self, subcommands: &'static [Subcommand]) -> Option<ExitCode> {
        let named = named(std::env::args_os())?;
        Some(self.of_table(named, subcommands))
    }

    #[cfg(feature = "table")]
    fn of_table(&self, named: Named, subcommands: &'static [Subcommand]) -> ExitCode {
        let mut others = named.others;
        let has = |names: [&str; 2]| others.iter().any(|argument| names.iter().any(|name| argument == name));
        let (is_quiet, is_verbose) = (has(["-q", "--quiet"]), has(["-v", "--verbose"]));
        match foreign::program(self, &named.file, &named.allowed, is_verbose, subcommands) {
            Ok((program, notes)) => {
                for note in notes.iter().filter(|_| !is_quiet) {
                    tell(format_args!("note: {note}"));
                }
                others.extend((others.len() == 1).then(|| "--help".into()));
                program.run_with(others)
            }
            Err(failure) => self.report(&failure),
        }
    }

    #[cfg(not(feature = "table"))]
    fn of_table(&self, Named { file, .. }: Named, _: &'static [Subcommand]) -> ExitCode {
        self.report(&missing(self, &format!("--{TABLE} {file}"), "table"))
    }
}

/// Returns what the arguments say about a table; `None` if they name no file of one.
fn named(all: impl Iterator<Item = OsString>) -> Option<Named> {
    let mut named = Named::default();
    let mut all = all.peekable();
    while let Some(argument) = all.next() {
        if argument == "--" {
            named.others.push(argument);
            break;
        }
        let next = all.peek();
        let value = |option| value(argument.to_str()?, option, next);
        let file = value(TABLE).filter(|(file, _)| named.file.is_empty() && is_file(file));
        let is_next = match (file, value(ALLOW_ENV)) {
            (Some((file, is_next)), _) => {
                named.file = file;
                is_next
            }
            (None, Some((variable, is_next))) => {
                named.allowed.push(variable);
                is_next
            }
            (None, None) => {
                named.others.push(argument);
                false
            }
        };
        if is_next {
            all.next();
        }
    }
    named.others.extend(all);
    (!named.file.is_empty()).then_some(named)
}

/// Returns the value that an argument gives an option, and true if it is the next argument.
fn value(argument: &str, option: &str, next: Option<&OsString>) -> Option<(String, bool)> {
    let rest = argument.strip_prefix("--")?.strip_prefix(option)?;
    match rest.strip_prefix('=') {
        Some(value) => Some((value.to_owned(), false)),
        None if rest.is_empty() => Some((next?.to_str()?.to_owned(), true)),
        None => None,
    }
}

/// Returns true for the name of a file that may have a table; tables of responses have names without a point.
fn is_file(name: &str) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    ["yaml", "yml", "json"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}
