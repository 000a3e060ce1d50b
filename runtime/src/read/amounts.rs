//! Amounts of money and shares: whole ones are integers, and sums of integers are exact.

use serde_json::Number;

/// The integer that an amount is, however the host writes it: `6.9916E10` is 69916000000. One with a fraction
/// stays as it is.
pub(crate) fn whole(amount: Number) -> Number {
    let float = amount.as_f64().filter(|value| amount.is_f64() && value.fract() == 0.0);
    float.and_then(|value| format!("{value:.0}").parse::<i64>().ok()).map_or(amount, Into::into)
}

/// The sum of two amounts; none where JSON has no number for it.
pub(crate) fn sum(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_add).or_else(|| Number::from_f64(a.as_f64()? + b.as_f64()?))
}

/// An amount less another; none where JSON has no number for it.
pub(crate) fn difference(a: &Number, b: &Number) -> Option<Number> {
    exact(a, b, i128::checked_sub).or_else(|| Number::from_f64(a.as_f64()? - b.as_f64()?))
}

fn exact(a: &Number, b: &Number, operation: fn(i128, i128) -> Option<i128>) -> Option<Number> {
    Number::from_i128(operation(a.as_i128()?, b.as_i128()?)?)
}
