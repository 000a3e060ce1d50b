//! The responses of several requests at one destination: an object with a member for each, or one table with a column
//! that names them.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::{self, Write};

use virtual_finance_core::Value;
use virtual_finance_core::request::{ErasedResponse, JsonStyle};
use virtual_finance_tables::formats::{Format, jsonl};
#[cfg(feature = "frames")]
use virtual_finance_tables::formats::{Groups, Kept};
use virtual_finance_tables::rendering::{Headed, Lacking, part, value};
use virtual_finance_tables::tabular::{Outline, Table, Tables, cut, joined, named};
use virtual_finance_tables::text::{Content, Failure, Zone};

use super::{Choice, Output};

/// A subject with its response.
pub(crate) type Named = (String, Box<dyn ErasedResponse>);

/// A destination for several responses.
pub(crate) struct Joint<'o> {
    output: &'o Output,
    /// The name of the column that names the requests.
    column: &'static str,
    /// The subjects whose table has no rows, and the name of the table.
    empty: RefCell<(String, Vec<String>)>,
    /// The name of the written table, and the names of other lists in some of the responses.
    others: RefCell<(String, Vec<String>)>,
    /// The columns that are asked for and that the tables of some subjects lack.
    lacking: RefCell<Lacking>,
}

impl<'o> Joint<'o> {
    /// Checks that the output can have several responses.
    pub(crate) fn new(output: &'o Output, column: &'static str) -> Result<Self, Failure> {
        let format = output.format();
        let (one, many) = output.program().subject;
        if format.is_drawn() {
            return Err(Failure::usage(format!(
                "{} draws one {one}: name one, or write a file for each with -o 'FOLDER/{{{one}}}.{}'",
                format.as_str(),
                format.extension()
            )));
        }
        if *output.choice() == Choice::All && format == Format::Table {
            return Err(Failure::usage(format!(
                "several {many} make one table: name it with --table NAME, or write a file for each {one} with -o \
                 'FOLDER/{{{one}}}.txt'"
            )));
        }
        Ok(Self {
            output,
            column,
            empty: RefCell::default(),
            others: RefCell::default(),
            lacking: RefCell::default(),
        })
    }

    /// Writes responses until there are no more. Without any, nothing is written.
    pub(crate) fn write(
        &self,
        outline: &Outline,
        next: &mut dyn FnMut() -> Option<Named>,
    ) -> Result<(), Failure> {
        let Some(first) = next() else { return Ok(()) };
        let mut first = Some(first);
        let mut named = || first.take().or_else(&mut *next);
        match self.output.format() {
            Format::Json => self.stream(|out| self.json(outline, &mut named, out)),
            // The order is that of all rows, which no format but JSON keeps apart.
            _ if self.output.arrangement().is_sorted() => self.whole(outline, &mut named),
            Format::Csv => self.stream(|out| self.csv(outline, &mut named, out)),
            Format::JsonLines => self.stream(|out| self.lines(outline, &mut named, out)),
            #[cfg(feature = "frames")]
            format @ (Format::Parquet | Format::Arrow) => self.groups(format, outline, &mut named),
            // None that draws comes here.
            _ => self.whole(outline, &mut named),
        }?;
        let (written, others) = self.others.take();
        self.output.tell_unwritten(&written, &others);
        let (table, subjects) = self.empty.take();
        if !subjects.is_empty() {
            self.output.tell_empty(&table, &subjects, None);
        }
        Ok(())
    }

    /// Returns the rows of the table of a subject that is wanted, behind the column that names it. Remembers whose has none.
    fn rows<'v>(
        &self,
        tables: &Tables<'v>,
        main: &mut Option<String>,
        subject: &'v str,
    ) -> Result<Table<'v>, Failure> {
        let chosen = self.chosen(tables, main, subject)?;
        self.remember(&chosen, tables, subject);
        Ok(named(&chosen, self.column, subject))
    }

    /// Remembers the table that is written of a subject, whether it has rows, and the names of the others.
    fn remember(&self, chosen: &Table<'_>, tables: &Tables<'_>, subject: &str) {
        let (written, others) = &mut *self.others.borrow_mut();
        chosen.name.clone_into(written);
        for other in tables.other_lists(&chosen.name) {
            if !others.iter().any(|known| known == other) {
                others.push(other.to_owned());
            }
        }
        if chosen.rows == 0 {
            let (table, subjects) = &mut *self.empty.borrow_mut();
            chosen.name.clone_into(table);
            subjects.push(subject.to_owned());
        }
    }

    /// Writes responses as they come. A failure that is none of the destination ends it.
    fn stream(&self, write: impl FnOnce(&mut dyn Write) -> Result<(), StreamError>) -> Result<(), Failure> {
        let mut failed = None;
        let content = if self.output.format() == Format::Csv { Content::Text } else { Content::Json };
        let written = self.output.destination().write(content, |out| {
            write(out).map_err(|error| match error {
                StreamError::Io(error) => error,
                StreamError::Failure(failure) => {
                    failed = Some(failure);
                    io::Error::other("a response cannot be written")
                }
            })
        });
        failed.map_or(written, Err)
    }

    fn json(
        &self,
        outline: &Outline,
        next: &mut dyn FnMut() -> Option<Named>,
        out: &mut dyn Write,
    ) -> Result<(), StreamError> {
        let is_terminal = self.output.destination().is_terminal();
        let (style, joint, end) =
            if is_terminal { (JsonStyle::Pretty, ",\n", "\n}\n") } else { (JsonStyle::Compact, ",", "}\n") };
        out.write_all(if is_terminal { b"{\n" } else { b"{" })?;
        let (mut is_first, mut main) = (true, None);
        while let Some((subject, response)) = next() {
            if !std::mem::take(&mut is_first) {
                out.write_all(joint.as_bytes())?;
            }
            write!(out, "{}:", Value::from(subject.as_str()))?;
            match self.output.choice() {
                _ if self.output.arrangement().is_some() => {
                    let value = value(&*response)?;
                    let tables = cut(&value, outline);
                    let table = self.chosen(&tables, &mut main, &subject)?;
                    jsonl::rows(&table).collect::<Value>().write_json(out, style)?;
                }
                Choice::One(path) => part(value(&*response)?, path, outline)?.write_json(out, style)?,
                Choice::Main | Choice::All => response.write_json(out, style)?,
            }
        }
        out.write_all(end.as_bytes())?;
        Ok(self.require_columns()?)
    }

    /// Writes the rows of one table of each response.
    fn csv(
        &self,
        outline: &Outline,
        next: &mut dyn FnMut() -> Option<Named>,
        out: &mut dyn Write,
    ) -> Result<(), StreamError> {
        let (mut main, mut headed) = (None, Headed::default());
        let (are_chosen, has_header) = (self.output.arrangement().has_columns(), self.output.has_header());
        while let Some((subject, response)) = next() {
            let value = value(&*response)?;
            let tables = cut(&value, outline);
            let table = self.rows(&tables, &mut main, &subject)?;
            if let Some(other) = headed.add(table, outline, are_chosen, has_header, out)? {
                let (one, _) = self.output.program().subject;
                return Err(Failure::other(format!(
                    "{subject} has the column {other:?}, which those before it lack; write a file for each {one} with -o \
                     'FOLDER/{{{one}}}.csv', or take --format jsonl"
                ))
                .into());
            }
        }
        if has_header {
            headed.end(out)?;
        }
        Ok(self.require_columns()?)
    }

    fn lines(
        &self,
        outline: &Outline,
        next: &mut dyn FnMut() -> Option<Named>,
        out: &mut dyn Write,
    ) -> Result<(), StreamError> {
        let mut main = None;
        while let Some((subject, response)) = next() {
            let value = value(&*response)?;
            let tables = cut(&value, outline);
            let table = self.rows(&tables, &mut main, &subject)?;
            jsonl::check(&table)?;
            jsonl::write(&table, out)?;
        }
        Ok(self.require_columns()?)
    }

    /// Writes the rows of one table of each response in groups.
    #[cfg(feature = "frames")]
    fn groups(
        &self,
        format: Format,
        outline: &Outline,
        next: &mut dyn FnMut() -> Option<Named>,
    ) -> Result<(), Failure> {
        let unkept = |error: io::Error| {
            let advice = "write -o to a folder with more room, or take --format csv";
            Failure::other(format!("the rows cannot be kept until all are there: {error}; {advice}"))
        };
        let destination = self.output.destination();
        let mut main = None;
        let mut kept = Kept::new(destination.folder().as_deref()).map_err(unkept)?;
        while let Some((subject, response)) = next() {
            let value = value(&*response)?;
            let tables = cut(&value, outline);
            let table = self.rows(&tables, &mut main, &subject)?;
            kept.add(&table, tables.zone, (&subject, &value)).map_err(unkept)?;
        }
        self.require_columns()?;
        destination.write(Content::Text, |out| {
            kept.write(Groups::new(format, out), outline, &mut |subject, value, give| {
                let tables = cut(value, outline);
                // It was chosen before.
                let chosen =
                    self.chosen(&tables, &mut main, subject).map_err(|_| io::ErrorKind::InvalidData)?;
                give(&named(&chosen, self.column, subject))
            })
        })
    }

    /// Writes one table of all responses. For people no more is kept than is shown, and of a response no more than the rows
    /// that are wanted, unless they have strings of it.
    fn whole(&self, outline: &Outline, next: &mut dyn FnMut() -> Option<Named>) -> Result<(), Failure> {
        let (mut main, mut parts) = (None, Vec::new());
        let (mut rows, mut more, mut decimals) = (0_usize, 0_usize, None);
        // The first rows of an order are known when all are.
        let most = self.output.max_rows().filter(|_| !self.output.arrangement().is_sorted());
        while let Some((subject, response)) = next() {
            let value = value(&*response)?;
            let tables = cut(&value, outline);
            let table = self.chosen(&tables, &mut main, &subject)?;
            if most.is_some_and(|most| rows > most) {
                more = more.saturating_add(table.rows);
                continue;
            }
            rows = rows.saturating_add(table.rows);
            self.remember(&table, &tables, &subject);
            // As many as the most precise prices have.
            decimals = decimals.max(tables.decimals);
            let (detached, zone) = (table.detached(), tables.zone.clone());
            parts.push((subject, zone, detached.map_or_else(|| Part::Response(value), Part::Rows)));
        }
        let mut whole: Option<(Table<'_>, Zone)> = None;
        for (subject, own, part) in &mut parts {
            let table = match part {
                Part::Rows(table) => named(&std::mem::take(table), self.column, subject),
                Part::Response(value) => {
                    named(&*self.chosen(&cut(value, outline), &mut main, subject)?, self.column, subject)
                }
            };
            whole = Some(match whole {
                None => {
                    let mut table = table;
                    table.columns.iter_mut().for_each(|column| column.cells.reserve_exact(rows));
                    (table, own.clone())
                }
                Some((all, zone)) => (joined(all, table), zone.with(own)),
            });
        }
        self.require_columns()?;
        let Some((table, zone)) = whole else { return Ok(()) };
        let table = self.output.arrangement().apply(Cow::Owned(table), outline)?.into_owned();
        let mut tables = Tables::new(vec![table], zone, outline);
        tables.is_arranged = true;
        tables.decimals = decimals;
        tables.more = more;
        self.output.tables(&tables)
    }

    /// Fails if the table of no subject has a column that is asked for.
    fn require_columns(&self) -> Result<(), Failure> {
        self.lacking.take().require()
    }

    /// Returns the table of a response that is wanted. The first response decides which one is the main one. A column that
    /// it lacks is null, and a note says so once.
    fn chosen<'t, 'v>(
        &self,
        tables: &'t Tables<'v>,
        main: &mut Option<String>,
        subject: &str,
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        let chosen = tables.choose(self.output.table().or(main.as_deref()))?;
        main.get_or_insert_with(|| chosen.name.clone());
        // The column that names the subject comes after that.
        let arrangement = self.output.arrangement().without(self.column);
        self.lacking.borrow_mut().arranged(&arrangement, chosen, tables.outline, |table, column| {
            self.output.tell_lacking(subject, table, column);
        })
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
