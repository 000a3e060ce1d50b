//! Finds the fields through which records contain themselves, and the types through which a choice of types does.

use std::collections::{HashMap, HashSet};

use crate::parse::table::{ItemType, Record, Table};

/// Returns the fields that close circles of records, each with its record, as a search in depth finds them: without these no
/// record contains itself. A choice of types ends a circle, unless that is one of such choices alone.
pub(super) fn closing(table: &Table) -> HashSet<(&str, &str)> {
    let mut closing = HashSet::new();
    // True for the records around the current one.
    let mut seen: HashMap<&str, bool> = HashMap::new();
    for first in table.records.keys() {
        let mut open = vec![(first.as_str(), 0_usize)];
        while let Some((name, index)) = open.pop() {
            if index == 0 && seen.insert(name, true).is_some() {
                seen.insert(name, false);
                continue;
            }
            let record = table.records.get(name);
            let Some((field, found)) = record.and_then(|record| record.kinds().nth(index)) else {
                seen.insert(name, false);
                continue;
            };
            open.push((name, index.saturating_add(1)));
            if let ItemType::One(inner) = found
                && let Some(within) = table.records.get(inner)
                && record.is_some_and(Record::is_one_of) == within.is_one_of()
            {
                match seen.get(inner.as_str()) {
                    Some(true) => drop(closing.insert((name, field))),
                    None => open.push((inner, 0)),
                    _ => {}
                }
            }
        }
    }
    closing
}
