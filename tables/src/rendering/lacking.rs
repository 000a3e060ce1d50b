//! The columns that are asked for of several requests, and that the tables of some of them lack: a company without earnings
//! has no price-earnings ratio.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Arrangement;
use crate::tabular::{Outline, Table};
use crate::text::Failure;

/// The columns that are asked for, by their names.
#[derive(Debug, Default)]
pub struct Lacking {
    columns: BTreeMap<String, Found>,
}

/// A column, as far as the tables so far have it.
#[derive(Debug, Default)]
struct Found {
    /// True if one of them has it.
    is_there: bool,
    /// The failure of the last table without it.
    failure: Option<Failure>,
}

impl Lacking {
    /// Returns the table of a subject with the wanted columns in the wanted order; missing columns are null. Calls
    /// `tell` with a column that no table before lacked.
    pub fn arranged<'t, 'v>(
        &mut self,
        arrangement: &Arrangement,
        table: Cow<'t, Table<'v>>,
        outline: &Outline,
        mut tell: impl FnMut(&str, &str),
    ) -> Result<Cow<'t, Table<'v>>, Failure> {
        let mut absent = Vec::new();
        let (name, rows) = (table.name.clone(), table.rows);
        let table = arrangement.apply_where_known(table, outline, &mut absent)?;
        // A table without rows lacks nothing.
        if rows == 0 {
            return Ok(table);
        }
        for column in arrangement.names().filter(|name| absent.iter().all(|(absent, _)| absent != name)) {
            self.columns.entry(column.to_owned()).or_default().is_there = true;
        }
        for (column, failure) in absent {
            let found = self.columns.entry(column.clone()).or_default();
            if found.failure.replace(failure).is_none() {
                tell(&name, &column);
            }
        }
        Ok(table)
    }

    /// Fails if there is a column that no table had.
    pub fn require(self) -> Result<(), Failure> {
        let mut unknown = self.columns.into_values().filter(|found| !found.is_there);
        unknown.find_map(|found| found.failure).map_or(Ok(()), Err)
    }
}
