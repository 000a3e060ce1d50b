//! Numbers that are integers, however the host writes them.

use serde_json::{Number, Value};

use crate::field::Field;

/// Returns the integer that a number is, however the host writes it: `6.9916E10` is 69916000000. One with a fraction
/// stays as it is.
pub fn whole(number: Number) -> Number {
    integer(&number).unwrap_or(number)
}

/// Makes an integer of a whole number, if the member is declared whole.
pub fn make_whole(value: &mut Value, member: &str, names: &[&str]) {
    if value.is_f64()
        && names.contains(&member)
        && let Some(integer) = value.as_number().and_then(integer)
    {
        *value = integer.into();
    }
}

/// Returns the integer that a number with a point or an exponent is, if it is whole. Nearly all numbers have neither.
pub fn integer(number: &Number) -> Option<Number> {
    if !number.is_f64() {
        return None;
    }
    let whole = number.as_f64().filter(|value| value.fract() == 0.0)?;
    format!("{whole:.0}").parse::<i64>().ok().map(Into::into)
}

/// Returns the number as an integer where it is one, however the host writes it.
#[doc(hidden)]
pub fn whole_field(number: Field<Number>) -> Field<Number> {
    match number {
        Field::Value(number) => Field::Value(whole(number)),
        other => other,
    }
}
