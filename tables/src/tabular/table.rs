//! A table: named columns of cells, as every format but JSON writes them.

use std::borrow::Cow;

use virtual_finance_core::time::Granularity;
use virtual_finance_core::{Number, Value};

use crate::text::time;

/// A table of a response.
#[derive(Debug, Clone, Default)]
pub struct Table<'v> {
    /// The path to it, its names joined with `.`; the response itself has the name of its endpoint.
    pub name: String,
    /// The columns in their order.
    pub columns: Vec<Column<'v>>,
    /// The number of rows; each column has as many cells.
    pub rows: usize,
}

impl<'v> Table<'v> {
    /// Returns the column of exactly that name.
    pub fn column(&self, name: &str) -> Option<&Column<'v>> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// Returns true for the single values of an object, each with its name.
    pub fn has_facts(&self) -> bool {
        self.columns.iter().any(|column| column.is_heterogeneous)
    }

    /// Returns the same table, which no longer needs the response; `None` if it has strings or parts of it.
    pub fn detached(&self) -> Option<Table<'static>> {
        let column = |column: &Column<'v>| {
            let cells = column.cells.iter().map(Cell::detached).collect::<Option<_>>()?;
            let name = Cow::Owned(column.name.to_string());
            let Column { is_heterogeneous, granularity, is_key, .. } = *column;
            Some(Column { name, cells, is_heterogeneous, granularity, is_key })
        };
        let columns = self.columns.iter().map(column).collect::<Option<_>>()?;
        Some(Table { name: self.name.clone(), columns, rows: self.rows })
    }

    /// Returns the first rows.
    pub fn first(&self, rows: usize) -> Cow<'_, Self> {
        if self.rows <= rows { Cow::Borrowed(self) } else { Cow::Owned(self.part(0, rows)) }
    }

    /// Returns the last rows.
    pub fn last(&self, rows: usize) -> Self {
        let rows = rows.min(self.rows);
        self.part(self.rows.saturating_sub(rows), rows)
    }

    fn part(&self, skipped: usize, rows: usize) -> Self {
        let columns = self.columns.iter().map(|column| Column {
            name: column.name.clone(),
            cells: column.cells.iter().skip(skipped).take(rows).cloned().collect(),
            ..*column
        });
        Self { name: self.name.clone(), columns: columns.collect(), rows }
    }
}

/// A column and its cells from the first row to the last.
#[derive(Debug, Clone)]
pub struct Column<'v> {
    /// The name.
    pub name: Cow<'v, str>,
    /// The cells, from the first row to the last.
    pub cells: Vec<Cell<'v>>,
    /// True if each cell is of its own kind, as facts are.
    pub is_heterogeneous: bool,
    /// The precision of its points in time, where it is known.
    pub granularity: Option<Granularity>,
    /// True if it names the request that each row belongs to.
    pub is_key: bool,
}

/// The value in a row and a column.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'v> {
    /// Null, or a member that the row lacks.
    Null,
    /// True or false.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A number with the host's formatted string for it.
    Formatted(Number, &'v str),
    /// A string.
    Text(&'v str),
    /// A time in epoch seconds.
    Time(i64),
    /// A list or an object.
    Nested(&'v Value),
}

/// The common kind of a column's cells, nulls aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Nulls only.
    Empty,
    /// True and false.
    Boolean,
    /// Integers.
    Integer,
    /// Doubles, or doubles and integers that are exact as doubles.
    Float,
    /// Strings.
    Text,
    /// Points in time.
    Time,
    /// Several kinds, or nested values.
    Mixed,
}

impl<'v> Column<'v> {
    /// Creates a column whose cells are of one kind.
    pub const fn new(name: Cow<'v, str>, cells: Vec<Cell<'v>>) -> Self {
        Self { name, cells, is_heterogeneous: false, granularity: None, is_key: false }
    }

    /// Returns true if a cell has a value.
    pub fn has_values(&self) -> bool {
        self.cells.iter().any(|cell| *cell != Cell::Null)
    }

    /// Returns true if not all cells are equal.
    pub fn varies(&self) -> bool {
        self.cells.iter().any(|cell| Some(cell) != self.cells.first())
    }

    /// Returns the common kind of the cells.
    pub fn kind(&self) -> Kind {
        let (mut all, mut has_integers) = (Kind::Empty, false);
        for kind in self.cells.iter().filter_map(Cell::kind) {
            has_integers |= kind == Kind::Integer;
            all = all.with(kind, true);
        }
        if all == Kind::Float && has_integers && !self.is_exact() { Kind::Mixed } else { all }
    }

    /// Returns true if every integer is exact as a double.
    pub fn is_exact(&self) -> bool {
        const EXACT: u64 = 1 << 53;
        self.cells.iter().all(|cell| match cell.number() {
            Some(number) => {
                number.is_f64() || number.as_i64().is_some_and(|integer| integer.unsigned_abs() <= EXACT)
            }
            None => true,
        })
    }

    /// Returns true if the points in time are days: midnights UTC, unless they are known to be instants.
    pub fn has_dates(&self) -> bool {
        self.granularity != Some(Granularity::Instants) && self.times().all(time::is_date)
    }

    /// Returns true if all points in time are timestamps for programs, midnights too. Where kinds mix, each cell is a
    /// date or a timestamp by itself.
    pub fn has_timestamps(&self) -> bool {
        self.kind() == Kind::Time && !self.is_heterogeneous && !self.has_dates()
    }

    /// Returns true if all points in time are midnights UTC; `None` if there are none.
    #[cfg(feature = "polars")]
    pub fn are_midnights(&self) -> Option<bool> {
        self.times().map(time::is_date).reduce(|all, one| all && one)
    }

    /// Returns the points in time of the column.
    pub fn times(&self) -> impl Iterator<Item = i64> + Clone {
        self.cells.iter().filter_map(Cell::seconds)
    }
}

impl Kind {
    /// Returns the common kind of cells of two kinds; `is_exact` says whether the integers are exact as doubles.
    pub fn with(self, other: Self, is_exact: bool) -> Self {
        match (self, other) {
            (one, other) if one == other => one,
            (Self::Empty, one) | (one, Self::Empty) => one,
            (Self::Integer, Self::Float) | (Self::Float, Self::Integer) if is_exact => Self::Float,
            _ => Self::Mixed,
        }
    }
}

impl<'v> Cell<'v> {
    /// Returns the number.
    pub const fn number(&self) -> Option<&Number> {
        match self {
            Self::Number(number) | Self::Formatted(number, _) => Some(number),
            _ => None,
        }
    }

    /// Returns the number as a double.
    pub fn double(&self) -> Option<f64> {
        self.number()?.as_f64()
    }

    /// Returns the string.
    pub const fn text(&self) -> Option<&'v str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the epoch seconds of a time.
    pub const fn seconds(&self) -> Option<i64> {
        match self {
            Self::Time(seconds) => Some(*seconds),
            _ => None,
        }
    }

    /// Returns the cell if it needs no response.
    fn detached(&self) -> Option<Cell<'static>> {
        Some(match self {
            Self::Null => Cell::Null,
            Self::Boolean(value) => Cell::Boolean(*value),
            Self::Number(number) => Cell::Number(number.clone()),
            Self::Time(seconds) => Cell::Time(*seconds),
            Self::Formatted(..) | Self::Text(_) | Self::Nested(_) => return None,
        })
    }

    /// Returns the kind of the cell; `None` for null.
    pub(super) fn kind(&self) -> Option<Kind> {
        Some(match self {
            Self::Null => return None,
            Self::Boolean(_) => Kind::Boolean,
            Self::Number(number) | Self::Formatted(number, _) if number.is_f64() => Kind::Float,
            // An integer above `i64::MAX` would be misread by other programs.
            Self::Number(number) | Self::Formatted(number, _) if !number.is_i64() => Kind::Mixed,
            Self::Number(_) | Self::Formatted(..) => Kind::Integer,
            Self::Text(_) => Kind::Text,
            Self::Time(_) => Kind::Time,
            Self::Nested(_) => Kind::Mixed,
        })
    }
}
