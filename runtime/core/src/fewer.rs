//! The note about pages that have fewer items than their host counts.

use std::fmt;

use crate::outcome::Note;

/// All pages of a request have fewer items than the host says that there are. It is beside the last page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FewerItems {
    /// The number of items that the host gave, from the first page on.
    pub items: u64,
    /// The number of items that it counts from there on.
    pub total: u64,
}

impl FewerItems {
    /// Creates the note.
    #[must_use]
    pub const fn new(items: u64, total: u64) -> Self {
        Self { items, total }
    }
}

impl fmt::Display for FewerItems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.items, self.total)
    }
}

impl Note for FewerItems {
    const LABEL: &'static str = "fewer items";
}
