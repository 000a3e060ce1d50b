//! The notes about pages that have fewer items than their host counts, or the same items.

/// All pages of a request have fewer items than the host says that there are. It is beside the last page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct FewerItems {
    /// The number of items that the host gave, from the first page on.
    pub items: u64,
    /// The number of items that it counts from there on.
    pub total: u64,
}

crate::note!(FewerItems, "fewer items", |note| "{} of {}", note.items, note.total);

/// A page of a request has items that the page before it has, too: whole and equal in JSON. A number, a bool or null is
/// none of them, for it says not which item it is.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepeatedItems {
    /// The indexes of the items in their page, in order.
    pub indexes: Vec<usize>,
}

crate::note!(RepeatedItems, "repeated items", |note| "{} that the page before has", note.indexes.len());

impl RepeatedItems {
    /// Creates the note.
    #[must_use]
    pub const fn new(indexes: Vec<usize>) -> Self {
        Self { indexes }
    }

    /// Returns the items of the page that the page before it has not.
    pub fn without<T>(&self, items: Vec<T>) -> Vec<T> {
        let is_new = |index: &usize| self.indexes.binary_search(index).is_err();
        items.into_iter().enumerate().filter(|(index, _)| is_new(index)).map(|(_, item)| item).collect()
    }
}

impl FewerItems {
    /// Creates the note.
    #[must_use]
    pub const fn new(items: u64, total: u64) -> Self {
        Self { items, total }
    }
}
