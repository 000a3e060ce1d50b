//! Lists of times, prices and volumes as charts send them. A cell that cannot be read costs no other.

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};
use virtual_finance_core::{SkippedRow, expecting};

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
        deserializer.deserialize_seq(Cells(|cell| {
            if matches!(cell, Cell::Unreadable) {
                let (_, others) = numbers.unreadable.get_or_insert((numbers.values.len(), 0));
                *others = others.saturating_add(1);
            }
            numbers.values.push(cell.number());
        }))?;
        numbers.unreadable = numbers.unreadable.map(|(first, all)| (first, all.saturating_sub(1)));
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
        let time = |cell: Cell| cell.number().and_then(|time| time.as_i64()).unwrap_or(NO_TIME);
        deserializer.deserialize_seq(Cells(|cell| times.push(time(cell))))?;
        Ok(Self(times))
    }
}

/// Takes the cells of a list.
struct Cells<F>(F);

impl<'de, F: FnMut(Cell)> Visitor<'de> for Cells<F> {
    type Value = ();

    expecting!("a list of numbers");

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut cells: A) -> Result<(), A::Error> {
        while let Some(cell) = cells.next_element()? {
            self.0(cell);
        }
        Ok(())
    }
}

/// One value of a list.
enum Cell {
    Number(Number),
    Null,
    /// Neither: a text, or an object that is no formatted number.
    Unreadable,
}

impl Cell {
    fn number(self) -> Option<Number> {
        if let Self::Number(number) = self { Some(number) } else { None }
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyCell;

        impl<'de> Visitor<'de> for AnyCell {
            type Value = Cell;

            expecting!("a value");

            fn visit_f64<E>(self, value: f64) -> Result<Cell, E> {
                Ok(Number::from_f64(value).map_or(Cell::Unreadable, Cell::Number))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Cell, E> {
                Ok(Cell::Number(value.into()))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Cell, E> {
                Ok(Cell::Number(value.into()))
            }

            fn visit_unit<E>(self) -> Result<Cell, E> {
                Ok(Cell::Null)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Cell, E> {
                Ok(Cell::Unreadable)
            }

            fn visit_str<E>(self, _: &str) -> Result<Cell, E> {
                Ok(Cell::Unreadable)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Cell, A::Error> {
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Cell::Unreadable)
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Cell, A::Error> {
                Ok(match Collapsed::deserialize(MapAccessDeserializer::new(members))?.0 {
                    Value::Null => Cell::Null,
                    Value::Number(number) => Cell::Number(number),
                    _ => Cell::Unreadable,
                })
            }
        }

        deserializer.deserialize_any(AnyCell)
    }
}
