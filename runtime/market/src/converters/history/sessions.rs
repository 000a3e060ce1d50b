//! The sessions of bars of less than a day: hosts send bars after a short day's end that nobody asked for.

use serde::Deserialize;
use serde_json::Value;

use crate::notes::OutsideSession;
use crate::read::span::DAY;
use crate::records::history::Meta;

/// A session of a day.
#[derive(Deserialize)]
struct Session {
    start: i64,
    end: i64,
    #[serde(default)]
    gmtoffset: i64,
}

impl Session {
    /// Returns true if a time is on the day of the session.
    fn is_of_day(&self, time: i64) -> bool {
        let day = |time: i64| time.saturating_add(self.gmtoffset).div_euclid(DAY);
        day(time) == day(self.start)
    }
}

/// The sessions of the days that a reply is about, the first one first.
pub(super) struct Sessions(Vec<Session>);

impl Sessions {
    /// Returns the regular sessions that a host names.
    pub(super) fn of(meta: &Meta) -> Self {
        let periods = meta.other.get("tradingPeriods");
        let regular = periods.and_then(|periods| periods.get("regular")).or(periods);
        let days = regular.and_then(Value::as_array).into_iter().flatten();
        let sessions = days.filter_map(Value::as_array).flatten();
        let mut sessions: Vec<_> = sessions.filter_map(|one| Session::deserialize(one).ok()).collect();
        sessions.sort_by_key(|session| session.start);
        Self(sessions)
    }

    /// Returns true if a bar of so many seconds lies outside the session of its day, whose hours are not all of it.
    pub(super) fn is_outside(&self, time: i64, seconds: i64) -> bool {
        /// Currencies end a minute before midnight.
        const ROUND_THE_CLOCK: i64 = 23 * 3600;
        let next = self.0.partition_point(|session| session.end <= time);
        let after = self.0.get(next);
        if after.is_some_and(|session| session.start < time.saturating_add(seconds)) {
            return false;
        }
        let before = next.checked_sub(1).and_then(|before| self.0.get(before));
        let mut of_day = before.into_iter().chain(after).filter(|session| session.is_of_day(time));
        of_day.any(|session| session.end.saturating_sub(session.start) < ROUND_THE_CLOCK)
    }
}

/// Returns the note about bars that are left out. The latest price, which hosts send as a row of its own, is none of them.
pub(super) fn note(outside: &[i64], meta: &Meta) -> Option<OutsideSession> {
    let latest = meta.regular_market_time.get();
    let bars = outside.iter().filter(|time| Some(*time) != latest);
    Some(OutsideSession { first: *bars.clone().next()?, bars: bars.count() })
}
