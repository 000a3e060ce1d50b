//! Frames as Parquet and Arrow files.

use std::io::{self, Write};

use polars_core::prelude::{CompatLevel, DataFrame, DataType, PolarsError, SchemaExt as _, TimeUnit};
use polars_core::utils::arrow::io::ipc::write::default_ipc_fields;
use polars_io::ipc::{self, IpcWriter};
use polars_io::parquet::write::ParquetWriter;
use polars_io::{SerWriter as _, parquet};

use super::Format;

/// A file that is written in groups of rows: the row groups of Parquet, the record batches of Arrow.
pub struct Groups<'o> {
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
    /// Creates a file of that format, parquet or arrow.
    pub fn new(format: Format, out: &'o mut dyn Write) -> Self {
        Self { format, out: Some(out), writer: None, has_rows: false }
    }

    /// Begins the file of such a frame.
    pub fn start(&mut self, frame: &DataFrame) -> Result<(), PolarsError> {
        let Some(out) = self.out.take() else { return Ok(()) };
        let frame = with_timestamps(frame)?;
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
    pub fn write(&mut self, frame: &DataFrame) -> Result<(), PolarsError> {
        let mut frame = with_timestamps(frame)?;
        frame.rechunk_mut();
        self.has_rows = true;
        match &mut self.writer {
            Some(Writer::Parquet(writer)) => writer.write_batch(&frame),
            Some(Writer::Arrow(writer)) => writer.write_batch(&frame),
            None => Ok(()),
        }
    }

    /// Writes the last group, and ends the file.
    pub fn end(mut self, frame: &DataFrame) -> Result<(), PolarsError> {
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
pub fn write(frame: &mut DataFrame, format: Format, out: &mut dyn Write) -> io::Result<()> {
    let frame = &mut with_timestamps(frame).map_err(failed)?;
    let written = match format {
        Format::Parquet => ParquetWriter::new(out).finish(frame).map(drop),
        _ => IpcWriter::new(out).with_compat_level(CompatLevel::oldest()).finish(frame),
    };
    written.map_err(failed)
}

/// Returns a frame whose dates are timestamps at midnight, without a zone: pandas reads dates as objects, and these as
/// `datetime64`.
fn with_timestamps(frame: &DataFrame) -> Result<DataFrame, PolarsError> {
    let columns = frame.columns().iter().map(|column| match column.dtype() {
        DataType::Date => column.cast(&DataType::Datetime(TimeUnit::Milliseconds, None)),
        _ => Ok(column.clone()),
    });
    DataFrame::new(frame.height(), columns.collect::<Result<_, _>>()?)
}

/// Returns the failure to write a file.
pub fn failed(error: PolarsError) -> io::Error {
    match error {
        PolarsError::IO { error, .. } => io::Error::new(error.kind(), error.to_string()),
        error => io::Error::other(error),
    }
}
