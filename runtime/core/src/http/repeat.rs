//! The attempts of one request: what each met, and whether another one follows.

use std::error::Error as StdError;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::{Method, StatusCode};
use tokio::time::sleep;
use url::Url;

use super::deadline::Deadline;
use crate::error::{Attempt, AttemptFailure, Attempts, BodyFault, Error, TimeoutPhase, causes};
use crate::lock::Lock as _;
use crate::pace::{Decision, Failed, HostPace, Pace, Permit, Reason, decide};
use crate::settings::Retries;
use crate::transport::tls;

/// The attempts of a request so far.
pub(super) struct Repeat<'a> {
    pace: &'a Pace,
    deadline: &'a Deadline,
    rules: &'a Retries,
    host: Arc<HostPace>,
    method: &'a Method,
    is_safe: bool,
    earlier: Vec<Attempt>,
    /// The tokens that the last retry took.
    taken: Option<u32>,
    /// The host that failed the last message, if any. A redirect may lead away from the request's host.
    failing: Mutex<Option<Arc<HostPace>>>,
    /// True once the attempt has sent a message.
    has_sent: AtomicBool,
}

impl<'a> Repeat<'a> {
    pub(super) fn new(
        pace: &'a Pace,
        deadline: &'a Deadline,
        rules: &'a Retries,
        url: &Url,
        method: &'a Method,
        is_safe: bool,
    ) -> Self {
        Self {
            pace,
            deadline,
            rules,
            host: pace.host(url),
            method,
            is_safe,
            earlier: Vec::new(),
            taken: None,
            failing: Mutex::default(),
            has_sent: AtomicBool::new(false),
        }
    }

    /// Starts an attempt.
    pub(super) fn start(&self) {
        self.has_sent.store(false, Ordering::Relaxed);
        self.deadline.begin_attempt();
    }

    /// Notes the head of a reply, or the failure of its message.
    pub(super) fn note(&self, permit: &mut Permit, head: Result<StatusCode, &Error>) {
        self.has_sent.store(true, Ordering::Relaxed);
        let failing = permit.note(match head {
            Ok(status) => AttemptFailure::Status(status.as_u16()),
            Err(Error::Timeout { .. }) => AttemptFailure::Timeout,
            Err(error) => failure(error),
        });
        *self.failing.locked() = failing;
    }

    /// Counts the failure of the last message as one of the request: it is not sent again.
    fn count_failure(&self) {
        let failing = self.failing.locked().take();
        if let Some(host) = failing {
            host.count_failure();
        }
    }

    /// Returns true, after the wait, if the request is sent again. `met` is `None` for an attempt that succeeded.
    pub(super) async fn again(
        &mut self,
        failure: Option<AttemptFailure>,
        retry_after: Option<Duration>,
    ) -> bool {
        self.deadline.end_attempt();
        let Some(failure) = failure else {
            self.host.give_back(self.taken.take());
            return false;
        };
        // One that was not sent met nothing.
        if self.has_sent.load(Ordering::Relaxed) {
            self.host.count_attempt(failure);
        }
        let attempts = u32::try_from(self.earlier.len()).unwrap_or(u32::MAX).saturating_add(1);
        let time_left = self.deadline.left();
        let (method, is_safe) = (self.method, self.is_safe);
        let failed = Failed { method, is_safe, attempts, failure, retry_after, time_left };
        let decision = match decide(self.rules, &failed, self.pace.random()) {
            Decision::Retry(wait) => match self.host.take_retry(failure) {
                Some(taken) => {
                    self.taken = Some(taken);
                    Decision::Retry(wait)
                }
                None => Decision::End(Reason::Budget),
            },
            end @ Decision::End(_) => end,
        };
        tracing::debug!(attempt = attempts, %failure, ?decision, "an attempt failed");
        self.pause(failure, retry_after, decision);
        match decision {
            Decision::Retry(wait) => {
                self.earlier.push(Attempt::new(failure, wait));
                sleep(wait).await;
                true
            }
            Decision::End(reason) => {
                self.count_failure();
                // The host works; it is the request that it does not take.
                if reason == Reason::Permanent && matches!(failure, AttemptFailure::Status(_)) {
                    self.host.give_back(self.taken.take());
                }
                false
            }
        }
    }

    /// Makes all requests to the host wait where it wants fewer requests.
    fn pause(&self, failure: AttemptFailure, retry_after: Option<Duration>, decision: Decision) {
        let wait = match (failure, decision) {
            (AttemptFailure::Status(429), Decision::Retry(wait)) => Some(wait),
            // The request ends, but those behind it would meet the same.
            (AttemptFailure::Status(429), Decision::End(_)) => {
                Some(retry_after.unwrap_or(self.rules.wait_after(1, true)))
            }
            (AttemptFailure::Status(503), _) => retry_after,
            _ => None,
        };
        if let Some(wait) = wait {
            self.host.pause(wait);
        }
    }

    /// Forgets the retry that was not sent: the attempt before it was the last one.
    pub(super) fn take_back(&mut self) {
        self.deadline.end_attempt();
        self.earlier.pop();
        self.count_failure();
    }

    /// Returns what the attempts before the last one met.
    pub(super) fn earlier(&self) -> Attempts {
        Attempts::new(&self.earlier)
    }
}

/// Returns what an attempt met that ended with an error.
pub(super) fn failure(error: &Error) -> AttemptFailure {
    match error {
        // The deadline holds for all attempts.
        Error::Timeout { phase: TimeoutPhase::Total, .. } => AttemptFailure::Permanent,
        Error::Timeout { .. } => AttemptFailure::Timeout,
        Error::Body { fault: BodyFault::Cut(_), .. } => AttemptFailure::CutBody,
        Error::Transport { source, .. } if is_permanent(&**source) => AttemptFailure::Permanent,
        Error::Transport { .. } | Error::CustomTransport { .. } => AttemptFailure::Connection,
        _ => AttemptFailure::Permanent,
    }
}

/// Returns true for what a request may meet on a way that drops long addresses.
pub(crate) fn may_be_of_length(error: &Error) -> bool {
    match error {
        Error::Api(error) => error.status() == 414,
        Error::Timeout { phase, .. } => matches!(phase, TimeoutPhase::Idle | TimeoutPhase::Attempt),
        // A connection that was not made carried no address.
        Error::Transport { source, .. } => {
            source.downcast_ref::<reqwest::Error>().is_none_or(|error| !error.is_connect())
        }
        Error::CustomTransport { .. } => true,
        _ => false,
    }
}

/// Returns true for a failure before anything was sent that will be the same next time: a message that cannot be
/// made, or a certificate that is refused.
fn is_permanent(error: &(dyn StdError + 'static)) -> bool {
    causes(error).any(|error| {
        error.downcast_ref::<reqwest::Error>().is_some_and(reqwest::Error::is_builder)
            || tls::is_failure(error)
    })
}
