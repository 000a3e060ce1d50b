//! Times as hosts write them: milliseconds and texts become epoch seconds.

use virtual_finance_core::{DateTime, Fault, Field};

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
