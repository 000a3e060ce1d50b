//! Times as strings.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use virtual_finance_core::time::Granularity;

const DAY: i64 = 86_400;

/// The hour UTC from which on markets in the east begin their next day.
const EVENING: i8 = 20;

/// Returns true if a number can be a time: one within the years 1 to 9998 in every time zone.
pub(crate) fn is_time(seconds: i64) -> bool {
    const FIRST: i64 = -62_135_510_400;
    const LAST: i64 = 253_370_678_400;
    (FIRST..LAST).contains(&seconds)
}

/// Returns true if a time is midnight UTC, as dates are encoded.
pub(crate) const fn is_date(seconds: i64) -> bool {
    seconds.rem_euclid(DAY) == 0
}

/// The time zone of a table's times.
#[derive(Debug, Clone, PartialEq)]
pub struct Zone {
    zone: TimeZone,
}

impl Zone {
    /// Returns the zone of times of two zones: other zones have none in common but UTC.
    pub fn with(self, other: &Self) -> Self {
        if self == *other { self } else { Self::named(None) }
    }

    /// UTC.
    pub const UTC: Self = Self { zone: TimeZone::UTC };

    /// Returns the time zone of that name, or UTC if there is none.
    pub fn named(name: Option<&str>) -> Self {
        Self { zone: name.and_then(|name| TimeZone::get(name).ok()).unwrap_or(TimeZone::UTC) }
    }

    /// Returns its name.
    #[cfg(feature = "polars")]
    pub fn name(&self) -> &str {
        self.zone.iana_name().unwrap_or("UTC")
    }

    /// Returns the day of the zone that a bar is of, as its midnight UTC: that on which its start lies, and the next one where it
    /// starts in the last two hours, because hosts count some with the offset of another time of the year.
    pub fn date(&self, seconds: i64) -> i64 {
        const EARLY: i64 = 2 * 3600;
        let midnight = self.clock(seconds.saturating_add(EARLY)).date().to_zoned_datetime(TimeZone::UTC);
        midnight.map_or(seconds, |midnight| midnight.timestamp().as_second())
    }

    /// Returns the clock of the zone.
    fn clock(&self, seconds: i64) -> DateTime {
        Timestamp::from_second(seconds).map_or(DateTime::ZERO, |timestamp| self.zone.to_datetime(timestamp))
    }
}

/// The precision of a column's times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// Dates, encoded as midnight UTC.
    Days,
    /// Dates in the time zone.
    LocalDays,
    Minutes,
    Seconds,
}

impl Precision {
    /// Returns the least that says all of a column: the day where all times are midnights, or where each is
    /// at the same time of another day, as bars of a day or more are.
    pub(crate) fn of(
        times: impl Iterator<Item = i64> + Clone,
        granularity: Option<Granularity>,
        zone: &Zone,
    ) -> Self {
        if granularity != Some(Granularity::Instants) && times.clone().all(is_date) {
            return Self::Days;
        }
        let mut clocks = times.map(|seconds| zone.clock(seconds));
        let mut pairs = clocks.clone().zip(clocks.clone().skip(1));
        let several = clocks.clone().nth(1).is_some();
        if granularity == Some(Granularity::Instants) {
            return if clocks.all(|clock| clock.second() == 0) { Self::Minutes } else { Self::Seconds };
        }
        let bars = several && pairs.all(|(one, next)| one.time() == next.time() && one.date() != next.date());
        // Without a zone, the evening may be the next day where the market is.
        let is_placed = zone.zone != TimeZone::UTC || clocks.clone().all(|clock| clock.hour() < EVENING);
        if (bars && is_placed) || clocks.clone().all(|clock| clock.time() == Time::midnight()) {
            return Self::LocalDays;
        }
        if clocks.all(|clock| clock.second() == 0) { Self::Minutes } else { Self::Seconds }
    }
}

/// Writes a time for people: `2024-06-28`, `2024-06-28 09:30 EDT` or `2024-06-28 09:30:15 EDT`.
pub(crate) fn local(
    out: &mut dyn fmt::Write,
    seconds: i64,
    precision: Precision,
    zone: &Zone,
) -> fmt::Result {
    if precision == Precision::Days {
        return date(out, seconds);
    }
    let clock = zone.clock(seconds);
    write!(out, "{}", clock.date())?;
    match precision {
        Precision::Days | Precision::LocalDays => return Ok(()),
        Precision::Minutes => write!(out, " {:02}:{:02}", clock.hour(), clock.minute())?,
        Precision::Seconds => {
            write!(out, " {:02}:{:02}:{:02}", clock.hour(), clock.minute(), clock.second())?;
        }
    }
    let instant = Timestamp::from_second(seconds).unwrap_or_default();
    write!(out, " {}", zone.zone.to_offset_info(instant).abbreviation())
}

/// Writes the date of a midnight UTC.
///
/// # Errors
/// The text cannot be written.
pub fn date(out: &mut dyn fmt::Write, seconds: i64) -> fmt::Result {
    let timestamp = Timestamp::from_second(seconds).unwrap_or_default();
    write!(out, "{}", TimeZone::UTC.to_datetime(timestamp).date())
}

/// Writes an instant as programs read it, with the offset of the zone: `2024-06-28T09:30:00-04:00`, in UTC
/// `2024-06-28T13:30:00Z`.
///
/// # Errors
/// The text cannot be written.
pub fn timestamp(out: &mut dyn fmt::Write, seconds: i64, zone: &Zone) -> fmt::Result {
    let instant = Timestamp::from_second(seconds).unwrap_or_default();
    if zone.zone == TimeZone::UTC {
        return write!(out, "{instant}");
    }
    write!(out, "{}", instant.display_with_offset(zone.zone.to_offset(instant)))
}
