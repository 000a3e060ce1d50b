//! The wishes of a host for the requests to come. Hosts that count requests say how many are left, and when there are more
//! again.

use std::time::{Duration, SystemTime};

use http::header::HeaderMap;

use super::retry_after::{retry_after, sent_at};
use crate::notes::RateLeft;

/// The names that hosts use: for the number of requests that are left, and for the time at which there are more.
const NAMES: [(&str, &str); 3] = [
    ("x-ratelimit-remaining", "x-ratelimit-reset"),
    ("x-rate-limit-remaining", "x-rate-limit-reset"),
    ("ratelimit-remaining", "ratelimit-reset"),
];

/// From here on a number is epoch seconds; a smaller one is seconds from now.
const EPOCH: u64 = 1_000_000_000;

/// The longest wait: a longer one is more likely another unit, such as milliseconds.
const LONGEST: Duration = Duration::from_secs(3600);

/// The wait and the rate that the head of a reply asks for.
pub(crate) struct Wishes {
    /// The wait before the next request.
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
            _ => retry_after(headers, now),
        };
        Self { wait, rate, renewed }
    }
}

/// Returns what the host says of its rate, if it counts. A time counts from the reply's own `Date`, because clocks differ;
/// without one from `now`.
fn rate_left(headers: &HeaderMap, now: SystemTime) -> Option<RateLeft> {
    let (left, reset) =
        NAMES.iter().find_map(|(left, reset)| Some((number(headers, left)?, number(headers, reset))))?;
    let wait = |reset: u64| match reset {
        EPOCH.. => {
            let sent = sent_at(headers, now).duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
            Duration::from_secs(reset).saturating_sub(sent)
        }
        seconds => Duration::from_secs(seconds),
    };
    Some(RateLeft { left, renewed_in: reset.map(wait) })
}

/// Returns the wait of a host that takes no more requests for now.
fn until_renewed(rate: RateLeft) -> Option<Duration> {
    rate.renewed_in.filter(|wait| rate.left == 0 && *wait <= LONGEST)
}

/// Returns the whole number that is the one value of a header; parts of a second are rounded up.
fn number(headers: &HeaderMap, name: &str) -> Option<u64> {
    let mut values = headers.get_all(name).iter();
    let (value, other) = (values.next()?.to_str().ok()?.trim(), values.next());
    let (whole, part) = value.split_once('.').map_or((value, None), |(whole, part)| (whole, Some(part)));
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if other.is_some() || !is_digits(whole) || part.is_some_and(|part| !is_digits(part)) {
        return None;
    }
    let up = u64::from(part.is_some_and(|part| part.bytes().any(|digit| digit != b'0')));
    whole.parse::<u64>().ok()?.checked_add(up)
}
