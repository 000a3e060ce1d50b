//! Lists of times, prices and volumes as charts send them. A cell that cannot be read costs no other.

use std::fmt;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::{Number, Value};
use virtual_finance_core::SkippedRow;

use crate::read::collapse::Collapsed;
use crate::read::listed::at;

/// A list of numbers. Absent and unreadable values, such as texts, are `None`.
#[derive(Default)]
pub(crate) struct Numbers {
    values: Vec<Option<Number>>,
    /// The place of the first unreadable value, and the number of the others.
    unreadable: Option<(usize, usize)>,
}

impl From<Vec<Option<Number>>> for Numbers {
    fn from(values: Vec<Option<Number>>) -> Self {
        Self { values, unreadable: None }
    }
}

impl Numbers {
    /// Returns the length of the list.
    pub(crate) const fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns the values, and counts unreadable ones as skipped. `path` leads to the list.
    pub(crate) fn values(self, path: &str, skipped: &mut Vec<SkippedRow>) -> Vec<Option<Number>> {
        skipped.extend(self.unreadable.map(|(first, others)| match others {
            0 => at(path, first, "it is no number").as_null(),
            others => {
                at(path, first, format!("it is no number, and {others} more of the list are none")).as_null()
            }
        }));
        self.values
    }
}

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut numbers = Self::default();
        each_cell(deserializer, |cell| match cell {
            Value::Number(number) => numbers.values.push(Some(number)),
            Value::Null => numbers.values.push(None),
            _ => {
                numbers.unreadable = Some(match numbers.unreadable {
                    None => (numbers.values.len(), 0),
                    Some((first, others)) => (first, others.saturating_add(1)),
                });
                numbers.values.push(None);
            }
        })?;
        numbers.values.shrink_to_fit();
        Ok(numbers)
    }
}

/// A list of times in epoch seconds. One that cannot be read is [`NO_TIME`].
#[derive(Default)]
pub(crate) struct Times(pub(crate) Vec<i64>);

/// The time that stands for an unreadable one.
pub(crate) const NO_TIME: i64 = i64::MIN;

impl<'de> Deserialize<'de> for Times {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut times = Vec::new();
        each_cell(deserializer, |cell| times.push(cell.as_i64().unwrap_or(NO_TIME)))?;
        Ok(Self(times))
    }
}

/// Reads a list, and hands on each of its cells.
fn each_cell<'de, D: Deserializer<'de>>(deserializer: D, read: impl FnMut(Value)) -> Result<(), D::Error> {
    struct List<F>(F);

    impl<'de, F: FnMut(Value)> Visitor<'de> for List<F> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }

        fn visit_seq<A: SeqAccess<'de>>(mut self, mut cells: A) -> Result<(), A::Error> {
            while let Some(Collapsed(cell)) = cells.next_element()? {
                (self.0)(cell);
            }
            Ok(())
        }
    }

    deserializer.deserialize_seq(List(read))
}
