//! Points in time and calendar days as parameters take them. Both are read without the machine's
//! zone: a day is midnight UTC and known as a day, a time without a zone is refused.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use jiff::civil;
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A point in time, in whole seconds since 1970-01-01T00:00:00Z.
///
/// It is made from epoch seconds, from a [`Date`] (midnight UTC) or from text: `2020-01-31`,
/// `2020-01-31T16:00:00-05:00`, `2020-01-31 21:00Z` or `1580504400`. Fractions of a second are cut off.
/// Texts of four or eight digits are refused: `2020` and `20200131` look like dates and would be in 1970.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::DateTime;
///
/// let moment: DateTime = "2020-01-31T16:00:00-05:00".parse()?;
/// assert_eq!(moment, DateTime::from(1_580_504_400));
/// assert!("2020-01-31".parse::<DateTime>()?.is_day() && !moment.is_day());
/// assert_eq!("2020-01-31".parse::<DateTime>()?.epoch_seconds(), 1_580_428_800);
/// assert_eq!(moment.to_string(), "2020-01-31T21:00:00Z");
/// assert!("2020-01-31 16:00".parse::<DateTime>().is_err()); // no zone
/// assert!("20200131".parse::<DateTime>().is_err()); // a day without dashes
/// assert_eq!("1969-12-31T23:59:59.5Z".parse::<DateTime>()?.epoch_seconds(), -1);
/// # Ok::<(), virtual_finance::error::TimeError>(())
/// ```
///
/// Times are compared as points in time: a day equals its midnight.
#[derive(Debug, Clone, Copy)]
pub struct DateTime {
    seconds: i64,
    is_day: bool,
}

impl PartialEq for DateTime {
    fn eq(&self, other: &Self) -> bool {
        self.seconds == other.seconds
    }
}

impl Eq for DateTime {}

impl PartialOrd for DateTime {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for DateTime {
    fn cmp(&self, other: &Self) -> Ordering {
        self.seconds.cmp(&other.seconds)
    }
}

impl Hash for DateTime {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.seconds.hash(state);
    }
}

impl DateTime {
    /// Seconds since 1970-01-01T00:00:00Z; negative before it.
    #[must_use]
    pub const fn epoch_seconds(self) -> i64 {
        self.seconds
    }

    /// Returns true if it was made from a day: a [`Date`], or a text such as `2020-01-31`. Where the day of another zone is
    /// meant, that is not midnight UTC.
    #[must_use]
    pub const fn is_day(self) -> bool {
        self.is_day
    }

    /// Returns true for a time whose year has four digits, as RFC 3339 wants it.
    pub(crate) const fn is_of_four_digits(self) -> bool {
        /// The first second of the year 0.
        const FIRST: i64 = -62_167_219_200;
        FIRST <= self.seconds && self.seconds <= LAST
    }

    /// Returns the time of the machine's clock.
    pub fn now() -> Self {
        Self::from(jiff::Timestamp::now().as_second())
    }
}

impl From<i64> for DateTime {
    fn from(seconds: i64) -> Self {
        Self { seconds, is_day: false }
    }
}

impl From<Date> for DateTime {
    fn from(date: Date) -> Self {
        const DAY: i64 = 86_400;
        // A civil date lies within ±10,000 years, so that neither step can overflow.
        let days = date.0.duration_since(civil::Date::constant(1970, 1, 1)).as_secs() / DAY;
        Self { seconds: days.saturating_mul(DAY), is_day: true }
    }
}

/// The last second of the year 9999.
const LAST: i64 = 253_402_300_799;

impl FromStr for DateTime {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let text = text.trim();
        let fault = || TimeError { text: text.to_owned(), expected: Self::EXPECTED };
        if let Ok(seconds) = text.parse::<i64>() {
            // A year, a day without dashes and milliseconds are meant otherwise than they would be read.
            let looks_like_a_date = [4, 8].contains(&text.len()) && !text.starts_with(['-', '+']);
            return if looks_like_a_date || seconds > LAST { Err(fault()) } else { Ok(seconds.into()) };
        }
        if let Ok(date) = text.parse::<Date>() {
            return Ok(date.into());
        }
        text.parse::<jiff::Timestamp>()
            .map(|moment| moment.as_second().saturating_sub(i64::from(moment.subsec_nanosecond() < 0)).into())
            .map_err(|_| fault())
    }
}

impl DateTime {
    /// The texts that it is read from, for messages.
    pub(crate) const EXPECTED: &'static str =
        "a day (2020-01-31), a date and time with its zone (2020-01-31T16:00:00Z) or epoch seconds";
}

impl fmt::Display for DateTime {
    /// As people write it, `2020-01-31T21:00:00Z`; epoch seconds beyond the years that have four digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_second(self.seconds) {
            Ok(moment) => moment.fmt(f),
            Err(_) => self.seconds.fmt(f),
        }
    }
}

/// A calendar day.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::Date;
///
/// let day: Date = "2020-01-31".parse()?;
/// assert_eq!(day.to_string(), "2020-01-31");
/// # Ok::<(), virtual_finance::error::TimeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(civil::Date);

impl Date {
    /// Creates the day of that year (−9999 to 9999), month (1 to 12) and day of the month.
    ///
    /// # Errors
    /// There is no such day.
    pub fn new(year: i16, month: i8, day: i8) -> Result<Self, TimeError> {
        civil::Date::new(year, month, day).map(Self).map_err(|_| TimeError {
            text: format!("{year:04}-{month:02}-{day:02}"),
            expected: Self::EXPECTED,
        })
    }

    /// Returns the year.
    #[must_use]
    pub fn year(self) -> i16 {
        self.0.year()
    }

    /// Returns the month, from 1 to 12.
    #[must_use]
    pub fn month(self) -> i8 {
        self.0.month()
    }

    /// Returns the day of the month, from 1 to 31.
    #[must_use]
    pub fn day(self) -> i8 {
        self.0.day()
    }

    /// Creates a day in a constant of generated code.
    ///
    /// # Panics
    /// There is no such day: the constant does not compile.
    #[doc(hidden)]
    pub const fn constant(year: i16, month: i8, day: i8) -> Self {
        Self(civil::Date::constant(year, month, day))
    }

    /// The texts that it is read from, for messages.
    pub(crate) const EXPECTED: &'static str = "a day that exists, written 2020-01-31";
}

impl FromStr for Date {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let fault = || TimeError { text: text.to_owned(), expected: Self::EXPECTED };
        // Ten characters only: the library would also take the date out of a date and time.
        if text.len() != 10 {
            return Err(fault());
        }
        civil::Date::from_str(text).map(Self).map_err(|_| fault())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for DateTime {
    /// Writes epoch seconds.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.seconds)
    }
}

impl<'de> Deserialize<'de> for DateTime {
    /// Reads epoch seconds, with or without a fraction, or a date and time with its zone.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = DateTime;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("epoch seconds or a date and time with its zone")
            }

            fn visit_i64<E: de::Error>(self, seconds: i64) -> Result<DateTime, E> {
                if seconds.unsigned_abs() > LAST.unsigned_abs() {
                    return Err(E::invalid_value(Unexpected::Signed(seconds), &self));
                }
                Ok(seconds.into())
            }

            fn visit_u64<E: de::Error>(self, seconds: u64) -> Result<DateTime, E> {
                let too_late = || E::invalid_value(Unexpected::Unsigned(seconds), &self);
                i64::try_from(seconds).map_err(|_| too_late()).and_then(|seconds| self.visit_i64(seconds))
            }

            fn visit_f64<E: de::Error>(self, seconds: f64) -> Result<DateTime, E> {
                let cut = jiff::SignedDuration::try_from_secs_f64(seconds.floor());
                let cut = cut.map_err(|_| E::invalid_value(Unexpected::Float(seconds), &self))?;
                self.visit_i64(cut.as_secs())
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<DateTime, E> {
                text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_any(Text)
    }
}

impl Serialize for Date {
    /// Writes a text like `2020-01-31`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    /// Reads a text like `2020-01-31`.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Date;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Date::EXPECTED)
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Date, E> {
                text.parse().map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// The precision of the times at which rows of prices begin.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::notes::Granularity;
///
/// assert_eq!(Granularity::of_interval("1wk"), Granularity::Days);
/// assert_eq!(Granularity::of_interval("90m"), Granularity::Instants);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Granularity {
    /// Rows cover a day or more: the day of the exchange's zone counts, and the time on it says nothing.
    Days,
    /// Rows cover less than a day.
    Instants,
}

impl Granularity {
    /// Returns the granularity of rows that cover an interval, written as the hosts do (`5m`, `1h`, `1d`, `1wk`, `3mo`).
    pub fn of_interval(interval: &str) -> Self {
        let unit = interval.trim().trim_start_matches(|letter: char| letter.is_ascii_digit());
        match unit {
            "d" | "wk" | "mo" | "y" => Self::Days,
            _ => Self::Instants,
        }
    }
}

/// A text that is not the time or the day it should be.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a point in time; write {expected}")]
pub struct TimeError {
    text: String,
    expected: &'static str,
}
