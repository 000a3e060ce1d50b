//! A response as the bytes of a format, for programs that serve responses.

use virtual_finance_core::request::{ErasedResponse, JsonStyle};

#[cfg(feature = "plot")]
use crate::chart::Chart;
use crate::cut::{Tables, cut};
use crate::failure::Failure;
use crate::format::Format;
use crate::outline::Outline;
use crate::output::{part, value};
use crate::table::Table;
use crate::{csv, jsonl};
#[cfg(feature = "frames")]
use crate::{frame_files, frames};

/// The form in which a response is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendering {
    /// The format.
    pub format: Format,
    /// The name of the table, or the path of the part of JSON; `None` stands for the main table, and for the whole of JSON.
    pub table: Option<String>,
    /// The maximum number of rows.
    pub limit: Option<usize>,
}

impl Rendering {
    /// Returns the bytes of a response of that outline.
    ///
    /// # Errors
    /// The response has no such table, or cannot have the format. The exit code of the failure is 2 if the caller can
    /// ask better.
    pub fn render(&self, response: &dyn ErasedResponse, outline: &Outline) -> Result<Vec<u8>, Failure> {
        let mut bytes = Vec::new();
        if self.format == Format::Json {
            let written = match &self.table {
                None => response.write_json(&mut bytes, JsonStyle::Compact),
                Some(path) => {
                    let part = part(value(response)?, path, outline)?;
                    ErasedResponse::write_json(&part, &mut bytes, JsonStyle::Compact)
                }
            };
            written.map_err(Failure::other)?;
            bytes.push(b'\n');
            return Ok(bytes);
        }
        let value = value(response)?;
        let tables = cut(&value, outline);
        let chosen = tables.choose(self.table.as_deref())?;
        let table = chosen.first(self.limit.unwrap_or(usize::MAX));
        match self.format {
            Format::Csv => {
                csv::header(&table, &mut bytes).map_err(Failure::other)?;
                csv::rows(&table, &mut bytes).map_err(Failure::other)?;
            }
            Format::JsonLines => {
                jsonl::check(&table)?;
                jsonl::write(&table, &mut bytes).map_err(Failure::other)?;
            }
            #[cfg(feature = "frames")]
            format @ (Format::Parquet | Format::Arrow) => {
                let mut frame = frames::frame(&table, &tables.zone).map_err(|error| {
                    Failure::other(format!("{} is no frame: {error}; take csv", table.name))
                })?;
                frame_files::write(&mut frame, format, &mut bytes).map_err(Failure::other)?;
            }
            format => return drawn(&table, &tables, format),
        }
        Ok(bytes)
    }
}

/// Returns the image of a table.
#[cfg(feature = "plot")]
fn drawn(table: &Table<'_>, tables: &Tables<'_>, format: Format) -> Result<Vec<u8>, Failure> {
    let chart = Chart::of(table, tables)?;
    match format {
        Format::Svg => Ok(chart.image()?.svg.into_bytes()),
        Format::Png => chart.picture(),
        format => Err(unserved(format)),
    }
}

#[cfg(not(feature = "plot"))]
fn drawn(_: &Table<'_>, _: &Tables<'_>, format: Format) -> Result<Vec<u8>, Failure> {
    Err(unserved(format))
}

/// Returns the failure of a format for a terminal, and of one that this build does not have.
fn unserved(format: Format) -> Failure {
    Failure::usage(format!("{} is not served here; take json or csv", format.as_str()))
}
