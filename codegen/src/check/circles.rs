//! The records that contain each other in a circle, found in one pass over all records.

use std::collections::HashMap;

use indexmap::IndexMap;

use crate::parse::table::{ItemType, Record};

/// The numbers of circles, by the names of records. Records of one number contain each other.
pub(super) struct Circles<'t>(HashMap<&'t str, usize>);

impl<'t> Circles<'t> {
    /// Finds the circles: the strongly connected parts of the graph of records, as Kosaraju finds them.
    pub(super) fn of(records: &'t IndexMap<String, Record>) -> Self {
        let mut order = Vec::new();
        let mut seen: HashMap<&str, ()> = HashMap::new();
        let mut above: HashMap<&str, Vec<&str>> = HashMap::new();
        for (name, record) in records {
            contained(record).for_each(|inner| above.entry(inner).or_default().push(name));
            let mut open = vec![(name.as_str(), false)];
            while let Some((name, is_done)) = open.pop() {
                if is_done {
                    order.push(name);
                } else if seen.insert(name, ()).is_none() {
                    open.push((name, true));
                    let inner = records.get(name).into_iter().flat_map(contained);
                    open.extend(inner.map(|inner| (inner, false)));
                }
            }
        }
        let mut circles = HashMap::new();
        for (number, first) in order.iter().rev().enumerate() {
            let mut open = vec![*first];
            while let Some(name) = open.pop() {
                if !circles.contains_key(name) {
                    circles.insert(name, number);
                    open.extend(above.get(name).into_iter().flatten());
                }
            }
        }
        Self(circles)
    }

    /// Returns true if each of two records contains the other, or if they are one.
    pub(super) fn has(&self, one: &str, other: &str) -> bool {
        one == other || self.0.get(one).is_some_and(|number| self.0.get(other) == Some(number))
    }
}

/// Returns the records that are fields of a record, not in a list or a map.
fn contained(record: &Record) -> impl Iterator<Item = &str> {
    record.fields.values().filter_map(|field| match &field.kind {
        ItemType::One(of) => Some(of.as_str()),
        ItemType::List(_) | ItemType::Map(_) => None,
    })
}
