//! The number and the times of retries.

use std::time::Duration;

/// The rules for sending a failed request again.
///
/// A request is repeated if its method only reads (GET) or the host knows it again by a key (`idempotency` in the table), and if it met a connection that failed or broke off, a
/// cut body, a time limit, or one of the statuses 408, 429, 500, 502, 503 and 504. The wait before a retry is random,
/// between nothing and a maximum that doubles with each retry; it is never shorter than what the host asks for
/// (`Retry-After`). All attempts share the deadline of the request.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use std::time::Duration;
/// use virtual_finance::settings::Retries;
/// use virtual_finance::RequestParams;
///
/// let patient = Retries::new().attempts(5).max_retry_after(Duration::from_secs(300));
/// let params = RequestParams::new().retries(patient).deadline(Duration::from_secs(600));
/// let once = RequestParams::new().retries(Retries::none());
/// # let _ = (params, once);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Retries {
    attempts: u32,
    base: Duration,
    rate_limited_base: Duration,
    max_wait: Duration,
    pub(crate) max_retry_after: Duration,
}

impl Retries {
    /// Creates the defaults: 3 attempts; a wait of at most 50 ms before the first retry, or 1 s after the status 429,
    /// and at most 20 s before any; 60 s for [`max_retry_after`](Self::max_retry_after).
    pub const fn new() -> Self {
        Self {
            attempts: 3,
            base: Duration::from_millis(50),
            rate_limited_base: Duration::from_secs(1),
            max_wait: Duration::from_secs(20),
            max_retry_after: Duration::from_secs(60),
        }
    }

    /// Creates rules that repeat nothing.
    pub const fn none() -> Self {
        Self::new().attempts(1)
    }

    /// Sets the maximum number of attempts, the first one included. Zero means one.
    #[must_use]
    pub const fn attempts(mut self, attempts: u32) -> Self {
        self.attempts = if attempts == 0 { 1 } else { attempts };
        self
    }

    /// Sets the maximum wait before the first retry after a fault, and after a host wants fewer requests (429). Each
    /// further retry doubles it.
    #[must_use]
    pub const fn base(mut self, fault: Duration, rate_limited: Duration) -> Self {
        self.base = fault;
        self.rate_limited_base = rate_limited;
        self
    }

    /// Sets the maximum of the random wait before any retry.
    #[must_use]
    pub const fn max_wait(mut self, limit: Duration) -> Self {
        self.max_wait = limit;
        self
    }

    /// Sets the longest wait that a host may ask for. If it asks for more, the request ends at once, and its error says
    /// when to send it again. Where another provider is asked next, no more than a second is waited.
    #[must_use]
    pub const fn max_retry_after(mut self, limit: Duration) -> Self {
        self.max_retry_after = limit;
        self
    }

    /// Returns the maximum number of [`attempts`](Self::attempts).
    pub const fn max_attempts(&self) -> u32 {
        self.attempts
    }

    /// Returns the maximum wait after that many attempts.
    pub(crate) fn wait_after(&self, attempts: u32, is_rate_limited: bool) -> Duration {
        let base = if is_rate_limited { self.rate_limited_base } else { self.base };
        let doubled = 2_u32.saturating_pow(attempts.saturating_sub(1));
        base.saturating_mul(doubled).min(self.max_wait)
    }
}

impl Default for Retries {
    fn default() -> Self {
        Self::new()
    }
}
