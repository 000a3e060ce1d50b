//! Lists of prices and volumes as charts send them: numbers, null, and the text "Infinity" for none.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor};
use serde_json::Number;
use virtual_finance_core::{Fault, SkippedRow};

use crate::fault::MarketFault;
use crate::read::listed::{at, none_of};

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
                while let Some(cell) = values.next_element()? {
                    match cell {
                        Cell::Number(number) => numbers.push(number),
                        Cell::Other => {
                            return Err(A::Error::invalid_type(
                                Unexpected::Other("something else"),
                                &"a number",
                            ));
                        }
                    }
                }
                numbers.shrink_to_fit();
                Ok(Numbers(numbers))
            }
        }

        deserializer.deserialize_seq(List)
    }
}

/// A list of cells, each of which is a number, none, or something else.
#[derive(Debug, Default)]
pub(crate) struct Cells(Vec<Cell>);

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self)
    }
}

/// Returns the rows of two parallel lists, the times and a column. One with a cell that cannot be read is skipped. `path` is
/// that of the column.
///
/// # Errors
/// The lists have different lengths, or there are rows and none can be read.
pub(crate) fn rows(
    Cells(times): Cells,
    Cells(cells): Cells,
    column: &'static str,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<(Vec<i64>, Vec<Option<Number>>), Fault> {
    if times.len() != cells.len() {
        let (rows, timestamps) = (cells.len(), times.len());
        return Err(MarketFault::UnequalRows { column, rows, timestamps }.into());
    }
    let (mut seconds, mut values) = (Vec::with_capacity(times.len()), Vec::with_capacity(times.len()));
    let before = skipped.len();
    for (index, (time, cell)) in times.into_iter().zip(cells).enumerate() {
        match (time, cell) {
            (Cell::Number(Some(time)), Cell::Number(value)) if time.as_i64().is_some() => {
                seconds.extend(time.as_i64());
                values.push(value);
            }
            (Cell::Number(Some(time)), Cell::Other) if time.as_i64().is_some() => {
                skipped.push(at(path, index, "it is no number"));
            }
            _ => skipped.push(at(path, index, "its time is no integer")),
        }
    }
    match seconds.is_empty() && skipped.len() > before {
        true => Err(none_of(path, skipped.get(before..).unwrap_or_default())),
        false => Ok((seconds, values)),
    }
}

#[derive(Debug)]
enum Cell {
    /// A number, or none.
    Number(Option<Number>),
    /// Something else.
    Other,
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct AnyCell;

        impl<'de> Visitor<'de> for AnyCell {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_f64<E>(self, value: f64) -> Result<Cell, E> {
                Ok(Cell::Number(Number::from_f64(value)))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Cell, E> {
                Ok(Cell::Number(Some(value.into())))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Cell, E> {
                Ok(Cell::Number(Some(value.into())))
            }

            fn visit_unit<E>(self) -> Result<Cell, E> {
                Ok(Cell::Number(None))
            }

            fn visit_bool<E>(self, _: bool) -> Result<Cell, E> {
                Ok(Cell::Other)
            }

            fn visit_str<E>(self, text: &str) -> Result<Cell, E> {
                Ok(match text {
                    "Infinity" | "-Infinity" | "NaN" => Cell::Number(None),
                    _ => Cell::Other,
                })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Cell, A::Error> {
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Cell::Other)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Cell, A::Error> {
                while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Cell::Other)
            }
        }

        deserializer.deserialize_any(AnyCell)
    }
}
