//! The note of a conversion about rows that are left out.

use std::fmt;

use super::outcome::{Converted, Note};
use crate::text::shortened;

/// The rows of a reply that are left out, because they cannot be read, for example a number that is a text, because they are
/// there twice, or because they belong elsewhere; and parts of one value. The others are in the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRows(pub Vec<SkippedRow>);

/// A row that is left out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRow {
    /// The value that names the row, for example its symbol, or else the place of the row in the reply.
    pub name: String,
    /// The reason, for example `its price is of another type`.
    pub reason: String,
    is_named: bool,
}

impl SkippedRow {
    /// Creates a row that has a name.
    #[must_use]
    pub fn named(name: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: shortened(name.into()), reason: reason.into(), is_named: true }
    }

    /// Creates a row without a name, or a part, by its path in the reply.
    #[must_use]
    pub fn at(place: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { name: place.into(), reason: reason.into(), is_named: false }
    }

    /// Returns true if the row has a name; otherwise `name` is its place.
    #[must_use]
    pub const fn is_named(&self) -> bool {
        self.is_named
    }
}

impl<T> Converted<T> {
    /// Adds the note about rows that the response does not have, if there are any.
    #[must_use]
    pub fn with_skipped(mut self, rows: Vec<SkippedRow>) -> Self {
        if !rows.is_empty() {
            self.notes.insert(SkippedRows(rows));
        }
        self
    }
}

impl fmt::Display for SkippedRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, as {}", self.name, self.reason)
    }
}

impl fmt::Display for SkippedRows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        let mut shown: Vec<String> = self.0.iter().take(SHOWN).map(SkippedRow::to_string).collect();
        let others = self.0.len().saturating_sub(SHOWN);
        shown.extend((others > 0).then(|| format!("and {others} more")));
        f.write_str(&shown.join("; "))
    }
}

impl Note for SkippedRows {
    const LABEL: &'static str = "skipped rows";
}
