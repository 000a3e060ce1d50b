//! Responses with what is known beside them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use crate::catalogue::source::Source;
use crate::error::RequestName;
use crate::notes::{Converted, FreshUntil, Note, Notes, RateLeft, ReplyHeaders};
use crate::time::DateTime;

/// A converted response with what its structure has no field for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The request that was answered.
    pub request: RequestName,
    /// The HTTP status, below 400; of several replies, the last one's.
    pub status: u16,
    /// The endpoint's source that gave the response.
    pub source: Source,
    /// The length of the decoded body, of several replies all together.
    pub bytes: usize,
    /// The age of the reply, if it is from the [`Cache`](crate::settings::Cache); `None` if it came from a host.
    pub cached: Option<Cached>,
    /// The notes of the conversion.
    pub notes: Notes,
    /// The standardized structure.
    pub response: T,
}

impl<T> Reply<T> {
    pub(crate) fn new(
        request: RequestName,
        status: u16,
        source: Source,
        bytes: usize,
        converted: Converted<T>,
    ) -> Self {
        let Converted { response, mut notes } = converted;
        // It is for the cache; nobody reads it here.
        notes.take::<FreshUntil>();
        Self { request, status, source, bytes, cached: None, notes, response }
    }

    /// Adds what the head of the reply says: the requests that the host still takes, and the headers that the table names.
    pub(crate) fn add_head(&mut self, rate: Option<RateLeft>, headers: BTreeMap<String, String>) {
        if let Some(rate) = rate {
            self.notes.insert(rate);
        }
        if !headers.is_empty() {
            self.notes.insert(ReplyHeaders(headers));
        }
    }

    pub(crate) fn with_cached(self, cached: Option<Cached>) -> Self {
        Self { cached, ..self }
    }

    /// Takes a part of the response out.
    pub(crate) fn parted<U, V>(self, part: impl FnOnce(T) -> (U, V)) -> (Reply<U>, V) {
        let Self { request, status, source, bytes, cached, notes, response } = self;
        let (response, other) = part(response);
        (Reply { request, status, source, bytes, cached, notes, response }, other)
    }

    /// Returns the response, and the reply without it.
    pub fn into_parts(self) -> (T, Reply<()>) {
        let (reply, response) = self.parted(|response| ((), response));
        (response, reply)
    }

    pub(crate) fn after_error(self) -> Self {
        Self {
            cached: self.cached.map(|cached| Cached { until: None, is_after_error: true, ..cached }),
            ..self
        }
    }
}

/// The age of a reply from the cache; of several replies, the oldest's.
///
/// `Display` writes it for people: `from the cache, 90 s old`, or `from the cache, which the host confirms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cached {
    /// The time at which it came from its host, or at which the host said last that it still holds, by the client's
    /// clock.
    pub since: DateTime,
    /// The time between then and the request.
    pub age: Duration,
    /// The time from which on the same client asks the host again, of several replies the earliest; `None` if it asks at
    /// once, because a host was asked for this one, too.
    pub until: Option<DateTime>,
    /// True if a host was asked and failed
    /// ([`RequestParams::stale_if_error`](crate::RequestParams::stale_if_error)).
    pub is_after_error: bool,
    /// True if a host was asked and said that the kept reply still holds (304).
    pub is_confirmed: bool,
}

impl Cached {
    pub(crate) fn new(since: DateTime, now: DateTime) -> Self {
        let seconds = now.epoch_seconds().saturating_sub(since.epoch_seconds());
        let age = Duration::from_secs(u64::try_from(seconds).unwrap_or_default());
        Self { since, age, until: None, is_after_error: false, is_confirmed: false }
    }
}

/// The note of programs that keep notes alone of a reply.
impl Note for Cached {
    const LABEL: &'static str = "cached";
}

impl fmt::Display for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_confirmed {
            return f.write_str("from the cache, which the host confirms");
        }
        let seconds = self.age.as_secs();
        // Two of a unit and more are said in it.
        let units = [(86_400, "days"), (3600, "h"), (60, "min"), (1, "s")];
        let fits = |(unit, _): &&(u64, &str)| seconds >= unit.saturating_mul(2);
        let (unit, name) = units.iter().find(fits).copied().unwrap_or((1, "s"));
        write!(f, "from the cache, {} {name} old", seconds.checked_div(unit).unwrap_or(seconds))?;
        f.write_str(if self.is_after_error { ", as the host failed" } else { "" })
    }
}
