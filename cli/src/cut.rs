//! Cutting a response into tables. The rules know no endpoint; hints that JSON cannot give come from the
//! `view` in the table of endpoints.

use std::borrow::Cow;
use std::collections::HashSet;

use virtual_finance::catalogue::ViewInfo;
use virtual_finance::notes::Granularity;
use virtual_finance::responses::{Map, Value};

use crate::failure::Failure;
use crate::table::{Cell, Column, Table};
use crate::time::{Zone, is_time};

/// The name of the table of the response itself.
pub(crate) const ROOT: &str = ".";

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
    /// The name of the main table, if the view declares one.
    main: Option<&'v str>,
}

impl<'v> Tables<'v> {
    /// Wraps tables that exist already; the first is the main one.
    #[cfg_attr(not(feature = "frames"), expect(dead_code, reason = "frames alone are made otherwise"))]
    pub(crate) const fn new(all: Vec<Table<'v>>, zone: Zone) -> Self {
        Self { all, zone, main: None }
    }

    /// Returns the table of that name, or the main one without a name.
    pub(crate) fn choose(&self, name: Option<&str>) -> Result<&Table<'v>, Failure> {
        let found = match name.or(self.main) {
            Some(name) => self.all.iter().find(|table| table.name == name),
            None => self.all.first(),
        };
        found.ok_or_else(|| {
            let names: Vec<&str> = self.all.iter().map(|table| table.name.as_str()).collect();
            let name = name.or(self.main).unwrap_or(ROOT);
            let advice = match names.as_slice() {
                [] => "it has no tables; take --format json".to_owned(),
                names => format!("choose one with --table: {}", names.join(", ")),
            };
            Failure::usage(format!("the response has no table {name:?}; {advice}"))
        })
    }
}

/// Cuts a response into tables.
pub(crate) fn cut<'v>(response: &'v Value, view: Option<&ViewInfo>) -> Tables<'v> {
    let main = view.and_then(|view| view.main);
    let member = |path: Option<&str>| {
        let found = path.and_then(|path| path.split('.').try_fold(response, |part, name| part.get(name)));
        found.and_then(Value::as_str)
    };
    let mut cutter = Cutter {
        main,
        times: view.map_or(&[], |view| view.times),
        days: view.map_or(&[], |view| view.days),
        rows: member(view.and_then(|view| view.interval)).map(Granularity::of_interval),
        zone: Zone::named(member(view.and_then(|view| view.zone))),
        is_main: false,
        all: Vec::new(),
    };
    cutter.part(ROOT, response);
    let mut all = cutter.all;
    if let Some(index) = all.iter().position(|table| Some(table.name.as_str()) == main) {
        all.get_mut(..=index).unwrap_or_default().rotate_right(1);
    }
    Tables { all, zone: cutter.zone, main }
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
                [Value::Object(only)] if self.leads_to_main(path) => self.members(path, only),
                items => self.list(path, items),
            },
            Value::Object(object) if self.leads_to_main(path) => self.members(path, object),
            Value::Object(object) => match self.columns(path, object) {
                Some(columns) => self.push(path, columns),
                None => self.members(path, object),
            },
            scalar => self.list(path, std::slice::from_ref(scalar)),
        }
    }

    /// Returns true if the main table is below a path.
    fn leads_to_main(&self, path: &str) -> bool {
        self.main.is_some_and(|main| match path {
            ROOT => main != ROOT,
            path => main.strip_prefix(path).is_some_and(|rest| rest.starts_with('.')),
        })
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
            match path {
                ROOT => self.part(name, value),
                path => self.part(&format!("{path}.{name}"), value),
            }
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
