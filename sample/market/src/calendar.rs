//! Trading days and their hours in New York, without a time-zone database: the daylight-saving rule of 2007
//! is applied to every year, and three fixed holidays stand for all of them.

use std::sync::{Arc, PoisonError, RwLock};

use jiff::civil::{Date, Time, Weekday, date};
use jiff::{Timestamp, ToSpan, tz::TimeZone};

/// The first trading day that is known.
const FIRST: Date = date(1990, 1, 2);
/// Seconds in a day.
pub(crate) const DAY: i64 = 86_400;
/// The seconds from the opening to the close.
pub(crate) const SESSION: i64 = 23_400;
/// The seconds of trading before the opening.
pub(crate) const PRE: i64 = 19_800;
/// The seconds of trading after the close.
pub(crate) const POST: i64 = 14_400;

/// Returns the day in UTC of an instant in epoch seconds.
pub(crate) fn date_of(epoch: i64) -> Date {
    Timestamp::from_second(epoch).unwrap_or(Timestamp::UNIX_EPOCH).to_zoned(TimeZone::UTC).date()
}

/// Midnight UTC of the day, in epoch seconds.
pub(crate) fn midnight(date: Date) -> i64 {
    TimeZone::UTC.to_timestamp(date.to_datetime(Time::midnight())).map_or(0, Timestamp::as_second)
}

/// New York's distance from UTC on that day, in seconds.
pub(crate) fn gmt_offset(date: Date) -> i64 {
    let sunday = |month: i8, nth: i8| {
        date.with()
            .month(month)
            .day(1)
            .build()
            .and_then(|first| first.nth_weekday_of_month(nth, Weekday::Sunday))
    };
    // Looking for the Sundays takes long, and most months have the same time throughout.
    let summer = match date.month() {
        3 => sunday(3, 2).is_ok_and(|start| date >= start),
        11 => sunday(11, 1).is_ok_and(|end| date < end),
        month => (4..=10).contains(&month),
    };
    if summer { -14_400 } else { -18_000 }
}

/// Returns the opening on that day, 9:30 in New York, in epoch seconds.
pub(crate) fn opening(date: Date) -> i64 {
    local_midnight(date).saturating_add(34_200)
}

/// Midnight in New York, in epoch seconds.
pub(crate) fn local_midnight(date: Date) -> i64 {
    midnight(date).saturating_sub(gmt_offset(date))
}

/// Returns true if the exchange is open on that day.
pub(crate) fn is_trading_day(date: Date) -> bool {
    let weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
    let holiday = matches!((date.month(), date.day()), (1, 1) | (7, 4) | (12, 25));
    !weekend && !holiday
}

/// The trading days with their openings, in epoch seconds.
pub(crate) type Openings = Vec<(Date, i64)>;

/// Returns the trading days since the first one, at least to `now`. They are those of every ticker, and are found once: to
/// find them takes longer than to invent the prices of one ticker.
pub(crate) fn openings(now: i64) -> Arc<Openings> {
    static KNOWN: RwLock<Option<Arc<Openings>>> = RwLock::new(None);
    let reaches = |days: &&Arc<Openings>| days.last().is_some_and(|(_, opening)| *opening > now);
    if let Some(days) = KNOWN.read().unwrap_or_else(PoisonError::into_inner).as_ref().filter(reaches) {
        return Arc::clone(days);
    }
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    let mut days = known.as_deref().cloned().unwrap_or_default();
    let next = days.last().map_or(Some(FIRST), |(last, _)| last.tomorrow().ok());
    let later = std::iter::successors(next, |day| day.tomorrow().ok()).filter(|day| is_trading_day(*day));
    for date in later {
        if days.last().is_some_and(|(_, opening)| *opening > now) {
            break;
        }
        days.push((date, opening(date)));
    }
    Arc::clone(known.insert(Arc::new(days)))
}

/// Returns the date that many months later, or earlier.
pub(crate) fn months_later(date: Date, months: i32) -> Date {
    date.saturating_add(months.months())
}

/// Returns the date that many days later, or earlier.
pub(crate) fn days_later(date: Date, days: i32) -> Date {
    date.saturating_add(days.days())
}
