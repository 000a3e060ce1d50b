//! The part of a response at a path.

use virtual_finance_core::request::ErasedResponse;
use virtual_finance_core::{Map, Value};

use crate::formats::jsonl;
use crate::tabular::{Outline, ROOT, Table, at, cut};
use crate::text::Failure;

/// Returns a response as a value, which can be cut into tables.
pub fn value(response: &dyn ErasedResponse) -> Result<Value, Failure> {
    let value = response.to_value();
    value.map_err(|error| Failure::other(format!("the response cannot be cut into tables: {error}")))
}

/// Returns the part of a response at a path: of lists in rows all items, each with what names its row. A part that the
/// response can have and has not is empty.
pub fn part(response: Value, path: &str, outline: &Outline) -> Result<Value, Failure> {
    if outline.name_of(path) == outline.name_of(ROOT) {
        return Ok(response);
    }
    let tables = cut(&response, outline);
    let is_in_rows = |table: &&Table<'_>| table.columns.iter().any(|column| column.is_key);
    if let Some(table) = tables.all.iter().filter(is_in_rows).find(|table| table.name == path) {
        return Ok(jsonl::rows(table).collect());
    }
    match (at(&response, path), outline.table(path)) {
        (Some(part), _) => Ok(part.clone()),
        (None, Some(possible)) if possible.is_list => Ok(Value::Array(Vec::new())),
        (None, Some(_)) => Ok(Value::Object(Map::new())),
        (None, None) => Err(tables.no_table(path)),
    }
}
