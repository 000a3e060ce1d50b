//! The wishes of a host for the requests to come.

use std::time::{Duration, SystemTime};

use http::header::HeaderMap;

use super::rate_left::{rate_left, until_renewed};
use super::retry_after::retry_after;
use crate::notes::RateLeft;

/// The wait and the rate that the head of a reply asks for.
pub(crate) struct Wishes {
    /// The wait before the next request, of a host that refuses this one.
    pub(crate) wait: Option<Duration>,
    /// The requests that the host still takes.
    pub(crate) rate: Option<RateLeft>,
    /// The wait of all requests, where the host takes no more for now.
    pub(crate) renewed: Option<Duration>,
}

impl Wishes {
    /// Reads the wishes of a reply with that status. `now` stands for the time of the reply where it has none.
    pub(crate) fn of(status: u16, headers: &HeaderMap, now: SystemTime) -> Self {
        let rate = rate_left(headers, now);
        let renewed = rate.and_then(until_renewed);
        let wait = match status {
            429 => retry_after(headers, now).or(renewed),
            400.. => retry_after(headers, now),
            _ => None,
        };
        Self { wait, rate, renewed }
    }
}
