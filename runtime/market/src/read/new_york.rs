//! Days in New York, by which the hosts' calendars count.

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use virtual_finance_core::{Date, DateTime};

use crate::read::{times, zone};

/// The zone by the rules of today.
const ZONE: &str = "EST5EDT,M3.2.0,M11.1.0";

/// Returns the day in New York at a time.
pub(crate) fn today(now: DateTime) -> civil::Date {
    Timestamp::from_second(now.epoch_seconds()).unwrap_or_default().to_zoned_datetime(zone()).date()
}

/// Returns the day of a date.
pub(crate) fn day(date: Date) -> civil::Date {
    zone::day(times::of_date(date))
}

/// Returns the midnight at which a day begins in New York.
pub(crate) fn midnight(day: civil::Date) -> Timestamp {
    day.to_zoned_datetime(zone()).map(|midnight| midnight.timestamp()).unwrap_or_default()
}

fn zone() -> TimeZone {
    TimeZone::posix(ZONE).unwrap_or(TimeZone::UTC)
}
