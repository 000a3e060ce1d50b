//! Finds the types about which nothing is reported: a value that does not fit one of them is at fault itself.

use std::collections::{HashMap, HashSet};

use crate::item::{BYTES, EMPTY, ITEMS};
use crate::parse::table::ItemType;

use super::Checker;

/// The types of the table that were looked at, each with whether something is reported in it.
#[derive(Default)]
pub(super) struct Sound {
    /// The number of faults that were reported then.
    count: usize,
    at_fault: HashMap<String, bool>,
}

impl Checker<'_, '_> {
    /// Returns true if nothing was reported about a type, or about what it consists of.
    pub(super) fn is_sound(&self, kind: &ItemType) -> bool {
        let table = self.table.value();
        let (mut next, mut known) = (vec![innermost(kind)], HashSet::new());
        while let Some(name) = next.pop() {
            if !known.insert(name) || is_built_in(name) {
                continue;
            }
            if self.is_type_at_fault(name) {
                return false;
            }
            let fields = table.records.get(name).into_iter().flat_map(|record| record.fields.values());
            next.extend(fields.map(|field| innermost(&field.kind)));
        }
        true
    }

    /// Returns true if something was reported about a type itself. What is found is kept until more is reported, for many
    /// endpoints have the same records.
    fn is_type_at_fault(&self, name: &str) -> bool {
        let mut sound = self.sound.borrow_mut();
        let count = self.faults.count();
        if sound.count != count {
            *sound = Sound { count, at_fault: HashMap::new() };
        }
        if let Some(is_at_fault) = sound.at_fault.get(name) {
            return *is_at_fault;
        }
        let is_at_fault = match (self.table.records().named(name), self.table.types().named(name)) {
            (Some(record), _) => self.is_at_fault(record),
            (None, Some(found)) => self.is_at_fault(found),
            // It may be in a part that is broken; otherwise it is reported where it is named.
            (None, None) => true,
        };
        sound.at_fault.insert(name.to_owned(), is_at_fault);
        is_at_fault
    }
}

/// Returns the name of the type that a type consists of.
fn innermost(kind: &ItemType) -> &str {
    match kind {
        ItemType::One(name) => name,
        ItemType::List(item) | ItemType::Map(item) => innermost(item),
    }
}

/// Returns true for a type that every table has.
fn is_built_in(name: &str) -> bool {
    name == BYTES || name == EMPTY || ITEMS.iter().any(|(built_in, _)| *built_in == name)
}
