//! The times of the rows of a reply beside the span that was asked for.

use virtual_finance_core::Fault;

use crate::fault::MarketFault;

pub(crate) use crate::notes::day;

/// The seconds of a day. Hosts count days by zones of their own.
pub(crate) const DAY: i64 = 86_400;
pub(crate) const WEEK: i64 = 7 * DAY;

/// A span of time that was asked for, in epoch seconds. Without a limit it is open at that side.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: Option<i64>,
    pub(crate) end: Option<i64>,
}

impl Span {
    /// Any time.
    pub(crate) const OPEN: Self = Self { start: None, end: None };

    /// Refuses rows of another time. A row may be as far outside as `slack` says, in seconds.
    ///
    /// # Errors
    /// The time of a row is further outside.
    pub(crate) fn require(self, times: impl IntoIterator<Item = i64>, slack: i64) -> Result<(), Fault> {
        let start = self.start.map_or(i64::MIN, |start| start.saturating_sub(slack));
        let end = self.end.map_or(i64::MAX, |end| end.saturating_add(slack));
        match times.into_iter().find(|time| !(start..=end).contains(time)) {
            Some(time) => Err(MarketFault::OtherSpan { asked: self.shown(), found: day(time) }.into()),
            None => Ok(()),
        }
    }

    /// Returns the span for messages.
    pub(crate) fn shown(self) -> String {
        match (self.start, self.end) {
            (Some(start), Some(end)) => format!("{} to {}", day(start), day(end)),
            (Some(start), None) => format!("{} and later", day(start)),
            (None, Some(end)) => format!("{} and earlier", day(end)),
            (None, None) => "any time".to_owned(),
        }
    }
}
