//! A table as the bytes of a format that programs read.

use std::io::{self, Write};

#[cfg(feature = "frames")]
use polars_core::prelude::DataFrame;

#[cfg(feature = "plot")]
use super::page;
use super::{Format, csv, jsonl};
#[cfg(feature = "frames")]
use super::{frame_files, frames};
#[cfg(feature = "plot")]
use crate::show::Chart;
use crate::tabular::{Table, Tables};
use crate::text::{Content, Failure};

/// A table that can be written in its format: what can fail for its cells has been done.
pub enum Encoded<'t, 'v> {
    /// CSV.
    Csv {
        /// The table.
        table: &'t Table<'v>,
        /// True if the first line has the names of the columns.
        has_header: bool,
    },
    /// Lines of JSON.
    JsonLines(&'t Table<'v>),
    /// A frame for a file of that format.
    #[cfg(feature = "frames")]
    Frame(DataFrame, Format),
    /// The bytes of a drawing.
    #[cfg(feature = "plot")]
    Drawn(Vec<u8>),
}

impl<'t, 'v> Encoded<'t, 'v> {
    /// Encodes a table; `None` for a format for people, or a format that this build lacks.
    pub fn of(
        format: Format,
        table: &'t Table<'v>,
        tables: &Tables<'_>,
        has_header: bool,
    ) -> Result<Option<Self>, Failure> {
        #[cfg(not(feature = "plot"))]
        let _ = tables;
        Ok(Some(match format {
            Format::Csv => Self::Csv { table, has_header },
            Format::JsonLines => {
                jsonl::check(table)?;
                Self::JsonLines(table)
            }
            #[cfg(feature = "frames")]
            Format::Parquet | Format::Arrow => {
                let frame = frames::frame(table, &tables.zone, tables.outline).map_err(|error| {
                    Failure::other(format!("{} is no frame: {error}; take csv", table.name))
                })?;
                Self::Frame(frame, format)
            }
            #[cfg(feature = "plot")]
            Format::Svg => Self::Drawn(Chart::of(table, tables)?.image()?.svg.into_bytes()),
            #[cfg(feature = "plot")]
            Format::Png => Self::Drawn(Chart::of(table, tables)?.picture()?),
            #[cfg(feature = "plot")]
            Format::Html => Self::Drawn(page::html(&Chart::of(table, tables)?, table, tables)?.into_bytes()),
            _ => return Ok(None),
        }))
    }

    /// Returns the kind of the content.
    pub const fn content(&self) -> Content {
        if matches!(self, Self::JsonLines(_)) { Content::Json } else { Content::Text }
    }

    /// Writes the bytes.
    pub fn write(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Csv { table, has_header } => {
                if *has_header {
                    csv::header(table, out)?;
                }
                csv::rows(table, out)
            }
            Self::JsonLines(table) => jsonl::write(table, out),
            #[cfg(feature = "frames")]
            Self::Frame(frame, format) => frame_files::write(frame, *format, out),
            #[cfg(feature = "plot")]
            Self::Drawn(bytes) => out.write_all(bytes),
        }
    }
}
