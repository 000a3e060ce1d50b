//! The note of a conversion about rows that cannot be read.

use std::fmt;

use crate::outcome::{Note, Notes};

/// The rows of a reply that cannot be read, for example because a number is a text. The others are in the response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedRows(pub Vec<SkippedRow>);

/// A row that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SkippedRow {
    /// The value that names the row, for example its symbol.
    pub name: String,
    /// The reason, for example `its price is of another type`.
    pub reason: String,
}

impl SkippedRow {
    pub(crate) const fn new(name: String, reason: String) -> Self {
        Self { name, reason }
    }
}

impl SkippedRows {
    /// Adds the note about some rows, if there are any.
    pub fn note(rows: Vec<SkippedRow>, notes: &mut Notes) {
        if !rows.is_empty() {
            notes.insert(Self(rows));
        }
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
