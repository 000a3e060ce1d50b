//! Rows of a list that are read one by one: one that cannot be read fails alone, and is named.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error as _, SeqAccess, Visitor,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::record_reader::missing_member;
use crate::error::Fault;
use crate::skipped::SkippedRow;
use crate::text::shortened;

/// A row that says what it is about.
pub trait Row: DeserializeOwned {
    /// The member that names the row, for example `symbol`.
    const NAME: &'static str;

    /// Returns the name of the row, where it has one.
    fn name(&self) -> Option<&str>;
}

/// The rows of a list of at most `MOST`, each read or not.
pub struct Rows<T, const MOST: usize>(AnyRows<T>);

/// The rows of a list, each read or not.
pub(super) struct AnyRows<T>(Vec<Result<T, Unreadable>>);

/// Reads the rows of a list of at most so many.
pub(super) struct RowsOf<T> {
    pub(super) most: usize,
    pub(super) row: PhantomData<T>,
}

impl<T> Clone for RowsOf<T> {
    fn clone(&self) -> Self {
        Self { most: self.most, row: PhantomData }
    }
}

/// A row that cannot be read.
struct Unreadable {
    name: Option<String>,
    reason: String,
}

impl<T: Row, const MOST: usize> Rows<T, MOST> {
    /// Returns the rows that can be read, and adds the others to those that are skipped. `path` is that of the list.
    ///
    /// # Errors
    /// A row has no name, or there are rows and none can be read.
    pub fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        self.0.readable(path, skipped)
    }
}

impl<T: Row> AnyRows<T> {
    /// Returns the rows as [`Rows::readable`] does.
    pub(super) fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        let mut rows = Vec::with_capacity(self.0.len());
        let mut first = None;
        for (index, row) in self.0.into_iter().enumerate() {
            let missing = || Fault::missing(format!("{path}[{index}].{}", T::NAME));
            match row {
                Ok(row) if row.name().is_none_or(str::is_empty) => return Err(missing()),
                Ok(row) => rows.push(row),
                Err(Unreadable { name, reason }) => {
                    let row = SkippedRow::new(name.ok_or_else(missing)?, reason);
                    first.get_or_insert_with(|| row.to_string());
                    skipped.push(row);
                }
            }
        }
        match first {
            Some(first) if rows.is_empty() => Err(Fault::Malformed {
                path: path.to_owned().into(),
                reason: format!("none of its rows can be read; the first is {first}"),
            }),
            _ => Ok(rows),
        }
    }
}

impl<'de, T: Row, const MOST: usize> Deserialize<'de> for Rows<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        RowsOf { most: MOST, row: PhantomData }.deserialize(deserializer).map(Self)
    }
}

impl<'de, T: Row> DeserializeSeed<'de> for RowsOf<T> {
    type Value = AnyRows<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnyRows<T>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, T: Row> Visitor<'de> for RowsOf<T> {
    type Value = AnyRows<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            usize::MAX => f.write_str("a list"),
            most => write!(f, "a list of at most {most} values"),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<AnyRows<T>, A::Error> {
        let mut rows = Vec::new();
        while let Some(value) = values.next_element::<&RawValue>()? {
            if rows.len() == self.most {
                return Err(A::Error::invalid_length(self.most.saturating_add(1), &self));
            }
            rows.push(serde_json::from_str(value.get()).map_err(|_| Unreadable::of::<T>(value.get())));
        }
        Ok(AnyRows(rows))
    }
}

impl Unreadable {
    /// Finds out what a row that cannot be read is about, and which member is at fault.
    fn of<T: Row>(text: &str) -> Self {
        let Ok(members) = serde_json::from_str::<Map<String, Value>>(text) else {
            return Self { name: None, reason: "it is no object".to_owned() };
        };
        let name = members.get(T::NAME).and_then(Value::as_str).filter(|name| !name.is_empty());
        let of_another_type = |member| format!("its {} is of another type", shortened(member));
        let reason =
            Self::reason::<T>(text).or_else(|| Self::member_alone::<T>(name?, &members).map(of_another_type));
        Self {
            name: name.map(|name| shortened(name.to_owned())),
            reason: reason.unwrap_or_else(|| "it cannot be read".to_owned()),
        }
    }

    /// Returns the reason why the reader of a row stops, unless it reads the row as a whole.
    fn reason<T: Row>(text: &str) -> Option<String> {
        let mut track = serde_path_to_error::Track::new();
        let mut reader = serde_json::Deserializer::from_str(text);
        let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
        let error = T::deserialize(tracked).err()?.to_string();
        match track.path().iter().next() {
            Some(serde_path_to_error::Segment::Map { key }) => {
                Some(format!("its {} is of another type", shortened(key.clone())))
            }
            _ => Some(format!("its {} is missing", missing_member(&error)?)),
        }
    }

    /// Returns the member that cannot be read beside the name alone: all others may be absent.
    fn member_alone<T: Row>(name: &str, members: &Map<String, Value>) -> Option<String> {
        let is_bad = |(member, value): &(&String, &Value)| {
            let named = (T::NAME.to_owned(), Value::from(name));
            let row = Map::from_iter([named, ((*member).clone(), (*value).clone())]);
            serde_json::from_value::<T>(row.into()).is_err()
        };
        members.iter().find(is_bad).map(|(member, _)| member.clone())
    }
}
