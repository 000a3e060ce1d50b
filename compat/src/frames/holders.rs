//! Tables of holders.

use polars_core::prelude::{Column, DataFrame};
use virtual_finance::responses::Value;
use virtual_finance::responses::holders::{HolderTable, Response};

use crate::column::{days, doubles, floats, frame, integers, plain_text, texts};
use crate::error::Error;
use crate::zone::written_day;

/// The columns that every table has, by their keys and titles, in order.
const COLUMNS: [(&str, &str); 5] = [
    ("holder", "Holder"),
    ("shares", "Shares"),
    ("date_reported", "Date Reported"),
    ("pch_out", "% Out"),
    ("value", "Value"),
];

/// Kinds of holders: the columns `0`, a text such as `58.58%` or `2561` or null, and `1`, what it means.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn major(response: &Response) -> Result<DataFrame, Error> {
    let list = &response.major;
    let values = texts("0", list.iter().map(|(value, _)| value.as_deref()));
    let labels = texts("1", list.iter().map(|(_, label)| Some(label.as_str())));
    frame(list.len(), vec![values, labels])
}

/// Returns a table of holders in the page's order: `Holder` (texts), `Shares` (integers), `Date Reported`
/// (days), `% Out` and `Value` (integers, in the currency of the page). A table that the page does not have
/// is one without rows.
///
/// `% Out` is a fraction here, 0.0826, and a percentage in the standardized structure, 8.26. Titles are the
/// page's; other columns follow, of numbers where all their cells are numbers, else of texts. A date that
/// cannot be read is null.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn table(table: Option<&HolderTable>) -> Result<DataFrame, Error> {
    let Some(table) = table else {
        return frame(0, COLUMNS.iter().map(|(key, name)| column(None, key, name)).collect());
    };
    let title = |key: &str| table.legend.get(key).and_then(Value::as_str);
    let mut columns: Vec<Column> = Vec::new();
    let others =
        table.legend.keys().map(String::as_str).filter(|key| COLUMNS.iter().all(|(ours, _)| ours != key));
    for (key, usual) in COLUMNS.into_iter().chain(others.map(|key| (key, key))) {
        let name = title(key).unwrap_or(usual);
        // Frames have no two columns of one name; keys are different, titles may not be.
        let taken = columns.iter().any(|column| column.name() == name);
        columns.push(column(Some(table), key, if taken { key } else { name }));
    }
    frame(table.holders.len(), columns)
}

fn column(table: Option<&HolderTable>, key: &str, name: &str) -> Column {
    let holders = table.map(|table| table.holders.as_slice()).unwrap_or_default();
    let cells = holders.iter().map(|holder| holder.0.get(key));
    let numbers = cells.clone().map(|cell| cell?.as_number());
    match key {
        "shares" | "value" => integers(name, numbers),
        "date_reported" => days(name, cells.map(|cell| written_day(cell?.as_str()?))),
        "pch_out" => doubles(name, numbers.map(|percent| Some(percent?.as_f64()? / 100.0))),
        "holder" => texts(name, cells.map(|cell| plain_text(cell?))),
        _ if cells.clone().flatten().all(|cell| cell.is_null() || cell.is_number()) => {
            if numbers.clone().flatten().all(|number| !number.is_f64()) {
                integers(name, numbers)
            } else {
                floats(name, numbers)
            }
        }
        _ => texts(name, cells.map(|cell| plain_text(cell?))),
    }
}
