//! Columns of frames from the values of a response. Each takes its values one by one, without an
//! allocation for each, and gives null where there is none.

use polars_core::prelude::{
    BooleanChunked, Column, DataFrame, Float64Chunked, Int32Chunked, Int64Chunked, IntoColumn as _,
    NewChunkedArray as _, StringChunked, TimeUnit,
};
use virtual_finance::responses::{Number, Value};

use crate::error::Error;
use crate::zone::{Zone, millis};

/// Returns the frame of columns that have one length each.
pub(crate) fn frame(rows: usize, columns: Vec<Column>) -> Result<DataFrame, Error> {
    Ok(DataFrame::new(rows, columns)?)
}

/// Doubles.
pub(crate) fn doubles(name: &str, values: impl Iterator<Item = Option<f64>>) -> Column {
    Float64Chunked::from_iter_options(name.into(), values).into_column()
}

/// Numbers as doubles.
pub(crate) fn floats<'a>(name: &str, values: impl Iterator<Item = Option<&'a Number>>) -> Column {
    doubles(name, values.map(|value| value?.as_f64()))
}

/// Numbers as integers. Hosts send no fractions in such a column; a column with a fraction holds doubles, so that
/// nothing is lost.
pub(crate) fn integers<'a>(name: &str, values: impl Iterator<Item = Option<&'a Number>> + Clone) -> Column {
    if values.clone().flatten().all(|value| whole(value).is_some()) {
        return Int64Chunked::from_iter_options(name.into(), values.map(|value| whole(value?))).into_column();
    }
    floats(name, values)
}

/// Integers that are typed already.
pub(crate) fn whole_numbers(name: &str, values: impl Iterator<Item = Option<i64>>) -> Column {
    Int64Chunked::from_iter_options(name.into(), values).into_column()
}

/// Texts.
pub(crate) fn texts<T: AsRef<str>>(name: &str, values: impl Iterator<Item = Option<T>>) -> Column {
    StringChunked::from_iter_options(name.into(), values).into_column()
}

/// True and false.
pub(crate) fn truths(name: &str, values: impl Iterator<Item = Option<bool>>) -> Column {
    BooleanChunked::from_iter_options(name.into(), values).into_column()
}

/// Instants, given in epoch seconds, in a zone.
pub(crate) fn instants(name: &str, values: impl Iterator<Item = Option<i64>>, zone: Zone) -> Column {
    let values = values.map(|seconds| millis(seconds?));
    Int64Chunked::from_iter_options(name.into(), values)
        .into_datetime(TimeUnit::Milliseconds, Some(zone.into_dtype()))
        .into_column()
}

/// Days, counted from 1970-01-01.
pub(crate) fn days(name: &str, values: impl Iterator<Item = Option<i32>>) -> Column {
    Int32Chunked::from_iter_options(name.into(), values).into_date().into_column()
}

/// Returns the integer that a number is, 236.0 too.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    /// Every integer up to it is a double of its own.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.as_i64().or_else(|| {
        let number = number.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < EXACT)?;
        #[expect(clippy::as_conversions, reason = "exact: checked above, and there is no other way")]
        Some(number as i64)
    })
}

/// Returns a plain value as text: texts as they are, numbers and truths as JSON has them; null, lists and
/// objects are none.
pub(crate) fn plain_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(boolean) => Some(boolean.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}
