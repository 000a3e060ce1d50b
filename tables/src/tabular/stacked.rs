//! The rows of several tables as one table, with a column that names the request or the table of each row.

use std::borrow::Cow;

use super::{Cell, Column, Pair, Table, last, possible::SIDE, rows::Order};

/// The column that names the request where the table has one of the parameter's name.
const REQUEST: &str = "request";

/// Returns a table with a first column that names the request.
pub fn named<'v>(table: &Table<'v>, name: &'static str, subject: &'v str) -> Table<'v> {
    let mut columns = Vec::with_capacity(table.columns.len().saturating_add(1));
    let name = if table.column(name).is_some() { REQUEST } else { name };
    let column = Column::new(Cow::Borrowed(name), vec![Cell::Text(subject); table.rows]);
    columns.push(Column { is_key: true, ..column });
    columns.extend(table.columns.iter().cloned());
    Table { name: table.name.clone(), columns, rows: table.rows }
}

/// Returns the rows of two tables as one table, behind columns with the subject and the table of each row; `None` if
/// neither is there.
pub(super) fn both<'v>(all: &[Table<'v>], pair: &Pair, subject: Option<&'v str>) -> Option<Table<'v>> {
    let sides = pair
        .paths
        .iter()
        .filter_map(|path| all.iter().find(|table| table.name == *path).map(|of| (path, of)));
    let sides = sides.map(|(path, table)| {
        let keys = [(pair.subject.map(last), subject), (Some(SIDE), Some(last(path)))];
        let keys = keys.into_iter().filter_map(|(name, value)| {
            let cells = vec![value.map_or(Cell::Null, Cell::Text); table.rows];
            Some(Column { is_key: true, ..Column::new(Cow::Borrowed(name?), cells) })
        });
        let keys = keys.filter(|key| table.column(&key.name).is_none());
        let columns = keys.chain(table.columns.iter().cloned()).collect();
        Table { name: pair.name.clone(), columns, rows: table.rows }
    });
    sides.reduce(joined)
}

/// Returns a table with these columns; missing columns are null.
pub fn aligned<'v>(table: Table<'v>, names: &[String]) -> Table<'v> {
    let Table { name, columns, rows } = table;
    let mut columns: Vec<Option<Column<'v>>> = columns.into_iter().map(Some).collect();
    let aligned = names.iter().map(|name| {
        let mut found = columns.iter_mut().find(|column| column.as_ref().is_some_and(|of| of.name == *name));
        let found = found.as_mut().and_then(|column| column.take());
        found.unwrap_or_else(|| Column::new(Cow::Owned(name.clone()), vec![Cell::Null; rows]))
    });
    Table { name, columns: aligned.collect(), rows }
}

/// Returns the rows of two tables, one after the other, with the columns of both.
pub fn joined<'v>(one: Table<'v>, other: Table<'v>) -> Table<'v> {
    let mut order = Order::default();
    [&one, &other].into_iter().for_each(|table| order.add(table.columns.iter().map(|column| &*column.name)));
    let names: Vec<String> = order.names().into_iter().map(str::to_owned).collect();
    let rows = one.rows.saturating_add(other.rows);
    let (one, other) = (aligned(one, &names), aligned(other, &names));
    let columns = one.columns.into_iter().zip(other.columns).map(|(mut column, more)| {
        column.cells.extend(more.cells);
        column.granularity = column.granularity.or(more.granularity);
        column.is_heterogeneous |= more.is_heterogeneous;
        column
    });
    Table { name: one.name, columns: columns.collect(), rows }
}
