//! Rows of a list that are read one by one: one that cannot be read fails alone, and is named.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use virtual_finance_core::Fault;
use virtual_finance_core::read::shortened;

use crate::notes::SkippedRow;

/// A row that says what it is about.
pub(crate) trait Row: DeserializeOwned {
    /// The member that names the row, for example `symbol`.
    const NAME: &'static str;

    /// Returns the name of the row, where it has one.
    fn name(&self) -> Option<&str>;
}

/// The rows of a list of at most `MOST`, each read or not.
pub(crate) struct Rows<T, const MOST: usize>(Vec<Result<T, Unreadable>>);

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
    pub(crate) fn readable(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Result<Vec<T>, Fault> {
        let mut rows = Vec::with_capacity(self.0.len());
        let mut first = None;
        for (index, row) in self.0.into_iter().enumerate() {
            let missing = || Fault::missing(format!("{path}[{index}].{}", T::NAME));
            match row {
                Ok(row) if row.name().is_none_or(str::is_empty) => return Err(missing()),
                Ok(row) => rows.push(row),
                Err(Unreadable { name, reason }) => {
                    let row = SkippedRow { name: name.ok_or_else(missing)?, reason };
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
        struct Values<T, const MOST: usize>(PhantomData<T>);

        impl<'de, T: Row, const MOST: usize> Visitor<'de> for Values<T, MOST> {
            type Value = Rows<T, MOST>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match MOST {
                    usize::MAX => f.write_str("a list"),
                    most => write!(f, "a list of at most {most} values"),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Rows<T, MOST>, A::Error> {
                let mut rows = Vec::new();
                while let Some(value) = values.next_element::<&RawValue>()? {
                    if rows.len() == MOST {
                        return Err(A::Error::invalid_length(MOST.saturating_add(1), &self));
                    }
                    rows.push(
                        serde_json::from_str(value.get()).map_err(|_| Unreadable::of::<T>(value.get())),
                    );
                }
                Ok(Rows(rows))
            }
        }

        deserializer.deserialize_seq(Values(PhantomData))
    }
}

impl Unreadable {
    /// Finds out what a row that cannot be read is about, and which member is at fault.
    fn of<T: Row>(text: &str) -> Self {
        let Ok(members) = serde_json::from_str::<Map<String, Value>>(text) else {
            return Self { name: None, reason: "it is no object".to_owned() };
        };
        let name = members.get(T::NAME).and_then(Value::as_str).filter(|name| !name.is_empty());
        let name = name.map(|name| shortened(name.to_owned()));
        // Each member may be absent, so that one alone is a row, too.
        let is_bad = |(name, value): &(String, Value)| {
            serde_json::from_value::<T>(Map::from_iter([(name.clone(), value.clone())]).into()).is_err()
        };
        let reason = match members.into_iter().find(is_bad) {
            Some((member, _)) => format!("its {} is of another type", shortened(member)),
            None => "it cannot be read".to_owned(),
        };
        Self { name, reason }
    }
}
