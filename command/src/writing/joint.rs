//! The responses of several requests at one destination: an object with a member for each, or one table with a column
//! that names them.

use std::borrow::Cow;
use std::io::{self, Seek as _, Write};
use std::sync::Arc;

use virtual_finance_core::Value;
use virtual_finance_core::request::{ErasedResponse, JsonStyle};
use virtual_finance_tables::formats::{Format, jsonl};
use virtual_finance_tables::rendering::{Added, LastRows, Rendering, SeveralRows, part, value};
use virtual_finance_tables::tabular::{Outline, Table, Tables, cut, joined, named};
use virtual_finance_tables::text::{Failure, Zone, tell};

use super::{Output, wrapped::Wrapped};

/// Gives a subject with its response, until there are no more.
type Next<'n> = dyn FnMut() -> Option<(String, Box<dyn ErasedResponse>)> + 'n;

/// A destination for several responses.
pub(crate) struct Joint<'o> {
    output: &'o Output,
    /// The name of the column that names the requests.
    column: &'static str,
    outline: Arc<Outline>,
    rows: SeveralRows,
    /// The subjects whose table has no rows.
    empty: Vec<String>,
    /// The name of the table, and the names of other lists in some of the responses.
    table: String,
    others: Vec<String>,
}

impl<'o> Joint<'o> {
    /// Checks that the output can have several responses of that outline.
    pub(crate) fn new(output: &'o Output, column: &'static str, outline: Outline) -> Result<Self, Failure> {
        let format = output.rendering.format;
        let (one, many) = output.program.subject;
        if format.is_drawn() {
            return Err(Failure::usage(format!(
                "{} draws one {one}: name one, or write a file for each with -o 'FOLDER/{{{one}}}.{}'",
                format.as_str(),
                format.extension()
            )));
        }
        if output.has_all && format == Format::Table {
            return Err(Failure::usage(format!(
                "several {many} make one table: name it with --table NAME, or write a file for each {one} with -o \
                 'FOLDER/{{{one}}}.txt'"
            )));
        }
        let outline = Arc::new(outline);
        let folder = output.destination.folder();
        let rows =
            SeveralRows::kept_in(folder.as_deref(), output.rendering.clone(), column, Arc::clone(&outline))?;
        let (empty, table, others) = (Vec::new(), String::new(), Vec::new());
        Ok(Self { output, column, outline, rows, empty, table, others })
    }

    /// Writes the responses in their order. Without a response it writes nothing.
    pub(crate) fn write(mut self, next: &mut Next<'_>) -> Result<(), Failure> {
        let Some(first) = next() else { return Ok(()) };
        let mut first = Some(first);
        let mut next = || first.take().or_else(&mut *next);
        let Output { rendering, .. } = self.output;
        match rendering.format {
            Format::Json => self.stream(|joint, out| joint.json(&mut next, out)),
            // A table and an order are made of all rows.
            Format::Table => self.whole(&mut next),
            _ if rendering.sort.is_some() => self.whole(&mut next),
            _ => self.stream(|joint, out| joint.lines(&mut next, out)),
        }?;
        self.output.tell_unwritten(&self.table, &self.others);
        if !self.empty.is_empty() {
            self.output.tell_empty(&self.table, &self.empty, None);
        }
        Ok(())
    }

    /// Tells which columns the table of a subject lacks and none before it did.
    fn tell_lacking(&self, subject: &str, table: &str) {
        for column in self.rows.lacking.newly.iter().filter(|_| !self.output.is_quiet) {
            tell(format_args!("note: {subject} has no {column:?} in the table {table}: its cells are empty"));
        }
    }

    /// Keeps what is told at the end.
    fn remember(&mut self, subject: &str, added: Added) {
        self.tell_lacking(subject, &added.table);
        self.table = added.table;
        for other in added.others {
            if !self.others.contains(&other) {
                self.others.push(other);
            }
        }
        if added.rows == 0 {
            self.empty.push(subject.to_owned());
        }
    }

    /// Writes text to the destination while the responses come.
    fn stream(
        &mut self,
        write: impl FnOnce(&mut Self, &mut dyn Write) -> Result<(), StreamError>,
    ) -> Result<(), Failure> {
        let mut failed = None;
        let Output { rendering, destination, .. } = self.output;
        let written = destination.write(rendering.format.content(), |out| {
            write(self, out).map_err(|error| match error {
                StreamError::Io(error) => error,
                StreamError::Failure(failure) => {
                    failed = Some(failure);
                    io::Error::other("a response cannot be written")
                }
            })
        });
        failed.map_or(written, Err)
    }

    /// Writes an object with the response of each subject, or a part of it.
    fn json(&mut self, next: &mut Next<'_>, out: &mut dyn Write) -> Result<(), StreamError> {
        let Output { rendering, destination, .. } = self.output;
        let (style, start, joint, end) = if destination.is_terminal() {
            (JsonStyle::Pretty, "{\n", ",\n", "\n}\n")
        } else {
            (JsonStyle::Compact, "{", ",\n", "}\n")
        };
        let mut before = start;
        let out = &mut Wrapped::new(out);
        while let Some((subject, response)) = next() {
            write!(out, "{}{}:", std::mem::replace(&mut before, joint), Value::from(subject.as_str()))?;
            match &rendering.table {
                _ if rendering.is_of_rows() => {
                    let (value, outline) = (value(&*response)?, Arc::clone(&self.outline));
                    let tables = cut(&value, &outline);
                    let table = self.rows.chosen(&tables)?;
                    self.tell_lacking(&subject, &table.name);
                    jsonl::rows(&table).collect::<Value>().write_json(out, style)?;
                }
                Some(path) => part(value(&*response)?, path, &self.outline)?.write_json(out, style)?,
                None => response.write_json(out, style)?,
            }
        }
        out.write_all(end.as_bytes())?;
        Ok(self.rows.require_columns()?)
    }

    /// Writes the rows of each subject as they come.
    fn lines(&mut self, next: &mut Next<'_>, out: &mut dyn Write) -> Result<(), StreamError> {
        while let Some((subject, response)) = next() {
            let mut added = self.rows.add(&subject, &*response)?;
            out.write_all(&std::mem::take(&mut added.bytes))?;
            self.remember(&subject, added);
        }
        match self.rows.end()? {
            LastRows::Bytes(bytes) => out.write_all(&bytes)?,
            LastRows::File(mut file) => {
                file.rewind()?;
                io::copy(&mut file, out)?;
            }
        }
        Ok(())
    }

    /// Writes all rows at once. If they are sorted, they are sorted together; otherwise no more rows are kept than people are
    /// shown.
    fn whole(&mut self, next: &mut Next<'_>) -> Result<(), Failure> {
        let (output, outline) = (self.output, Arc::clone(&self.outline));
        let (mut parts, mut rows, mut more, mut decimals) = (Vec::new(), 0_usize, 0_usize, None);
        let most = if output.rendering.sort.is_some() { usize::MAX } else { output.max_rows };
        while let Some((subject, response)) = next() {
            let value = value(&*response)?;
            let tables = cut(&value, &outline);
            let table = self.rows.chosen(&tables)?;
            if rows > most {
                more = more.saturating_add(table.rows);
                continue;
            }
            rows = rows.saturating_add(table.rows);
            self.remember(&subject, Added::of(&table, &tables));
            // As many as the most precise prices have.
            decimals = decimals.max(tables.decimals);
            let (detached, zone) = (table.detached(), tables.zone.clone());
            parts.push((subject, zone, detached.map_or_else(|| Part::Response(value), Part::Rows)));
        }
        let mut whole: Option<(Table<'_>, Zone)> = None;
        for (subject, own, part) in &mut parts {
            let mut table = match part {
                Part::Rows(table) => named(&std::mem::take(table), self.column, subject),
                Part::Response(value) => {
                    named(&*self.rows.chosen(&cut(value, &outline))?, self.column, subject)
                }
            };
            whole = Some(match whole {
                None => {
                    table.columns.iter_mut().for_each(|column| column.cells.reserve_exact(rows));
                    (table, own.clone())
                }
                Some((all, zone)) => (joined(all, table), zone.with(own)),
            });
        }
        self.rows.require_columns()?;
        let Some((table, zone)) = whole else { return Ok(()) };
        // Each response has the wanted number of rows already.
        let rendering = Rendering { limit: None, ..output.rendering.clone() };
        let table = rendering.arranged(Cow::Owned(table), &outline)?.into_owned();
        let tables = Tables::new(vec![table], zone, &outline);
        output.tables(&Tables { is_arranged: true, decimals, more, ..tables })
    }
}

/// Keeps what is wanted of a response until all are there.
enum Part {
    /// The rows that are wanted.
    Rows(Table<'static>),
    /// All of it, as its rows have strings of it.
    Response(Value),
}

/// The reason for which a response was not written.
enum StreamError {
    Io(io::Error),
    Failure(Failure),
}

impl From<io::Error> for StreamError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Failure> for StreamError {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
