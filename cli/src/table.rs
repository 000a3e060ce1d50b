//! A table: named columns of cells, as every format but JSON writes them.

use std::borrow::Cow;

use virtual_finance::{Granularity, Number, Value};

use crate::moment;

/// A table of a response.
#[derive(Debug)]
pub(crate) struct Table<'v> {
    /// The names on the way to it with `.` between them; `.` is the response itself.
    pub(crate) name: String,
    pub(crate) columns: Vec<Column<'v>>,
    /// The number of rows; each column has that many cells.
    pub(crate) rows: usize,
}

/// A column and its cells from the first row to the last.
#[derive(Debug)]
pub(crate) struct Column<'v> {
    pub(crate) name: Cow<'v, str>,
    pub(crate) cells: Vec<Cell<'v>>,
    /// Whether each cell is of its own kind, as facts are.
    pub(crate) apart: bool,
    /// The precision of its points in time, where it is known.
    pub(crate) granularity: Option<Granularity>,
}

/// What stands in a row and a column.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'v> {
    /// Nothing: null, or a member that the row lacks.
    Null,
    Boolean(bool),
    Number(Number),
    /// A number with the text that the host shows for it.
    Shown(Number, &'v str),
    Text(&'v str),
    /// A point in time in epoch seconds.
    Time(i64),
    /// What is no single value.
    Nested(&'v Value),
}

/// What a column holds, nulls aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nulls alone.
    Empty,
    Boolean,
    Integer,
    /// Doubles; integers among them are exact as doubles.
    Float,
    Text,
    Time,
    /// Several of these, or what is no single value.
    Mixed,
}

impl<'v> Column<'v> {
    pub(crate) const fn new(name: Cow<'v, str>, cells: Vec<Cell<'v>>) -> Self {
        Self { name, cells, apart: false, granularity: None }
    }

    /// What the cells have in common.
    pub(crate) fn kind(&self) -> Kind {
        self.cells.iter().filter_map(Cell::kind).fold(Kind::Empty, |all, one| match (all, one) {
            (Kind::Empty, one) => one,
            (all, one) if all == one => all,
            (Kind::Integer, Kind::Float) | (Kind::Float, Kind::Integer) if self.is_exact() => Kind::Float,
            _ => Kind::Mixed,
        })
    }

    /// Whether every integer is a double of its own.
    fn is_exact(&self) -> bool {
        const EXACT: u64 = 1 << 53;
        self.cells.iter().all(|cell| match cell {
            Cell::Number(number) | Cell::Shown(number, _) => {
                number.is_f64() || number.as_i64().is_some_and(|integer| integer.unsigned_abs() <= EXACT)
            }
            _ => true,
        })
    }

    /// Whether the points in time are days: midnights UTC, unless they are known to be instants.
    pub(crate) fn has_days(&self) -> bool {
        self.granularity != Some(Granularity::Instants) && self.times().all(moment::is_day)
    }

    /// The points in time of the column.
    pub(crate) fn times(&self) -> impl Iterator<Item = i64> + Clone {
        self.cells.iter().filter_map(|cell| match cell {
            Cell::Time(seconds) => Some(*seconds),
            _ => None,
        })
    }
}

impl Cell<'_> {
    /// What the cell holds; none for null.
    fn kind(&self) -> Option<Kind> {
        Some(match self {
            Self::Null => return None,
            Self::Boolean(_) => Kind::Boolean,
            Self::Number(number) | Self::Shown(number, _) if number.is_f64() => Kind::Float,
            // An integer that only fits without its sign would be another one in other programs.
            Self::Number(number) | Self::Shown(number, _) if !number.is_i64() => Kind::Mixed,
            Self::Number(_) | Self::Shown(..) => Kind::Integer,
            Self::Text(_) => Kind::Text,
            Self::Time(_) => Kind::Time,
            Self::Nested(_) => Kind::Mixed,
        })
    }
}
