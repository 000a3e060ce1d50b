//! The patience of the requests of a run with a host that fails: how long they wait for it, which of them asks whether it is
//! back, and when all of them give it up.

use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

use super::handle::Client;
use super::window::Window;
use crate::error::{AttemptFailure, Error, ErrorKind, NotSent};
use crate::lock::Lock as _;
use crate::pace::may_pass;
use crate::reply::Reply;
use crate::request::{Endpoint, EndpointInfo};
use crate::settings::{GIVEN_UP_FOR, GivenUp, LONGEST_PATIENCE, Retries};

/// The time for each request that has no result yet: a few are not worth a minute.
const FOR_EACH: Duration = Duration::from_secs(3);

/// The shortest time where the host got a pause, which is 15 s unless the client has another one.
const AFTER_PAUSE: Duration = Duration::from_secs(20);

/// The wait before a first request asks whether the host is back. It doubles up to the longest.
const FIRST_GAP: Duration = Duration::from_secs(1);
const LONGEST_GAP: Duration = Duration::from_secs(5);

/// A host as the requests of one run see it.
pub(super) struct Patience {
    client: Client,
    /// Sends once, for a request that failed with all its attempts.
    once: Client,
    window: Arc<Window>,
    given_up: GivenUp,
    state: Mutex<State>,
    /// Told when the host is back, and when it is given up.
    changed: Notify,
}

#[derive(Default)]
struct State {
    /// The good replies so far.
    good: u64,
    /// The requests that failed since the last one.
    failed: u32,
    /// True if the host got a pause since then.
    is_paused: bool,
    /// The wait between two requests that ask whether the host is back, and the turn of the next one.
    gap: Duration,
    next: Option<Instant>,
    /// The time of the last failure of a host that is given up.
    given_up: Option<Instant>,
}

/// The meaning of a result for the host.
enum Verdict {
    Works,
    /// It has nothing to do with the host.
    Neither,
    /// The request failed for the host's sake. The host may say how long to wait.
    Failed(Duration),
    /// It was not sent, because the host has a pause.
    Refused(Duration),
}

/// The wait of a request that failed.
#[derive(Clone, Copy)]
struct Wait {
    /// Its turn to find out whether the host is back.
    until: Instant,
    /// The end of the patience.
    end: Instant,
    /// The good replies so far: one more, and the host is back.
    good: u64,
}

/// A request on its way.
#[derive(Clone, Copy)]
struct Course {
    /// The start of its last try, and the good replies until then.
    began: Instant,
    good: u64,
    /// The good replies until its first failure.
    failed_at: Option<u64>,
    may_repeat: bool,
}

impl Patience {
    pub(super) fn new(client: &Client, window: Arc<Window>) -> Self {
        let given_up = GivenUp::default();
        let params = client.request_params().clone().unless(given_up.clone());
        Self {
            once: client.with_request_params(params.clone().retries(Retries::none())),
            client: client.with_request_params(params),
            window,
            given_up,
            state: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Sends a request. One that fails with its host waits until the host is back, and is then tried once more.
    /// `is_probe` says that it is to find out whether a host works; it is sent once.
    pub(super) async fn reply<E: Endpoint>(
        &self,
        request: &E,
        is_probe: bool,
    ) -> Result<Reply<E::Response>, Error> {
        let result = self.send(request, if is_probe { &self.once } else { &self.client }).await;
        self.window.end();
        if is_probe && matches!(Verdict::of(&result), Verdict::Neither) {
            // It asked nobody, for example because its reply was kept.
            self.window.let_another_begin();
        }
        result
    }

    async fn send<'a, E: Endpoint>(
        &'a self,
        request: &E,
        mut client: &'a Client,
    ) -> Result<Reply<E::Response>, Error> {
        let mut failed = None;
        let mut course =
            self.start(is_repeatable(request.info()) && self.client.params.repeated().max_attempts() > 1);
        loop {
            let result = client.reply(request).await;
            let verdict = Verdict::of(&result);
            let is_failure = matches!(verdict, Verdict::Failed(_) | Verdict::Refused(_));
            let waiting = self.settle(&verdict, &mut course);
            // Of several failures the first one tells most: its attempts, and why the host has a pause.
            let result = failed.take().filter(|_| is_failure).unwrap_or(result);
            let Some(wait) = waiting else { return result };
            self.wait(wait).await;
            if self.is_hopeless() {
                return result;
            }
            if course.failed_at.is_some() {
                (client, failed) = (&self.once, Some(result));
            }
            course = Course { failed_at: course.failed_at, ..self.start(course.may_repeat) };
        }
    }

    /// Begins a try of a request.
    fn start(&self, may_repeat: bool) -> Course {
        let mut state = self.state.locked();
        let now = Instant::now();
        if state.given_up.is_some_and(|at| now.saturating_duration_since(at) >= GIVEN_UP_FOR) {
            // One of those that are left finds out whether it is back.
            state.given_up = Some(now);
            self.given_up.ask_again();
        }
        Course { began: now, good: state.good, failed_at: None, may_repeat }
    }

    /// Notes a result. Returns the wait of the request; `None` if it has its result.
    fn settle(&self, verdict: &Verdict, course: &mut Course) -> Option<Wait> {
        let mut state = self.state.locked();
        let now = Instant::now();
        let asked = match verdict {
            Verdict::Neither => return None,
            Verdict::Works => {
                let good = state.good.saturating_add(1);
                *state = State { good, ..State::default() };
                self.given_up.note_good();
                self.window.close();
                self.changed.notify_waiters();
                return None;
            }
            Verdict::Failed(wait) => {
                if course.failed_at.is_none() {
                    state.failed = state.failed.saturating_add(1);
                }
                *wait
            }
            Verdict::Refused(wait) => {
                state.is_paused = true;
                *wait
            }
        };
        let since = self.given_up.note_failure(course.began);
        let end = since.checked_add(self.longest(&state))?;
        if now >= end || state.given_up.is_some() {
            if matches!(verdict, Verdict::Failed(_)) || state.given_up.is_none() {
                state.given_up = Some(now);
                self.given_up.give_up(state.failed.max(1));
                self.changed.notify_waiters();
            }
            return None;
        }
        if matches!(verdict, Verdict::Failed(_)) {
            // Tried once more since the host was back, or while no other request failed.
            let is_tried = course.failed_at.is_some_and(|good| course.good > good || state.failed <= 1);
            if is_tried || !course.may_repeat || now.checked_add(asked)? >= end {
                return None;
            }
            course.failed_at.get_or_insert(state.good);
        }
        // One after the other: those that a pause ends for at once would use up the requests that were not sent yet.
        let until = state.turn(now.checked_add(asked)?).min(end);
        Some(Wait { until, end, good: state.good })
    }

    /// Waits until the host is back or given up, or until it is the turn of this request to find out, if no other can:
    /// an unsent request tells more of the host than a request that may fail for a reason of its own.
    async fn wait(&self, Wait { mut until, end, good }: Wait) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            // It may have changed just before.
            let is_over = self.state.locked().good != good || self.is_hopeless();
            if is_over || timeout_at(until, changed).await.is_ok() {
                return;
            }
            let now = Instant::now();
            if now >= end || !self.window.let_another_begin() {
                return;
            }
            until = self.state.locked().turn(now).min(end);
        }
    }

    /// Returns how long the run waits: less if few requests are left.
    fn longest(&self, state: &State) -> Duration {
        let left = u32::try_from(self.window.left()).unwrap_or(u32::MAX);
        let least = if state.is_paused { AFTER_PAUSE } else { Duration::ZERO };
        FOR_EACH.saturating_mul(left).clamp(least, LONGEST_PATIENCE)
    }

    fn is_hopeless(&self) -> bool {
        self.state.locked().given_up.is_some()
    }
}

impl State {
    /// Returns the turn of a request to ask whether the host is back, which is after `earliest`.
    fn turn(&mut self, earliest: Instant) -> Instant {
        let gap = self.gap.clamp(FIRST_GAP, LONGEST_GAP);
        let last = self.next.map_or(earliest, |next| next.max(earliest));
        let turn = last.checked_add(gap).unwrap_or(last);
        (self.next, self.gap) = (Some(turn), gap.saturating_mul(2));
        turn
    }
}

impl Verdict {
    fn of<T>(result: &Result<Reply<T>, Error>) -> Self {
        match result {
            Ok(reply) if reply.cached.is_some_and(|cached| !cached.is_confirmed) => Self::Neither,
            Ok(_) => Self::Works,
            Err(Error::NotSent { fault: NotSent::Failing { wait, .. }, .. }) => Self::Refused(*wait),
            Err(Error::NotSent { .. }) => Self::Neither,
            Err(error) => match error.kind() {
                ErrorKind::Params | ErrorKind::Config | ErrorKind::Other => Self::Neither,
                ErrorKind::Network => Self::Failed(Duration::ZERO),
                _ if error.status().is_some_and(|status| may_pass(AttemptFailure::Status(status))) => {
                    Self::Failed(error.retry_after().unwrap_or_default())
                }
                // A refusal is a reply too.
                _ => Self::Works,
            },
        }
    }
}

/// Returns true if a request of that endpoint changes nothing, so that it may be sent again.
fn is_repeatable(info: &EndpointInfo) -> bool {
    (info.safe || info.method == "GET") && info.steps().all(|step| step.method == "GET")
}
