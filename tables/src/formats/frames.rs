//! The tables of a response as frames.

use std::borrow::Cow;

use polars_core::prelude::{
    BooleanChunked, Column as Series, DataFrame, Float64Chunked, Int32Chunked, Int64Chunked, IntoColumn as _,
    NewChunkedArray as _, PolarsError, StringChunked, TimeUnit, TimeZone,
};
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::time::Granularity;

use super::csv;
use crate::tabular::{Cell, Column, Kind, Outline, Table, cut, last};
use crate::text::Zone;

const DAY: i64 = 86_400;

/// The name and the type of a column of a frame.
pub(crate) struct Shape {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// True if points in time are days.
    pub(crate) has_dates: bool,
}

/// Returns the kind of a column, given the kind of its cells: the schema's kind if the cells are of that kind or
/// absent. So a price is a double, even if every price is whole.
pub(crate) fn declared(outline: &Outline, table: &str, column: &str, found: Kind) -> Kind {
    let columns = outline.exact(table).map(|table| table.columns.as_slice()).unwrap_or_default();
    let Some(known) = columns.iter().find(|known| known.name == column) else { return found };
    let view = outline.view.unwrap_or(ViewInfo::new(None));
    let member = last(column);
    let is_price = [view.prices, view.percents, view.fractions].iter().any(|names| names.contains(&member));
    match (known.kind, found) {
        (Kind::Float, Kind::Integer) if is_price => Kind::Float,
        // The last column of a chart is the volume, which is counted.
        (Kind::Float, Kind::Empty) if view.chart.last() == Some(&column) => Kind::Integer,
        (Kind::Text | Kind::Mixed, Kind::Empty) => Kind::Empty,
        (known, Kind::Empty) => known,
        _ => found,
    }
}

/// Returns true if the times of a column are days, given whether all of them are midnights, if there are any.
pub(crate) fn has_dates(granularity: Option<Granularity>, are_midnights: Option<bool>) -> bool {
    match granularity {
        Some(Granularity::Instants) => false,
        Some(Granularity::Days) => are_midnights.unwrap_or(true),
        None => are_midnights.unwrap_or(false),
    }
}

/// Returns the tables of a response as frames with their names, the main table first: all columns of the schema in its
/// order, after the columns that name the row of each. Times are in the zone of the response, dates where they are
/// days; a column of mixed kinds holds strings, as in CSV.
///
/// # Errors
/// Two columns of a table have the same name.
pub fn frames(response: &Value, outline: &Outline) -> Result<Vec<(String, DataFrame)>, PolarsError> {
    let tables = cut(response, outline);
    let named = |table: &Table<'_>| {
        let shapes = completed(shapes(table, outline), &table.name, outline);
        Ok((table.name.clone(), shaped(table, &shapes, &tables.zone)?))
    };
    tables.all.iter().map(named).collect()
}

/// Returns a table of a response as a frame; an absent table of the schema has no rows. `None` if the schema has no
/// such table.
///
/// # Errors
/// Two columns of the table have the same name.
pub fn frame_of(response: &Value, outline: &Outline, name: &str) -> Result<Option<DataFrame>, PolarsError> {
    let tables = cut(response, outline);
    let Ok(table) = tables.choose(Some(name)) else { return Ok(None) };
    let shapes = completed(shapes(&table, outline), &table.name, outline);
    shaped(&table, &shapes, &tables.zone).map(Some)
}

/// Converts a table to a frame of its columns.
#[cfg(feature = "frames")]
pub fn frame(table: &Table<'_>, zone: &Zone, outline: &Outline) -> Result<DataFrame, PolarsError> {
    shaped(table, &shapes(table, outline), zone)
}

/// Converts a table to a frame of these columns; missing columns are null.
pub(crate) fn shaped(table: &Table<'_>, shapes: &[Shape], zone: &Zone) -> Result<DataFrame, PolarsError> {
    let columns = shapes.iter().map(|shape| {
        let found = table.column(&shape.name);
        let lacking = || Column::new(Cow::Borrowed(shape.name.as_str()), vec![Cell::Null; table.rows]);
        let column = found.map_or_else(|| Cow::Owned(lacking()), Cow::Borrowed);
        series(&column, shape, zone)
    });
    DataFrame::new(table.rows, columns.collect::<Result<_, _>>()?)
}

/// Returns the shapes of the columns of a table.
fn shapes(table: &Table<'_>, outline: &Outline) -> Vec<Shape> {
    let shape = |column: &Column<'_>| {
        let kind = declared(outline, &table.name, &column.name, column.kind());
        let has_dates = has_dates(column.granularity, column.are_midnights());
        Shape { name: column.name.to_string(), kind, has_dates }
    };
    table.columns.iter().map(shape).collect()
}

/// Adds the columns that the schema names and a table lacks, and puts all into the order of the schema.
fn completed(mut found: Vec<Shape>, table: &str, outline: &Outline) -> Vec<Shape> {
    let known = outline.exact(table).map(|table| table.columns.as_slice()).unwrap_or_default();
    let Some(first) = found.iter().position(|shape| known.iter().any(|known| known.name == shape.name))
    else {
        return found;
    };
    let mut others = found.split_off(first);
    for known in known {
        found.push(match others.iter().position(|shape| shape.name == known.name) {
            Some(at) => others.remove(at),
            None => Shape {
                kind: declared(outline, table, &known.name, Kind::Empty),
                name: known.name.clone(),
                has_dates: false,
            },
        });
    }
    found.append(&mut others);
    found
}

/// Converts a column to one of a shape.
fn series(column: &Column<'_>, shape: &Shape, zone: &Zone) -> Result<Series, PolarsError> {
    let name = column.name.as_ref().into();
    let cells = column.cells.iter();
    Ok(match shape.kind {
        Kind::Integer => {
            Int64Chunked::from_iter_options(name, cells.map(|cell| cell.number()?.as_i64())).into_column()
        }
        Kind::Float => Float64Chunked::from_iter_options(name, cells.map(Cell::double)).into_column(),
        Kind::Boolean => {
            let boolean = |cell: &Cell<'_>| matches!(cell, Cell::Boolean(true));
            let booleans = cells.map(|cell| (*cell != Cell::Null).then(|| boolean(cell)));
            BooleanChunked::from_iter_options(name, booleans).into_column()
        }
        Kind::Time if shape.has_dates => {
            let days = cells.map(|cell| i32::try_from(cell.seconds()?.div_euclid(DAY)).ok());
            Int32Chunked::from_iter_options(name, days).into_date().into_column()
        }
        Kind::Time => {
            let zone = TimeZone::opt_try_new(Some(zone.name()))?;
            let millis = cells.map(|cell| cell.seconds()?.checked_mul(1_000));
            Int64Chunked::from_iter_options(name, millis)
                .into_datetime(TimeUnit::Milliseconds, zone)
                .into_column()
        }
        Kind::Text | Kind::Empty | Kind::Mixed => {
            StringChunked::from_iter_options(name, cells.map(text)).into_column()
        }
    })
}

/// Returns a cell as the text that CSV has for it, without quotes.
fn text<'c>(cell: &'c Cell<'_>) -> Option<Cow<'c, str>> {
    match cell {
        Cell::Null => None,
        Cell::Text(text) => Some(Cow::Borrowed(text)),
        Cell::Nested(value) => Some(Cow::Owned(value.to_string())),
        cell => {
            let mut text = String::new();
            // Writing to a String cannot fail.
            let _ = csv::plain(&mut text, cell);
            Some(Cow::Owned(text))
        }
    }
}
