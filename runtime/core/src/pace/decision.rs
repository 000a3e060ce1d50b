//! Decides whether a failed attempt is repeated, and when.

use std::time::Duration;

use http::Method;

use crate::error::Met;
use crate::retries::Retries;

/// A failed attempt, with what the decision depends on.
#[derive(Debug, Clone)]
pub(crate) struct Failed<'a> {
    pub(crate) method: &'a Method,
    /// True if the table says that the request only reads, whatever its method.
    pub(crate) is_safe: bool,
    /// The number of attempts so far, this one included.
    pub(crate) attempts: u32,
    pub(crate) met: Met,
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
    if !may_pass(failed.met) {
        return Decision::End(Reason::Permanent);
    }
    if !failed.is_safe && !matches!(*failed.method, Method::GET | Method::HEAD) {
        return Decision::End(Reason::Method);
    }
    if failed.attempts >= retries.max_attempts() {
        return Decision::End(Reason::Attempts);
    }
    if failed.retry_after.is_some_and(|asked| asked > retries.retry_after_limit()) {
        return Decision::End(Reason::RetryAfter);
    }
    let longest = retries.wait_after(failed.attempts, failed.met == Met::Status(429));
    let wait = longest.mul_f64(random.clamp(0.0, 1.0)).max(failed.retry_after.unwrap_or_default());
    if failed.time_left.is_some_and(|left| wait >= left) {
        return Decision::End(Reason::Deadline);
    }
    Decision::Retry(wait)
}

/// Returns true if the same request may succeed later.
pub(crate) const fn may_pass(met: Met) -> bool {
    match met {
        Met::Status(status) => matches!(status, 408 | 429 | 500 | 502 | 503 | 504),
        Met::Connection | Met::CutBody | Met::Timeout => true,
        Met::Permanent => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GET: Method = Method::GET;

    fn failed(met: Met, attempts: u32) -> Failed<'static> {
        let time_left = Some(Duration::from_secs(30));
        Failed { method: &GET, is_safe: false, attempts, met, retry_after: None, time_left }
    }

    #[test]
    fn every_status_and_fault_at_every_attempt() {
        const PASSING: [u16; 6] = [408, 429, 500, 502, 503, 504];
        let statuses = (100..=599).map(Met::Status);
        for met in statuses.chain([Met::Connection, Met::CutBody, Met::Timeout, Met::Permanent]) {
            let passes = match met {
                Met::Status(status) => PASSING.contains(&status),
                met => met != Met::Permanent,
            };
            for attempts in 1..=4 {
                let expected = match (passes, attempts) {
                    (false, _) => Decision::End(Reason::Permanent),
                    (true, 1 | 2) => Decision::Retry(Duration::ZERO),
                    (true, _) => Decision::End(Reason::Attempts),
                };
                let decision = decide(&Retries::new(), &failed(met, attempts), 0.0);
                assert_eq!(decision, expected, "{met} after {attempts}");
            }
            let once = decide(&Retries::none(), &failed(met, 1), 0.0);
            assert!(matches!(once, Decision::End(Reason::Permanent | Reason::Attempts)), "{met}");
        }
    }

    #[test]
    fn only_requests_that_read_are_repeated() {
        let decision = |method: &Method, is_safe| {
            decide(&Retries::new(), &Failed { method, is_safe, ..failed(Met::Connection, 1) }, 0.0)
        };
        let again = Decision::Retry(Duration::ZERO);
        for method in [Method::GET, Method::HEAD] {
            assert_eq!([decision(&method, false), decision(&method, true)], [again; 2], "{method}");
        }
        for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
            assert_eq!(decision(&method, false), Decision::End(Reason::Method), "{method}");
            assert_eq!(decision(&method, true), again, "{method}");
        }
    }

    #[test]
    fn the_maximum_wait_doubles_up_to_a_cap() {
        let retries = Retries::new().attempts(20);
        let longest = |met, attempts| decide(&retries, &failed(met, attempts), 1.0);
        for (attempts, milliseconds) in [(1, 50), (2, 100), (3, 200), (9, 12_800), (10, 20_000), (19, 20_000)]
        {
            let expected = Decision::Retry(Duration::from_millis(milliseconds));
            assert_eq!(longest(Met::Timeout, attempts), expected, "{attempts}");
        }
        for (attempts, seconds) in [(1, 1), (2, 2), (5, 16), (6, 20), (19, 20)] {
            let expected = Decision::Retry(Duration::from_secs(seconds));
            assert_eq!(longest(Met::Status(429), attempts), expected, "{attempts}");
        }
        let half = decide(&retries, &failed(Met::Status(429), 1), 0.5);
        assert_eq!(half, Decision::Retry(Duration::from_millis(500)));
    }

    #[test]
    fn a_host_may_ask_for_a_wait() {
        let decision = |seconds, left: Option<u64>| {
            let asked = Some(Duration::from_secs(seconds));
            let time_left = left.map(Duration::from_secs);
            decide(
                &Retries::new(),
                &Failed { retry_after: asked, time_left, ..failed(Met::Status(503), 1) },
                1.0,
            )
        };
        let retry = |milliseconds| Decision::Retry(Duration::from_millis(milliseconds));
        // No shorter than the back-off of its own.
        assert_eq!(decision(0, None), retry(50));
        assert_eq!(decision(7, None), retry(7000));
        assert_eq!(decision(60, None), retry(60_000));
        assert_eq!(decision(61, None), Decision::End(Reason::RetryAfter));
        assert_eq!(decision(u64::MAX, None), Decision::End(Reason::RetryAfter));
        // Waiting until the deadline leaves no time for the request.
        assert_eq!(decision(29, Some(30)), retry(29_000));
        assert_eq!(decision(30, Some(30)), Decision::End(Reason::Deadline));
    }
}
