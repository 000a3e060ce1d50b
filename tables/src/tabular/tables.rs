//! The tables of a response, and the choice of one of them by its name.

use std::borrow::Cow;

use virtual_finance_core::Number;
use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::time::Granularity;

use super::{Cell, Column, KnownColumn, Outline, Possible, ROOT, Table, likely, stacked::both};
use crate::text::{Failure, Zone};

/// The tables of a response.
pub struct Tables<'v> {
    /// All tables, the main one first.
    pub all: Vec<Table<'v>>,
    /// The time zone of the times.
    pub zone: Zone,
    /// The number of decimals of prices, where one member of the response says it.
    pub decimals: Option<usize>,
    /// The name of what the response is about, where the response has it.
    pub name: Option<&'v str>,
    /// The currency of its prices, where the response has it.
    pub currency: Option<&'v str>,
    /// The number of rows of the main table that are not kept.
    pub more: usize,
    /// True if the main table has the columns and the order that are asked for already.
    pub is_arranged: bool,
    /// The values that stand above the main table, with their labels.
    pub facts: Vec<(&'static str, Cell<'v>)>,
    /// The name of the main table; it may be absent.
    pub main: Option<String>,
    /// The outline of every such response.
    pub outline: &'v Outline,
}

impl<'v> Tables<'v> {
    /// Wraps tables that exist already; the first is the main one.
    pub fn new(all: Vec<Table<'v>>, zone: Zone, outline: &'v Outline) -> Self {
        let main = all.first().map(|table| table.name.clone());
        let (all, main) = paired(all, main, None, outline);
        Self {
            all,
            zone,
            decimals: None,
            name: None,
            currency: None,
            more: 0,
            is_arranged: false,
            facts: Vec::new(),
            main,
            outline,
        }
    }

    /// Returns what the table of endpoints says about showing the response.
    pub fn view(&self) -> ViewInfo {
        self.outline.view.unwrap_or(ViewInfo::new(None))
    }

    /// Returns the tables with rows beside one of them.
    pub fn others(&self, shown: &str) -> impl Iterator<Item = &Table<'v>> {
        self.unpaired().iter().filter(move |table| table.name != shown && table.rows > 0)
    }

    /// Returns the names of the lists, without the single values of an object.
    pub fn other_lists(&self, shown: &str) -> impl Iterator<Item = &str> {
        let lists = self.others(shown).filter(|table| !table.has_facts());
        lists.map(|table| table.name.as_str())
    }

    /// Returns the tables for people, to whom none shows the rows of another one again.
    pub fn unpaired(&self) -> &[Table<'v>] {
        let is_pair =
            |table: &Table<'_>| self.outline.pair.as_ref().is_some_and(|pair| pair.name == table.name);
        match self.all.split_first() {
            Some((first, others)) if is_pair(first) && !others.is_empty() => others,
            _ => &self.all,
        }
    }

    /// Returns true for the name of a table that can be the main one.
    pub fn is_main(&self, name: &str) -> bool {
        self.main.as_deref() == Some(name) || self.outline.is_main(name)
    }

    /// Returns the number that the rows lie around, with its label.
    pub const fn middle(&self) -> Option<&(&'static str, Number)> {
        self.outline.middle.as_ref()
    }

    /// Returns what the response is about, for example a ticker.
    #[cfg(feature = "plot")]
    pub fn subject(&self) -> &str {
        self.outline.subject()
    }

    /// Returns the table of that name, or the main one without a name. A table that the response can have and has not
    /// is empty.
    pub fn choose(&self, name: Option<&str>) -> Result<Cow<'_, Table<'v>>, Failure> {
        let name = name.map(|name| self.outline.name_of(name)).or(self.main.as_deref());
        let found = match name {
            Some(name) => self.all.iter().find(|table| table.name == name),
            None => self.all.first(),
        };
        if let Some(found) = found {
            return Ok(Cow::Borrowed(found));
        }
        let name = name.unwrap_or(self.outline.name_of(ROOT));
        // What is below a path differs from reply to reply: only the reply itself tells its names.
        let is_open = self.outline.exact(name).is_none() && self.has_path_of(name);
        let possible = self.outline.table(name).filter(|_| !is_open);
        possible.map(|table| Cow::Owned(self.empty(table))).ok_or_else(|| self.no_table(name))
    }

    /// Returns true if there is a table at the path of a name, or one below it.
    fn has_path_of(&self, name: &str) -> bool {
        let Some((path, _)) = name.rsplit_once('.') else { return false };
        self.all.iter().any(|table| {
            table.name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    }

    /// Returns a table without rows.
    fn empty(&self, Possible { name, columns, .. }: Possible) -> Table<'v> {
        let columns = without_values(columns, 0, |name| self.outline.granularity(name));
        Table { name, columns, rows: 0 }
    }

    /// Returns the failure of a name that no table of the response can have.
    pub fn no_table(&self, name: &str) -> Failure {
        let is_absent = |name: &&str| self.all.iter().all(|table| table.name != *name);
        let present = self.all.iter().map(|table| table.name.as_str());
        let names: Vec<&str> = present.chain(self.outline.names().filter(is_absent)).collect();
        let advice = match (likely(name, &names), names.as_slice()) {
            (_, []) => "it has no tables, only JSON".to_owned(),
            (None, names) => format!("choose one of {}", names.join(", ")),
            (Some(near), names) => format!("did you mean {near}? It has {}", names.join(", ")),
        };
        Failure::usage(format!("the response has no table {name:?}; {advice}"))
    }
}

/// Returns the columns that the schema names, of a table of that many rows without values.
pub(super) fn without_values<'v>(
    columns: Vec<KnownColumn>,
    rows: usize,
    granularity: impl Fn(&str) -> Option<Granularity>,
) -> Vec<Column<'v>> {
    let column = |KnownColumn { name, .. }| Column {
        granularity: granularity(&name),
        ..Column::new(Cow::Owned(name), vec![Cell::Null; rows])
    };
    columns.into_iter().map(column).collect()
}

/// Adds the table with the rows of two that the view puts beside each other, which is then the main one. Returns all tables,
/// and the name of the main one.
pub(super) fn paired<'v>(
    mut all: Vec<Table<'v>>,
    main: Option<String>,
    subject: Option<&'v str>,
    outline: &Outline,
) -> (Vec<Table<'v>>, Option<String>) {
    let Some(pair) = &outline.pair else { return (all, main) };
    if let Some(table) = both(&all, pair, subject) {
        all.insert(0, table);
    }
    (all, Some(pair.name.clone()))
}
