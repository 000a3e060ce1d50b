//! Zones and days: the exchange's clock, and calendar days as frames have them.

use chrono::{DateTime, NaiveDate, Offset as _, TimeZone as _};
use chrono_tz::Tz;
use polars_core::prelude::TimeZone;

use crate::error::Error;

/// A time zone of the IANA database.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Zone(Tz);

impl Zone {
    pub(crate) const UTC: Self = Self(Tz::UTC);

    /// Returns the zone of an exchange; UTC where the reply names no known zone, so that its times stay the right
    /// instants.
    pub(crate) fn of_exchange(name: Option<&str>) -> Self {
        name.and_then(|name| name.parse().ok()).map_or(Self::UTC, Self)
    }

    /// Returns the zone that a caller named.
    pub(crate) fn named(name: &str) -> Result<Self, Error> {
        name.parse().map(Self).map_err(|_| Error::UnknownZone { zone: name.to_owned() })
    }

    /// Returns the zone of the host's calendars.
    pub(crate) const fn new_york() -> Self {
        Self(Tz::America__New_York)
    }

    pub(crate) fn dtype(self) -> TimeZone {
        TimeZone::from_chrono(&self.0)
    }

    /// Returns the day of a bar that starts at an instant: the next one where that is in the last two hours of a day, because
    /// hosts count some with the offset of another time of the year.
    pub(crate) fn bar_day(self, seconds: i64) -> Option<i32> {
        const EARLY: i64 = 2 * 3600;
        self.day(seconds.saturating_add(EARLY))
    }

    /// Returns the day that an instant lies on in this zone, counted from 1970-01-01.
    pub(crate) fn day(self, seconds: i64) -> Option<i32> {
        let instant = DateTime::from_timestamp(within_years(seconds)?, 0)?.naive_utc();
        let offset = self.0.offset_from_utc_datetime(&instant).fix().local_minus_utc();
        i32::try_from(seconds.saturating_add(offset.into()).div_euclid(86_400)).ok()
    }
}

/// Milliseconds of an instant in seconds. One outside the years 1 to 9999 is none: nothing could print it.
pub(crate) fn millis(seconds: i64) -> Option<i64> {
    within_years(seconds)?.checked_mul(1000)
}

/// Returns the UTC day of an instant as text, `2021-04-19`.
pub(crate) fn day_text(seconds: i64) -> Option<String> {
    Some(DateTime::from_timestamp(within_years(seconds)?, 0)?.format("%Y-%m-%d").to_string())
}

/// Returns the day that a page writes as `Dec 30, 2020`, counted from 1970-01-01.
pub(crate) fn written_day(text: &str) -> Option<i32> {
    let day = NaiveDate::parse_from_str(text.trim(), "%b %d, %Y").ok()?;
    days(day).filter(|days| within_years(i64::from(*days).saturating_mul(86_400)).is_some())
}

fn days(day: NaiveDate) -> Option<i32> {
    i32::try_from(day.signed_duration_since(NaiveDate::default()).num_days()).ok()
}

fn within_years(seconds: i64) -> Option<i64> {
    // A day less on each side: a zone may move the instant into the next year.
    const FIRST: i64 = -62_135_510_400;
    const LAST: i64 = 253_402_214_400;
    (FIRST..LAST).contains(&seconds).then_some(seconds)
}
