//! The rows of an event, of which each is the whole record.

use virtual_finance_core::{Map, Value};

/// Adds to the rows of an event the lists and objects of its records, which are tables of their own elsewhere.
pub fn add_parts(rows: &mut [Map<String, Value>], response: &Value) {
    let records = response.as_array().map_or(std::slice::from_ref(response), Vec::as_slice);
    if records.len() != rows.len() {
        return;
    }
    for (row, record) in rows.iter_mut().zip(records) {
        for (name, part) in record.as_object().into_iter().flatten() {
            let is_there = |column: &String| {
                column.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            if (part.is_array() || part.is_object()) && !row.keys().any(is_there) {
                row.insert(name.clone(), part.clone());
            }
        }
    }
}
