//! A kept reply.

use std::sync::Arc;
use std::time::Duration;

use http::header::{HeaderMap, HeaderValue, IF_MODIFIED_SINCE, IF_NONE_MATCH};

use crate::cache::CacheUse;
use crate::raw::WholeReply;
use crate::time::DateTime;

/// The status of a reply that says that a kept one still holds.
pub(crate) const NOT_MODIFIED: u16 = 304;

/// A reply with a status below 400 that could be converted.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) reply: Arc<WholeReply>,
    /// The time at which it came or its host said last that it still holds, by the client's clock.
    pub(crate) at: DateTime,
    /// The time at which it ceases to be fresh; `None` if it never was.
    pub(crate) fresh_until: Option<DateTime>,
    /// The number of secrets that were replaced in the body.
    pub(crate) hidden: usize,
}

impl Kept {
    /// Returns the time since it came; none if that is in the future: the clock was set back.
    fn age(&self, now: DateTime) -> Option<Duration> {
        let seconds = now.epoch_seconds().checked_sub(self.at.epoch_seconds())?;
        u64::try_from(seconds).ok().map(Duration::from_secs)
    }

    /// Returns the header that asks the host for a reply only if it is another one; `None` if this one has neither an
    /// entity tag nor the time of its last change.
    pub(crate) fn condition(&self) -> Option<HeaderMap> {
        let head = &self.reply.head;
        let tag = head.etag.as_ref().map(|tag| (IF_NONE_MATCH, tag));
        let (name, value) = tag.or_else(|| Some((IF_MODIFIED_SINCE, head.modified.as_ref()?)))?;
        Some(HeaderMap::from_iter([(name, HeaderValue::from_str(value).ok()?)]))
    }

    /// Returns true if a reply without a body (304) is about this one. One about another entity tag is not.
    pub(crate) fn is_confirmed_by(&self, reply: &WholeReply) -> bool {
        let weak = |tag: &str| tag.strip_prefix("W/").unwrap_or(tag).to_owned();
        let tags = reply.head.etag.as_deref().zip(self.reply.head.etag.as_deref());
        reply.status == NOT_MODIFIED && tags.is_none_or(|(theirs, ours)| weak(theirs) == weak(ours))
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

    /// Returns the time from which on a request no longer takes it.
    pub(super) fn taken_until(&self, usage: CacheUse) -> Option<DateTime> {
        match usage {
            CacheUse::Fresh => self.fresh_until,
            CacheUse::AtMost(limit) => {
                // The last second is the one in which it is as old as that.
                let limit = i64::try_from(limit.as_secs()).ok()?.checked_add(1)?;
                self.at.epoch_seconds().checked_add(limit).map(DateTime::from)
            }
            CacheUse::Refresh => None,
        }
    }
}
