//! Pauses of hosts that fail.

use std::time::Duration;

/// The pause that a host gets when it fails repeatedly.
///
/// After that many requests in a row that met no connection, no reply in time or one of the statuses 502, 503 and 504,
/// requests to the host end at once with [`Error::NotSent`](crate::Error::NotSent). After the pause one request is
/// sent; its result decides for the others.
///
/// ```
/// use std::time::Duration;
/// use virtual_finance_core::settings::CircuitBreaker;
/// use virtual_finance_core::Client;
///
/// let client = Client::builder().circuit_breaker(CircuitBreaker::new(5, Duration::from_secs(60))).build()?;
/// # Ok::<(), virtual_finance_core::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CircuitBreaker {
    failures: u32,
    pause: Duration,
}

impl CircuitBreaker {
    /// Creates one that opens after that many failures in a row, for that long. Zero failures mean never.
    #[must_use]
    pub const fn new(failures: u32, pause: Duration) -> Self {
        Self { failures, pause }
    }

    /// Creates one that never opens.
    #[must_use]
    pub const fn none() -> Self {
        Self::new(0, Duration::ZERO)
    }

    pub(crate) const fn opens_after(self, failures: u32) -> bool {
        self.failures > 0 && failures >= self.failures
    }

    pub(crate) const fn pause(self) -> Duration {
        self.pause
    }
}

impl Default for CircuitBreaker {
    /// Returns the default of a client: 20 failures, 15 s.
    fn default() -> Self {
        Self::new(20, Duration::from_secs(15))
    }
}
