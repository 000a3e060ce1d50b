//! Frames as tables, for the formats that write tables.

use std::borrow::Cow;

use polars_core::prelude::{AnyValue, Column as Series, DataFrame, DataType, TimeUnit};
use virtual_finance_core::time::Granularity;
use virtual_finance_core::{Map, Number, Value};

use super::jsonl;
use crate::tabular::{Cell, Column, Outline, Table, Tables};
use crate::text::Zone;

const DAY: i64 = 86_400;

/// Converts frames to tables, in the time zone of the first column that has one.
pub fn tables<'f>(parts: &'f [(&'f str, DataFrame)], outline: &'f Outline) -> Tables<'f> {
    let columns = parts.iter().flat_map(|(_, frame)| frame.columns());
    let zone = columns.filter_map(|column| match column.dtype() {
        DataType::Datetime(_, zone) => zone.as_ref().map(ToString::to_string),
        _ => None,
    });
    let zone = Zone::named(zone.into_iter().next().as_deref());
    let table = |(name, frame): &'f (&'f str, DataFrame)| Table {
        name: (*name).to_owned(),
        columns: frame.columns().iter().map(column).collect(),
        rows: frame.height(),
    };
    Tables::new(parts.iter().map(table).collect(), zone, outline)
}

fn column(series: &Series) -> Column<'_> {
    let cells = series.as_materialized_series().iter().map(|value| cell(&value));
    let granularity = match series.dtype() {
        DataType::Date => Some(Granularity::Days),
        DataType::Datetime(..) => Some(Granularity::Instants),
        _ => None,
    };
    Column { granularity, ..Column::new(Cow::Borrowed(series.name().as_str()), cells.collect()) }
}

fn cell<'v>(value: &AnyValue<'v>) -> Cell<'v> {
    match value {
        AnyValue::Boolean(boolean) => Cell::Boolean(*boolean),
        AnyValue::Int32(number) => Cell::Number((*number).into()),
        AnyValue::Int64(number) => Cell::Number((*number).into()),
        AnyValue::Float64(number) => Number::from_f64(*number).map_or(Cell::Null, Cell::Number),
        AnyValue::String(text) => Cell::Text(text),
        AnyValue::Date(day) => Cell::Time(i64::from(*day).saturating_mul(DAY)),
        AnyValue::Datetime(millis, TimeUnit::Milliseconds, _) => Cell::Time(millis.div_euclid(1_000)),
        // Frames have no other types.
        _ => Cell::Null,
    }
}

/// Converts frames to JSON: each to a list of rows with times as in CSV, several to an object by their names.
pub fn json(tables: &Tables<'_>) -> Value {
    match tables.unpaired() {
        [only] => jsonl::rows(only).collect(),
        several => several
            .iter()
            .map(|table| (table.name.clone(), jsonl::rows(table).collect()))
            .collect::<Map<_, _>>()
            .into(),
    }
}
