//! Lists of objects of replies that become the rows of a response, and objects that become its parts: an unreadable
//! row costs no other, and a note says why.

use std::collections::HashSet;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_json::{Map, Value};
use virtual_finance_core::{Fault, Field, SkippedRow};

use crate::read::adapted::{Adapted, structure, structure_named};
use crate::read::collapse::Collapsed;
use crate::read::json::MAX_ROWS;
use crate::read::rows::keep_first;

/// The number of rows whose marks need no memory of their own: most lists are as short.
const FEW: usize = 16;
/// The number of members of a row that are in its mark.
const MARKED: usize = 4;
/// The most rows of a list that are compared with all before them: no real list has so many of one mark.
const MAX_COMPARED: usize = 1024;

/// Finds repeated rows of a list. Rows are compared where the hashes of their first members are equal, which is rare.
#[derive(Debug, Default)]
pub(crate) struct Distinct {
    few: [u64; FEW],
    count: usize,
    many: HashSet<u64>,
    compared: usize,
}

impl Distinct {
    /// Returns true if a row of the reply may repeat an earlier one.
    pub(crate) fn may_have(&mut self, row: &Value) -> bool {
        let Some(row) = row.as_object() else { return false };
        let mark = mark(row);
        let is_known = self.few.iter().take(self.count).any(|known| *known == mark)
            || !self.many.is_empty() && self.many.contains(&mark);
        match self.few.get_mut(self.count) {
            Some(place) => {
                *place = mark;
                self.count = self.count.saturating_add(1);
            }
            None => drop(self.many.insert(mark)),
        }
        self.compared = self.compared.saturating_add(usize::from(is_known));
        is_known && self.compared <= MAX_COMPARED
    }
}

/// The reason why a row that is there twice is left out.
pub(crate) const TWICE: &str = "it is there twice";

/// Returns a number that equal rows have in common.
fn mark(row: &Map<String, Value>) -> u64 {
    const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
    row.values().take(MARKED).fold(0, |mark, value| {
        let word = match value {
            Value::String(text) => {
                let (first, last) = (text.as_bytes().first_chunk(), text.as_bytes().last_chunk());
                let word = |chunk: Option<&[u8; 8]>| chunk.map_or(0, |chunk| u64::from_le_bytes(*chunk));
                let short = || text.bytes().fold(0, |word: u64, byte| word.rotate_left(8) ^ u64::from(byte));
                if first.is_some() { word(first) ^ word(last).rotate_left(32) } else { short() }
            }
            Value::Number(number) => number.as_f64().map_or(0, f64::to_bits),
            Value::Bool(flag) => u64::from(*flag),
            Value::Null | Value::Array(_) | Value::Object(_) => 0,
        };
        (mark.rotate_left(23) ^ word).wrapping_mul(SPREAD)
    })
}

/// The rows of a list, and the unreadable rows.
pub(crate) struct Listed<T> {
    rows: Vec<T>,
    /// The positions of the others, with the reasons.
    unreadable: Vec<(usize, String)>,
    distinct: Distinct,
    /// The member that was read last.
    member: String,
}

impl<T: Adapted> Listed<T> {
    fn with_capacity(count: usize) -> Self {
        let rows = Vec::with_capacity(count);
        Self { rows, unreadable: Vec::new(), distinct: Distinct::default(), member: String::new() }
    }

    /// Adds the next row, which is an object with some member.
    fn add(&mut self, value: Value) {
        let may_be_known = !T::MAY_REPEAT && self.distinct.may_have(&value);
        let row = match value {
            Value::Object(_) => structure_named(value, &mut self.member),
            Value::Null => Err("it is empty".to_owned()),
            _ => Err("it is no object".to_owned()),
        };
        match row {
            Ok(row) if !(may_be_known && self.rows.contains(&row)) => self.rows.push(row),
            other => self.unreadable.push((self.len(), other.err().unwrap_or_else(|| TWICE.to_owned()))),
        }
    }

    fn len(&self) -> usize {
        self.rows.len().saturating_add(self.unreadable.len())
    }

    /// Returns the rows of a list that is a part of a response, and counts the others as skipped; `None` where no row
    /// is readable. `path` leads to the list.
    pub(crate) fn part(mut self, path: &str, skipped: &mut Vec<SkippedRow>) -> Option<Vec<T>> {
        let is_unreadable = self.rows.is_empty() && !self.unreadable.is_empty();
        skipped.extend(self.unreadable.into_iter().map(|(index, reason)| at(path, index, reason)));
        keep_first(&mut self.rows, T::key, skipped);
        (!is_unreadable).then_some(self.rows)
    }

    /// Returns the rows of a list that is the whole response, and counts the others as skipped.
    ///
    /// # Errors
    /// There are rows and none can be read: the list is of something else.
    pub(crate) fn subject(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        let before = skipped.len();
        let rows = self.part(path, skipped);
        rows.ok_or_else(|| none_of(path, skipped.get(before..).unwrap_or_default()))
    }
}

/// Refuses a list without rows some of which were skipped, all that `skipped` has from `before` on. `path` leads to the list.
///
/// # Errors
/// None of its rows can be read.
pub(crate) fn require_some<T>(
    rows: &[T],
    path: &str,
    before: usize,
    skipped: &[SkippedRow],
) -> Result<(), Fault> {
    match skipped.get(before..) {
        Some(others) if rows.is_empty() && !others.is_empty() => Err(none_of(path, others)),
        _ => Ok(()),
    }
}

/// Returns the fault for a list none of whose rows can be read.
pub(crate) fn none_of(path: &str, skipped: &[SkippedRow]) -> Fault {
    let first = skipped.first().map(SkippedRow::to_string).unwrap_or_default();
    let reason = format!("none of its rows can be read; the first is {first}");
    Fault::Malformed { path: path.to_owned().into(), reason }
}

/// Returns what is odd about a first page without rows of which the host counts some.
pub(crate) fn none_of_some(rows: usize, start: i64, total: Option<i64>) -> Option<String> {
    let total = total.filter(|total| rows == 0 && start == 0 && *total > 0)?;
    Some(format!("it is empty, and the host counts {total}"))
}

/// Returns a row of a list that is skipped.
pub(crate) fn at(path: &str, index: usize, reason: impl Into<String>) -> SkippedRow {
    SkippedRow::at(format!("{path}[{index}]"), reason)
}

impl<'de, T: Adapted> Deserialize<'de> for Listed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Values<T>(PhantomData<T>);

        impl<'de, T: Adapted> Visitor<'de> for Values<T> {
            type Value = Listed<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MAX_ROWS} values")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Listed<T>, A::Error> {
                let mut listed = Listed::with_capacity(0);
                while let Some(value) = next::<T, A>(&mut values)? {
                    if listed.len() == MAX_ROWS {
                        return Err(A::Error::invalid_length(MAX_ROWS.saturating_add(1), &self));
                    }
                    listed.add(value);
                }
                Ok(listed)
            }
        }

        deserializer.deserialize_seq(Values(PhantomData))
    }
}

fn next<'de, T: Adapted, A: SeqAccess<'de>>(values: &mut A) -> Result<Option<Value>, A::Error> {
    if T::IS_FORMATTED {
        Ok(values.next_element()?.map(|Collapsed(value)| value))
    } else {
        values.next_element()
    }
}

/// Takes the rows of a list out of the members of an object, and counts unreadable ones as skipped. `path` leads to
/// the object.
pub(crate) fn taken<T: Adapted>(
    members: &mut Map<String, Value>,
    name: &str,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Field<Vec<T>> {
    let path = || format!("{path}.{name}");
    let values = match members.shift_remove(name) {
        None => return Field::Absent,
        Some(Value::Null) => return Field::Null,
        Some(Value::Array(values)) if values.len() <= MAX_ROWS => values,
        Some(_) => {
            skipped.push(SkippedRow::at(path(), format!("it is no list of at most {MAX_ROWS} values")));
            return Field::Null;
        }
    };
    let mut listed = Listed::with_capacity(values.len());
    values.into_iter().for_each(|value| listed.add(value));
    Field::Value(listed.part(&path(), skipped).unwrap_or_default())
}

/// Takes an object that is a part of a row out of its members; an unreadable member is null and counted as skipped.
/// `path` leads to the row.
pub(crate) fn part_taken<T: Adapted>(
    members: &mut Map<String, Value>,
    name: &str,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Field<T> {
    let mut part = match members.shift_remove(name) {
        None => return Field::Absent,
        Some(Value::Object(part)) => part,
        Some(other) => return Field::nullable(Part::of(other).read(&format!("{path}.{name}"), skipped)),
    };
    let mut member = String::new();
    loop {
        let reason = match structure_named(Value::Object(part.clone()), &mut member) {
            Ok(part) => return Field::Value(part),
            Err(reason) => reason,
        };
        match part.get_mut(&member) {
            Some(value) if !value.is_null() => {
                *value = Value::Null;
                skipped.push(SkippedRow::at(format!("{path}.{name}"), reason).as_null());
            }
            _ => {
                skipped.push(SkippedRow::at(format!("{path}.{name}"), reason));
                return Field::Null;
            }
        }
    }
}

/// An object that is a part of a response, read or not.
pub(crate) struct Part<T>(Result<T, String>);

impl<T> Part<T> {
    /// Returns the part, or adds it to what is skipped. `path` is its own.
    pub(crate) fn read(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Option<T> {
        self.0.map_err(|reason| skipped.push(SkippedRow::at(path, reason))).ok()
    }
}

impl<T: Adapted> Part<T> {
    /// Reads the part of a value.
    pub(crate) fn of(value: Value) -> Self {
        Self(structure(value))
    }
}

impl<'de, T: Adapted> Deserialize<'de> for Part<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = if T::IS_FORMATTED {
            Collapsed::deserialize(deserializer)?.0
        } else {
            Value::deserialize(deserializer)?
        };
        Ok(Self::of(value))
    }
}
