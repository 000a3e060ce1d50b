//! Comma-separated values for other programs: every digit, times with the offset of their zone, and null apart from an empty text.

use std::fmt::{self, Write as _};
use std::io::{self, Write};

use crate::moment::{self, Zone};
use crate::table::{Cell, Kind, Table};

/// Writes a table with its header. Null is nothing, an empty text is `""`; a single column has `""` for
/// both, because readers skip lines without anything.
pub(crate) fn write(table: &Table<'_>, zone: &Zone, out: &mut dyn Write) -> io::Result<()> {
    if table.columns.is_empty() {
        return Ok(());
    }
    let mut line = String::new();
    for (place, column) in table.columns.iter().enumerate() {
        separate(&mut line, place);
        text(&mut line, &column.name);
    }
    end(&mut line, out)?;
    let single = table.columns.len() == 1;
    let mut columns: Vec<_> = table
        .columns
        .iter()
        .map(|column| {
            // A column has days or instants; where kinds mix, each cell is its own.
            let instants = column.kind() == Kind::Time && !column.apart && !column.has_days();
            (column.cells.iter(), instants)
        })
        .collect();
    for _ in 0..table.rows {
        for (place, (cells, instants)) in columns.iter_mut().enumerate() {
            separate(&mut line, place);
            match cells.next().unwrap_or(&Cell::Null) {
                Cell::Null if single => line.push_str("\"\""),
                Cell::Time(seconds) if *instants => {
                    moment::instant(&mut line, *seconds, zone).map_err(io::Error::other)?;
                }
                cell => self::cell(&mut line, cell, zone)?,
            }
        }
        end(&mut line, out)?;
    }
    Ok(())
}

fn cell(line: &mut String, cell: &Cell<'_>, zone: &Zone) -> io::Result<()> {
    match cell {
        Cell::Text(value) => text(line, value),
        Cell::Nested(value) => text(line, &value.to_string()),
        cell => return plain(line, cell, zone).map_err(io::Error::other),
    }
    Ok(())
}

/// Writes a cell that is neither text nor nested.
pub(crate) fn plain(line: &mut String, cell: &Cell<'_>, zone: &Zone) -> fmt::Result {
    match cell {
        Cell::Boolean(truth) => write!(line, "{truth}"),
        Cell::Number(number) | Cell::Shown(number, _) => write!(line, "{number}"),
        Cell::Time(seconds) if moment::is_day(*seconds) => moment::day(line, *seconds),
        Cell::Time(seconds) => moment::instant(line, *seconds, zone),
        Cell::Null | Cell::Text(_) | Cell::Nested(_) => Ok(()),
    }
}

fn separate(line: &mut String, place: usize) {
    if place > 0 {
        line.push(',');
    }
}

/// A text, in quotes where it would be read otherwise.
fn text(line: &mut String, value: &str) {
    if value.is_empty() || value.contains(['"', ',', '\n', '\r']) {
        line.push('"');
        for (place, part) in value.split('"').enumerate() {
            if place > 0 {
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
