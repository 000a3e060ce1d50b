//! The way of a program from its command line to its exit code.

use std::process::ExitCode;

use crate::arguments::Arguments;
use crate::program::Program;
use crate::{clashes, command, config, run, stop, switches};

impl Program {
    /// Reads the command line, does what it says, and returns the exit code.
    pub fn run(&'static self) -> ExitCode {
        let arguments = match switches::with_values_of_switches(self, std::env::args_os().collect()) {
            Ok(arguments) => arguments,
            Err(failure) => return failure.report(self),
        };
        // Help and usage errors are there without the file, and so are the commands that do not need it.
        let (command, unread) = match config::with_defaults(self, command::accepted(self)) {
            Ok(command) => (command, None),
            Err(failure) => (command::accepted(self), Some(failure)),
        };
        let matches = command.get_matches_from(arguments);
        match run::run(&Arguments::new(self, &matches), unread) {
            Ok(()) => stop::heard().map_or(ExitCode::SUCCESS, ExitCode::from),
            Err(failure) => failure.report(self),
        }
    }

    /// Checks that no endpoint and no parameter of the table has a name that the command keeps for itself; for a test.
    ///
    /// # Errors
    /// Each clash with what to write instead, a line for each.
    pub fn check(&'static self) -> Result<(), String> {
        let clashes = clashes::clashes(&command::accepted(self));
        if clashes.is_empty() { Ok(()) } else { Err(clashes.join("\n")) }
    }
}
