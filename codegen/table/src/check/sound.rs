//! Remembers about which types something is reported: many endpoints have the same records.

use std::collections::HashMap;

/// The types of the table that were looked at, each with whether something is reported about it.
#[derive(Default)]
pub(super) struct Sound {
    /// The number of faults that were reported then.
    count: usize,
    at_fault: HashMap<String, bool>,
}

impl Sound {
    /// Returns true if something is reported about a type. What `look` finds is kept until `count`, the number of faults,
    /// is another one.
    pub(super) fn is_at_fault(&mut self, name: &str, count: usize, look: impl FnOnce() -> bool) -> bool {
        if self.count != count {
            *self = Self { count, at_fault: HashMap::new() };
        }
        if let Some(known) = self.at_fault.get(name) {
            return *known;
        }
        let found = look();
        self.at_fault.insert(name.to_owned(), found);
        found
    }
}
