//! The members of rows, brought to columns: an object in a row is several columns, and a list in a row is left for a
//! table of its own, so that no cell of a table has JSON in it.

use std::borrow::Cow;
use std::collections::HashSet;

use virtual_finance_core::{Map, Value};

/// The number of cells that the tables of a response may have beyond what their values allow.
const FREE_CELLS: usize = 1 << 16;

/// The maximum number of cells of a table for each value in it.
const MAX_CELLS_PER_VALUE: usize = 16;

/// The maximum depth of objects in a row that become columns.
pub(super) const MAX_DEPTH: usize = 8;

/// The cells that the tables of a response may still have beyond what their values allow: rows that have next to
/// nothing in common would otherwise be gigabytes of empty cells.
#[derive(Debug)]
pub(super) struct Budget {
    free: usize,
}

impl Budget {
    pub(super) const fn new() -> Self {
        Self { free: FREE_CELLS }
    }

    /// Returns true if there is room for a table; `values` has the number of values in each row.
    pub(super) fn has_room(
        &mut self,
        rows: usize,
        columns: usize,
        values: impl Iterator<Item = usize>,
    ) -> bool {
        let values = values.fold(0, usize::saturating_add);
        let excess = rows.saturating_mul(columns).saturating_sub(values.saturating_mul(MAX_CELLS_PER_VALUE));
        let left = self.free.checked_sub(excess);
        self.free = left.unwrap_or(self.free);
        left.is_some()
    }
}

/// A column: its name, and its value in each row.
pub(super) struct Leaf<'v> {
    /// The names on the path to it in a row, joined with `.`.
    pub name: Cow<'v, str>,
    /// The last of these names.
    pub member: &'v str,
    pub values: Vec<Option<&'v Value>>,
}

/// A list in the rows: the names on the path to it, and its items in each row.
pub(super) struct Inner<'v> {
    pub name: Cow<'v, str>,
    pub member: &'v str,
    pub items: Vec<Option<&'v [Value]>>,
}

/// The members of rows.
#[derive(Default)]
pub(super) struct Spread<'v> {
    pub leaves: Vec<Leaf<'v>>,
    pub inner: Vec<Inner<'v>>,
}

impl<'v> Spread<'v> {
    /// Adds the members of rows, or of the objects at a path in them, in their order. An object
    /// below `depth` is a list of one item. Returns false if the columns would be too sparse.
    pub(super) fn add(
        &mut self,
        path: &str,
        rows: &[Option<&'v Map<String, Value>>],
        depth: usize,
        budget: &mut Budget,
    ) -> bool {
        let names = names(rows);
        let values = rows.iter().flatten().map(|row| row.len());
        budget.has_room(rows.len(), names.len(), values)
            && names.into_iter().all(|member| {
                let values = rows.iter().map(|row| row.and_then(|row| row.get(member)));
                self.add_member(named(path, member), member, values.collect(), depth, budget)
            })
    }

    /// Adds a member, which has a value in each row.
    pub(super) fn add_member(
        &mut self,
        name: Cow<'v, str>,
        member: &'v str,
        values: Vec<Option<&'v Value>>,
        depth: usize,
        budget: &mut Budget,
    ) -> bool {
        match (Part::of(&values), depth.checked_sub(1)) {
            (Part::Cells, _) => self.leaves.push(Leaf { name, member, values }),
            (Part::Lists, _) => {
                let items = values.iter().map(|value| Some(value.as_ref()?.as_array()?.as_slice()));
                self.inner.push(Inner { name, member, items: items.collect() });
            }
            (Part::Objects, None) => {
                let objects = values.into_iter().map(|value| value.filter(|value| value.is_object()));
                let items = objects.map(|object| object.map(std::slice::from_ref));
                self.inner.push(Inner { name, member, items: items.collect() });
            }
            (Part::Objects, Some(depth)) => {
                let objects: Vec<_> = values.iter().map(|value| value.and_then(Value::as_object)).collect();
                return self.add(&name, &objects, depth, budget);
            }
        }
        true
    }
}

impl Leaf<'_> {
    /// Returns true if no row has a value.
    pub(super) fn is_null(&self) -> bool {
        self.values.iter().flatten().all(|value| value.is_null())
    }
}

impl Inner<'_> {
    /// Returns the number of items in a row.
    pub(super) fn length(&self, row: usize) -> usize {
        self.items.get(row).copied().flatten().map_or(0, <[Value]>::len)
    }
}

/// The kind of a member's values in all rows, nulls aside.
#[derive(PartialEq, Eq)]
enum Part {
    /// Single values, or several kinds.
    Cells,
    /// Objects only.
    Objects,
    /// Lists only.
    Lists,
}

impl Part {
    fn of(values: &[Option<&Value>]) -> Self {
        // An empty object alone is a number that the host does not know.
        let is_empty = |value: &Value| value.as_object().is_some_and(Map::is_empty);
        let mut kinds =
            values.iter().flatten().filter(|value| !value.is_null() && !is_empty(value)).map(|value| {
                if value.is_array() {
                    Self::Lists
                } else if is_single(value) {
                    Self::Cells
                } else {
                    Self::Objects
                }
            });
        let first = kinds.next().unwrap_or(Self::Cells);
        if kinds.all(|kind| kind == first) { first } else { Self::Cells }
    }
}

/// The names of columns in the order of the rows: a name that the first row lacks stands before the member that
/// follows it, so that tables of one kind have one order of columns.
#[derive(Default)]
pub(super) struct Order<'v> {
    names: Vec<&'v str>,
    known: HashSet<&'v str>,
}

impl<'v> Order<'v> {
    /// Adds the names of a row.
    pub(super) fn add(&mut self, row: impl DoubleEndedIterator<Item = &'v str> + Clone) {
        /// The most names to order: the names of a row with the names before it.
        const MAX_ORDERED: usize = 1000;
        let Self { names, known } = self;
        // Most rows are of one kind.
        if row.clone().eq(names.iter().copied()) || row.clone().all(|name| known.contains(name)) {
            return;
        }
        if names.is_empty() || names.len().max(row.clone().count()) > MAX_ORDERED {
            return names.extend(row.filter(|name| known.insert(name)));
        }
        let mut next = names.len();
        for name in row.rev() {
            if known.insert(name) {
                names.insert(next, name);
            } else if let Some(place) = names.iter().position(|known| *known == name) {
                next = place;
            }
        }
    }

    /// Returns the names.
    pub(super) fn names(self) -> Vec<&'v str> {
        self.names
    }
}

/// Returns the names of the members of objects, in their order.
fn names<'v>(rows: &[Option<&'v Map<String, Value>>]) -> Vec<&'v str> {
    let mut order = Order::default();
    rows.iter().flatten().for_each(|row| order.add(row.keys().map(String::as_str)));
    order.names()
}

/// Returns the name of a member of an object at a path in a row.
fn named<'v>(path: &str, member: &'v str) -> Cow<'v, str> {
    if path.is_empty() { Cow::Borrowed(member) } else { Cow::Owned(format!("{path}.{member}")) }
}

/// Returns true if a value is one cell: a scalar, or a number with its formatted strings.
pub(super) fn is_single(value: &Value) -> bool {
    let is_scalar = |value: &Value| !value.is_array() && !value.is_object();
    match value {
        Value::Object(object) => {
            object.contains_key("raw")
                && object.contains_key("fmt")
                && object
                    .iter()
                    .all(|(key, part)| matches!(key.as_str(), "raw" | "fmt" | "longFmt") && is_scalar(part))
        }
        value => is_scalar(value),
    }
}
