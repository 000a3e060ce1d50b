//! Writes notes, progress and advice to stderr, as the options ask.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, IsTerminal as _};

use virtual_finance_core::{Attribution, Cached, Notes, Reply};
use virtual_finance_tables::text::tell;

use super::{Arguments, Program, QUIET, VERBOSE};

/// Writes notes to stderr.
#[derive(Debug, Clone)]
pub(crate) struct Reporter {
    program: &'static Program,
    pub(crate) is_quiet: bool,
    pub(crate) is_verbose: bool,
    /// True if somebody reads advice: on a terminal, or with `--verbose`. A log of scheduled calls would repeat it.
    pub(crate) is_advised: bool,
    /// True once stderr has the line that is written once.
    is_reported: Cell<bool>,
    /// True once stderr has the words that a host wants with its data.
    is_attributed: Cell<bool>,
}

impl Reporter {
    /// Reads the options.
    pub(crate) fn of(arguments: &Arguments<'_>) -> Self {
        let (is_quiet, is_verbose) = (arguments.get_flag(QUIET), arguments.get_flag(VERBOSE));
        let is_advised = !is_quiet && (is_verbose || io::stderr().is_terminal());
        let program = arguments.program();
        let (is_reported, is_attributed) = (Cell::new(false), Cell::new(false));
        Self { program, is_quiet, is_verbose, is_advised, is_reported, is_attributed }
    }

    /// Writes a note.
    pub(crate) fn note(&self, note: impl Display) {
        if !self.is_quiet {
            tell(format_args!("note: {note}"));
        }
    }

    /// Writes a line of advice.
    pub(crate) fn advise(&self, line: impl Display) {
        if self.is_advised {
            tell(line);
        }
    }

    /// Writes the notes of a reply, and that it is from the cache because the host failed.
    pub(crate) fn reply(&self, reply: &Reply<()>, source: &str) {
        let is_stale = |cached: &Cached| cached.is_after_error;
        if let Some(cached) = reply.cached.filter(is_stale) {
            self.note(format_args!("the result is {cached}"));
        }
        self.notes(&reply.notes, [format!("request: {}", reply.request), format!("source: {source}")]);
    }

    /// Writes notes below some lines: all with `--verbose`, otherwise the notes that the program always shows.
    pub(crate) fn notes(&self, notes: &Notes, first: impl IntoIterator<Item = String>) {
        self.lines(notes, None).into_iter().for_each(tell);
        if self.is_verbose {
            let lines = first.into_iter().chain((self.program.reported)(notes).verbose);
            tell(lines.collect::<Vec<_>>().join("\n"));
        }
    }

    /// Returns the lines that the program always tells, with the subject of one of several requests.
    pub(crate) fn lines(&self, notes: &Notes, subject: Option<&str>) -> Vec<String> {
        let reported = (self.program.reported)(notes);
        let once = reported.once.filter(|_| self.is_advised && !self.is_reported.replace(true));
        let subject = subject.map(|subject| format!("{subject}: ")).unwrap_or_default();
        let remark = reported.always.filter(|_| !self.is_quiet);
        let remark = remark.map(|remark| format!("note: {subject}{remark}"));
        // The facts of --verbose have it.
        let words = notes.get::<Attribution>().filter(|_| self.is_advised && !self.is_verbose);
        let words = words.filter(|_| !self.is_attributed.replace(true)).map(Attribution::to_string);
        once.map(str::to_owned).into_iter().chain(remark).chain(words).collect()
    }
}

/// Writes notes to stderr: all with `--verbose`, otherwise the notes that the program always shows.
pub fn tell_notes(notes: &Notes, arguments: &Arguments<'_>) {
    Reporter::of(arguments).notes(notes, []);
}
