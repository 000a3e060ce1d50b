//! Tables for people: aligned columns below a heading, numbers to the right.

use std::io::{self, Write};

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};
use virtual_finance::responses::Number;

use crate::number::Style;
use crate::table::{Cell, Column, Kind, Table};
use crate::time::{self, Precision, Zone};

/// The gap between two columns.
const GAP: &str = "  ";

/// The maximum width of a column: every other row has as many spaces.
const MAX_WIDTH: usize = 500;

/// The minimum width to which a column of strings is cut.
const MIN_TEXT_WIDTH: usize = 12;

/// The minimum width of the first column if others are left out.
const MIN_FIRST_WIDTH: usize = 24;

/// The maximum number of rows of a transposed table.
const MAX_TRANSPOSED_ROWS: usize = 31;

/// Writes tables one below the other, within a width if one is given.
pub(crate) fn write(
    tables: &[Table<'_>],
    zone: &Zone,
    width: Option<usize>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for (index, table) in tables.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        let mut grid: Vec<Texts> = table.columns.iter().map(|column| Texts::of(column, zone)).collect();
        limit(&mut grid);
        let local = grid.iter().any(|column| column.local);
        let zone = if local { format!(", times in {}", zone.name()) } else { String::new() };
        let rows = if table.rows == 0 { ", no rows" } else { "" };
        writeln!(out, "{}{zone}{rows}", plain(&table.name))?;
        let Some(width) = width.filter(|width| total(&grid) > *width) else {
            write_grid(&grid, true, table.rows, out)?;
            continue;
        };
        let transposed = transposed(&grid, table.rows);
        if total(&transposed) <= width && table.rows <= MAX_TRANSPOSED_ROWS {
            write_grid(&transposed, false, grid.len(), out)?;
        } else {
            shrink(&mut grid, width);
            write_grid(&grid, true, table.rows, out)?;
        }
    }
    Ok(())
}

/// Writes the names, if `with_names` is set, and one line for each row.
fn write_grid(grid: &[Texts], with_names: bool, rows: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    if with_names && !grid.is_empty() {
        write_line(&mut line, grid, grid.iter().map(|column| column.name.as_str()), out)?;
        let rules: Vec<String> = grid.iter().map(|column| "─".repeat(column.width)).collect();
        write_line(&mut line, grid, rules.iter().map(String::as_str), out)?;
    }
    let mut cells: Vec<_> = grid.iter().map(Texts::cells).collect();
    for _ in 0..rows {
        let row = cells.iter_mut().map(|cells| cells.next().unwrap_or_default());
        write_line(&mut line, grid, row, out)?;
    }
    Ok(())
}

fn write_line<'t>(
    line: &mut String,
    grid: &[Texts],
    cells: impl Iterator<Item = &'t str>,
    out: &mut dyn Write,
) -> io::Result<()> {
    line.clear();
    for (index, (column, cell)) in grid.iter().zip(cells).enumerate() {
        if index > 0 {
            line.push_str(GAP);
        }
        let wide = cell.width();
        let pad = column.width.saturating_sub(wide);
        let (before, after) = if column.right { (pad, 0) } else { (0, pad) };
        line.extend(std::iter::repeat_n(' ', before));
        push_within(line, cell, column.width, wide);
        line.extend(std::iter::repeat_n(' ', after));
    }
    writeln!(out, "{}", line.trim_end())
}

/// Appends a string of width `wide`, cut to `width` with `…`.
fn push_within(line: &mut String, text: &str, width: usize, wide: usize) {
    if wide <= width {
        line.push_str(text);
        return;
    }
    let mut remaining = width.saturating_sub(1);
    for character in text.chars() {
        let wide = character.width().unwrap_or_default();
        if wide > remaining {
            break;
        }
        remaining = remaining.saturating_sub(wide);
        line.push(character);
    }
    line.push('…');
}

/// A column as strings.
#[derive(Default)]
struct Texts {
    name: String,
    /// The cells, concatenated; `ends` has the end of each.
    text: String,
    ends: Vec<usize>,
    width: usize,
    /// True if the cells are aligned to the right, as numbers are.
    right: bool,
    /// True if the cells may be cut.
    cuts: bool,
    /// True if the cells are times in a time zone.
    local: bool,
}

impl Texts {
    fn of(column: &Column<'_>, zone: &Zone) -> Self {
        let kind = column.kind();
        let mut texts = Self {
            name: plain(&column.name),
            text: String::new(),
            ends: Vec::with_capacity(column.cells.len()),
            width: 0,
            right: matches!(kind, Kind::Integer | Kind::Float) && !column.is_heterogeneous,
            cuts: matches!(kind, Kind::Text | Kind::Mixed),
            local: false,
        };
        texts.width = texts.name.width();
        let precision = Precision::of(column.times(), column.granularity, zone);
        let style = Style::of(column.cells.iter().filter_map(number));
        let mixed = kind == Kind::Mixed || column.is_heterogeneous;
        for cell in &column.cells {
            let start = texts.text.len();
            match cell {
                Cell::Null => texts.text.push('-'),
                Cell::Boolean(boolean) => texts.text.push_str(if *boolean { "true" } else { "false" }),
                Cell::Number(number) if mixed => {
                    Style::of(std::iter::once(number)).write(&mut texts.text, number);
                }
                Cell::Number(number) => style.write(&mut texts.text, number),
                Cell::Formatted(_, shown) | Cell::Text(shown) => push_plain(&mut texts.text, shown),
                Cell::Time(seconds) => {
                    let alone = || Precision::of(std::iter::once(*seconds), None, zone);
                    let precision = if mixed { alone() } else { precision };
                    texts.local |= precision != Precision::Days;
                    // Writing to a String cannot fail.
                    let _ = time::local(&mut texts.text, *seconds, precision, zone);
                }
                Cell::Nested(value) => push_plain(&mut texts.text, &value.to_string()),
            }
            let added = texts.text.get(start..).unwrap_or_default().width();
            texts.width = texts.width.max(added);
            texts.ends.push(texts.text.len());
        }
        texts
    }

    fn cells(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| self.text.get(start..*end).unwrap_or_default())
    }
}

/// Returns the number of a cell that has no formatted string.
const fn number<'c>(cell: &'c Cell<'_>) -> Option<&'c Number> {
    match cell {
        Cell::Number(number) => Some(number),
        _ => None,
    }
}

/// Returns the width of a line of all columns.
fn total(grid: &[Texts]) -> usize {
    let gaps = GAP.len().saturating_mul(grid.len().saturating_sub(1));
    grid.iter().map(|column| column.width).fold(gaps, usize::saturating_add)
}

/// Limits the widths of the columns. The last one keeps its width if nothing stands behind its strings: no row is
/// longer for that of another.
fn limit(grid: &mut [Texts]) {
    let last = grid.len().saturating_sub(1);
    for (index, column) in grid.iter_mut().enumerate() {
        if index < last || column.right {
            column.width = column.width.min(MAX_WIDTH);
        }
    }
}

/// Shrinks a grid to a width: cuts the widest columns of strings first, then drops columns at the end.
/// Numbers are never cut. A column of `…` marks dropped columns.
fn shrink(grid: &mut Vec<Texts>, width: usize) {
    let mut excess = total(grid).saturating_sub(width);
    let first = grid.first().map_or(0, |column| column.width);
    if grid.len() > width {
        // The gaps alone are wider. The search below would look at each column for every other one.
        grid.truncate(width.max(1));
        for column in grid.iter_mut().filter(|column| column.cuts) {
            column.width = column.width.min(MIN_TEXT_WIDTH);
        }
    }
    while excess > 0 {
        let wide = grid.iter_mut().filter(|column| column.cuts && column.width > MIN_TEXT_WIDTH);
        let Some(widest) = wide.max_by_key(|column| column.width) else { break };
        // In small steps, so that columns of similar widths stay similar.
        let step = excess.min(8).min(widest.width.saturating_sub(MIN_TEXT_WIDTH));
        widest.width = widest.width.saturating_sub(step);
        excess = excess.saturating_sub(step);
    }
    if excess > 0 {
        // The first column tells the rows apart, so it gets back some width.
        if let Some(column) = grid.first_mut() {
            column.width = first.min(column.width.max(MIN_FIRST_WIDTH));
        }
        let room = width.saturating_sub(GAP.len().saturating_add(1));
        while grid.len() > 1 && total(grid) > room {
            grid.pop();
        }
        let rows = grid.first().map_or(0, |column| column.ends.len());
        let mut rest = Texts { name: "…".to_owned(), width: 1, ..Texts::default() };
        for _ in 0..rows {
            rest.text.push('…');
            rest.ends.push(rest.text.len());
        }
        grid.push(rest);
    }
}

/// Transposes a grid: each column becomes a line. It suits tables of many columns and few rows, such as
/// statements.
fn transposed(grid: &[Texts], rows: usize) -> Vec<Texts> {
    let right = !grid.iter().any(|column| column.cuts);
    let count = rows.min(MAX_TRANSPOSED_ROWS).saturating_add(1);
    let mut columns: Vec<Texts> =
        std::iter::repeat_with(|| Texts { right, ..Texts::default() }).take(count).collect();
    for column in grid {
        let line = std::iter::once(column.name.as_str()).chain(column.cells());
        for (texts, cell) in columns.iter_mut().zip(line) {
            texts.text.push_str(cell);
            texts.ends.push(texts.text.len());
            texts.width = texts.width.max(cell.width());
        }
    }
    if let Some(names) = columns.first_mut() {
        names.right = false;
    }
    columns
}

/// Replaces characters that move the cursor or change the direction of writing.
fn plain(text: &str) -> String {
    let mut out = String::new();
    push_plain(&mut out, text);
    out
}

fn push_plain(out: &mut String, text: &str) {
    let changes_direction =
        |character| matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    out.extend(text.chars().map(|character| match character {
        '\t' | '\n' | '\r' => ' ',
        character if character.is_control() || changes_direction(character) => char::REPLACEMENT_CHARACTER,
        character => character,
    }));
}
