//! Pauses of hosts that fail.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::lock::Lock as _;
use tokio::time::Instant;

/// The pause that a host gets when it fails repeatedly.
///
/// After that many requests in a row whose last attempt met no connection, no reply in time or one of the statuses 502,
/// 503 and 504, requests to the host end at once with [`Error::NotSent`](crate::Error::NotSent). After the pause one request is
/// sent; its result decides for the others.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::time::Duration;
/// use virtual_finance::settings::CircuitBreaker;
/// use virtual_finance::Client;
///
/// let client = Client::builder().circuit_breaker(CircuitBreaker::new(5, Duration::from_secs(60))).build()?;
/// # Ok::<(), virtual_finance::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CircuitBreaker {
    failures: u32,
    pub(crate) pause: Duration,
}

impl CircuitBreaker {
    /// Creates a breaker that opens after that many failures in a row, for that long. Zero failures mean never.
    pub const fn new(failures: u32, pause: Duration) -> Self {
        Self { failures, pause }
    }

    /// Creates a breaker that never opens.
    pub const fn none() -> Self {
        Self::new(0, Duration::ZERO)
    }

    pub(crate) const fn opens_after(self, failures: u32) -> bool {
        self.failures > 0 && failures >= self.failures
    }
}

/// The longest time for which the requests of a run wait for a host that fails.
pub(crate) const LONGEST_PATIENCE: Duration = Duration::from_secs(60);

/// The time after which a host that was given up is asked again, if there are still requests.
pub(crate) const GIVEN_UP_FOR: Duration = Duration::from_secs(15);

/// The state of a host that the requests of a run share, down to the single attempt: requests that wait for their
/// turn learn so that none is needed any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct GivenUp(Arc<Mutex<Failing>>);

#[derive(Debug, Default)]
struct Failing {
    /// The time of the last good reply.
    good: Option<Instant>,
    /// The time since which there is none, once an attempt has failed.
    since: Option<Instant>,
    /// The requests that failed until the host was given up.
    given_up: Option<u32>,
}

impl GivenUp {
    /// Notes a failure of a request or of an attempt that began then. Returns since when the host gives no good reply.
    pub(crate) fn note_failure(&self, began: Instant) -> Instant {
        let mut failing = self.0.locked();
        let first = failing.good.map_or(began, |good| good.max(began));
        *failing.since.get_or_insert(first)
    }

    /// Notes a good reply.
    pub(crate) fn note_good(&self) {
        *self.0.locked() = Failing { good: Some(Instant::now()), ..Failing::default() };
    }

    /// Gives the host up after so many requests that failed.
    pub(crate) fn give_up(&self, failures: u32) {
        self.0.locked().given_up = Some(failures);
    }

    /// Lets one request find out whether the host is back.
    pub(crate) fn ask_again(&self) {
        *self.0.locked() = Failing::default();
    }

    /// Returns the number of requests that failed, if the host is given up.
    pub(crate) fn get(&self) -> Option<u32> {
        let failing = self.0.locked();
        let is_over = failing.since.is_some_and(|since| since.elapsed() >= LONGEST_PATIENCE);
        failing.given_up.or(is_over.then_some(1))
    }
}

impl Default for CircuitBreaker {
    /// Returns the default of a client: 20 failures, 15 s.
    fn default() -> Self {
        Self::new(20, Duration::from_secs(15))
    }
}
