//! The time for which a reply is fresh, so that a client with a cache does not ask for it again.

use std::fmt;
use std::time::Duration;

use super::entry::{Catalogued, Datum};
use crate::time::DateTime;

/// The units that the table writes a time in, the longest first, each with its seconds and its name.
const UNITS: [(char, u64, &str); 4] =
    [('d', 86_400, "day"), ('h', 3600, "hour"), ('m', 60, "minute"), ('s', 1, "second")];

/// The maximum number of units.
const MAX_COUNT: u64 = 9999;

/// The time for which the replies of an endpoint are fresh (`fresh_for` in the table).
///
/// `Display` writes it as the table does.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::catalogue::Freshness;
///
/// assert_eq!(Freshness::for_seconds(900).to_string(), "15m");
/// assert_eq!(Freshness::for_seconds(900).words(), "for 15 minutes");
/// assert_eq!(Freshness::Until("next_close").words(), "until the next close");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Freshness {
    /// That long after it came.
    For(Duration),
    /// Until the time of the note [`FreshUntil`](crate::FreshUntil). The word of the table names it, for example `next_close`.
    Until(&'static str),
}

impl Freshness {
    /// Creates a time of that many seconds.
    pub const fn for_seconds(seconds: u64) -> Self {
        Self::For(Duration::from_secs(seconds))
    }

    /// Returns it in words that follow "fresh".
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::For(time) => {
                let (count, (_, _, name)) = in_units(time);
                format!("for {count} {name}{}", if count == 1 { "" } else { "s" })
            }
            Self::Until(word) => format!("until the {}", word.replace('_', " ")),
        }
    }

    /// Returns the end of this time for a reply that came at `at`; `said` is the note of its conversion.
    pub(crate) fn end(self, at: DateTime, reported: Option<DateTime>) -> Option<DateTime> {
        match self {
            Self::For(time) => reported.or_else(|| Some(later(at, time))),
            Self::Until(_) => reported,
        }
    }
}

impl fmt::Display for Freshness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::For(time) => f.write_str(&span_text(*time)),
            Self::Until(word) => f.write_str(word),
        }
    }
}

/// Returns a span of time as the table writes it, such as `15s`.
pub fn span_text(time: Duration) -> String {
    let (count, (unit, ..)) = in_units(time);
    format!("{count}{unit}")
}

/// Reads a span of time as the table writes it: an integer from 1 to 9999 with `s`, `m`, `h` or `d`.
pub fn span_of(text: &str) -> Option<Duration> {
    let (_, seconds, _) = UNITS.iter().find(|(unit, ..)| text.ends_with(*unit))?;
    let count = text.get(..text.len().checked_sub(1)?)?;
    let is_plain = !count.starts_with('0') && count.bytes().all(|byte| byte.is_ascii_digit());
    let count: u64 = count.parse().ok().filter(|count| is_plain && *count <= MAX_COUNT)?;
    count.checked_mul(*seconds).map(Duration::from_secs)
}

/// Returns a time in the longest unit that it is a multiple of.
fn in_units(time: Duration) -> (u64, (char, u64, &'static str)) {
    const SECOND: (char, u64, &str) = ('s', 1, "second");
    let seconds = time.as_secs();
    let fits = |(_, unit, _): &&(char, u64, &str)| seconds > 0 && seconds.checked_rem(*unit) == Some(0);
    let unit = UNITS.iter().find(fits).copied().unwrap_or(SECOND);
    (seconds.checked_div(unit.1).unwrap_or(seconds), unit)
}

/// Returns the point in time that long after another.
fn later(at: DateTime, time: Duration) -> DateTime {
    let seconds = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
    DateTime::from(at.epoch_seconds().saturating_add(seconds))
}

impl Catalogued for Duration {
    fn datum(&self) -> Datum {
        Datum::Span(*self)
    }

    fn of(value: Datum) -> Option<Self> {
        span_of(Catalogued::of(value)?)
    }
}

impl Catalogued for Freshness {
    /// Returns a call that makes it.
    fn datum(&self) -> Datum {
        let (name, value) = match self {
            Self::For(time) => ("for_seconds", i64::try_from(time.as_secs()).unwrap_or(i64::MAX).datum()),
            Self::Until(word) => ("Until", word.datum()),
        };
        Datum::Variant("Freshness", name, vec![("", value)])
    }
}
