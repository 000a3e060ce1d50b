//! A kept reply.

use std::sync::Arc;
use std::time::Duration;

use crate::cache::CacheUse;
use crate::raw::WholeReply;
use crate::time::DateTime;

/// A reply with a status below 400 that could be converted.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) reply: Arc<WholeReply>,
    /// The time at which it came, by the client's clock.
    pub(crate) at: DateTime,
    /// The time at which it ceases to be fresh; `None` if it never was.
    pub(crate) fresh_until: Option<DateTime>,
}

impl Kept {
    /// Returns the time since it came; none if that is in the future: the clock was set back.
    fn age(&self, now: DateTime) -> Option<Duration> {
        let seconds = now.epoch_seconds().checked_sub(self.at.epoch_seconds())?;
        u64::try_from(seconds).ok().map(Duration::from_secs)
    }

    /// Returns true if a request takes it.
    pub(super) fn is_taken(&self, usage: CacheUse, now: DateTime) -> bool {
        let Some(age) = self.age(now) else { return false };
        match usage {
            CacheUse::Fresh => self.fresh_until.is_some_and(|end| now < end),
            CacheUse::AtMost(limit) => age <= limit,
            CacheUse::Refresh => false,
        }
    }
}
