//! A table as the bytes of a format that programs read.

use std::io::{self, Write};

#[cfg(feature = "plot")]
use super::page;
use super::{Format, csv, jsonl};
#[cfg(feature = "frames")]
use super::{frame_files, frames};
#[cfg(feature = "plot")]
use crate::show::Chart;
use crate::tabular::{Table, Tables};
use crate::text::Failure;

/// A function that writes a table: what can fail for its cells has been done.
pub(crate) type Encoded<'t> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 't>;

/// Encodes a table, as CSV with the names of the columns or without; `None` for a format for people, or a format that this
/// build lacks.
///
/// # Errors
/// The table cannot have the format.
pub fn encoded<'t>(
    format: Format,
    table: &'t Table<'_>,
    tables: &Tables<'_>,
    has_header: bool,
) -> Result<Option<Encoded<'t>>, Failure> {
    #[cfg(not(feature = "plot"))]
    let _ = tables;
    #[cfg(feature = "plot")]
    let drawn = |bytes: Vec<u8>| -> Encoded<'t> { Box::new(move |out| out.write_all(&bytes)) };
    Ok(Some(match format {
        Format::Csv => Box::new(move |out| {
            if has_header {
                csv::header(table, out)?;
            }
            csv::rows(table, out)
        }),
        Format::JsonLines => {
            jsonl::check(table)?;
            Box::new(|out| jsonl::write(table, out))
        }
        #[cfg(feature = "frames")]
        Format::Parquet | Format::Arrow => {
            let mut frame = frames::frame(table, &tables.zone, tables.outline)
                .map_err(|error| Failure::other(format!("{} is no frame: {error}; take csv", table.name)))?;
            Box::new(move |out| frame_files::write(&mut frame, format, out))
        }
        #[cfg(feature = "plot")]
        Format::Svg => drawn(Chart::of(table, tables)?.image()?.svg.into_bytes()),
        #[cfg(feature = "plot")]
        Format::Png => drawn(Chart::of(table, tables)?.picture()?),
        #[cfg(feature = "plot")]
        Format::Html => drawn(page::html(&Chart::of(table, tables)?, table, tables)?.into_bytes()),
        _ => return Ok(None),
    }))
}
