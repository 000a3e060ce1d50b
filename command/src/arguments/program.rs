//! The description of a program: its names, its table, and what it has beside other programs; and its arguments.

use std::fmt;
use std::io;
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use virtual_finance_core::request::{EndpointInfo, ErasedRequest};
use virtual_finance_core::settings::RateLimit;
use virtual_finance_core::{
    ClientBuilder, Error, Host, HostErrors, Note, Notes, NullValues, Number, OtherProvider, SkippedRows,
};
use virtual_finance_reference::{About, command_line};
use virtual_finance_sample_host::SampleHost;
use virtual_finance_tables::formats::Format;
use virtual_finance_tables::text::{Failure, tell};

use super::feed::LiveValues;
use super::section::{Finder, Section};
use crate::system::failure::OPTIONS;

/// A program that is made from a table of endpoints.
///
/// It is written with [`new`](Self::new) and what differs, so that it keeps compiling when there are more fields:
///
/// ```
/// # use virtual_finance_command::Program;
/// # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
/// static PROGRAM: Program = Program {
///     version: env!("CARGO_PKG_VERSION"),
///     about: "The weather of invented towns",
///     ..Program::new("weatherapi", ENDPOINTS)
/// };
/// # PROGRAM.check().unwrap();
/// ```
pub struct Program {
    /// The name, for example `weatherapi`, as people write it before a subcommand.
    pub name: &'static str,
    /// The name of one word, where `name` has several. The environment variables begin with it, `WEATHERAPI_`, and the
    /// folders of the configuration and of the cache have it.
    pub id: Option<&'static str>,
    /// The version.
    pub version: &'static str,
    /// The facts about the build that `--version` has behind the version: the commit, and the features.
    pub build: &'static [&'static str],
    /// The first line of the help, which is the title of the OpenAPI document too.
    pub about: &'static str,
    /// The title of the OpenAPI document; none if it is the first line of the help.
    pub title: Option<&'static str>,
    /// The licence, by its SPDX identifier.
    pub license: Option<&'static str>,
    /// The catalogue: all endpoints of one table.
    pub endpoints: &'static [&'static EndpointInfo],
    /// True if the table comes from elsewhere. Its hosts on this machine and in private networks are asked only if the
    /// arguments name their addresses.
    pub is_foreign: bool,
    /// Begins to describe the client, with the headers and the authenticator that the hosts expect.
    pub client: fn() -> ClientBuilder,
    /// The session that the client keeps in a file between two calls; none without such a file.
    pub session: Option<Session>,
    /// Starts the sample host on a port; 0 takes a free one.
    pub sample: fn(&'static Program, u16) -> io::Result<SampleHost>,
    /// The program's own subcommands, beside the endpoints and the tools of every program.
    pub subcommands: &'static [Subcommand],
    /// Words about a parameter that names one of several requests, in the singular and in the plural: `ticker`,
    /// `tickers`. `--tickers FILE` has more of them, and `{ticker}` stands for one in the name of a file.
    pub subject: (&'static str, &'static str),
    /// A command line for the help without the name of the program, for example `history IBM`; none takes the first
    /// example of the table.
    pub example: Option<&'static str>,
    /// Returns the message that no host can answer a request, why, and what to write instead, without the name of the
    /// request. It is not asked about replays.
    pub refused: fn(&dyn ErasedRequest) -> Option<String>,
    /// Returns why the rows of a response must not be added to the rows of an earlier response, and what to write
    /// instead, without the name of the request.
    pub unappendable: fn(&dyn ErasedRequest) -> Option<String>,
    /// The groups of endpoints in the help, in their order, with a line for each endpoint. Other groups follow in the
    /// table's order, by names alone unless this is empty.
    pub groups: &'static [&'static str],
    /// Returns the names in the text of a grammar, such as its fields, for completions.
    pub names: fn(&str) -> Vec<&'static str>,
    /// The rate of requests to the real hosts where no option sets one; the rate of `client`.
    pub rate: RateLimit,
    /// The help of `--verbose`: the facts about a reply that stderr gets.
    pub verbose: &'static str,
    /// Returns the lines about the notes of a reply.
    pub reported: fn(&Notes) -> ReportedNotes,
    /// Returns the parameter with which a request that failed may succeed, so that it is sent once more. It is not asked
    /// about requests whose items come in pages.
    pub lenient: fn(&dyn ErasedRequest, &Error) -> Option<Lenient>,
    /// The live values of subjects, for programs that serve them; none if there are none.
    pub live: Option<LiveValues>,
    /// The parts of pages, for programs that serve pages. Without a part about a subject, no subject has a page.
    pub sections: &'static [Section],
    /// The search for subjects that have a page; none if there is no search.
    pub finder: Option<Finder>,
    /// The names of the columns, of any table, whose values are subjects that have a page.
    pub linked: &'static [&'static str],
    /// Options that people try, each with what to write: `("since", "--start")`. Several may have one name; the first whose option
    /// the subcommand has counts.
    pub option_words: &'static [(&'static str, &'static str)],
    /// The lines of the help about what this build lacks, and how to get it.
    pub hints: &'static [&'static str],
    /// The advice of errors to any caller, each with the words of this program; `{program}` stands for its name.
    pub advised: &'static [(&'static str, &'static str)],
    /// Returns how to get a build with a feature, such as `frames`.
    pub with_feature: fn(&str) -> String,
}

/// The arguments of a program: what its command line, the environment and the configuration file say. It stands for
/// the [`ArgMatches`] of clap.
#[derive(Clone, Copy)]
pub struct Arguments<'a> {
    program: &'static Program,
    matches: &'a ArgMatches,
}

/// The session that a client keeps in a file.
#[derive(Clone, Copy)]
pub struct Session {
    /// Begins to describe the client that keeps its session in that file, or in none.
    pub client: fn(Option<PathBuf>) -> Result<ClientBuilder, Error>,
    /// Returns the reason why a file cannot be used, and what to do.
    pub check: fn(&Path) -> Result<(), String>,
}

/// A subcommand that is not an endpoint.
#[derive(Clone, Copy)]
pub struct Subcommand {
    /// The name.
    pub name: &'static str,
    /// Returns its part of the command line; none if the program does without it.
    pub command: fn(&'static Program) -> Option<Command>,
    /// Its group in the help; without one it is among the tools.
    pub group: Option<&'static str>,
    /// True if it is in the help; otherwise it is accepted only.
    pub is_listed: bool,
    /// The words that people try for it.
    pub words: &'static [&'static str],
    /// Runs it.
    pub run: fn(&Arguments<'_>) -> Result<(), Failure>,
}

/// The lines of stderr about the notes of a reply.
#[derive(Debug, Clone, Default)]
pub struct ReportedNotes {
    /// A line that is told once, however many replies have the note.
    pub once: Option<&'static str>,
    /// A remark about this reply, without `note: `.
    pub always: Option<String>,
    /// The lines that `--verbose` tells.
    pub verbose: Vec<String>,
    /// A number beside the response that its rows lie around, with its label: it stands above the table for people.
    pub middle: Option<(&'static str, Number)>,
}

/// A parameter with which a request may succeed that failed without it.
#[derive(Debug, Clone)]
pub struct Lenient {
    /// The name of the parameter.
    pub param: &'static str,
    /// Its value.
    pub value: &'static str,
    /// The line of stderr that says so.
    pub note: String,
}

impl ReportedNotes {
    /// Returns the lines about the notes of the core: always what is missing from a response, and with `--verbose` all.
    pub fn of(notes: &Notes) -> Self {
        let rows = notes.get::<SkippedRows>().map(|rows| format!("rows are left out: {rows}"));
        let values = notes.get::<NullValues>().map(|values| format!("values are null: {values}"));
        let errors = notes.get::<HostErrors>().map(|errors| format!("the host reports errors: {errors}"));
        let source = notes.get::<OtherProvider>().map(|source| format!("the result is of {source}"));
        let missing: Vec<String> = [source, rows, values, errors].into_iter().flatten().collect();
        let labels = [OtherProvider::LABEL, SkippedRows::LABEL, NullValues::LABEL, HostErrors::LABEL]
            .map(|label| format!("{label}: "));
        let is_missing = |line: &String| labels.iter().any(|label| line.starts_with(label));
        Self {
            always: (!missing.is_empty()).then(|| missing.join("; ")),
            verbose: notes.lines().filter(|line| !is_missing(line)).collect(),
            ..Self::default()
        }
    }
}

impl Subcommand {
    /// Returns a subcommand of that name among the tools of the help.
    pub const fn new(
        name: &'static str,
        command: fn(&'static Program) -> Option<Command>,
        run: fn(&Arguments<'_>) -> Result<(), Failure>,
    ) -> Self {
        Self { name, command, group: None, is_listed: true, words: &[], run }
    }
}

/// Shows the name only.
impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Program {
    /// Writes the message of a failure to stderr, with the options of this program, and returns the exit code.
    pub(crate) fn report(&self, failure: &Failure) -> ExitCode {
        tell(format_args!("error: {}", self.in_options(failure.message())));
        ExitCode::from(failure.code())
    }

    /// Returns the message of an error with the options of this program in place of the client's settings.
    pub(crate) fn in_options(&self, message: &str) -> String {
        OPTIONS.iter().chain(self.advised).fold(message.to_owned(), |message, (setting, option)| {
            message.replace(setting, &option.replace("{program}", self.name))
        })
    }

    /// Returns the hosts of the table.
    pub fn hosts(&self) -> &'static [&'static Host] {
        self.endpoints.first().map(|info| info.hosts).unwrap_or_default()
    }

    /// Returns the facts about the program that its documents have.
    pub fn document(&self) -> About<'static> {
        About {
            title: self.title.unwrap_or(self.about),
            version: self.version,
            license: self.license,
            ..About::new(self.name)
        }
    }

    /// Returns the name of one word.
    pub fn id(&self) -> &'static str {
        self.id.unwrap_or(self.name)
    }

    /// Returns the environment variable of an option, for example `WEATHERAPI_RATE`.
    pub fn variable(&self, option: &str) -> String {
        format!("{}_{}", self.id().replace('-', "_").to_uppercase(), option.to_uppercase())
    }

    /// Returns a command line for the help, without the name of the program.
    pub(crate) fn example_line(&self) -> String {
        let of_table = || {
            let info = self.endpoints.iter().find(|info| !info.examples.is_empty())?;
            let line = command_line(self.name, info, info.examples.first()?.params);
            line.strip_prefix(self.name).map(|line| line.trim_start().to_owned())
        };
        self.example.map(str::to_owned).or_else(of_table).unwrap_or_else(|| "--help".to_owned())
    }

    /// Returns true if a response has the bars of a chart.
    pub(crate) fn has_bars(&self) -> bool {
        self.endpoints.iter().any(|info| info.view.is_some_and(|view| !view.chart.is_empty()))
    }

    /// Returns true if help and messages name a format: a response can have it, and this build has it or says how to get
    /// it.
    pub(crate) fn offers(&self, format: Format) -> bool {
        let has_charts = cfg!(feature = "plot") && self.has_bars();
        let has_frames = cfg!(feature = "frames") || !self.hints.is_empty();
        (!format.is_drawn() || has_charts) && (!format.is_frame() || has_frames)
    }

    /// Returns the part of the name of a file that stands for the subject of a request, for example `{ticker}`.
    pub(crate) fn placeholder(&self) -> String {
        format!("{{{}}}", self.subject.0)
    }
}

impl<'a> Arguments<'a> {
    pub(crate) const fn new(program: &'static Program, matches: &'a ArgMatches) -> Self {
        Self { program, matches }
    }

    /// Returns the program.
    pub const fn program(&self) -> &'static Program {
        self.program
    }

    /// Returns true if an option is on the command line, and does not come from the environment or the configuration file.
    pub fn is_on_line(&self, option: &str) -> bool {
        self.value_source(option) == Some(ValueSource::CommandLine)
    }

    /// Returns the subcommand that is given, with its arguments.
    pub fn subcommand(&self) -> Option<(&'a str, Self)> {
        let (name, matches) = self.matches.subcommand()?;
        Some((name, Self { matches, ..*self }))
    }
}

impl Deref for Arguments<'_> {
    type Target = ArgMatches;

    fn deref(&self) -> &ArgMatches {
        self.matches
    }
}
