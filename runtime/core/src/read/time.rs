//! Times of replies in epoch seconds, told from times in another unit.

use std::ops::RangeInclusive;

use serde::de::Error;

use super::unreadable::NO_TIME;
use crate::field::Field;

/// The times that are in epoch seconds: 1850 to 2286. Milliseconds are beyond them.
const TIMES: RangeInclusive<i64> = -3_786_912_000..=10_000_000_000;

/// Returns true for a number that is a time in epoch seconds: 1850 to 2286. Milliseconds are beyond them.
pub const fn is_time(seconds: i64) -> bool {
    *TIMES.start() <= seconds && seconds <= *TIMES.end()
}

/// Returns true for a number that is too small for a time in epoch milliseconds.
pub(super) fn is_in_seconds(number: f64) -> bool {
    number.abs() <= 10_000_000_000.0
}

/// The types of a member that is a time, or several.
#[doc(hidden)]
pub trait Times {
    /// Returns true if each is in epoch seconds.
    fn are_times(&self) -> bool;
}

impl Times for i64 {
    fn are_times(&self) -> bool {
        is_time(*self)
    }
}

impl Times for Vec<i64> {
    fn are_times(&self) -> bool {
        self.iter().copied().all(is_time)
    }
}

/// Returns the value of a member, which is a time where it is there.
///
/// # Errors
/// It is none.
#[doc(hidden)]
pub fn time<T: Times, E: Error>(value: Option<T>) -> Result<Option<T>, E> {
    match value {
        Some(times) if !times.are_times() => Err(E::custom(NO_TIME)),
        value => Ok(value),
    }
}

/// Returns a member as [`time`] does.
///
/// # Errors
/// It is no time.
#[doc(hidden)]
pub fn time_field<T: Times, E: Error>(field: Field<T>) -> Result<Field<T>, E> {
    match field {
        Field::Value(times) => Ok(Field::nullable(time(Some(times))?)),
        other => Ok(other),
    }
}
