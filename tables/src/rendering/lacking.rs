//! The columns that are asked for of several requests, and that the tables of some of them lack: a company without earnings
//! has no price-earnings ratio.

use std::collections::{BTreeMap, BTreeSet};

use crate::text::Failure;

/// The columns that are asked for, as far as the tables so far have them.
#[derive(Debug, Default)]
pub struct Lacking {
    found: BTreeSet<String>,
    /// The failure of the last table without a column.
    failures: BTreeMap<String, Failure>,
    /// The columns that the last table lacked and none before it.
    pub newly: Vec<String>,
}

impl Lacking {
    /// Adds what the table of a subject lacks of the wanted columns.
    pub(super) fn add<'n>(
        &mut self,
        wanted: impl Iterator<Item = &'n str>,
        absent: Vec<(String, Failure)>,
        rows: usize,
    ) {
        self.newly.clear();
        // A table without rows lacks nothing.
        if rows > 0 {
            let is_there = |name: &&str| absent.iter().all(|(absent, _)| absent != name);
            self.found.extend(wanted.filter(is_there).map(str::to_owned));
            for (column, failure) in absent {
                if self.failures.insert(column.clone(), failure).is_none() {
                    self.newly.push(column);
                }
            }
        }
    }

    /// Fails if there is a column that no table had.
    pub fn require(self) -> Result<(), Failure> {
        let unknown = self.failures.into_iter().find(|(column, _)| !self.found.contains(column));
        unknown.map_or(Ok(()), |(_, failure)| Err(failure))
    }
}
