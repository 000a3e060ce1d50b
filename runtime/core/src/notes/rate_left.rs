//! The note about the requests that a host takes.

use std::fmt;
use std::time::Duration;

use super::outcome::Note;

/// The number of requests that the host takes before it refuses some, if its reply says so (`X-RateLimit-Remaining` and
/// `X-RateLimit-Reset`, or `RateLimit-…`). A reply from the cache has no such note.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLeft {
    /// The number of requests.
    pub left: u64,
    /// The time from the reply until the host takes more; `None` if it does not say.
    pub renewed_in: Option<Duration>,
}

impl fmt::Display for RateLeft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.left)?;
        match self.renewed_in {
            Some(wait) => write!(f, ", and more in {} s", wait.as_secs()),
            None => Ok(()),
        }
    }
}

impl Note for RateLeft {
    const LABEL: &'static str = "requests that the host still takes";
}
