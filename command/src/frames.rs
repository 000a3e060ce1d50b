//! Conversion between tables and frames; parquet and arrow files are written from frames.

use std::borrow::Cow;
use std::io::{self, Write};

use polars_core::prelude::SchemaExt as _;
use polars_core::prelude::{
    AnyValue, BooleanChunked, Column as Series, CompatLevel, DataFrame, DataType, Float64Chunked,
    Int32Chunked, Int64Chunked, IntoColumn as _, NewChunkedArray as _, PolarsError, StringChunked, TimeUnit,
    TimeZone,
};
use polars_core::utils::arrow::io::ipc::write::default_ipc_fields;
use polars_io::ipc::{self, IpcWriter};
use polars_io::parquet::write::ParquetWriter;
use polars_io::{SerWriter as _, parquet};
use virtual_finance_core::time::Granularity;
use virtual_finance_core::{Map, Number, Value};

use crate::cut::Tables;
use crate::format::Format;
use crate::outline::Outline;
use crate::table::{Cell, Column, Kind, Table};
use crate::time::Zone;
use crate::{csv, jsonl};

const DAY: i64 = 86_400;

/// The type of a column of a frame.
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// True if points in time are days.
    pub(crate) has_dates: bool,
}

/// A file that is written in groups of rows: the row groups of Parquet, the record batches of Arrow.
pub(crate) struct Groups<'o> {
    format: Format,
    out: Option<&'o mut dyn Write>,
    writer: Option<Writer<'o>>,
    /// True once there is a group: a file without rows has an empty one.
    has_rows: bool,
}

enum Writer<'o> {
    Parquet(Box<parquet::write::BatchedWriter<&'o mut dyn Write>>),
    Arrow(Box<ipc::BatchedWriter<&'o mut dyn Write>>),
}

impl<'o> Groups<'o> {
    pub(crate) fn new(format: Format, out: &'o mut dyn Write) -> Self {
        Self { format, out: Some(out), writer: None, has_rows: false }
    }

    /// Begins the file of such a frame.
    pub(crate) fn start(&mut self, frame: &DataFrame) -> Result<(), PolarsError> {
        let Some(out) = self.out.take() else { return Ok(()) };
        let schema = frame.schema();
        self.writer = Some(match self.format {
            Format::Parquet => Writer::Parquet(Box::new(ParquetWriter::new(out).batched(schema)?)),
            _ => {
                let fields = schema.to_arrow(CompatLevel::oldest());
                let fields = default_ipc_fields(fields.iter_values());
                let writer = IpcWriter::new(out).with_compat_level(CompatLevel::oldest());
                Writer::Arrow(Box::new(writer.batched(schema, fields)?))
            }
        });
        Ok(())
    }

    /// Writes a frame as a group.
    pub(crate) fn write(&mut self, frame: &mut DataFrame) -> Result<(), PolarsError> {
        frame.rechunk_mut();
        self.has_rows = true;
        match &mut self.writer {
            Some(Writer::Parquet(writer)) => writer.write_batch(frame),
            Some(Writer::Arrow(writer)) => writer.write_batch(frame),
            None => Ok(()),
        }
    }

    /// Writes the last group, and ends the file.
    pub(crate) fn end(mut self, frame: &mut DataFrame) -> Result<(), PolarsError> {
        if frame.height() > 0 || !self.has_rows {
            self.write(frame)?;
        }
        match self.writer {
            Some(Writer::Parquet(writer)) => writer.finish().map(drop),
            Some(Writer::Arrow(mut writer)) => writer.finish(),
            None => Ok(()),
        }
    }
}

/// Writes a frame as a parquet file, or as an arrow file that every reader of arrow can read.
pub(crate) fn write(frame: &mut DataFrame, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let written = match format {
        Format::Parquet => ParquetWriter::new(out).finish(frame).map(drop),
        _ => IpcWriter::new(out).with_compat_level(CompatLevel::oldest()).finish(frame),
    };
    written.map_err(failed)
}

/// Returns the failure to write a file.
pub(crate) fn failed(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        error => io::Error::other(error),
    }
}

/// Converts a table to a frame. A column of mixed kinds becomes strings, as in CSV.
pub(crate) fn frame(table: &Table<'_>, zone: &Zone) -> Result<DataFrame, PolarsError> {
    let columns = table.columns.iter().map(|column| series(column, zone));
    DataFrame::new(table.rows, columns.collect::<Result<_, _>>()?)
}

/// Converts a table to a frame of these columns; those that it lacks are null.
pub(crate) fn shaped(table: &Table<'_>, shapes: &[Shape], zone: &Zone) -> Result<DataFrame, PolarsError> {
    let columns = shapes.iter().map(|shape| {
        let found = table.columns.iter().find(|column| column.name == shape.name);
        let lacking = || Column::new(Cow::Borrowed(shape.name.as_str()), vec![Cell::Null; table.rows]);
        let column = found.map_or_else(|| Cow::Owned(lacking()), Cow::Borrowed);
        of_kind(&column, (shape.kind, shape.has_dates), zone)
    });
    DataFrame::new(table.rows, columns.collect::<Result<_, _>>()?)
}

/// Returns a frame of these columns without rows.
pub(crate) fn empty(shapes: &[Shape], zone: &Zone) -> Result<DataFrame, PolarsError> {
    shaped(&Table { name: String::new(), columns: Vec::new(), rows: 0 }, shapes, zone)
}

fn series(column: &Column<'_>, zone: &Zone) -> Result<Series, PolarsError> {
    of_kind(column, (column.kind(), column.has_dates()), zone)
}

fn of_kind(column: &Column<'_>, (kind, has_dates): (Kind, bool), zone: &Zone) -> Result<Series, PolarsError> {
    let name = column.name.as_ref().into();
    let cells = column.cells.iter();
    let number = |cell: &Cell<'_>| match cell {
        Cell::Number(number) | Cell::Formatted(number, _) => Some(number.clone()),
        _ => None,
    };
    let seconds = |cell: &Cell<'_>| match cell {
        Cell::Time(seconds) => Some(*seconds),
        _ => None,
    };
    Ok(match kind {
        Kind::Integer => {
            Int64Chunked::from_iter_options(name, cells.map(|cell| number(cell)?.as_i64())).into_column()
        }
        Kind::Float => {
            Float64Chunked::from_iter_options(name, cells.map(|cell| number(cell)?.as_f64())).into_column()
        }
        Kind::Boolean => {
            let boolean = |cell: &Cell<'_>| matches!(cell, Cell::Boolean(true));
            let booleans = cells.map(|cell| (*cell != Cell::Null).then(|| boolean(cell)));
            BooleanChunked::from_iter_options(name, booleans).into_column()
        }
        Kind::Time if has_dates => {
            let days = cells.map(|cell| i32::try_from(seconds(cell)?.div_euclid(DAY)).ok());
            Int32Chunked::from_iter_options(name, days).into_date().into_column()
        }
        Kind::Time => {
            let zone = TimeZone::opt_try_new(Some(zone.name()))?;
            let millis = cells.map(|cell| seconds(cell)?.checked_mul(1_000));
            Int64Chunked::from_iter_options(name, millis)
                .into_datetime(TimeUnit::Milliseconds, zone)
                .into_column()
        }
        Kind::Text | Kind::Empty | Kind::Mixed => {
            StringChunked::from_iter_options(name, cells.map(|cell| text(cell, zone))).into_column()
        }
    })
}

/// Returns a cell as the text that CSV has for it, without quotes.
fn text<'c>(cell: &'c Cell<'_>, zone: &Zone) -> Option<Cow<'c, str>> {
    match cell {
        Cell::Null => None,
        Cell::Text(text) => Some(Cow::Borrowed(text)),
        Cell::Nested(value) => Some(Cow::Owned(value.to_string())),
        cell => {
            let mut text = String::new();
            // Writing to a String cannot fail.
            let _ = csv::plain(&mut text, cell, zone);
            Some(Cow::Owned(text))
        }
    }
}

/// Converts frames to tables, in the time zone of the first column that has one.
pub(crate) fn tables<'f>(parts: &'f [(&'f str, DataFrame)], outline: &'f Outline) -> Tables<'f> {
    let columns = parts.iter().flat_map(|(_, frame)| frame.columns());
    let zone = columns.filter_map(|column| match column.dtype() {
        DataType::Datetime(_, zone) => zone.as_ref().map(ToString::to_string),
        _ => None,
    });
    let zone = Zone::named(zone.into_iter().next().as_deref());
    let table = |(name, frame): &'f (&'f str, DataFrame)| Table {
        name: (*name).to_owned(),
        columns: frame.columns().iter().map(column).collect(),
        rows: frame.height(),
    };
    Tables::new(parts.iter().map(table).collect(), zone, outline)
}

fn column(series: &Series) -> Column<'_> {
    let cells = series.as_materialized_series().iter().map(|value| cell(&value));
    let granularity = match series.dtype() {
        DataType::Date => Some(Granularity::Days),
        DataType::Datetime(..) => Some(Granularity::Instants),
        _ => None,
    };
    Column { granularity, ..Column::new(Cow::Borrowed(series.name().as_str()), cells.collect()) }
}

fn cell<'v>(value: &AnyValue<'v>) -> Cell<'v> {
    match value {
        AnyValue::Boolean(boolean) => Cell::Boolean(*boolean),
        AnyValue::Int32(number) => Cell::Number((*number).into()),
        AnyValue::Int64(number) => Cell::Number((*number).into()),
        AnyValue::Float64(number) => Number::from_f64(*number).map_or(Cell::Null, Cell::Number),
        AnyValue::String(text) => Cell::Text(text),
        AnyValue::Date(day) => Cell::Time(i64::from(*day).saturating_mul(DAY)),
        AnyValue::Datetime(millis, TimeUnit::Milliseconds, _) => Cell::Time(millis.div_euclid(1_000)),
        // Frames of the ticker have no other types.
        _ => Cell::Null,
    }
}

/// Converts frames to JSON: each to a list of rows with times as in CSV, several to an object by their names.
pub(crate) fn json(tables: &Tables<'_>) -> Value {
    match tables.all.as_slice() {
        [only] => jsonl::rows(only, &tables.zone).collect(),
        several => several
            .iter()
            .map(|table| (table.name.clone(), jsonl::rows(table, &tables.zone).collect()))
            .collect::<Map<_, _>>()
            .into(),
    }
}
