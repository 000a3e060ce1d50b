//! Comma-separated values for other programs: every digit, times in UTC, and null apart from an empty text.

use std::fmt::Write as _;
use std::io::{self, Write};

use crate::moment;
use crate::table::{Cell, Kind, Table};

/// Writes a table with its header. Null is nothing, an empty text is `""`; a single column has `""` for
/// both, because readers skip lines without anything.
pub(crate) fn write(table: &Table<'_>, out: &mut dyn Write) -> io::Result<()> {
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
            let days = column.times().all(moment::is_day);
            let mixed = column.apart || column.kind() != Kind::Time;
            (column.cells.iter(), days, mixed)
        })
        .collect();
    for _ in 0..table.rows {
        for (place, (cells, days, mixed)) in columns.iter_mut().enumerate() {
            separate(&mut line, place);
            match cells.next().unwrap_or(&Cell::Null) {
                Cell::Null if single => line.push_str("\"\""),
                Cell::Time(seconds) if *days || (*mixed && moment::is_day(*seconds)) => {
                    written(moment::day(&mut line, *seconds))?;
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
        Cell::Null => Ok(()),
        Cell::Boolean(truth) => written(write!(line, "{truth}")),
        Cell::Number(number) | Cell::Shown(number, _) => written(write!(line, "{number}")),
        Cell::Text(value) => {
            text(line, value);
            Ok(())
        }
        Cell::Time(seconds) => written(moment::instant(line, *seconds)),
        Cell::Nested(value) => {
            text(line, &value.to_string());
            Ok(())
        }
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

fn written(result: std::fmt::Result) -> io::Result<()> {
    result.map_err(io::Error::other)
}
