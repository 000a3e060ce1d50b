//! Zones and days: the exchange's clock, and calendar days as frames have them.

use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};

use crate::error::Error;

static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// A time zone of the IANA database, as jiff computes with it and as polars names it.
#[derive(Debug, Clone)]
pub(crate) struct Zone {
    clock: TimeZone,
    dtype: polars_core::prelude::TimeZone,
}

impl Zone {
    pub(crate) const UTC: Self = Self { clock: TimeZone::UTC, dtype: polars_core::prelude::TimeZone::UTC };

    /// Returns the zone of an exchange; UTC where the reply names no known zone, so that its times stay the right
    /// instants.
    pub(crate) fn of_exchange(name: Option<&str>) -> Self {
        name.and_then(Self::find).unwrap_or(Self::UTC)
    }

    /// Returns the zone that a caller named.
    pub(crate) fn named(name: &str) -> Result<Self, Error> {
        Self::find(name).ok_or_else(|| Error::UnknownZone { zone: name.to_owned() })
    }

    /// Returns the zone of the host's calendars.
    pub(crate) fn new_york() -> Self {
        Self::of_exchange(Some("America/New_York"))
    }

    fn find(name: &str) -> Option<Self> {
        let clock = ZONES.get(name).ok()?;
        let dtype = polars_core::prelude::TimeZone::opt_try_new(clock.iana_name()).ok()??;
        Some(Self { clock, dtype })
    }

    pub(crate) fn into_dtype(self) -> polars_core::prelude::TimeZone {
        self.dtype
    }

    /// Returns the day of a bar that starts at an instant: the next one where that is in the last two hours of a day, because
    /// hosts count some with the offset of another time of the year.
    pub(crate) fn bar_day(&self, seconds: i64) -> Option<i32> {
        const EARLY: i64 = 2 * 3600;
        self.day(seconds.saturating_add(EARLY))
    }

    /// Returns the day that an instant lies on in this zone, counted from 1970-01-01.
    pub(crate) fn day(&self, seconds: i64) -> Option<i32> {
        let instant = Timestamp::from_second(within_years(seconds)?).ok()?;
        let offset = self.clock.to_offset(instant).seconds();
        i32::try_from(seconds.saturating_add(offset.into()).div_euclid(86_400)).ok()
    }
}

/// Milliseconds of an instant in seconds. One outside the years 1 to 9999 is none: nothing could print it.
pub(crate) fn millis(seconds: i64) -> Option<i64> {
    within_years(seconds)?.checked_mul(1000)
}

/// Returns the UTC day of an instant as text, `2021-04-19`.
pub(crate) fn day_text(seconds: i64) -> Option<String> {
    Some(TimeZone::UTC.to_datetime(Timestamp::from_second(within_years(seconds)?).ok()?).date().to_string())
}

/// Returns the day that a page writes as `Dec 30, 2020`, counted from 1970-01-01.
pub(crate) fn written_day(text: &str) -> Option<i32> {
    let midnight = Date::strptime("%b %d, %Y", text.trim()).ok()?.to_zoned_datetime(TimeZone::UTC).ok()?;
    Zone::UTC.day(midnight.timestamp().as_second())
}

fn within_years(seconds: i64) -> Option<i64> {
    // A day less on each side: a zone may move the instant into the next year.
    const FIRST: i64 = -62_135_510_400;
    const LAST: i64 = 253_402_214_400;
    (FIRST..LAST).contains(&seconds).then_some(seconds)
}
