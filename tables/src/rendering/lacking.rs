//! The columns that are asked for of several requests, and that the tables of some of them lack: a company without earnings
//! has no price-earnings ratio.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::Rendering;
use crate::tabular::{Outline, Table};
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
    /// Returns the table of a subject with the wanted columns in the wanted order; missing columns are null.
    pub fn arranged<'t, 'v>(
        &mut self,
        wanted: &Rendering,
        table: Cow<'t, Table<'v>>,
        outline: &Outline,
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        let (mut absent, rows) = (Vec::new(), table.rows);
        self.newly.clear();
        let table = wanted.arranged_where_known(table, outline, &mut absent)?;
        // A table without rows lacks nothing.
        if rows > 0 {
            let is_there = |name: &&str| absent.iter().all(|(absent, _)| absent != name);
            self.found.extend(wanted.names().filter(is_there).map(str::to_owned));
            for (column, failure) in absent {
                if self.failures.insert(column.clone(), failure).is_none() {
                    self.newly.push(column);
                }
            }
        }
        Ok(table)
    }

    /// Fails if there is a column that no table had.
    pub fn require(self) -> Result<(), Failure> {
        let unknown = self.failures.into_iter().find(|(column, _)| !self.found.contains(column));
        unknown.map_or(Ok(()), |(_, failure)| Err(failure))
    }
}
