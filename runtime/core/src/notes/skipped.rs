//! The notes of a conversion about what cannot be read: rows that are left out, and values that are null.

use std::fmt;

use super::outcome::Converted;
use crate::text::{listed, shortened};

/// The rows of a reply that are left out, because they cannot be read, for example a number that is a text, because they are
/// there twice, or because they belong elsewhere; and parts of one value. The others are in the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRows(pub Vec<SkippedRow>);

crate::note!(SkippedRows, "skipped rows", |note| "{}", listed(&note.0));

/// The values of a reply that are null in the response, because they cannot be read. The rows that have them are there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NullValues(pub Vec<SkippedRow>);

crate::note!(NullValues, "null values", |note| "{}", listed(&note.0));

/// A row that is left out, or a value that is null.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRow {
    /// The value that names the row, for example its symbol, or else the place of the row in the reply.
    pub name: String,
    /// The reason, for example `its price is of another type`.
    pub reason: String,
    is_named: bool,
    is_null: bool,
}

impl SkippedRow {
    /// Creates a row that has a name.
    #[must_use]
    pub fn named(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: shortened(name.into()), reason: reason.into(), is_named: true, is_null: false }
    }

    /// Creates a row without a name, or a part, by its path in the reply.
    #[must_use]
    pub fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: place.into(), reason: reason.into(), is_named: false, is_null: false }
    }

    /// Makes it a value that is null, in a row that is not left out.
    #[must_use]
    pub fn as_null(self) -> Self {
        Self { is_null: true, ..self }
    }

    /// Returns true if the row has a name; otherwise `name` is its place.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        self.is_named
    }
}

impl<T> Converted<T> {
    /// Adds the notes about rows that the response does not have, and about values that are null, if there are any.
    #[must_use]
    pub fn with_skipped(mut self, rows: Vec<SkippedRow>) -> Self {
        let (values, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.is_null);
        if !rows.is_empty() {
            self.notes.insert(SkippedRows(rows));
        }
        if !values.is_empty() {
            self.notes.insert(NullValues(values));
        }
        self
    }
}

impl fmt::Display for SkippedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, as {}", self.name, self.reason)
    }
}
