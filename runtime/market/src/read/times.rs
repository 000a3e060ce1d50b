//! Times as hosts write them: milliseconds and texts become epoch seconds.

use std::ops::RangeInclusive;

use virtual_finance_core::{DateTime, Fault, Field};

/// The times of a market, in epoch seconds: 1850 to 2286. Milliseconds are beyond them.
const POSSIBLE: RangeInclusive<i64> = -3_786_912_000..=10_000_000_000;

/// The reason why a row with another time is left out.
pub(crate) const IMPOSSIBLE: &str = "it is no time in epoch seconds";

/// Returns true for a time that a market can have.
pub(crate) const fn is_possible(time: i64) -> bool {
    *POSSIBLE.start() <= time && time <= *POSSIBLE.end()
}

/// Returns milliseconds as epoch seconds.
pub(crate) const fn seconds(milliseconds: i64) -> i64 {
    milliseconds.div_euclid(1000)
}

/// Makes epoch seconds of milliseconds.
pub(crate) fn seconds_of_field(field: &mut Field<i64>) {
    if let Some(milliseconds) = field.get().copied() {
        *field = Field::Value(seconds(milliseconds));
    }
}

/// Returns the epoch seconds of a text such as `2024-06-28T20:00:00Z`.
///
/// # Errors
/// The text is no time with its zone.
pub(crate) fn parsed(text: &str, path: &'static str) -> Result<i64, Fault> {
    let time =
        text.parse::<DateTime>().map_err(|_| Fault::wrong_type(path, "a time such as 2024-06-28T20:00:00Z"));
    time.map(DateTime::epoch_seconds)
}
