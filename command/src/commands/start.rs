//! A program that is like all others, and the way from its command line to its exit code.

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use virtual_finance_core::Client;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::RateLimit;
use virtual_finance_sample_host::SampleHost;
use virtual_finance_tables::text::{Failure, tell};

#[cfg(feature = "plot")]
use super::plot::PLOT;
use super::{
    Described,
    check::CHECK,
    command, complete, config,
    documents::{DOCS, OPENAPI},
    help, instead, run,
};
use crate::arguments::{Arguments, COMPLETE, Program, clashes, program::ReportedNotes, switches};
use crate::connection::setting;
use crate::system::stop;
use crate::writing::finish;

/// Returns true if the arguments name a file for the result.
fn names_file(arguments: &[OsString]) -> bool {
    arguments.iter().any(|argument| {
        let argument = argument.to_string_lossy();
        argument.starts_with("-o") && argument != "-o-" || argument.starts_with("--output")
    })
}

impl Program {
    /// Returns a program of that name for a catalogue with nothing else set.
    pub const fn new(name: &'static str, endpoints: &'static [&'static EndpointInfo]) -> Self {
        Self {
            name,
            id: None,
            version: "0.0.0",
            build: &[],
            about: "The requests of a table as subcommands",
            title: None,
            license: None,
            endpoints,
            is_foreign: false,
            client: Client::builder,
            session: None,
            sample: |program, port| SampleHost::of(program.endpoints).port(port).start(),
            subcommands: &[
                #[cfg(feature = "plot")]
                PLOT,
                CHECK,
                OPENAPI,
                DOCS,
            ],
            subject: ("subject", "subjects"),
            example: None,
            refused: |_| None,
            unappendable: |_| None,
            groups: &[],
            names: |_| Vec::new(),
            rate: RateLimit::none(),
            verbose: "Also say on stderr where the data came from and what is known beside it",
            reported: ReportedNotes::of,
            lenient: |_, _| None,
            live: None,
            sections: &[],
            finder: None,
            linked: &[],
            option_words: &[],
            hints: &[],
            advised: &[],
            with_feature: |feature| format!("enable the feature {feature} of virtual-finance-command"),
        }
    }

    /// Reads the command line, does what it says, and returns the exit code.
    pub fn run(&'static self) -> ExitCode {
        self.run_with(std::env::args_os().collect())
    }

    /// Does what a command line says, and returns the exit code.
    pub(crate) fn run_with(&'static self, all: Vec<OsString>) -> ExitCode {
        match all.as_slice() {
            [_, first, words @ ..] if first == COMPLETE => {
                complete::run(self, words);
                return ExitCode::SUCCESS;
            }
            [_] => {
                tell(help::beginning(self));
                return ExitCode::from(2);
            }
            _ => {}
        }
        if let Err(failure) = self.check_names() {
            return self.report(&failure);
        }
        let common = command::accepted(self, Described::Named(&[]));
        let mut arguments = match switches::with_values_of_switches(self, &common, all) {
            Ok(arguments) => arguments,
            Err(failure) => return self.report(&failure),
        };
        let undone = switches::undone(&common, &mut arguments);
        let (_, read, unread) = self.read(&arguments, &undone, Described::Named(&arguments));
        let (matches, unread) = match read {
            Ok(matches) => (matches, unread),
            Err(error) if error.kind() == ErrorKind::DisplayVersion => return self.show(&error),
            // Help and messages name what the subcommands have.
            Err(_) => match self.read(&arguments, &undone, Described::Told(&arguments)) {
                (_, Ok(matches), unread) => (matches, unread),
                (command, Err(error), _) => {
                    if let Some(instead) = instead::instead(self, &error, &arguments) {
                        return self.report(&Failure::usage(instead));
                    }
                    let wrong = setting::wrong_variables(self, &command, &arguments);
                    if wrong.is_empty() || !error.use_stderr() {
                        return self.show(&error);
                    }
                    return self.report(&Failure::usage(wrong.join("\nerror: ")));
                }
            },
        };
        match run::run(&Arguments::new(self, &matches), unread) {
            Ok(()) => stop::received().map_or(ExitCode::SUCCESS, ExitCode::from),
            Err(failure) => self.report(&failure),
        }
    }

    /// Checks that no two subcommands share a name, at which the reader of the command line would panic.
    pub(crate) fn check_names(&'static self) -> Result<(), Failure> {
        let faults = clashes::shared_commands(&command::accepted(self, Described::Named(&[])));
        if faults.is_empty() { Ok(()) } else { Err(Failure::usage(faults.join("\nerror: "))) }
    }

    /// Writes help or the version to stdout, or what is wrong with the command line to stderr, and returns the exit code.
    fn show(&self, message: &clap::Error) -> ExitCode {
        // What has no line break at its end is in a buffer yet.
        let printed = message.print().and_then(|()| io::stdout().flush());
        if message.use_stderr() {
            return ExitCode::from(2);
        }
        finish(printed).map_or_else(|failure| self.report(&failure), |()| ExitCode::SUCCESS)
    }

    /// Reads the arguments. Returns the command line too, and the reason why the configuration file cannot be read: help
    /// and usage errors are there without the file, and so are the commands that do not need it.
    fn read(
        &'static self,
        arguments: &[OsString],
        undone: &[String],
        described: Described<'_>,
    ) -> (Command, Result<ArgMatches, clap::Error>, Option<Failure>) {
        let accepted = || command::accepted(self, described);
        let (command, unread) = match config::with_defaults(self, accepted(), names_file(arguments), undone) {
            Ok(command) => (command, None),
            Err(failure) => (accepted(), Some(failure)),
        };
        let command = setting::without_overridden(command, arguments);
        let mut command = match described {
            Described::Named(_) => command,
            _ => help::compact(command, described),
        };
        let matches = command.try_get_matches_from_mut(arguments);
        (command, matches, unread)
    }

    /// Checks that no endpoint and no parameter of the table has a name that the command keeps for itself, and that no word
    /// of an endpoint has an option that its command has not; for a test.
    ///
    /// # Errors
    /// Each of them with what to write instead, a line for each.
    pub fn check(&'static self) -> Result<(), String> {
        let command = command::accepted(self, Described::Told(&[]));
        let mut faults = clashes::clashes(&command);
        faults.extend(clashes::lacking(&command, self.endpoints));
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }
}
