//! The rows of several responses as one Parquet or Arrow file, written in row groups: memory holds one group.
//!
//! The types of the columns are known when the last response is there. So the responses are kept in a file that has no
//! name until then, and are read again.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, Write as _};
use std::path::Path;

use polars_core::prelude::{DataFrame, PolarsError};
use virtual_finance_core::Value;
use virtual_finance_core::time::Granularity;

use super::{
    Groups,
    frame_files::failed,
    frames::{Shape, declared, has_dates, shaped},
};
use crate::tabular::{Kind, Outline, Table};
use crate::text::Zone;

/// The number of rows of a group, at least.
const GROUP: usize = 1 << 16;

/// A function that takes a table.
type Take<'t> = dyn FnMut(&Table<'_>) -> io::Result<()> + 't;

/// A function that makes the table of a subject's response again, and gives it to another one.
pub(super) type Again<'a> = dyn FnMut(&str, &Value, &mut Take<'_>) -> io::Result<()> + 'a;

/// Responses that are kept until all are there.
pub struct Kept {
    file: BufWriter<File>,
    /// The name of the table that each response has.
    table: String,
    columns: Vec<Merged>,
    zone: Option<Zone>,
}

/// The kinds of the cells of a column in all responses together.
struct Merged {
    name: String,
    kind: Kind,
    is_exact: bool,
    /// True if all of its points in time are midnights; `None` if there are none.
    are_midnights: Option<bool>,
    granularity: Option<Granularity>,
}

impl Kept {
    /// Makes the file in a folder, or in the system's temporary folder.
    pub fn new(folder: Option<&Path>) -> io::Result<Self> {
        let file = match folder {
            Some(folder) => tempfile::tempfile_in(folder),
            None => tempfile::tempfile(),
        };
        let file = BufWriter::with_capacity(1 << 16, file?);
        Ok(Self { file, table: String::new(), columns: Vec::new(), zone: None })
    }

    /// Keeps the response that a table was made of.
    pub fn add(&mut self, table: &Table<'_>, zone: Zone, (subject, value): (&str, &Value)) -> io::Result<()> {
        table.name.clone_into(&mut self.table);
        for column in &table.columns {
            let (kind, is_exact) = (column.kind(), column.is_exact());
            let are_midnights = column.are_midnights();
            let known = self.columns.iter_mut().find(|known| known.name == column.name);
            if let Some(known) = known {
                known.is_exact &= is_exact;
                known.kind = known.kind.with(kind, known.is_exact);
                let both = known.are_midnights.into_iter().chain(are_midnights);
                known.are_midnights = both.reduce(|all, one| all && one);
                known.granularity = known.granularity.or(column.granularity);
            } else {
                let (name, granularity) = (column.name.to_string(), column.granularity);
                self.columns.push(Merged { name, kind, is_exact, are_midnights, granularity });
            }
        }
        self.zone = Some(match self.zone.take() {
            Some(known) => known.with(&zone),
            None => zone,
        });
        serde_json::to_writer(&mut self.file, &(subject, value))?;
        self.file.write_all(b"\n")
    }

    /// Writes the rows.
    pub fn write(self, mut groups: Groups<'_>, outline: &Outline, again: &mut Again<'_>) -> io::Result<()> {
        let Self { file, table, columns, zone } = self;
        let zone = zone.unwrap_or_else(|| Zone::named(None));
        let shapes: Vec<Shape> = columns
            .into_iter()
            .map(|column| column.shape(|name, kind| declared(outline, &table, name, kind)))
            .collect();
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut group = empty(&shapes, &zone).map_err(failed)?;
        groups.start(&group).map_err(failed)?;
        for line in BufReader::with_capacity(1 << 16, file).lines() {
            let (subject, value): (String, Value) = serde_json::from_str(&line?)?;
            again(&subject, &value, &mut |table| {
                let rows = shaped(table, &shapes, &zone).map_err(failed)?;
                flush(&mut groups, &mut group, rows).map_err(failed)
            })?;
        }
        groups.end(&group).map_err(failed)
    }
}

/// Adds rows to a group, which is written where it has enough.
fn flush(groups: &mut Groups<'_>, group: &mut DataFrame, rows: DataFrame) -> Result<(), PolarsError> {
    group.vstack_mut_owned(rows)?;
    if group.height() >= GROUP {
        groups.write(group)?;
        *group = group.clear();
    }
    Ok(())
}

impl Merged {
    fn shape(self, fitted: impl Fn(&str, Kind) -> Kind) -> Shape {
        let Self { name, kind, are_midnights, granularity, .. } = self;
        let has_dates = has_dates(granularity, are_midnights);
        Shape { kind: fitted(&name, kind), name, has_dates }
    }
}

/// Returns a frame of these columns without rows.
fn empty(shapes: &[Shape], zone: &Zone) -> Result<DataFrame, PolarsError> {
    shaped(&Table { name: String::new(), columns: Vec::new(), rows: 0 }, shapes, zone)
}
