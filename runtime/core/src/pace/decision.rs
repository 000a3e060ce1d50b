//! Decides whether a failed attempt is repeated, and when.

use std::time::Duration;

use http::Method;

use crate::error::AttemptFailure;
use crate::settings::Retries;

/// A failed attempt, with what the decision depends on.
#[derive(Debug, Clone)]
pub(crate) struct Failed<'a> {
    pub(crate) method: &'a Method,
    /// True if the table says that the request only reads, whatever its method.
    pub(crate) is_safe: bool,
    /// The number of attempts so far, this one included.
    pub(crate) attempts: u32,
    pub(crate) failure: AttemptFailure,
    /// The wait that the host asks for.
    pub(crate) retry_after: Option<Duration>,
    /// The time until the deadline; `None` without one.
    pub(crate) time_left: Option<Duration>,
}

/// The consequence of a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The request is sent again after that wait.
    Retry(Duration),
    /// It ends with what it met.
    End(Reason),
}

/// The reason why a request is not sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Sending it again does not cure what it met.
    Permanent,
    /// The method may change something at the host.
    Method,
    /// It was the last attempt.
    Attempts,
    /// The host asks for a longer wait than the client makes.
    RetryAfter,
    /// The wait would end after the deadline.
    Deadline,
    /// The host has failed too many requests of late.
    Budget,
}

/// Decides about a failed attempt. `random` is between 0 and 1.
pub(crate) fn decide(retries: &Retries, failed: &Failed<'_>, random: f64) -> Decision {
    if !may_pass(failed.failure) {
        return Decision::End(Reason::Permanent);
    }
    if !failed.is_safe && *failed.method != Method::GET {
        return Decision::End(Reason::Method);
    }
    if failed.attempts >= retries.max_attempts() {
        return Decision::End(Reason::Attempts);
    }
    if failed.retry_after.is_some_and(|asked| asked > retries.max_retry_after) {
        return Decision::End(Reason::RetryAfter);
    }
    let longest = retries.wait_after(failed.attempts, failed.failure == AttemptFailure::Status(429));
    let wait = longest.mul_f64(random.clamp(0.0, 1.0)).max(failed.retry_after.unwrap_or_default());
    if failed.time_left.is_some_and(|left| wait >= left) {
        return Decision::End(Reason::Deadline);
    }
    Decision::Retry(wait)
}

/// Returns true if the same request may succeed later.
pub(crate) const fn may_pass(failure: AttemptFailure) -> bool {
    match failure {
        AttemptFailure::Status(status) => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
        AttemptFailure::Connection | AttemptFailure::CutBody | AttemptFailure::Timeout => true,
        AttemptFailure::Permanent => false,
    }
}
