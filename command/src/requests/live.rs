//! A result without an end: rows as they come, as lines of JSON or CSV, or as a table that changes.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Arg, value_parser};
use tokio::time::{Instant, timeout_at};
use virtual_finance_core::Value;
use virtual_finance_tables::formats::{Format, csv};
use virtual_finance_tables::tabular::{Outline, cut};
use virtual_finance_tables::text::{Content, Failure, say, tell};

use super::{board::Board, many::Stop};
use crate::arguments::{Arguments, COLUMNS, FORMAT, NO_HEADER, OUTPUT, QUIET, TABLE, positive, span};
use crate::system::Busy;
use crate::writing::{Destination, finish, notes::Notes};

pub(crate) const FOR: &str = "for";
const COUNT: &str = "count";

/// A result without an end, which `--for`, `--count`, a signal or an error ends.
pub struct Live {
    form: Form,
    stop: Stop,
    end: Option<Instant>,
    /// The number of rows that are wanted yet.
    left: Option<u64>,
    /// The keys that had no row yet.
    silent: Vec<String>,
    notes: Notes,
}

/// A part of a result without an end.
#[derive(Debug, Clone)]
pub enum Event {
    /// A row.
    Row {
        /// The key, whose row of the table it replaces.
        key: String,
        /// The row as JSON, in one line.
        line: String,
        /// The columns of the table, by name.
        cells: Value,
    },
    /// Words beside the rows.
    Note(String),
}

/// The form of the rows.
enum Form {
    Lines,
    Csv(Box<Rows>),
    Table(Box<Board>),
}

/// Rows of CSV.
struct Rows {
    outline: Outline,
    /// True if the names of the columns are still to be written.
    has_header: bool,
}

impl Live {
    /// Returns the options that end it: `--for TIME` and `--count N`, a number of those `rows`. Options that are for results
    /// with an end alone are not listed.
    pub fn options(rows: &str) -> [Arg; 5] {
        let unlisted = |option| Arg::new(option).long(option).hide(true);
        [
            unlisted(OUTPUT).short('o').value_parser(value_parser!(PathBuf)),
            unlisted(TABLE),
            unlisted(COLUMNS),
            Self::span("End after that time, for example 30s or 1h30m"),
            Arg::new(COUNT)
                .long(COUNT)
                .value_name("N")
                .value_parser(positive)
                .allow_negative_numbers(true)
                .help(format!("End after so many {rows}")),
        ]
    }

    /// Returns the option `--for TIME`.
    pub(crate) fn span(help: &'static str) -> Arg {
        Arg::new(FOR).long(FOR).value_name("TIME").value_parser(span).allow_negative_numbers(true).help(help)
    }

    /// Reads the arguments of lines of JSON, which `--for` or a signal ends.
    pub(crate) fn of_lines(arguments: &Arguments<'_>) -> Result<Self, Failure> {
        Self::with(arguments, Form::Lines, Vec::new(), None)
    }

    /// Reads the arguments: lines of JSON or CSV, or on a terminal a table with a row for each key. The first column of the
    /// outline's view has the key.
    ///
    /// # Errors
    /// Options that are for results with an end.
    pub fn new(arguments: &Arguments<'_>, outline: Outline, keys: Vec<String>) -> Result<Self, Failure> {
        let silent = if arguments.get_flag(QUIET) { Vec::new() } else { keys.clone() };
        let form = match format(arguments)? {
            Format::Table => Form::Table(Box::new(Board::new(outline, keys))),
            Format::Csv => Form::Csv(Box::new(Rows { outline, has_header: !arguments.get_flag(NO_HEADER) })),
            _ => Form::Lines,
        };
        Self::with(arguments, form, silent, arguments.get_one::<u64>(COUNT).copied())
    }

    fn with(
        arguments: &Arguments<'_>,
        form: Form,
        silent: Vec<String>,
        left: Option<u64>,
    ) -> Result<Self, Failure> {
        let span = arguments.get_one::<Duration>(FOR);
        let end = span.and_then(|span| Instant::now().checked_add(*span));
        Ok(Self { form, stop: Stop::new()?, end, left, silent, notes: Notes::default() })
    }

    /// Shows what `next` returns until the end, which is also a pipe that nobody reads. `None` is the end of the rows.
    ///
    /// # Errors
    /// The first of `next`, or of stdout.
    pub fn show(
        mut self,
        mut next: impl AsyncFnMut() -> Option<Result<Event, Failure>>,
    ) -> Result<(), Failure> {
        // A signal ends the command between two lines.
        let _busy = Busy::new();
        let ended = self.follow(&mut next);
        self.tell();
        let drawn = self.form.refresh();
        ended.and(finish(drawn))?;
        // Fewer rows than keys are what --count asks for.
        if !self.silent.is_empty() && self.left != Some(0) {
            tell(format_args!("note: nothing came for {}", self.silent.join(", ")));
        }
        Ok(())
    }

    fn follow(
        &mut self,
        next: &mut impl AsyncFnMut() -> Option<Result<Event, Failure>>,
    ) -> Result<(), Failure> {
        while self.left != Some(0) {
            // Rows that are always there would keep the time from being looked at.
            let is_past = |at: Option<Instant>| at.is_some_and(|at| at <= Instant::now());
            if is_past(self.end) {
                return Ok(());
            }
            if is_past(self.notes.due_at()) {
                self.tell();
            }
            if is_past(self.form.refresh_at()) {
                let drawn = self.form.refresh();
                if drawn.is_err() {
                    return finish(drawn);
                }
            }
            let wake = [self.end, self.form.refresh_at(), self.notes.due_at()].into_iter().flatten().min();
            let received = self.stop.wait(async {
                match wake {
                    Some(wake) => timeout_at(wake, next()).await,
                    None => Ok(next().await),
                }
            });
            let written = match received {
                Some(Ok(Some(event))) => self.take(event?),
                // Something is due.
                Some(Err(_)) => continue,
                // A signal came, or there are no more rows.
                Some(Ok(None)) | None => return Ok(()),
            };
            if written.is_err() {
                return finish(written);
            }
        }
        Ok(())
    }

    fn take(&mut self, event: Event) -> io::Result<()> {
        match event {
            Event::Row { key, line, cells } => {
                self.left = self.left.map(|left| left.saturating_sub(1));
                self.silent.retain(|silent| *silent != key);
                self.form.row(key, &line, cells)
            }
            Event::Note(note) => {
                self.notes.add(note);
                Ok(())
            }
        }
    }

    /// Tells the notes that wait.
    fn tell(&mut self) {
        for note in self.notes.take() {
            self.form.note(note);
        }
    }
}

impl Form {
    fn row(&mut self, key: String, line: &str, cells: Value) -> io::Result<()> {
        match self {
            Self::Lines => say(Content::Json, &format!("{line}\n")),
            Self::Csv(rows) => say(Content::Text, &rows.text(cells)?),
            Self::Table(board) => {
                board.set(key, cells);
                Ok(())
            }
        }
    }

    fn note(&mut self, note: String) {
        match self {
            Self::Table(board) if Destination::Stdout.is_terminal() => board.note(note),
            Self::Table(_) | Self::Csv(_) | Self::Lines => tell(format_args!("note: {note}")),
        }
    }

    /// Returns the time at which there is something to draw.
    fn refresh_at(&self) -> Option<Instant> {
        match self {
            Self::Table(board) => board.refresh_at(),
            Self::Csv(_) | Self::Lines => None,
        }
    }

    fn refresh(&mut self) -> io::Result<()> {
        match self {
            Self::Table(board) => board.draw(),
            Self::Csv(_) | Self::Lines => Ok(()),
        }
    }
}

impl Rows {
    /// Returns the line of a row; the first row has the line of columns above it.
    fn text(&mut self, cells: Value) -> io::Result<String> {
        let row = Value::Array(vec![cells]);
        let mut text = Vec::new();
        for table in &cut(&row, &self.outline).all {
            if std::mem::take(&mut self.has_header) {
                csv::header(table, &mut text)?;
            }
            csv::rows(table, &mut text)?;
        }
        String::from_utf8(text).map_err(io::Error::other)
    }
}

/// Returns the format that the arguments choose: lines of JSON or CSV, or a table on a terminal.
fn format(arguments: &Arguments<'_>) -> Result<Format, Failure> {
    if arguments.is_on_line(OUTPUT) || arguments.is_on_line(TABLE) || arguments.is_on_line(COLUMNS) {
        return Err(Failure::usage(
            "a stream is one table, and has no end to write a file at: leave -o, --table and --columns out, and write > FILE",
        ));
    }
    let usual = if Destination::Stdout.is_terminal() { Format::Table } else { Format::JsonLines };
    match arguments.get_one::<Format>(FORMAT) {
        Some(format @ (Format::Table | Format::Csv | Format::JsonLines)) => Ok(*format),
        Some(format) if arguments.is_on_line(FORMAT) => Err(Failure::usage(format!(
            "a stream is jsonl, csv or table, not {}: leave --format out, or take one of them",
            format.as_str()
        ))),
        // The default of the configuration file is for results that end.
        Some(_) | None => Ok(usual),
    }
}
