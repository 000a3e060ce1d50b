//! Names what was asked for and has no result: the host gave none, or its row is left out.

use virtual_finance_core::request::{EndpointInfo, ErasedResponse};
use virtual_finance_core::{ErrorKind, Notes, SkippedRow, SkippedRows, Value};
use virtual_finance_tables::tabular::at;

use crate::connection::Failed;

/// A value that was asked for and has no result.
pub(crate) struct Without {
    value: String,
    /// The reason why its row is left out; `None` where the host gave none.
    reason: Option<String>,
}

impl Without {
    /// Returns what a response lacks, as far as the table says where it names that. The reasons are taken out of the notes,
    /// so that each is told once.
    pub(crate) fn of<'n>(
        info: &EndpointInfo,
        response: &dyn ErasedResponse,
        notes: impl IntoIterator<Item = &'n mut Notes>,
    ) -> Vec<Self> {
        let Some(path) = info.view.and_then(|view| view.unknown) else { return Vec::new() };
        let response = response.to_value().unwrap_or_default();
        let list = at(&response, path).and_then(Value::as_array).into_iter().flatten();
        let values: Vec<&str> = list.filter_map(Value::as_str).collect();
        if values.is_empty() {
            return Vec::new();
        }
        let is_of = |row: &SkippedRow, value: &str| {
            row.is_named() && row.name.trim().eq_ignore_ascii_case(value.trim())
        };
        let mut left_out: Vec<SkippedRow> = Vec::new();
        for notes in notes {
            let Some(SkippedRows(rows)) = notes.take() else { continue };
            let (found, others) =
                rows.into_iter().partition(|row| values.iter().any(|value| is_of(row, value)));
            left_out.extend::<Vec<_>>(found);
            if !others.is_empty() {
                notes.insert(SkippedRows(others));
            }
        }
        let reason =
            |value: &str| left_out.iter().find(|row| is_of(row, value)).map(|row| row.reason.clone());
        values.into_iter().map(|value| Self { value: value.to_owned(), reason: reason(value) }).collect()
    }

    /// Returns what the file of failures keeps.
    pub(crate) fn failed(&self) -> Failed {
        match &self.reason {
            Some(reason) => {
                Failed::of(&self.value, ErrorKind::Unprocessable, &format!("left out, as {reason}"))
            }
            None => Failed::of(&self.value, ErrorKind::NotFound, "the host does not know it"),
        }
    }

    /// Returns the sentences about all of them, a line for each; `None` without any.
    pub(crate) fn message(list: &[Self]) -> Option<String> {
        let unknown: Vec<&str> =
            list.iter().filter(|one| one.reason.is_none()).map(|one| one.value.as_str()).collect();
        let unknown = (!unknown.is_empty()).then(|| {
            format!("no result for {}: the host gave none; check how it is written", unknown.join(", "))
        });
        let left_out = list.iter().filter_map(|Self { value, reason }| {
            Some(format!("no result for {value}, as {}; ask again later", reason.as_deref()?))
        });
        let lines: Vec<String> = unknown.into_iter().chain(left_out).collect();
        (!lines.is_empty()).then(|| lines.join("\n  "))
    }
}
