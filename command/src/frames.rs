//! The tables of a response as frames.

use std::borrow::Cow;

use polars_core::prelude::{
    BooleanChunked, Column as Series, DataFrame, Float64Chunked, Int32Chunked, Int64Chunked, IntoColumn as _,
    NewChunkedArray as _, PolarsError, StringChunked, TimeUnit, TimeZone,
};
use virtual_finance_core::Value;

use crate::csv;
use crate::cut::cut;
use crate::outline::Outline;
use crate::table::{Cell, Column, Kind, Table};
use crate::time::Zone;

const DAY: i64 = 86_400;

/// Returns the tables of a response as frames with their names, the main one first. A column of mixed kinds is one of
/// strings, as in CSV; times are in the zone of the response, and dates where they are days.
///
/// # Errors
/// Two columns of a table have the same name.
pub fn frames(response: &Value, outline: &Outline) -> Result<Vec<(String, DataFrame)>, PolarsError> {
    let tables = cut(response, outline);
    let named = |table: &Table<'_>| Ok((table.name.clone(), frame(table, &tables.zone)?));
    tables.all.iter().map(named).collect()
}

/// Converts a table to a frame. A column of mixed kinds becomes strings, as in CSV.
pub(crate) fn frame(table: &Table<'_>, zone: &Zone) -> Result<DataFrame, PolarsError> {
    let columns = table.columns.iter().map(|column| series(column, zone));
    DataFrame::new(table.rows, columns.collect::<Result<_, _>>()?)
}

fn series(column: &Column<'_>, zone: &Zone) -> Result<Series, PolarsError> {
    of_kind(column, (column.kind(), column.has_dates()), zone)
}

/// Converts a column to one of a kind.
pub(crate) fn of_kind(
    column: &Column<'_>,
    (kind, has_dates): (Kind, bool),
    zone: &Zone,
) -> Result<Series, PolarsError> {
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
