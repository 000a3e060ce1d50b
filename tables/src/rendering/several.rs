//! The rows of several responses in the bytes of a format, one response after the other: memory has the rows of one response.

use std::fs::File;
use std::io::{self, Write};

use virtual_finance_core::request::ErasedResponse;

use super::{Lacking, render::Rendering, value};
use crate::formats::{Format, csv, jsonl};
#[cfg(feature = "frames")]
use crate::formats::{Groups, Kept};
use crate::tabular::{Outline, Table, aligned, cut, named};
use crate::text::Failure;

/// The rows of several responses, for programs that serve them.
pub struct SeveralRows {
    rendering: Rendering,
    column: &'static str,
    outline: Outline,
    /// The name of the main table of the first response, which is that of the others, too.
    main: Option<String>,
    lacking: Lacking,
    headed: Headed,
    /// The responses, where the types of columns are known when all are there.
    #[cfg(feature = "frames")]
    kept: Option<Kept>,
}

/// The bytes behind those of the responses.
#[derive(Debug)]
pub enum LastRows {
    /// The end of the rows, after the written parts.
    Bytes(Vec<u8>),
    /// The whole of it, in a file without a name.
    File(File),
}

impl SeveralRows {
    /// Begins the rows of responses of that outline. A first column has the subject of each row, under the given name.
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
        #[cfg(feature = "frames")]
        let kept = format.is_frame().then(|| Kept::new(None)).transpose().map_err(|error| unkept(&error))?;
        let (lacking, headed) = (Lacking::default(), Headed::default());
        Ok(Self {
            rendering,
            column,
            outline,
            main: None,
            lacking,
            headed,
            #[cfg(feature = "frames")]
            kept,
        })
    }

    /// Adds the rows of a response. Returns the bytes that are certain by then.
    ///
    /// # Errors
    /// The response has no such table, or as CSV it has a column that those before it lack. The exit code of the failure is 2 if
    /// the caller can ask better.
    pub fn add(&mut self, subject: &str, response: &dyn ErasedResponse) -> Result<Vec<u8>, Failure> {
        let Self { rendering, column, outline, main, lacking, headed, .. } = self;
        let value = value(response)?;
        let tables = cut(&value, outline);
        let chosen = rendering.rows(&tables, main.as_deref(), lacking)?;
        main.get_or_insert_with(|| chosen.name.clone());
        let table = named(&chosen, column, subject);
        let mut bytes = Vec::new();
        match rendering.format {
            Format::Csv => {
                let are_chosen = !rendering.columns.is_empty();
                let other = headed.add(table, outline, are_chosen, rendering.has_header, &mut bytes);
                if let Some(other) = other.map_err(Failure::other)? {
                    return Err(Failure::other(format!(
                        "{subject} has the column {other:?}, which those before it lack; take jsonl"
                    )));
                }
            }
            Format::JsonLines => {
                jsonl::check(&table)?;
                jsonl::write(&table, &mut bytes).map_err(Failure::other)?;
            }
            #[cfg(feature = "frames")]
            _ => {
                if let Some(kept) = &mut self.kept {
                    kept.add(&table, tables.zone, (subject, &value)).map_err(|error| unkept(&error))?;
                }
            }
            #[cfg(not(feature = "frames"))]
            _ => {}
        }
        Ok(bytes)
    }

    /// Returns what comes behind the last response.
    ///
    /// # Errors
    /// No response has a column that is asked for, or there is no room for a file.
    pub fn end(self) -> Result<LastRows, Failure> {
        self.lacking.require()?;
        #[cfg(feature = "frames")]
        if let Some(kept) = self.kept {
            let Self { rendering, column, outline, main, .. } = self;
            let mut file = io::BufWriter::new(tempfile::tempfile().map_err(|error| unkept(&error))?);
            let groups = Groups::new(rendering.format, &mut file);
            let written = kept.write(groups, &outline, &mut |subject, value, give| {
                let tables = cut(value, &outline);
                // It was chosen before.
                let chosen = rendering.rows(&tables, main.as_deref(), &mut Lacking::default());
                give(&named(&*chosen.map_err(|_| io::ErrorKind::InvalidData)?, column, subject))
            });
            written.map_err(|error| unkept(&error))?;
            let file = file.into_inner().map_err(|error| unkept(error.error()))?;
            return Ok(LastRows::File(file));
        }
        let mut bytes = Vec::new();
        if self.rendering.format == Format::Csv && self.rendering.has_header {
            self.headed.end(&mut bytes).map_err(Failure::other)?;
        }
        Ok(LastRows::Bytes(bytes))
    }
}

#[cfg(feature = "frames")]
fn unkept(error: &io::Error) -> Failure {
    Failure::other(format!("the rows cannot be kept until all are there: {error}; take csv"))
}

/// Tables behind each other as CSV under one header. The first table with rows decides the columns: rows already written could
/// not get another column.
#[derive(Default)]
pub struct Headed {
    columns: Option<Vec<String>>,
    of_empty: Option<Vec<String>>,
}

impl Headed {
    /// Writes the rows of a table, or returns the name of a column that those before it lack. The columns of the table are all
    /// there are if they were chosen.
    pub fn add(
        &mut self,
        table: Table<'_>,
        outline: &Outline,
        are_chosen: bool,
        has_header: bool,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        let columns = || {
            let mut names: Vec<String> = table.columns.iter().map(|column| column.name.to_string()).collect();
            let possible = outline.table(&table.name).filter(|_| !are_chosen);
            let possible = possible.map(|possible| possible.columns).unwrap_or_default();
            let possible = possible.into_iter().map(|column| column.name);
            names.extend(possible.filter(|name| table.columns.iter().all(|column| column.name != *name)));
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
        if is_first && has_header {
            csv::header(&table, out)?;
        }
        csv::rows(&table, out).map(|()| None)
    }

    /// Writes the header if no table had rows.
    pub fn end(self, out: &mut dyn Write) -> io::Result<()> {
        let Some(columns) = self.of_empty.filter(|_| self.columns.is_none()) else { return Ok(()) };
        let empty = Table { name: String::new(), columns: Vec::new(), rows: 0 };
        csv::header(&aligned(empty, &columns), out)
    }
}
