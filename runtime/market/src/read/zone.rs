//! The zones of exchanges.

use std::sync::LazyLock;

use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, civil};

/// The zones that are compiled in: a converter reads no files.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// Returns the zone of an exchange: by its name, or else a zone that is always at its offset from UTC, in seconds.
pub(crate) fn of_exchange(name: Option<&str>, offset: Option<i64>) -> TimeZone {
    let fixed = || Some(TimeZone::fixed(Offset::from_seconds(offset?.try_into().ok()?).ok()?));
    name.and_then(|name| ZONES.get(name).ok()).or_else(fixed).unwrap_or(TimeZone::UTC)
}

/// Returns the day in UTC at a time in epoch seconds.
pub(crate) fn day(seconds: i64) -> civil::Date {
    Timestamp::from_second(seconds).unwrap_or_default().to_zoned_datetime(TimeZone::UTC).date()
}

/// Returns the time at which a day begins in UTC, in epoch seconds.
pub(crate) fn seconds(day: civil::Date) -> i64 {
    TimeZone::UTC.to_timestamp(day.at(0, 0, 0, 0)).unwrap_or_default().as_second()
}

/// Returns the time at which a day begins in a zone, in epoch seconds, given its midnight UTC.
pub(crate) fn midnight(day: i64, zone: &TimeZone) -> i64 {
    let found = Timestamp::from_second(day)
        .and_then(|day| TimeZone::UTC.to_datetime(day).to_zoned_datetime(zone.clone()));
    found.map_or(day, |midnight| midnight.timestamp().as_second())
}
