//! Lists of prices and volumes as charts send them: numbers, null, and the text "Infinity" for none.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use serde_json::Number;

/// A list of numbers. A value that the host does not have is none.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Numbers(pub(crate) Vec<Option<Number>>);

impl<'de> Deserialize<'de> for Numbers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List;

        impl<'de> Visitor<'de> for List {
            type Value = Numbers;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Numbers, A::Error> {
                let mut numbers = Vec::new();
                while let Some(Cell(number)) = values.next_element()? {
                    numbers.push(number);
                }
                numbers.shrink_to_fit();
                Ok(Numbers(numbers))
            }
        }

        deserializer.deserialize_seq(List)
    }
}

struct Cell(Option<Number>);

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyCell;

        impl Visitor<'_> for AnyCell {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E>(self, value: f64) -> Result<Cell, E> {
                Ok(Cell(Number::from_f64(value)))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Cell, E> {
                Ok(Cell(Some(value.into())))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Cell, E> {
                Ok(Cell(Some(value.into())))
            }

            fn visit_unit<E>(self) -> Result<Cell, E> {
                Ok(Cell(None))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Cell, E> {
                match text {
                    "Infinity" | "-Infinity" | "NaN" => Ok(Cell(None)),
                    _ => Err(E::invalid_type(serde::de::Unexpected::Other("a text"), &self)),
                }
            }
        }

        deserializer.deserialize_any(AnyCell)
    }
}
