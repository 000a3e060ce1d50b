//! Points in time as texts.

use std::fmt;

use jiff::Timestamp;
use jiff::civil::{DateTime, Time};
use jiff::tz::TimeZone;
use virtual_finance::Granularity;

const DAY: i64 = 86_400;

/// Whether a number can be a time: one within the years 1 to 9998 in every zone.
pub(crate) fn is_time(seconds: i64) -> bool {
    const FIRST: i64 = -62_135_510_400;
    const LAST: i64 = 253_370_678_400;
    (FIRST..LAST).contains(&seconds)
}

/// Whether a time is midnight UTC, as days are written.
pub(crate) const fn is_day(seconds: i64) -> bool {
    seconds.rem_euclid(DAY) == 0
}

/// The zone that times are shown in.
#[derive(Debug)]
pub(crate) struct Zone {
    name: String,
    zone: TimeZone,
}

impl Zone {
    /// The zone of that name, UTC where there is no such zone: its times are right all the same.
    pub(crate) fn named(name: Option<&str>) -> Self {
        let zone = name.and_then(|name| Some((name.to_owned(), TimeZone::get(name).ok()?)));
        let (name, zone) = zone.unwrap_or_else(|| ("UTC".to_owned(), TimeZone::UTC));
        Self { name, zone }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The day of the zone on which a time lies, as its midnight UTC.
    pub(crate) fn day(&self, seconds: i64) -> i64 {
        let midnight = self.clock(seconds).date().to_zoned(TimeZone::UTC);
        midnight.map_or(seconds, |midnight| midnight.timestamp().as_second())
    }

    /// The clock of the zone.
    fn clock(&self, seconds: i64) -> DateTime {
        Timestamp::from_second(seconds).map_or(DateTime::ZERO, |instant| self.zone.to_datetime(instant))
    }
}

/// How much of its times a column shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Precision {
    /// The days of midnights UTC, which belong to no zone.
    Days,
    /// The days of the zone.
    LocalDays,
    Minutes,
    Seconds,
}

impl Precision {
    /// The least that says all of a column: the day where all times are midnights, or where each is at the
    /// same time of another day, as bars of a day or more are.
    pub(crate) fn of(
        times: impl Iterator<Item = i64> + Clone,
        granularity: Option<Granularity>,
        zone: &Zone,
    ) -> Self {
        if granularity != Some(Granularity::Instants) && times.clone().all(is_day) {
            return Self::Days;
        }
        let mut clocks = times.map(|seconds| zone.clock(seconds));
        let mut pairs = clocks.clone().zip(clocks.clone().skip(1));
        let several = clocks.clone().nth(1).is_some();
        if granularity == Some(Granularity::Instants) {
            return if clocks.all(|clock| clock.second() == 0) { Self::Minutes } else { Self::Seconds };
        }
        let bars = several && pairs.all(|(one, next)| one.time() == next.time() && one.date() != next.date());
        if bars || clocks.clone().all(|clock| clock.time() == Time::midnight()) {
            return Self::LocalDays;
        }
        if clocks.all(|clock| clock.second() == 0) { Self::Minutes } else { Self::Seconds }
    }
}

/// Writes a time as people read it: `2024-06-28`, `2024-06-28 09:30` or `2024-06-28 09:30:15`.
pub(crate) fn local(
    out: &mut dyn fmt::Write,
    seconds: i64,
    precision: Precision,
    zone: &Zone,
) -> fmt::Result {
    if precision == Precision::Days {
        return day(out, seconds);
    }
    let clock = zone.clock(seconds);
    write!(out, "{}", clock.date())?;
    match precision {
        Precision::Minutes => write!(out, " {:02}:{:02}", clock.hour(), clock.minute()),
        Precision::Seconds => write!(out, " {:02}:{:02}:{:02}", clock.hour(), clock.minute(), clock.second()),
        Precision::Days | Precision::LocalDays => Ok(()),
    }
}

/// Writes the day of a midnight UTC.
pub(crate) fn day(out: &mut dyn fmt::Write, seconds: i64) -> fmt::Result {
    let instant = Timestamp::from_second(seconds).unwrap_or_default();
    write!(out, "{}", TimeZone::UTC.to_datetime(instant).date())
}

/// Writes an instant as programs read it, with the offset of the zone: `2024-06-28T09:30:00-04:00`, in UTC
/// `2024-06-28T13:30:00Z`.
pub(crate) fn instant(out: &mut dyn fmt::Write, seconds: i64, zone: &Zone) -> fmt::Result {
    let instant = Timestamp::from_second(seconds).unwrap_or_default();
    if zone.zone == TimeZone::UTC {
        return write!(out, "{instant}");
    }
    write!(out, "{}", instant.display_with_offset(zone.zone.to_offset(instant)))
}
