//! The rows of a table as JSON objects, and lines of them for programs that read one row at a time.

use std::io::{self, Write};

use virtual_finance_core::{Map, Value};

use super::csv;
use crate::tabular::{Cell, Table};
use crate::text::{Failure, Zone, time};

/// The number of bytes that the names may always have in all lines together.
const FREE_BYTES: usize = 1 << 24;

/// The maximum number of bytes of names for each cell of a larger table.
const MAX_BYTES_PER_CELL: usize = 256;

/// Checks that the names, which every line repeats, stay in proportion to the table.
pub fn check(table: &Table<'_>) -> Result<(), Failure> {
    let names = table.columns.iter().map(|column| column.name.len()).fold(0, usize::saturating_add);
    let bytes = names.saturating_mul(table.rows);
    let cells = table.columns.len().saturating_mul(table.rows);
    if bytes <= FREE_BYTES.max(cells.saturating_mul(MAX_BYTES_PER_CELL)) {
        return Ok(());
    }
    Err(Failure::other(format!(
        "the names of the columns of {} are too long to be in every line; take --format csv",
        table.name
    )))
}

/// Writes each row as one line.
pub fn write(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    for row in rows(table) {
        serde_json::to_writer(&mut *out, &row)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Returns each row as an object: nulls are there, and times are strings, as in CSV.
pub fn rows<'t>(table: &'t Table<'_>) -> impl Iterator<Item = Map<String, Value>> + 't {
    let mut columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| (column.name.as_ref(), column.has_timestamps(), column.cells.iter()))
        .collect();
    (0..table.rows).map(move |_| {
        let members = columns.iter_mut().map(|(name, timestamps, cells)| {
            let cell = cells.next().unwrap_or(&Cell::Null);
            ((*name).to_owned(), value(cell, *timestamps, &Zone::UTC))
        });
        members.collect()
    })
}

/// Returns a cell as JSON; each column knows whether its times are timestamps.
pub fn value(cell: &Cell<'_>, is_timestamp: bool, zone: &Zone) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Boolean(boolean) => Value::Bool(*boolean),
        Cell::Number(number) | Cell::Formatted(number, _) => Value::Number(number.clone()),
        Cell::Text(text) => Value::from(*text),
        Cell::Nested(value) => (*value).clone(),
        Cell::Time(seconds) => {
            let mut text = String::new();
            // Writing to a String cannot fail.
            let _ = match is_timestamp {
                true => time::timestamp(&mut text, *seconds, zone),
                false => csv::plain(&mut text, cell),
            };
            Value::String(text)
        }
    }
}
