//! Comma-separated values for other programs: every digit, timestamps in UTC, so that a column keeps one type when
//! the clock of an exchange changes, and null distinct from an empty string. (The crate `csv` quotes per writer, not per
//! field, so that it cannot tell these two apart.)

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::tabular::{Cell, Table};
use crate::text::{Zone, time};

/// Writes the names of the columns.
pub fn header(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    if table.columns.is_empty() {
        return Ok(());
    }
    let mut line = String::new();
    for (index, column) in table.columns.iter().enumerate() {
        separate(&mut line, index);
        text(&mut line, &column.name);
    }
    end(&mut line, out)
}

/// Writes the rows without the header. Null is written as nothing, an empty string as `""`. In a single column
/// both are `""`, because readers skip empty lines.
pub fn rows(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
    if table.columns.is_empty() {
        return Ok(());
    }
    let mut line = String::new();
    let single = table.columns.len() == 1;
    let mut columns: Vec<_> =
        table.columns.iter().map(|column| (column.cells.iter(), column.has_timestamps())).collect();
    for _ in 0..table.rows {
        for (index, (cells, timestamps)) in columns.iter_mut().enumerate() {
            separate(&mut line, index);
            match cells.next().unwrap_or(&Cell::Null) {
                Cell::Null if single => line.push_str("\"\""),
                Cell::Time(seconds) if *timestamps => {
                    time::timestamp(&mut line, *seconds, &Zone::UTC).map_err(io::Error::other)?;
                }
                cell => self::cell(&mut line, cell)?,
            }
        }
        end(&mut line, out)?;
    }
    Ok(())
}

fn cell(line: &mut String, cell: &Cell<'_>) -> io::Result<()> {
    match cell {
        Cell::Text(value) => text(line, value),
        Cell::Nested(value) => text(line, &value.to_string()),
        cell => return plain(line, cell).map_err(io::Error::other),
    }
    Ok(())
}

/// Writes a cell that is neither text nor nested.
pub fn plain(line: &mut String, cell: &Cell<'_>) -> fmt::Result {
    match cell {
        Cell::Boolean(boolean) => write!(line, "{boolean}"),
        Cell::Number(number) | Cell::Formatted(number, _) => write!(line, "{number}"),
        Cell::Time(seconds) if time::is_date(*seconds) => time::date(line, *seconds),
        Cell::Time(seconds) => time::timestamp(line, *seconds, &Zone::UTC),
        Cell::Null | Cell::Text(_) | Cell::Nested(_) => Ok(()),
    }
}

fn separate(line: &mut String, index: usize) {
    if index > 0 {
        line.push(',');
    }
}

/// Writes a string, in quotes if it could be misread without them.
fn text(line: &mut String, value: &str) {
    if value.is_empty() || value.contains(['"', ',', '\n', '\r']) {
        line.push('"');
        for (index, part) in value.split('"').enumerate() {
            if index > 0 {
                line.push_str("\"\"");
            }
            line.push_str(part);
        }
        line.push('"');
    } else {
        line.push_str(value);
    }
}

fn end(line: &mut String, out: &mut dyn Write) -> io::Result<()> {
    line.push('\n');
    out.write_all(line.as_bytes())?;
    line.clear();
    Ok(())
}
