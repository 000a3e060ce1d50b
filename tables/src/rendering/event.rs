//! The rows of an event, of which each is its whole record.

use std::slice;

use virtual_finance_core::request::ErasedResponse;
use virtual_finance_core::{Map, Value};

use super::{Rendering, value};
use crate::formats::jsonl;
use crate::tabular::{Outline, cut};
use crate::text::Failure;

impl Rendering {
    /// Returns the rows of an event as objects. A row has the lists and objects of its record, too, unless a table or columns
    /// are chosen.
    ///
    /// # Errors
    /// The response has no such table or column.
    pub fn event(
        &self,
        response: &dyn ErasedResponse,
        outline: &Outline,
    ) -> Result<Vec<Map<String, Value>>, Failure> {
        let value = value(response)?;
        let tables = cut(&value, outline);
        let table = self.arranged(tables.choose(self.table.as_deref())?, outline)?;
        jsonl::check(&table)?;
        let mut rows: Vec<_> = jsonl::rows(&table).collect();
        let records = value.as_array().map_or(slice::from_ref(&value), Vec::as_slice);
        if self.table.is_none() && self.columns.is_empty() && records.len() == rows.len() {
            rows.iter_mut().zip(records).for_each(|(row, record)| add_parts(row, record));
        }
        Ok(rows)
    }
}

/// Adds the lists and objects of a record, which are tables of their own elsewhere.
fn add_parts(row: &mut Map<String, Value>, record: &Value) {
    for (name, part) in record.as_object().into_iter().flatten() {
        let is_there = |column: &String| {
            column.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        if (part.is_array() || part.is_object()) && !row.keys().any(is_there) {
            row.insert(name.clone(), part.clone());
        }
    }
}
