//! When a message is sent again.

use std::time::Duration;

use http::Method;

use crate::error::AttemptFailure;
use crate::pace::{Decision, Failed, Reason, decide};
use crate::settings::Retries;

const GET: Method = Method::GET;

fn failed(failure: AttemptFailure, attempts: u32) -> Failed<'static> {
    let time_left = Some(Duration::from_secs(30));
    Failed { method: &GET, is_safe: false, attempts, failure, retry_after: None, time_left }
}

#[test]
fn every_status_and_fault_at_every_attempt() {
    const PASSING: [u16; 6] = [408, 429, 500, 502, 503, 504];
    let statuses = (100..=599).map(AttemptFailure::Status);
    for failure in statuses.chain([
        AttemptFailure::Connection,
        AttemptFailure::CutBody,
        AttemptFailure::Timeout,
        AttemptFailure::Permanent,
    ]) {
        let passes = match failure {
            AttemptFailure::Status(status) => PASSING.contains(&status),
            failure => failure != AttemptFailure::Permanent,
        };
        for attempts in 1..=4 {
            let expected = match (passes, attempts) {
                (false, _) => Decision::End(Reason::Permanent),
                (true, 1 | 2) => Decision::Retry(Duration::ZERO),
                (true, _) => Decision::End(Reason::Attempts),
            };
            let decision = decide(&Retries::new(), &failed(failure, attempts), 0.0);
            assert_eq!(decision, expected, "{failure} after {attempts}");
        }
        let once = decide(&Retries::none(), &failed(failure, 1), 0.0);
        assert!(matches!(once, Decision::End(Reason::Permanent | Reason::Attempts)), "{failure}");
    }
}

#[test]
fn only_requests_that_read_are_repeated() {
    let decision = |method: &Method, is_safe| {
        decide(&Retries::new(), &Failed { method, is_safe, ..failed(AttemptFailure::Connection, 1) }, 0.0)
    };
    let again = Decision::Retry(Duration::ZERO);
    assert_eq!([decision(&Method::GET, false), decision(&Method::GET, true)], [again; 2]);
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE, Method::OPTIONS] {
        assert_eq!(decision(&method, false), Decision::End(Reason::Method), "{method}");
        assert_eq!(decision(&method, true), again, "{method}");
    }
}

#[test]
fn the_maximum_wait_doubles_up_to_a_cap() {
    let retries = Retries::new().attempts(20);
    let longest = |failure, attempts| decide(&retries, &failed(failure, attempts), 1.0);
    for (attempts, milliseconds) in [(1, 50), (2, 100), (3, 200), (9, 12_800), (10, 20_000), (19, 20_000)] {
        let expected = Decision::Retry(Duration::from_millis(milliseconds));
        assert_eq!(longest(AttemptFailure::Timeout, attempts), expected, "{attempts}");
    }
    for (attempts, seconds) in [(1, 1), (2, 2), (5, 16), (6, 20), (19, 20)] {
        let expected = Decision::Retry(Duration::from_secs(seconds));
        assert_eq!(longest(AttemptFailure::Status(429), attempts), expected, "{attempts}");
    }
    let half = decide(&retries, &failed(AttemptFailure::Status(429), 1), 0.5);
    assert_eq!(half, Decision::Retry(Duration::from_millis(500)));
}

#[test]
fn a_host_may_ask_for_a_wait() {
    let decision = |seconds, left: Option<u64>| {
        let asked = Some(Duration::from_secs(seconds));
        let time_left = left.map(Duration::from_secs);
        decide(
            &Retries::new(),
            &Failed { retry_after: asked, time_left, ..failed(AttemptFailure::Status(503), 1) },
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
