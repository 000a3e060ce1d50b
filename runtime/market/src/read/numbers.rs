//! Lists of times, prices and volumes as charts send them. A cell that cannot be read costs no other.

use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Number;
use virtual_finance_core::SkippedRow;
use virtual_finance_core::expecting;

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
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Numbers;

            expecting!("a list of numbers");

            fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<Numbers, A::Error> {
                let mut numbers = Numbers::default();
                while let Some(cell) = cells.next_element()? {
                    match cell {
                        Cell::Value(number) => numbers.values.push(Some(number)),
                        Cell::Null => numbers.values.push(None),
                        Cell::Unreadable => {
                            let (_, others) = numbers.unreadable.get_or_insert((numbers.values.len(), 0));
                            *others = others.saturating_add(1);
                            numbers.values.push(None);
                        }
                    }
                }
                numbers.unreadable = numbers.unreadable.map(|(first, all)| (first, all.saturating_sub(1)));
                numbers.values.shrink_to_fit();
                Ok(numbers)
            }
        }

        deserializer.deserialize_seq(List)
    }
}

/// A list of times in epoch seconds. One that cannot be read is [`NO_TIME`].
#[derive(Default)]
pub(crate) struct Times(pub(crate) Vec<i64>);

/// The time that stands for an unreadable one.
pub(crate) const NO_TIME: i64 = i64::MIN;

impl<'de> Deserialize<'de> for Times {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Times;

            expecting!("a list of times");

            fn visit_seq<A: SeqAccess<'de>>(self, mut cells: A) -> Result<Times, A::Error> {
                let mut times = Vec::new();
                while let Some(cell) = cells.next_element()? {
                    times.push(match cell {
                        Cell::Value(time) => time,
                        Cell::Null | Cell::Unreadable => NO_TIME,
                    });
                }
                Ok(Times(times))
            }
        }

        deserializer.deserialize_seq(List)
    }
}

/// A cell of a list.
enum Cell<T> {
    Value(T),
    Null,
    /// Something else than a value.
    Unreadable,
}

/// A type that cells are numbers of.
trait Numeric: DeserializeOwned {
    fn of_float(value: f64) -> Option<Self>;
    fn of_integer(value: i64) -> Self;
    fn of_large(value: u64) -> Option<Self>;
}

impl Numeric for Number {
    fn of_float(value: f64) -> Option<Self> {
        Self::from_f64(value)
    }

    fn of_integer(value: i64) -> Self {
        value.into()
    }

    fn of_large(value: u64) -> Option<Self> {
        Some(value.into())
    }
}

impl Numeric for i64 {
    fn of_float(_: f64) -> Option<Self> {
        None
    }

    fn of_integer(value: i64) -> Self {
        value
    }

    fn of_large(value: u64) -> Option<Self> {
        value.try_into().ok()
    }
}

impl<T> From<Option<T>> for Cell<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Unreadable, Self::Value)
    }
}

impl<'de, T: Numeric> Deserialize<'de> for Cell<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyCell<T>(PhantomData<T>);

        impl<'de, T: Numeric> Visitor<'de> for AnyCell<T> {
            type Value = Cell<T>;

            expecting!("a value");

            fn visit_f64<E>(self, value: f64) -> Result<Cell<T>, E> {
                Ok(T::of_float(value).into())
            }

            fn visit_i64<E>(self, value: i64) -> Result<Cell<T>, E> {
                Ok(Cell::Value(T::of_integer(value)))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Cell<T>, E> {
                Ok(T::of_large(value).into())
            }

            fn visit_unit<E>(self) -> Result<Cell<T>, E> {
                Ok(Cell::Null)
            }

            fn visit_bool<E>(self, _: bool) -> Result<Cell<T>, E> {
                Ok(Cell::Unreadable)
            }

            fn visit_str<E>(self, _: &str) -> Result<Cell<T>, E> {
                Ok(Cell::Unreadable)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Cell<T>, A::Error> {
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Cell::Unreadable)
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Cell<T>, A::Error> {
                let Collapsed(value) = Collapsed::deserialize(MapAccessDeserializer::new(members))?;
                Ok(if value.is_null() {
                    Cell::Null
                } else {
                    Option::deserialize(value).unwrap_or_default().into()
                })
            }
        }

        deserializer.deserialize_any(AnyCell(PhantomData))
    }
}
