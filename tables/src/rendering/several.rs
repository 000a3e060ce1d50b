//! The rows of several responses in the bytes of a format, one response after the other: memory has the rows of one response.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use virtual_finance_core::request::ErasedResponse;

use super::{Lacking, render::Rendering, value};
use crate::formats::{Format, csv, jsonl};
#[cfg(feature = "frames")]
use crate::formats::{Groups, Kept};
use crate::tabular::{Outline, Table, Tables, aligned, cut, named};
use crate::text::Failure;

/// The rows of several responses.
pub struct SeveralRows {
    rendering: Rendering,
    column: &'static str,
    outline: Arc<Outline>,
    /// The name of the main table of every response.
    main: Option<String>,
    /// The columns that are asked for.
    pub lacking: Lacking,
    headed: Headed,
    /// The responses, where the types of columns are known when all are there.
    #[cfg(feature = "frames")]
    kept: Option<Kept>,
}

/// The rows that a response adds.
pub struct Added {
    /// The bytes that are certain by then.
    pub bytes: Vec<u8>,
    /// The name of the table.
    pub table: String,
    /// The number of its rows.
    pub rows: usize,
    /// The names of the other lists of the response.
    pub others: Vec<String>,
}

/// The bytes after the responses.
#[derive(Debug)]
pub enum LastRows {
    /// The end of the rows, after the written parts.
    Bytes(Vec<u8>),
    /// The whole of it, in a file without a name.
    File(File),
}

impl Added {
    /// Returns the facts about the chosen table, without bytes.
    pub fn of(chosen: &Table<'_>, tables: &Tables<'_>) -> Self {
        let others = tables.other_lists(&chosen.name).map(str::to_owned).collect();
        Self { bytes: Vec::new(), table: chosen.name.clone(), rows: chosen.rows, others }
    }
}

impl SeveralRows {
    /// Begins the rows of responses of that outline, for programs that serve them.
    ///
    /// # Errors
    /// The format has no rows of several responses, or they cannot be kept until all are there.
    pub fn new(rendering: Rendering, column: &'static str, outline: Outline) -> Result<Self, Failure> {
        let format = rendering.format;
        if format == Format::Json || format.is_drawn() || format.media_type().is_none() {
            return Err(Failure::usage(format!(
                "{} has no rows of several requests; take csv or jsonl",
                format.as_str()
            )));
        }
        Self::kept_in(None, rendering, column, Arc::new(outline))
    }

    /// Begins the rows of responses of that outline. A first column has the subject of each row, under the given name. Responses
    /// that must all be there first are kept in that folder, or in the system's temporary folder.
    ///
    /// # Errors
    /// The responses cannot be kept.
    pub fn kept_in(
        folder: Option<&Path>,
        mut rendering: Rendering,
        column: &'static str,
        outline: Arc<Outline>,
    ) -> Result<Self, Failure> {
        #[cfg(feature = "frames")]
        let kept = rendering
            .format
            .is_frame()
            .then(|| Kept::new(folder))
            .transpose()
            .map_err(|error| unkept(&error))?;
        #[cfg(not(feature = "frames"))]
        let _ = folder;
        // The column is not there yet; neither is an order by it.
        rendering.columns.retain(|name| !name.eq_ignore_ascii_case(column));
        rendering.sort.take_if(|sort| sort.trim_start_matches('-').eq_ignore_ascii_case(column));
        Ok(Self {
            rendering,
            column,
            outline,
            main: None,
            lacking: Lacking::default(),
            headed: Headed::default(),
            #[cfg(feature = "frames")]
            kept,
        })
    }

    /// Returns the rows of a response.
    ///
    /// # Errors
    /// The response has no such table.
    pub fn chosen<'t, 'v>(&mut self, tables: &'t Tables<'v>) -> Result<Cow<'t, Table<'v>>, Failure> {
        let chosen = self.rendering.rows(tables, self.main.as_deref(), &mut self.lacking)?;
        self.main.get_or_insert_with(|| chosen.name.clone());
        Ok(chosen)
    }

    /// Adds the rows of a response.
    ///
    /// # Errors
    /// The response has no such table, or as CSV it has a column that those before it lack. The exit code of the failure is 2 if
    /// the caller can ask better.
    pub fn add(&mut self, subject: &str, response: &dyn ErasedResponse) -> Result<Added, Failure> {
        let (value, outline) = (value(response)?, Arc::clone(&self.outline));
        let tables = cut(&value, &outline);
        let chosen = self.chosen(&tables)?;
        let mut added = Added::of(&chosen, &tables);
        let table = named(&chosen, self.column, subject);
        match self.rendering.format {
            Format::Csv => {
                let other = self.headed.add(table, &outline, &self.rendering, &mut added.bytes);
                if let Some(other) = other.map_err(Failure::other)? {
                    return Err(Failure::other(format!(
                        "{subject} has the column {other:?}, which those before it lack; take jsonl, or ask for each by itself"
                    )));
                }
            }
            Format::JsonLines => {
                jsonl::check(&table)?;
                jsonl::write(&table, &mut added.bytes).map_err(Failure::other)?;
            }
            _ =>
            {
                #[cfg(feature = "frames")]
                if let Some(kept) = &mut self.kept {
                    kept.add(&table, tables.zone, (subject, &value)).map_err(|error| unkept(&error))?;
                }
            }
        }
        Ok(added)
    }

    /// Returns what comes behind the last response.
    ///
    /// # Errors
    /// No response has a column that is asked for, or there is no room for a file.
    pub fn end(&mut self) -> Result<LastRows, Failure> {
        self.require_columns()?;
        #[cfg(feature = "frames")]
        if let Some(kept) = self.kept.take() {
            let mut file = io::BufWriter::new(tempfile::tempfile().map_err(|error| unkept(&error))?);
            let (groups, outline) =
                (Groups::new(self.rendering.format, &mut file), Arc::clone(&self.outline));
            let written = kept.write(groups, &outline, &mut |subject, value, give| {
                let tables = cut(value, &outline);
                // It was chosen before.
                let chosen = self.chosen(&tables).map_err(|_| io::ErrorKind::InvalidData)?;
                give(&named(&chosen, self.column, subject))
            });
            written.map_err(|error| unkept(&error))?;
            return file.into_inner().map(LastRows::File).map_err(|error| unkept(error.error()));
        }
        let mut bytes = Vec::new();
        if self.rendering.format == Format::Csv && self.rendering.has_header {
            mem::take(&mut self.headed).end(&mut bytes).map_err(Failure::other)?;
        }
        Ok(LastRows::Bytes(bytes))
    }

    /// Fails if the table of no subject has a column that is asked for.
    pub fn require_columns(&mut self) -> Result<(), Failure> {
        mem::take(&mut self.lacking).require()
    }
}

#[cfg(feature = "frames")]
fn unkept(error: &io::Error) -> Failure {
    Failure::other(format!("the rows cannot be kept until all are there: {error}; make room, or take csv"))
}

/// Tables behind each other as CSV under one header. The first table with rows decides the columns: rows already written could
/// not get another column.
#[derive(Default)]
struct Headed {
    columns: Option<Vec<String>>,
    of_empty: Option<Vec<String>>,
}

impl Headed {
    /// Writes the rows of a table, or returns the name of a column that those before it lack. The columns of the table are all
    /// there are if they were chosen.
    fn add(
        &mut self,
        table: Table<'_>,
        outline: &Outline,
        wanted: &Rendering,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let columns = || {
            let mut names: Vec<String> = table.columns.iter().map(|column| column.name.to_string()).collect();
            let possible = outline.table(&table.name).filter(|_| wanted.columns.is_empty());
            let possible = possible.map(|possible| possible.columns).unwrap_or_default();
            let possible = possible.into_iter().map(|column| column.name);
            names.extend(possible.filter(|name| table.column(name).is_none()));
            names
        };
        if table.rows == 0 {
            self.of_empty.get_or_insert_with(columns);
            return Ok(None);
        }
        let is_first = self.columns.is_none();
        let known = self.columns.get_or_insert_with(columns);
        let is_new = |name: &str| !known.iter().any(|known| known == name);
        if let Some(other) = table.columns.iter().find(|column| is_new(&column.name)) {
            return Ok(Some(other.name.to_string()));
        }
        let table = aligned(table, known);
        if is_first && wanted.has_header {
            csv::header(&table, out)?;
        }
        csv::rows(&table, out).map(|()| None)
    }

    /// Writes the header if no table had rows.
    fn end(self, out: &mut dyn Write) -> io::Result<()> {
        let Some(columns) = self.of_empty.filter(|_| self.columns.is_none()) else { return Ok(()) };
        let empty = Table { name: String::new(), columns: Vec::new(), rows: 0 };
        csv::header(&aligned(empty, &columns), out)
    }
}
