//! Amounts of money and shares: whole ones are integers, and sums of integers are exact.

use serde_json::{Number, Value};
use virtual_finance_core::read::integer;

pub(crate) use virtual_finance_core::read::whole;

/// Makes an integer of a whole amount.
pub(crate) fn whole_value(value: &mut Value) {
    if let Some(integer) = value.as_number().and_then(integer) {
        *value = integer.into();
    }
}

/// Returns the sum of two amounts; none where JSON has no number for it.
pub(crate) fn sum(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_add).or_else(|| Number::from_f64(a.as_f64()? + b.as_f64()?))
}

/// Returns an amount less another; none where JSON has no number for it.
pub(crate) fn difference(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_sub).or_else(|| Number::from_f64(a.as_f64()? - b.as_f64()?))
}

fn exact(a: &Number, b: &Number, operation: fn(i128, i128) -> Option<i128>) -> Option<Number> {
    Number::from_i128(operation(a.as_i128()?, b.as_i128()?)?)
}
