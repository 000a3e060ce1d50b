//! The limit of requests to a host.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::catalogue::HostRate;

/// The maximum number of requests that a client sends to one host: in a period of time, and at once.
///
/// A period may begin at any moment: with 5 in a second, no second has a sixth request. That holds at the host, however long
/// messages are on their way: each counts until a period after its reply has begun, or for a period and a second without one.
/// Requests beyond the limit wait, which does not count for their deadline. Redirects, retries and requests for credentials count.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::time::Duration;
/// use virtual_finance::settings::RateLimit;
/// use virtual_finance::Client;
///
/// let slow = RateLimit::none().requests(2, Duration::from_secs(5)).at_once(1);
/// let client = Client::builder().rate_limit(slow).build()?;
/// # Ok::<(), virtual_finance::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct RateLimit {
    pub(crate) requests: Option<(NonZeroU32, Duration)>,
    at_once: Option<NonZeroU32>,
}

impl RateLimit {
    /// Creates a limit that allows everything.
    pub const fn none() -> Self {
        Self { requests: None, at_once: None }
    }

    /// Creates a maximum number of requests in a second. Zero limits nothing.
    pub const fn per_second(requests: u32) -> Self {
        Self::none().requests(requests, Duration::from_secs(1))
    }

    /// Sets the maximum number of requests in a period. Zero limits nothing.
    #[must_use]
    pub const fn requests(mut self, requests: u32, period: Duration) -> Self {
        self.requests = match NonZeroU32::new(requests) {
            Some(requests) => Some((requests, period)),
            None => None,
        };
        self
    }

    /// Sets the maximum number of requests that wait for their replies at the same time. Zero limits nothing.
    #[must_use]
    pub const fn at_once(mut self, requests: u32) -> Self {
        self.at_once = NonZeroU32::new(requests);
        self
    }

    /// Returns the limit with the rate that a host takes, unless its own is lower.
    pub(crate) fn at_most(self, rate: HostRate) -> Self {
        let taken = u128::from(rate.requests);
        let is_lower = |(own, period): (NonZeroU32, Duration)| {
            let own = u128::from(own.get());
            own.saturating_mul(rate.period.as_nanos()) <= taken.saturating_mul(period.as_nanos())
        };
        if self.requests.is_some_and(is_lower) { self } else { self.requests(rate.requests, rate.period) }
    }

    /// Returns the maximum number of requests in a second; `None` if nothing limits them, or in another period.
    #[must_use]
    pub fn a_second(self) -> Option<NonZeroU32> {
        self.requests.filter(|(_, period)| *period == Duration::from_secs(1)).map(|(requests, _)| requests)
    }

    /// Returns the maximum number of requests that wait for their replies at the same time; `None` if nothing limits them.
    #[must_use]
    pub const fn most_at_once(self) -> Option<NonZeroU32> {
        self.at_once
    }
}
