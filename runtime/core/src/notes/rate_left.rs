//! The note about the requests that a host takes.

use std::time::Duration;

/// The number of requests that the host takes before it refuses some, if its reply says so (`X-RateLimit-Remaining` and
/// `X-RateLimit-Reset`, or `RateLimit-…`). A reply from the cache has no such note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLeft {
    /// The number of requests.
    pub left: u64,
    /// The time from the reply until the host takes more; `None` if it does not say.
    pub renewed_in: Option<Duration>,
}

crate::note!(RateLeft, "requests that the host still takes", |note| "{}{}", note.left, more(note.renewed_in));

fn more(wait: Option<Duration>) -> String {
    wait.map(|wait| format!(", and more in {} s", wait.as_secs())).unwrap_or_default()
}
