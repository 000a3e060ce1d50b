//! Times as hosts write them: milliseconds and texts become epoch seconds.

use virtual_finance_core::read::is_time;
use virtual_finance_core::{Date, DateTime, Fault};

/// Returns milliseconds as epoch seconds. What are seconds already stays.
pub(crate) const fn seconds(time: i64) -> i64 {
    if is_time(time) { time } else { time.div_euclid(1000) }
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

/// Returns the midnight UTC at which a day begins, in epoch seconds.
pub(crate) fn of_date(date: Date) -> i64 {
    DateTime::from(date).epoch_seconds()
}
