//! The times of a reply, which move with the time that is asked for.

use serde_json::Value;
use virtual_finance_core::{Date, DateTime};

/// Seconds in a day.
const DAY: i64 = 86_400;
/// The distance from the time of the example within which a number is a time, in seconds.
const NEAR: u64 = 400 * 86_400;

/// A time of an example, and its distance from the requested time, in seconds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    own: i64,
    by: i64,
}

impl Shift {
    /// Returns the distance of two values if both are times: dates, or timestamps in seconds or milliseconds.
    pub(crate) fn of(own: &str, given: &str) -> Option<Self> {
        let (own, given) = (seconds(own)?, seconds(given)?);
        Some(Self { own, by: given.checked_sub(own)? })
    }

    /// Moves each time of a reply.
    pub(crate) fn put(self, value: &mut Value) {
        match value {
            Value::String(text) => {
                let moved = text.split_at_checked(10).and_then(|(date, rest)| {
                    let date = DateTime::from(date.parse::<Date>().ok()?).epoch_seconds();
                    let moved = DateTime::from(date.checked_add(self.by)?).to_string();
                    Some(format!("{}{rest}", moved.split_once('T')?.0))
                });
                *text = moved.unwrap_or_else(|| std::mem::take(text));
            }
            Value::Number(number) => {
                let near = |unit: i64| {
                    let number = number.as_i64()?;
                    let is_near = number.checked_div(unit)?.checked_sub(self.own)?.unsigned_abs() < NEAR;
                    is_near.then_some(number.checked_add(self.by.checked_mul(unit)?)?)
                };
                if let Some(moved) = near(1).or_else(|| near(1000)) {
                    *value = moved.into();
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.put(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.put(member)),
            _ => {}
        }
    }
}

/// Returns the epoch seconds of a date or a timestamp; none for a number that is too small for one.
fn seconds(text: &str) -> Option<i64> {
    const OLDEST: i64 = 10_000 * DAY;
    match text.parse::<i64>() {
        Ok(number @ OLDEST..) if number / 1000 >= OLDEST => Some(number / 1000),
        Ok(number) => Some(number).filter(|number| *number >= OLDEST),
        Err(_) => Some(DateTime::from(text.parse::<Date>().ok()?).epoch_seconds()),
    }
}
