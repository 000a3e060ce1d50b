//! Cutting a response into tables. The rules know no endpoint; hints that JSON cannot give come from the
//! `view` in the table of endpoints.

use std::borrow::Cow;
use std::mem;

use virtual_finance_core::time::Granularity;
use virtual_finance_core::{Date, DateTime, Map, Value};

use super::{
    Cell, Column, Mains, NAME, Outline, Possible, ROOT, Table, Tables, VALUE, last,
    possible::{ANY, KEY, joined},
    rows::{Budget, Inner, Leaf, MAX_DEPTH, Spread, is_single},
    tables::{paired, without_values},
};
use crate::text::{Zone, time::is_time};

/// Returns the value at a path; a list on the path has one item.
pub fn at<'v>(response: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(response, |part, name| match part {
        Value::Array(items) => match items.as_slice() {
            [only] => only.get(name),
            _ => None,
        },
        part => part.get(name),
    })
}

/// Cuts a response into tables.
pub fn cut<'v>(response: &'v Value, outline: &'v Outline) -> Tables<'v> {
    let view = outline.view;
    let member = |path: Option<&str>| path.and_then(|path| at(response, path)).and_then(Value::as_str);
    let mut cutter = Cutter {
        outline,
        mains: outline.mains(),
        unfold: view.map_or(&[], |view| view.unfold),
        times: view.map_or(&[], |view| view.times),
        rows: member(view.and_then(|view| view.interval)).map(Granularity::of_interval),
        zone: Zone::named(member(view.and_then(|view| view.zone))),
        is_main: false,
        budget: Budget::new(),
        all: Vec::new(),
    };
    let facts = view.map_or(&[][..], |view| view.facts).iter();
    let facts = facts.filter_map(|(path, label)| {
        let name = path.rsplit('.').next().unwrap_or(path);
        Some((*label, cutter.cell(name, at(response, path)?)))
    });
    let facts = facts.collect();
    cutter.part(ROOT, response);
    let mut all = mem::take(&mut cutter.all);
    for table in &mut all {
        cutter.is_main = cutter.mains.has(&table.name);
        let name = outline.name_of(&table.name).to_owned();
        table.name = name;
        // An empty list has no columns, and so have rows whose members are all left out; the schema knows them.
        if let Some(known) = outline.table(&table.name).filter(|_| table.columns.is_empty()) {
            table.columns = without_values(known.columns, table.rows, |name| cutter.granularity(name));
        }
    }
    let main = main(&all, outline);
    if let Some(index) = all.iter().position(|table| Some(&table.name) == main.as_ref()) {
        all.get_mut(..=index).unwrap_or_default().rotate_right(1);
    }
    let subject = outline.pair.as_ref().and_then(|pair| member(pair.subject));
    let (all, main) = paired(all, main, subject, outline);
    let decimals = view.and_then(|view| view.decimals).and_then(|path| at(response, path)?.as_u64());
    let decimals = decimals.and_then(|decimals| usize::try_from(decimals).ok());
    Tables {
        all,
        zone: cutter.zone,
        decimals,
        name: view.and_then(|view| view.names.iter().find_map(|path| member(Some(path)))),
        currency: member(view.and_then(|view| view.currency)),
        more: 0,
        is_arranged: false,
        facts,
        main,
        outline,
    }
}

/// Returns the name of the main table: the first that the view names and that has rows, else the first that it names. Without a
/// view it is the only list of records, else the first table.
fn main(all: &[Table<'_>], outline: &Outline) -> Option<String> {
    let mains: Vec<&str> = outline.mains().0.into_iter().map(|path| outline.name_of(path)).collect();
    let has_rows = |name: &&&str| all.iter().any(|table| table.name == **name && table.rows > 0);
    let main = mains.iter().find(has_rows).or(mains.first()).copied();
    // A list of plain values, such as the tags of a thing, has one column with its name.
    let lists: Vec<(&str, bool)> = if outline.tables.is_empty() {
        let lists = all.iter().filter(|table| !table.has_facts());
        let is_plain =
            |table: &Table<'_>| matches!(table.columns.as_slice(), [only] if only.name == last(&table.name));
        lists.map(|table| (table.name.as_str(), is_plain(table))).collect()
    } else {
        let lists = outline.tables.iter().filter(|known| known.facts.is_empty());
        let is_plain =
            |known: &Possible| matches!(known.columns.as_slice(), [only] if only.name == last(&known.name));
        lists.map(|known| (known.name.as_str(), is_plain(known))).collect()
    };
    let only = || {
        let ((list, is_plain), others) = lists.split_first()?;
        let is_in_it =
            |(other, _): &(&str, bool)| other.strip_prefix(list).is_some_and(|rest| rest.starts_with('.'));
        (!is_plain && !list.ends_with(ANY) && others.iter().all(is_in_it)).then_some(*list)
    };
    let first = || all.first().map(|table| table.name.as_str()).or(outline.names().next());
    main.or_else(only).or_else(first).map(str::to_owned)
}

struct Cutter<'v> {
    outline: &'v Outline,
    mains: Mains<'v>,
    /// The lists in the rows of a main table whose items are its rows.
    unfold: &'static [&'static str],
    times: &'static [&'static str],
    /// The precision of the times in the main table.
    rows: Option<Granularity>,
    zone: Zone,
    /// True if the part that is cut is a main table.
    is_main: bool,
    budget: Budget,
    all: Vec<Table<'v>>,
}

impl<'v> Cutter<'v> {
    /// Cuts the value at a path.
    fn part(&mut self, path: &str, value: &'v Value) {
        self.is_main = self.mains.has(path);
        let leads_to_main = self.mains.are_below(path);
        match value {
            Value::Array(items) => match items.as_slice() {
                [Value::Object(only)] if leads_to_main => self.members(path, only),
                items => self.list(path, &items.iter().collect::<Vec<_>>(), Vec::new()),
            },
            Value::Object(object) if leads_to_main => self.members(path, object),
            Value::Object(object) if self.outline.maps.iter().any(|map| map == path) => {
                let names = object.keys().map(|name| Cell::Text(name)).collect();
                self.list(path, &object.values().collect::<Vec<_>>(), vec![column(KEY, names)]);
            }
            Value::Object(object) => match self.columns(object) {
                Some(columns) => self.push(path, columns),
                None => self.members(path, object),
            },
            scalar => self.list(path, &[scalar], Vec::new()),
        }
    }

    fn push(&mut self, path: &str, columns: Vec<Column<'v>>) {
        let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or_default();
        self.all.push(Table { name: path.to_owned(), columns, rows });
    }

    /// Cuts an object: its single values become one table, each other member becomes tables of its own.
    fn members(&mut self, path: &str, object: &'v Map<String, Value>) {
        // The schema knows whether a part that is null would be a table.
        let is_absent =
            |name: &str, value: &Value| value.is_null() && self.outline.has_tables_at(&joined(path, name));
        let (single, parts): (Vec<_>, Vec<_>) =
            object.iter().partition(|(name, value)| is_single(value) && !is_absent(name, value));
        if !single.is_empty() || parts.is_empty() {
            let values = single.iter().map(|(name, value)| self.cell(name, value)).collect();
            let names = single.iter().map(|(name, _)| Cell::Text(name)).collect();
            let values = Column { is_heterogeneous: true, ..column(VALUE, values) };
            self.push(path, vec![column(NAME, names), values]);
        }
        for (name, value) in parts.into_iter().filter(|(_, value)| !value.is_null()) {
            self.part(&joined(path, name), value);
        }
    }

    /// Returns the columns of an object of parallel lists, or of objects with numbered cells. An object of
    /// empty lists counts only as the main table: elsewhere an empty list may be anything.
    fn columns(&self, object: &'v Map<String, Value>) -> Option<Vec<Column<'v>>> {
        let mut length = None;
        let columns = object.iter().map(|(name, value)| {
            let cells: Vec<Cell<'v>> = match value {
                Value::Array(items) if items.iter().all(is_single) => {
                    items.iter().map(|item| self.cell(name, item)).collect()
                }
                Value::Object(cells) if is_numbered(cells) => {
                    cells.values().map(|item| self.cell(name, item)).collect()
                }
                _ => return None,
            };
            let one_length = *length.get_or_insert(cells.len()) == cells.len();
            one_length.then(|| self.column(name.as_str().into(), name, cells))
        });
        let columns: Vec<Column<'v>> = columns.collect::<Option<_>>()?;
        let counts = length.is_some_and(|length| length > 0) || self.is_main;
        counts.then_some(columns)
    }

    /// Cuts a list of objects, of lists or of values; `keys` are the columns that name the row that has an item. A list
    /// whose rows have next to nothing in common is one of values.
    fn list(&mut self, path: &str, items: &[&'v Value], keys: Vec<Column<'v>>) {
        let is_row = |item: &&Value| item.is_null() || (item.is_object() && !is_single(item));
        let is_null = items.iter().all(|item| item.is_null()) && !items.is_empty();
        if !is_null && items.iter().all(is_row) && self.rows(path, items, &keys) {
            return;
        }
        let lists = items.iter().all(|item| item.is_null() || item.is_array()) && !is_null;
        let columns = if lists { self.lists(items) } else { None };
        let columns = columns.unwrap_or_else(|| self.values(path, items));
        // An empty list among rows may be one of anything.
        let columns = if items.is_empty() && !keys.is_empty() { Vec::new() } else { columns };
        self.push_keyed(path, columns, keys, items.len());
    }

    /// Adds a table behind the columns that name the row that has it. Without rows the schema says the columns.
    fn push_keyed(&mut self, path: &str, columns: Vec<Column<'v>>, keys: Vec<Column<'v>>, rows: usize) {
        let keys = keys.into_iter().filter(|_| rows > 0);
        self.all.push(Table { name: path.to_owned(), columns: keys.chain(columns).collect(), rows });
    }

    /// Cuts a list of objects. Returns false if the table would be too sparse.
    fn rows(&mut self, path: &str, items: &[&'v Value], keys: &[Column<'v>]) -> bool {
        let rows: Vec<_> = items.iter().map(|item| item.as_object()).collect();
        if !self.unfold.is_empty() && self.mains.has(path) && self.unfolded(path, &rows, keys) {
            return true;
        }
        let mut spread = Spread::default();
        if !spread.add("", &rows, MAX_DEPTH, &mut self.budget) {
            return false;
        }
        self.spread(path, spread, keys.to_vec(), items.len());
        true
    }

    /// Cuts a list of objects in which each item of some lists is a row: the single values of the object are in each of
    /// its rows, and its other members are tables of their own. Returns false if the table would be too sparse.
    fn unfolded(
        &mut self,
        path: &str,
        objects: &[Option<&'v Map<String, Value>>],
        keys: &[Column<'v>],
    ) -> bool {
        let mut spread = Spread::default();
        if !spread.add("", objects, 0, &mut self.budget) {
            return false;
        }
        let Spread { leaves, inner } = spread;
        let (lists, inner): (Vec<_>, Vec<_>) =
            inner.into_iter().partition(|inner| self.unfold.contains(&inner.member));
        let lengths: Vec<usize> = (0..objects.len())
            .map(|row| lists.iter().map(|list| list.length(row)).max().unwrap_or_default())
            .collect();
        let rows = lengths.iter().copied().fold(0, usize::saturating_add);
        let width = [leaves.len(), keys.len(), lists.len()].into_iter().fold(0, usize::saturating_add);
        let values = lists.iter().flat_map(|list| (0..objects.len()).map(|row| list.length(row)));
        if !self.budget.has_room(rows, width, values) {
            return false;
        }
        let own = keys.iter().cloned().chain(self.key(path, &leaves)).collect::<Vec<_>>();
        let mut unfolded = Spread::default();
        for Leaf { name, member, values } in leaves {
            unfolded.leaves.push(Leaf { name, member, values: repeated(&values, &lengths) });
        }
        for Inner { name, member, items } in lists {
            let values = items.iter().zip(&lengths).flat_map(|(items, length)| {
                let items = items.unwrap_or_default().iter().map(Some);
                items.chain(std::iter::repeat(None)).take(*length)
            });
            if !unfolded.add_member(name, member, values.collect(), MAX_DEPTH, &mut self.budget) {
                return false;
            }
        }
        let keys = keys.iter().map(|key| Column { cells: repeated(&key.cells, &lengths), ..key.clone() });
        self.spread(path, unfolded, keys.collect(), rows);
        self.inner(path, inner, &own);
        true
    }

    /// Adds the table of rows, and the tables of the lists in them.
    fn spread(&mut self, path: &str, spread: Spread<'v>, keys: Vec<Column<'v>>, rows: usize) {
        let own = keys.iter().cloned().chain(self.key(path, &spread.leaves)).collect::<Vec<_>>();
        let mut columns = Vec::with_capacity(spread.leaves.len());
        let known = self.outline.exact(self.outline.name_of(path));
        for leaf in spread.leaves {
            if leaf.is_null() {
                // The schema knows whether it would be one column, several or a table.
                let below = format!("{}.", leaf.name);
                let names = known.iter().flat_map(|known| &known.columns).map(|column| &column.name);
                let several: Vec<&'v String> = names.filter(|name| name.starts_with(&below)).collect();
                if !several.is_empty() || self.outline.exact(&joined(path, &leaf.name)).is_some() {
                    columns.extend(several.into_iter().map(|name| column(name, vec![Cell::Null; rows])));
                    continue;
                }
            }
            let cells = leaf.values.iter().map(|value| self.cell_of(leaf.member, *value)).collect();
            columns.push(self.column(leaf.name, leaf.member, cells));
        }
        self.push_keyed(path, columns, keys, rows);
        self.inner(path, spread.inner, &own);
    }

    /// Cuts the lists in rows; `keys` are the columns that name the rows.
    fn inner(&mut self, path: &str, lists: Vec<Inner<'v>>, keys: &[Column<'v>]) {
        for list in lists {
            let lengths: Vec<usize> = (0..list.items.len()).map(|row| list.length(row)).collect();
            let keys = keys.iter().map(|key| Column { cells: repeated(&key.cells, &lengths), ..key.clone() });
            let items: Vec<_> = list.items.iter().flat_map(|items| items.unwrap_or_default()).collect();
            self.list(&joined(path, &list.name), &items, keys.collect());
        }
    }

    /// Returns the column that names the rows at a path: the first of single values.
    fn key(&self, path: &str, leaves: &[Leaf<'v>]) -> Option<Column<'v>> {
        let leaf = leaves.iter().find(|leaf| *leaf.name == *leaf.member)?;
        let cells = leaf.values.iter().map(|value| self.cell_of(leaf.member, *value)).collect();
        let name = self.outline.key_name(path, leaf.member).into();
        Some(Column { is_key: true, ..self.column(name, leaf.member, cells) })
    }

    /// Returns the columns of a list of lists, named by their index; none if the table would be too sparse.
    fn lists(&mut self, items: &[&'v Value]) -> Option<Vec<Column<'v>>> {
        let lengths = items.iter().filter_map(|item| item.as_array()).map(Vec::len);
        let width = lengths.clone().max().unwrap_or_default();
        if !self.budget.has_room(items.len(), width, lengths) {
            return None;
        }
        let cutter = &*self;
        let cells = |index: usize| items.iter().map(move |row| cutter.cell_of("", row.get(index)));
        Some((0..width).map(|index| Column::new(index.to_string().into(), cells(index).collect())).collect())
    }

    /// Returns the one column of a list of values.
    fn values(&self, path: &str, items: &[&'v Value]) -> Vec<Column<'v>> {
        let name = match path.rsplit('.').next() {
            None | Some("") => "value",
            Some(name) => name,
        };
        let cells = items.iter().map(|item| self.cell(name, item)).collect();
        vec![Column::new(Cow::Owned(name.to_owned()), cells)]
    }

    /// Returns the precision of the times of a column or member, where it is known.
    fn granularity(&self, member: &str) -> Option<Granularity> {
        let of_rows = || self.rows.filter(|_| self.is_main && self.times.contains(&member));
        self.outline.granularity(member).or_else(of_rows)
    }

    fn column(&self, name: Cow<'v, str>, member: &str, cells: Vec<Cell<'v>>) -> Column<'v> {
        Column { granularity: self.granularity(member), ..Column::new(name, cells) }
    }

    /// Returns the value that a row has of a member as a cell.
    fn cell_of(&self, member: &str, value: Option<&'v Value>) -> Cell<'v> {
        value.map_or(Cell::Null, |value| self.cell(member, value))
    }

    /// Returns the midnight UTC of a date, in epoch seconds.
    fn day(&self, name: &str, text: &str) -> Option<i64> {
        let date = self.outline.is_day(name).then(|| text.parse::<Date>().ok()).flatten()?;
        Some(DateTime::from(date).epoch_seconds()).filter(|seconds| is_time(*seconds))
    }

    /// Returns a value as a cell, given the name of its column or member.
    fn cell(&self, name: &str, value: &'v Value) -> Cell<'v> {
        match value {
            Value::Null => Cell::Null,
            Value::Bool(boolean) => Cell::Boolean(*boolean),
            Value::String(text) => self.day(name, text).map_or(Cell::Text(text), Cell::Time),
            Value::Number(number) => match number.as_i64().filter(|seconds| is_time(*seconds)) {
                Some(seconds) => match self.granularity(name) {
                    Some(Granularity::Days) => Cell::Time(self.zone.date(seconds)),
                    Some(Granularity::Instants) => Cell::Time(seconds),
                    None if self.times.contains(&name) => Cell::Time(seconds),
                    None => Cell::Number(number.clone()),
                },
                None => Cell::Number(number.clone()),
            },
            Value::Object(object) if is_single(value) => {
                let shown = object.get("fmt").and_then(Value::as_str);
                match (self.cell(name, object.get("raw").unwrap_or(&Value::Null)), shown) {
                    (Cell::Number(number), Some(shown)) => Cell::Formatted(number, shown),
                    (raw, _) => raw,
                }
            }
            // A number that the host does not know.
            Value::Object(object) if object.is_empty() => Cell::Null,
            Value::Array(_) | Value::Object(_) => Cell::Nested(value),
        }
    }
}

fn column<'v>(name: &'v str, cells: Vec<Cell<'v>>) -> Column<'v> {
    Column::new(Cow::Borrowed(name), cells)
}

/// Returns the values of rows, each as often as its row has items.
fn repeated<T: Clone>(values: &[T], lengths: &[usize]) -> Vec<T> {
    values
        .iter()
        .zip(lengths)
        .flat_map(|(value, length)| std::iter::repeat_n(value.clone(), *length))
        .collect()
}

/// Returns true if the members are single values with the names "0", "1" and so on.
fn is_numbered(object: &Map<String, Value>) -> bool {
    object.iter().enumerate().all(|(index, (name, value))| name.parse() == Ok(index) && is_single(value))
}
