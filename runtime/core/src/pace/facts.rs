//! The state of a host, for programs that watch it.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::error::AttemptFailure;

/// The state of a host: what failed there, and what makes requests to it wait.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostState {
    /// The origin of the host, such as `https://example.com`.
    pub origin: String,
    /// The number of attempts that failed, by their failures.
    pub failures: BTreeMap<AttemptFailure, u64>,
    /// The maximum number of messages in a period; `None` if nothing limits them.
    pub limit: Option<(NonZeroU32, Duration)>,
    /// The number of messages that count for the maximum now.
    pub counted: usize,
    /// The time for which no request is sent, because the host asked for that or fails.
    pub pause: Option<Duration>,
    /// True while the host gets no requests because so many failed, apart from the request that finds out whether it
    /// works again.
    pub is_failing: bool,
}
