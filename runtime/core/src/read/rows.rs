//! Rows of a list: an unreadable row fails alone, and is named. A list is first read as if all rows were readable;
//! only if that fails is it read again, row by row.

use std::collections::HashSet;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::error_path::Reader;
use super::json::{self, AtMost, List, MAX_ROWS};
use super::record_reader::{duplicate_member, missing_member};
use super::unreadable::reason_of_member;
use crate::error::Fault;
use crate::notes::SkippedRow;
use crate::text::shortened;

/// A row that says what it is about.
pub trait Row: DeserializeOwned {
    /// The member that names the row, for example `symbol`.
    const NAME: &'static str;

    /// Returns the name of the row, where it has one.
    fn name(&self) -> Option<&str>;
}

/// Reads a row, and knows what it is about: of a type ([`Row`]), or of a record that is known at run time.
pub(crate) trait RowReader: Copy + for<'de> Reader<'de, Value = Self::Own> {
    /// The row.
    type Own;

    /// Returns the member that names the row.
    fn key(self) -> &'static str;

    /// Returns the name of a row, where it has one.
    fn name(self, row: &Self::Own) -> Option<&str>;
}

impl<T: Row> RowReader for PhantomData<T> {
    type Own = T;

    fn key(self) -> &'static str {
        T::NAME
    }

    fn name(self, row: &T) -> Option<&str> {
        row.name()
    }
}

/// The rows of a list of at most [`MAX_ROWS`], each read or not. [`List`] is read in less time, and fails with any of its rows.
pub struct Rows<T>(Vec<AnyRow<T>>);

/// The rows of a list, however it was read.
pub trait Readable<T> {
    /// Returns the readable rows, and counts the others as skipped; of two rows with a name also the second. `path`
    /// leads to the list.
    ///
    /// # Errors
    /// There are rows and none can be read.
    fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault>;
}

/// A row, read or not.
pub(super) struct AnyRow<T>(Result<T, Unreadable>);

/// A row that cannot be read.
struct Unreadable {
    name: Option<String>,
    /// None for a row of which only that is known that it has no name.
    reason: Option<String>,
}

impl<T: Row> Readable<T> for Rows<T> {
    fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        let reader = PhantomData::<T>;
        readable(reader, self.0, path, skipped).map(|rows| distinct(reader, rows, skipped))
    }
}

impl<T: Row> Readable<T> for Vec<T> {
    fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        let reader = PhantomData::<T>;
        with_names(reader, self, path, skipped).map(|rows| distinct(reader, rows, skipped))
    }
}

impl<T: Row, const MOST: usize> Readable<T> for List<T, MOST> {
    fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        self.0.readable(path, skipped)
    }
}

/// Returns the rows as [`Readable::readable`] does, some of which may have the same name.
pub(super) fn readable<R: RowReader>(
    reader: R,
    all: Vec<AnyRow<R::Own>>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<R::Own>, Fault> {
    let mut rows = Vec::with_capacity(all.len());
    let before = skipped.len();
    for (index, row) in all.into_iter().enumerate() {
        match row.0 {
            Ok(row) if is_named(reader, &row) => rows.push(row),
            Ok(_) => skipped.push(nameless(reader, path, index)),
            Err(Unreadable { name: Some(name), reason: Some(reason) }) => {
                skipped.push(SkippedRow::named(name, reason));
            }
            Err(Unreadable { name: None, reason: Some(reason) }) => {
                skipped.push(SkippedRow::at(format!("{path}[{index}]"), reason));
            }
            Err(Unreadable { reason: None, .. }) => skipped.push(nameless(reader, path, index)),
        }
    }
    some_of(rows, path, skipped.get(before..).unwrap_or_default())
}

/// Returns the rows that have a name, and counts the others as skipped.
///
/// # Errors
/// There are rows and none has a name.
pub(super) fn with_names<R: RowReader>(
    reader: R,
    mut rows: Vec<R::Own>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<R::Own>, Fault> {
    if rows.iter().all(|row| is_named(reader, row)) {
        return Ok(rows);
    }
    let before = skipped.len();
    let mut index = 0_usize;
    rows.retain(|row| {
        let is_kept = is_named(reader, row);
        if !is_kept {
            skipped.push(nameless(reader, path, index));
        }
        index = index.saturating_add(1);
        is_kept
    });
    some_of(rows, path, skipped.get(before..).unwrap_or_default())
}

/// Returns the rows, each with a name of its own. Of two rows with a name the second counts as skipped.
pub(super) fn distinct<R: RowReader>(
    reader: R,
    mut rows: Vec<R::Own>,
    skipped: &mut Vec<SkippedRow>,
) -> Vec<R::Own> {
    keep_first(&mut rows, |row| reader.name(row).map(|name| (reader.key(), name)), skipped);
    rows
}

/// Keeps the first row of each key, which is a member with its value, and each row without a key. The others count as
/// skipped.
#[doc(hidden)]
pub fn keep_first<T>(
    rows: &mut Vec<T>,
    key: impl Fn(&T) -> Option<(&'static str, &str)>,
    skipped: &mut Vec<SkippedRow>,
) {
    // The longest lists are sorted, and those of rows without keys are as many.
    if rows.iter().all(|row| key(row).is_none()) || rows.is_sorted_by(|row, next| key(row) < key(next)) {
        return;
    }
    let mut known = HashSet::with_capacity(rows.len());
    let is_first = |row| key(row).is_none_or(|key| known.insert(key));
    let mut is_first = rows.iter().map(is_first).collect::<Vec<_>>().into_iter();
    rows.retain(|row| {
        let is_kept = is_first.next().unwrap_or_default();
        if let Some((member, name)) = key(row).filter(|_| !is_kept) {
            skipped.push(SkippedRow::named(name, format!("its {member} is there twice")));
        }
        is_kept
    });
}

fn is_named<R: RowReader>(reader: R, row: &R::Own) -> bool {
    // Nearly all begin with a letter.
    let is_written = |name: &str| name.starts_with(|first: char| first.is_ascii_alphanumeric());
    reader.name(row).is_some_and(|name| is_written(name) || !name.trim().is_empty())
}

fn nameless(reader: impl RowReader, path: &str, index: usize) -> SkippedRow {
    SkippedRow::at(format!("{path}[{index}]"), format!("its {} is missing", reader.key()))
}

/// Returns the rows of a list, unless all were skipped: such a list is of something else.
pub(super) fn some_of<T>(rows: Vec<T>, path: &str, skipped: &[SkippedRow]) -> Result<Vec<T>, Fault> {
    match skipped.first() {
        Some(first) if rows.is_empty() => Err(Fault::Malformed {
            path: path.to_owned().into(),
            reason: format!("none of its rows can be read; the first is {first}"),
        }),
        _ => Ok(rows),
    }
}

impl<'de, T: Row> Deserialize<'de> for Rows<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AtMost::new(MAX_ROWS, AnyRowReader(PhantomData)).deserialize(deserializer).map(Self)
    }
}

/// Reads a row, which may be unreadable.
#[derive(Clone)]
pub(super) struct AnyRowReader<R>(pub(super) R);

impl<'de, R: RowReader> Reader<'de> for AnyRowReader<R> {
    type Finder = PhantomData<&'de RawValue>;

    fn finder(&self) -> Self::Finder {
        PhantomData
    }
}

impl<'de, R: RowReader> DeserializeSeed<'de> for AnyRowReader<R> {
    type Value = AnyRow<R::Own>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        let value = <&RawValue>::deserialize(deserializer)?.get();
        Ok(AnyRow(json::seeded(value, self.0).map_err(|_| Unreadable::of(self.0, value))))
    }
}

impl Unreadable {
    /// Finds out what a row that cannot be read is about, and which member is at fault.
    fn of<R: RowReader>(reader: R, text: &str) -> Self {
        let members = match serde_json::from_str::<Map<String, Value>>(text) {
            Ok(members) => members,
            // Such as half of a surrogate pair in a text.
            Err(error) if text.starts_with('{') => {
                return Self { name: None, reason: Some(format!("it cannot be read: {error}")) };
            }
            Err(_) => return Self { name: None, reason: None },
        };
        let Some(name) = members.get(reader.key()).and_then(Value::as_str).filter(|name| !name.is_empty())
        else {
            return Self { name: None, reason: None };
        };
        let reason = Self::reason(reader, text).or_else(|| Self::member_alone(reader, name, &members));
        let reason = reason.unwrap_or_else(|| "it cannot be read".to_owned());
        Self { name: Some(shortened(name.to_owned())), reason: Some(reason) }
    }

    /// Returns the reason why the reader of a row stops, unless it reads the row as a whole.
    fn reason<R: RowReader>(row: R, text: &str) -> Option<String> {
        let mut track = serde_path_to_error::Track::new();
        let mut reader = serde_json::Deserializer::from_str(text);
        let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
        let error = row.deserialize(tracked).err()?.to_string();
        match track.path().iter().next() {
            Some(serde_path_to_error::Segment::Map { key }) => Some(reason_of_member(key, &error)),
            _ => match duplicate_member(&error) {
                Some(member) => Some(format!("its {member} is there twice")),
                None => Some(format!("its {} is missing", missing_member(&error)?)),
            },
        }
    }

    /// Returns the reason why a member cannot be read beside the name alone: all others may be absent.
    fn member_alone<R: RowReader>(reader: R, name: &str, members: &Map<String, Value>) -> Option<String> {
        let reason = |(member, value): (&String, &Value)| {
            let named = (reader.key().to_owned(), Value::from(name));
            let row = Map::from_iter([named, (member.clone(), value.clone())]);
            let error = reader.deserialize(Value::Object(row)).err()?;
            Some(reason_of_member(member, &error.to_string()))
        };
        members.iter().find_map(reason)
    }
}
