//! The time until which a history is fresh.

use virtual_finance_core::DateTime;

use crate::read::span::DAY;

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;

/// The time after a close in which the last bar still changes: hosts publish prices late.
const SETTLING: i64 = 30 * MINUTE;

/// The longest time until a close that is believed: a long weekend.
const FARTHEST: i64 = 5 * DAY;

/// Returns the time until which bars of an interval that came at `now` are fresh: the next close of the exchange. Bars
/// of less than a day are fresh for one bar. `close` is the close of the session in the reply.
pub(super) fn until(interval: &str, close: Option<i64>, now: DateTime) -> Option<DateTime> {
    let now = now.epoch_seconds();
    if let Some(bar) = seconds_in(interval) {
        return Some(DateTime::from(now.saturating_add(bar)));
    }
    let next = next_close(close?, now);
    (next > now && next <= now.saturating_add(FARTHEST)).then(|| DateTime::from(next))
}

/// Returns the next close; `close` is the close of the day in the reply, which may be over.
fn next_close(close: i64, now: i64) -> i64 {
    let settled = close.saturating_add(SETTLING);
    if now < close {
        return close;
    }
    if now < settled {
        return settled;
    }
    let days = now.saturating_sub(close).checked_div(DAY).unwrap_or_default().saturating_add(1);
    let next = close.saturating_add(days.saturating_mul(DAY));
    // Where clocks change, the next day closes an hour earlier.
    let earlier = next.saturating_sub(HOUR);
    if earlier > now { earlier } else { next }
}

/// Returns the seconds of an interval of less than a day, such as `5m` or `1h`.
fn seconds_in(interval: &str) -> Option<i64> {
    let (count, unit) = match (interval.strip_suffix('m'), interval.strip_suffix('h')) {
        (Some(count), _) => (count, MINUTE),
        (_, Some(count)) => (count, HOUR),
        _ => return None,
    };
    count.parse::<i64>().ok().filter(|count| (1..DAY).contains(count))?.checked_mul(unit)
}
