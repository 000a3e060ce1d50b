//! Two tables beside each other: the rows of both where their first column is the same, around a number.

use std::borrow::Cow;

use crate::tabular::{Cell, Column, Table, Tables, last};

/// The number of rows on each side of the number.
const AROUND: usize = 8;

/// The widths of terminals, each with the number of columns of a table.
const WIDTHS: [(usize, usize); 3] = [(100, 4), (140, 6), (usize::MAX, 8)];

/// Two tables beside each other, and what is left out of them.
pub struct Sides<'v> {
    /// The rows of both.
    pub table: Table<'v>,
    /// The number of rows that are left out.
    pub rows: usize,
    /// The names of the columns that people read first and that have no room.
    pub columns: Vec<&'static str>,
    /// The names of the two.
    pub names: [&'static str; 2],
}

/// Returns the main table beside the table that the view puts there; `None` if the view has none, a table has no rows,
/// or a value has several rows: nothing says which belong together.
pub fn sides<'v>(tables: &Tables<'v>, width: Option<usize>, has_all: bool) -> Option<Sides<'v>> {
    let view = tables.view();
    let (main, other, name) = (view.main?, view.beside?, *view.columns.first()?);
    let find = |name: &str| tables.all.iter().find(|table| table.name == name && table.rows > 0);
    let (left, right) = (find(main)?, find(other)?);
    let (head, other_head) = (left.column(name)?, right.column(name)?);
    if is_repeated(head) || is_repeated(other_head) {
        return None;
    }
    let mut values: Vec<Cell<'v>> = head.cells.iter().chain(&other_head.cells).cloned().collect();
    values.sort_by(|one, other| value(one).total_cmp(&value(other)));
    values.dedup_by(|one, other| value(one).total_cmp(&value(other)).is_eq());
    let count = values.len();
    if let Some(middle) = tables.middle().and_then(|(_, number)| number.as_f64()).filter(|_| !has_all) {
        let place = values.partition_point(|cell| value(cell) < middle);
        let end = place.saturating_add(AROUND).min(count);
        values.truncate(end);
        values.drain(..place.saturating_sub(AROUND).min(values.len()));
    }
    let width = width.unwrap_or(100);
    let number = WIDTHS.iter().find(|(most, _)| width < *most).map_or(4, |(_, number)| *number);
    // What stands above the rows says it of all of them.
    let is_above = |name: &&str| {
        left.column(name).is_some_and(|column| {
            tables.facts.iter().any(|(_, fact)| column.cells.iter().all(|cell| cell == fact))
        })
    };
    let all = || view.columns.iter().skip(1).copied().filter(|name| !is_above(name));
    let shown: Vec<&str> = all().take(number).collect();
    let is_known = |name: &&str| left.column(name).is_some();
    let left_out = all().skip(number).filter(is_known).collect();
    let left = side(left, head, &values, &shown);
    let right = side(right, other_head, &values, &shown);
    let rows = values.len();
    let key = Column { cells: values, ..head.clone() };
    let columns = left.into_iter().chain([key]).chain(right).collect();
    let name = tables.outline.pair.as_ref()?.name.clone();
    let table = Table { name, columns, rows };
    Some(Sides { table, rows: count.saturating_sub(rows), columns: left_out, names: [main, other] })
}

/// Returns columns of a table in the order of the values of its first column, the first with the name of the table before
/// its own.
fn side<'v>(table: &Table<'v>, head: &Column<'v>, values: &[Cell<'v>], shown: &[&str]) -> Vec<Column<'v>> {
    let row =
        |wanted: &Cell<'v>| head.cells.iter().position(|cell| value(cell).total_cmp(&value(wanted)).is_eq());
    let rows: Vec<Option<usize>> = values.iter().map(row).collect();
    let name = last(&table.name);
    let columns = shown.iter().filter_map(|shown| table.column(shown)).enumerate().map(|(index, column)| {
        let cell =
            |row: &Option<usize>| row.and_then(|row| column.cells.get(row).cloned()).unwrap_or(Cell::Null);
        let cells = rows.iter().map(cell).collect();
        let own =
            if index == 0 { Cow::Owned(format!("{name} {}", column.name)) } else { column.name.clone() };
        Column { name: own, cells, ..column.clone() }
    });
    columns.collect()
}

/// Returns true if two cells of a column have one value.
fn is_repeated(column: &Column<'_>) -> bool {
    let mut values: Vec<f64> = column.cells.iter().map(value).collect();
    values.sort_by(f64::total_cmp);
    values.windows(2).any(|pair| matches!(pair, [one, next] if one.total_cmp(next).is_eq()))
}

fn value(cell: &Cell<'_>) -> f64 {
    cell.double().unwrap_or(f64::INFINITY)
}
