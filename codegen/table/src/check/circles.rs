//! Finds the fields through which records contain themselves.

use std::collections::{HashMap, HashSet};

use crate::parse::table::{ItemType, Table};

/// Returns the fields that close circles of records, each with its record, as a search in depth finds them: without these no
/// record contains itself.
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
            let Some((field, found)) =
                table.records.get(name).and_then(|record| record.fields.get_index(index))
            else {
                seen.insert(name, false);
                continue;
            };
            open.push((name, index.saturating_add(1)));
            if let ItemType::One(inner) = &found.kind {
                match seen.get(inner.as_str()) {
                    Some(true) => drop(closing.insert((name, field.as_str()))),
                    None if table.records.contains_key(inner) => open.push((inner, 0)),
                    _ => {}
                }
            }
        }
    }
    closing
}
