//! Cutting a response into tables. The rules know no endpoint; hints that JSON cannot give come from the
//! `view` in the table of endpoints.

use std::borrow::Cow;
use std::collections::HashSet;

use virtual_finance_core::catalogue::ViewInfo;
use virtual_finance_core::time::Granularity;
use virtual_finance_core::{Map, Value};

use crate::failure::Failure;
use crate::outline::{Outline, ROOT, joined, leads_to_main};
use crate::table::{Cell, Column, Table};
use crate::time::{Zone, is_time};

/// The number of cells that a table may always have.
const FREE_CELLS: usize = 1 << 16;

/// The maximum number of cells of a larger table for each value in it.
const MAX_CELLS_PER_VALUE: usize = 16;

/// The tables of a response.
pub(crate) struct Tables<'v> {
    /// All tables, the main one first.
    pub(crate) all: Vec<Table<'v>>,
    /// The time zone of the times.
    pub(crate) zone: Zone,
    /// The number of decimals of prices, where one member of the response says it.
    pub(crate) decimals: Option<usize>,
    /// The number of rows of the main table that are not kept.
    pub(crate) more: usize,
    /// The outline of every such response.
    outline: &'v Outline,
}

impl<'v> Tables<'v> {
    /// Wraps tables that exist already; the first is the main one.
    pub(crate) const fn new(all: Vec<Table<'v>>, zone: Zone, outline: &'v Outline) -> Self {
        Self { all, zone, decimals: None, more: 0, outline }
    }

    /// Returns what the table of endpoints says about showing the response.
    pub(crate) fn view(&self) -> ViewInfo {
        self.outline.view.unwrap_or(ViewInfo::new(None))
    }

    /// Returns what the response is about, for example a ticker.
    pub(crate) fn subject(&self) -> &str {
        self.outline.subject()
    }

    /// Returns the table of that name, or the main one without a name. A table that the response can have and has not
    /// is empty.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<Cow<'_, Table<'v>>, Failure> {
        let name = name.map(|name| self.outline.name_of(name)).or(self.outline.main());
        let found = match name {
            Some(name) => self.all.iter().find(|table| table.name == name),
            None => self.all.first(),
        };
        if let Some(found) = found {
            return Ok(Cow::Borrowed(found));
        }
        let name = name.unwrap_or(self.outline.name_of(ROOT));
        let possible = self.outline.table(name);
        possible.map(|table| Cow::Owned(empty(table.name, table.columns))).ok_or_else(|| self.no_table(name))
    }

    /// Returns the failure of a name that no table of the response can have.
    pub(crate) fn no_table(&self, name: &str) -> Failure {
        let is_absent = |name: &&str| self.all.iter().all(|table| table.name != *name);
        let present = self.all.iter().map(|table| table.name.as_str());
        let names: Vec<&str> = present.chain(self.outline.names().filter(is_absent)).collect();
        let advice = match names.as_slice() {
            [] => "it has no tables; take --format json".to_owned(),
            names => format!("choose one with --table: {}", names.join(", ")),
        };
        Failure::usage(format!("the response has no table {name:?}; {advice}"))
    }
}

/// Returns a table without rows.
fn empty<'v>(name: String, columns: Vec<String>) -> Table<'v> {
    let columns = columns.into_iter().map(|name| Column::new(Cow::Owned(name), Vec::new()));
    Table { name, columns: columns.collect(), rows: 0 }
}

/// Returns the value at a path; a list on the path has one item.
pub(crate) fn at<'v>(response: &'v Value, path: &str) -> Option<&'v Value> {
    path.split('.').try_fold(response, |part, name| match part {
        Value::Array(items) => match items.as_slice() {
            [only] => only.get(name),
            _ => None,
        },
        part => part.get(name),
    })
}

/// Cuts a response into tables.
pub(crate) fn cut<'v>(response: &'v Value, outline: &'v Outline) -> Tables<'v> {
    let view = outline.view;
    let member = |path: Option<&str>| path.and_then(|path| at(response, path)).and_then(Value::as_str);
    let mut cutter = Cutter {
        main: view.and_then(|view| view.main),
        times: view.map_or(&[], |view| view.times),
        days: view.map_or(&[], |view| view.days),
        rows: member(view.and_then(|view| view.interval)).map(Granularity::of_interval),
        zone: Zone::named(member(view.and_then(|view| view.zone))),
        is_main: false,
        all: Vec::new(),
    };
    cutter.part(ROOT, response);
    let mut all = cutter.all;
    for table in &mut all {
        let name = outline.name_of(&table.name).to_owned();
        table.name = name;
        // An empty list has no columns; the schema knows them.
        if let Some(known) = outline.table(&table.name).filter(|_| table.columns.is_empty()) {
            table.columns = empty(String::new(), known.columns).columns;
        }
    }
    if let Some(index) = all.iter().position(|table| Some(table.name.as_str()) == outline.main()) {
        all.get_mut(..=index).unwrap_or_default().rotate_right(1);
    }
    let decimals = view.and_then(|view| view.decimals).and_then(|path| at(response, path)?.as_u64());
    let decimals = decimals.and_then(|decimals| usize::try_from(decimals).ok());
    Tables { all, zone: cutter.zone, decimals, more: 0, outline }
}

struct Cutter<'v> {
    main: Option<&'static str>,
    times: &'static [&'static str],
    days: &'static [&'static str],
    /// The precision of the times in the main table.
    rows: Option<Granularity>,
    zone: Zone,
    /// True if the part that is cut is the main table.
    is_main: bool,
    all: Vec<Table<'v>>,
}

impl<'v> Cutter<'v> {
    /// Cuts the value at a path.
    fn part(&mut self, path: &str, value: &'v Value) {
        self.is_main = self.main == Some(path);
        match value {
            Value::Array(items) => match items.as_slice() {
                [Value::Object(only)] if leads_to_main(path, self.main) => self.members(path, only),
                items => self.list(path, items),
            },
            Value::Object(object) if leads_to_main(path, self.main) => self.members(path, object),
            Value::Object(object) => match self.columns(path, object) {
                Some(columns) => self.push(path, columns),
                None => self.members(path, object),
            },
            scalar => self.list(path, std::slice::from_ref(scalar)),
        }
    }

    fn push(&mut self, path: &str, columns: Vec<Column<'v>>) {
        let rows = columns.iter().map(|column| column.cells.len()).max().unwrap_or_default();
        self.all.push(Table { name: path.to_owned(), columns, rows });
    }

    /// Cuts an object: its single values become one table, each other member becomes tables of its own.
    fn members(&mut self, path: &str, object: &'v Map<String, Value>) {
        let (single, parts): (Vec<_>, Vec<_>) = object.iter().partition(|(_, value)| is_single(value));
        if !single.is_empty() || parts.is_empty() {
            let values = single.iter().map(|(name, value)| self.cell(name, value)).collect();
            let names = single.iter().map(|(name, _)| Cell::Text(name)).collect();
            let values = Column { is_heterogeneous: true, ..column("value", values) };
            self.push(path, vec![column("name", names), values]);
        }
        for (name, value) in parts {
            self.part(&joined(path, name), value);
        }
    }

    /// Returns the columns of an object of parallel lists, or of objects with numbered cells. An object of
    /// empty lists counts only as the main table: elsewhere an empty list may be anything.
    fn columns(&self, path: &str, object: &'v Map<String, Value>) -> Option<Vec<Column<'v>>> {
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
            one_length.then(|| self.column(name, cells))
        });
        let columns: Vec<Column<'v>> = columns.collect::<Option<_>>()?;
        let counts = length.is_some_and(|length| length > 0) || self.main == Some(path);
        counts.then_some(columns)
    }

    /// Cuts a list of objects, of lists or of values. A list whose rows have next to nothing in common is one of
    /// values: a few kilobytes of it would be gigabytes of empty cells.
    fn list(&mut self, path: &str, items: &'v [Value]) {
        let is_row = |item: &Value| item.is_null() || (item.is_object() && !is_single(item));
        let columns = if items.iter().all(Value::is_null) && !items.is_empty() {
            self.values(path, items)
        } else if items.iter().all(is_row) {
            self.rows(items).unwrap_or_else(|| self.values(path, items))
        } else if items.iter().all(|item| item.is_null() || item.is_array()) {
            self.lists(items).unwrap_or_else(|| self.values(path, items))
        } else {
            self.values(path, items)
        };
        self.all.push(Table { name: path.to_owned(), columns, rows: items.len() });
    }

    /// Returns the columns of a list of objects, in the order in which they first appear; none if the table would be
    /// too sparse.
    fn rows(&self, items: &'v [Value]) -> Option<Vec<Column<'v>>> {
        let mut names: Vec<&'v str> = Vec::new();
        let mut known: HashSet<&'v str> = HashSet::new();
        for row in items.iter().filter_map(Value::as_object) {
            // Most lists have rows of one kind.
            if !row.keys().eq(names.iter().copied()) {
                names.extend(row.keys().map(String::as_str).filter(|name| known.insert(name)));
            }
        }
        let values = items.iter().filter_map(Value::as_object).map(Map::len);
        if is_too_sparse(items.len(), names.len(), values) {
            return None;
        }
        let cells = |name: &str| {
            let of_row = |row: &'v Value| row.get(name).map_or(Cell::Null, |of| self.cell(name, of));
            items.iter().map(of_row).collect()
        };
        Some(names.into_iter().map(|name| self.column(name, cells(name))).collect())
    }

    /// Returns the columns of a list of lists, named by their index; none if the table would be too sparse.
    fn lists(&self, items: &'v [Value]) -> Option<Vec<Column<'v>>> {
        let lengths = items.iter().filter_map(Value::as_array).map(Vec::len);
        let width = lengths.clone().max().unwrap_or_default();
        if is_too_sparse(items.len(), width, lengths) {
            return None;
        }
        let cells = |index: usize| {
            items.iter().map(move |row| row.get(index).map_or(Cell::Null, |of| self.cell("", of)))
        };
        Some((0..width).map(|index| Column::new(index.to_string().into(), cells(index).collect())).collect())
    }

    /// Returns the one column of a list of values.
    fn values(&self, path: &str, items: &'v [Value]) -> Vec<Column<'v>> {
        let name = match path.rsplit('.').next() {
            None | Some("") => "value",
            Some(name) => name,
        };
        let cells = items.iter().map(|item| self.cell(name, item)).collect();
        vec![Column::new(Cow::Owned(name.to_owned()), cells)]
    }

    /// Returns the precision of the times of a column or member, where it is known.
    fn granularity(&self, name: &str) -> Option<Granularity> {
        match (self.days.contains(&name), self.is_main && self.times.contains(&name)) {
            (true, _) => Some(Granularity::Days),
            (false, true) => self.rows,
            (false, false) => None,
        }
    }

    fn column(&self, name: &'v str, cells: Vec<Cell<'v>>) -> Column<'v> {
        Column { granularity: self.granularity(name), ..column(name, cells) }
    }

    /// Returns a value as a cell, given the name of its column or member.
    fn cell(&self, name: &str, value: &'v Value) -> Cell<'v> {
        match value {
            Value::Null => Cell::Null,
            Value::Bool(boolean) => Cell::Boolean(*boolean),
            Value::String(text) => Cell::Text(text),
            Value::Number(number) => match number.as_i64().filter(|seconds| is_time(*seconds)) {
                Some(seconds) if self.granularity(name) == Some(Granularity::Days) => {
                    Cell::Time(self.zone.date(seconds))
                }
                Some(seconds) if self.times.contains(&name) => Cell::Time(seconds),
                _ => Cell::Number(number.clone()),
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

/// Returns true if a table has many more cells than values; `values` has their number in each row.
fn is_too_sparse(rows: usize, columns: usize, values: impl Iterator<Item = usize>) -> bool {
    let cells = rows.saturating_mul(columns);
    let values = values.fold(0, usize::saturating_add);
    cells > FREE_CELLS.max(values.saturating_mul(MAX_CELLS_PER_VALUE))
}

/// Returns true if a value is one cell: a scalar, or a number with its formatted strings.
fn is_single(value: &Value) -> bool {
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

/// Returns true if the members are single values with the names "0", "1" and so on.
fn is_numbered(object: &Map<String, Value>) -> bool {
    object.iter().enumerate().all(|(index, (name, value))| name.parse() == Ok(index) && is_single(value))
}
