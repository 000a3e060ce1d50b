//! One host: the turns of its requests, its pauses, its failures and its retries.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::sync::{Mutex as AsyncMutex, Notify, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep, timeout_at};

use super::budget::Budget;
use super::facts::HostState;
use super::window::Window;
use crate::error::{AttemptFailure, NotSent};
use crate::lock::Lock as _;
use crate::settings::{CircuitBreaker, RateLimit, SharedRate};

/// The longest pause that a host gets because it asked for it: longer ones are more likely a mistake.
const MAX_PAUSE: Duration = Duration::from_secs(3600);

/// The maximum delay of a turn of a shared rate. A later one is not used: the next turn could come within the same second.
const LATE: Duration = Duration::from_millis(100);

/// The time that the answer of a shared rate usually takes, which makes all turns late alike.
#[derive(Default)]
struct Usual(Duration);

/// The state of a host, which all requests to it share.
pub(crate) struct HostPace {
    limit: RateLimit,
    breaker: CircuitBreaker,
    /// The places of the requests that wait for their replies.
    places: Option<Arc<Semaphore>>,
    /// Held by the request that waits for its turn, so that the others queue in order.
    turn: AsyncMutex<Usual>,
    /// Told of every reply: the next turn may come earlier then.
    replied: Notify,
    /// The rate that is shared with other clients, and the origin of this host.
    shared: Option<(Arc<dyn SharedRate>, String)>,
    state: Mutex<State>,
}

struct State {
    window: Option<Window>,
    /// No request is sent before.
    paused_until: Option<Instant>,
    budget: Budget,
    /// The number of requests in a row that failed, each with all its attempts.
    failures: u32,
    circuit: Circuit,
    /// The number of all attempts that failed.
    failed: BTreeMap<AttemptFailure, u64>,
}

#[derive(Clone, Copy)]
enum Circuit {
    Closed,
    /// No request is sent until then; the first one afterwards is the probe.
    Open(Instant),
    /// The probe is on its way.
    Probing,
}

/// The right to send one message. Dropping it makes room for the next one.
pub(crate) struct Permit {
    host: Arc<HostPace>,
    _place: Option<OwnedSemaphorePermit>,
    is_probe: bool,
    /// The number of the message in the window, until its reply comes.
    counted: Option<u64>,
    pub(crate) since: Instant,
}

impl HostPace {
    pub(super) fn new(
        limit: RateLimit,
        shared: Option<(Arc<dyn SharedRate>, String)>,
        breaker: CircuitBreaker,
    ) -> Self {
        let places = limit.most_at_once().map(|places| {
            let places = usize::try_from(places.get()).unwrap_or(usize::MAX);
            Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS)))
        });
        let state = State {
            window: limit.requests.map(Window::new),
            paused_until: None,
            budget: Budget::new(),
            failures: 0,
            circuit: Circuit::Closed,
            failed: BTreeMap::new(),
        };
        Self {
            limit,
            breaker,
            places,
            turn: AsyncMutex::default(),
            replied: Notify::new(),
            shared,
            state: Mutex::new(state),
        }
    }

    /// Waits until the next message may be sent. A pause longer than `longest` is an error at once.
    pub(crate) async fn permit(self: Arc<Self>, longest: Duration) -> Result<Permit, NotSent> {
        self.check(longest)?;
        let place = match &self.places {
            // It is never closed.
            Some(places) => Arc::clone(places).acquire_owned().await.ok(),
            None => None,
        };
        let mut turn = self.turn.lock().await;
        loop {
            self.check(longest)?;
            let next = self.state.locked().next_turn(Instant::now());
            match (next, &self.shared) {
                (Some(next), _) => {
                    let _ = timeout_at(next, self.replied.notified()).await;
                }
                (None, Some((shared, origin))) => {
                    let asked = Instant::now();
                    let wait = shared.take(origin).await.ok_or(NotSent::NoTurn)?;
                    let way = asked.elapsed();
                    sleep(wait).await;
                    let is_in_time = turn.is_in_time(way, asked.elapsed().saturating_sub(wait));
                    // The turn is lost if the host was paused meanwhile, too.
                    if is_in_time && self.state.locked().pause(Instant::now()).is_none() {
                        break;
                    }
                }
                (None, None) => break,
            }
        }
        self.check(longest)?;
        let since = Instant::now();
        let (is_probe, counted) = self.state.locked().take_turn(since);
        drop(turn);
        Ok(Permit { host: self, _place: place, is_probe, counted, since })
    }

    /// Sends no request for that long.
    pub(crate) fn pause(&self, wait: Duration) {
        let wait = wait.min(MAX_PAUSE);
        if let Some((shared, origin)) = &self.shared {
            shared.pause(origin, wait);
        }
        let until = Instant::now().checked_add(wait);
        let mut state = self.state.locked();
        state.paused_until = state.paused_until.max(until);
    }

    /// Takes the tokens for a retry and returns their number; `None` if the host has failed too often.
    pub(crate) fn take_retry(&self, failure: AttemptFailure) -> Option<u32> {
        self.state.locked().budget.take(failure)
    }

    /// Notes a success; `taken` are the tokens of its last retry.
    pub(crate) fn give_back(&self, taken: Option<u32>) {
        self.state.locked().budget.give_back(taken);
    }

    /// Counts a request that failed, with all its attempts. After so many in a row the host gets a pause.
    pub(crate) fn count_failure(&self) {
        let mut state = self.state.locked();
        state.failures = state.failures.saturating_add(1);
        if matches!(state.circuit, Circuit::Closed) && self.breaker.opens_after(state.failures) {
            state.open(self.breaker);
        }
    }

    /// Counts an attempt that failed.
    pub(crate) fn count_attempt(&self, failure: AttemptFailure) {
        let mut state = self.state.locked();
        let count = state.failed.entry(failure).or_default();
        *count = count.saturating_add(1);
    }

    /// Returns the facts about the host, which has that origin.
    pub(super) fn facts(&self, origin: String) -> HostState {
        let now = Instant::now();
        let mut state = self.state.locked();
        let (opens, is_failing) = match state.circuit {
            Circuit::Closed => (None, false),
            Circuit::Open(until) => (Some(until), until > now),
            Circuit::Probing => (None, true),
        };
        let until = state.paused_until.max(opens).filter(|until| *until > now);
        HostState {
            origin,
            failures: state.failed.clone(),
            limit: self.limit.requests,
            counted: state.window.as_mut().map_or(0, |window| window.counted(now)),
            pause: until.map(|until| until.duration_since(now)),
            is_failing,
        }
    }

    /// Returns the error of a request that the host must not get now.
    fn check(&self, longest: Duration) -> Result<(), NotSent> {
        let state = self.state.locked();
        let now = Instant::now();
        let failing = |wait| Err(NotSent::Failing { failures: state.failures, wait });
        match state.circuit {
            Circuit::Open(until) if until > now => return failing(until.duration_since(now)),
            Circuit::Probing => return failing(Duration::ZERO),
            Circuit::Open(_) | Circuit::Closed => {}
        }
        let wait = state.paused_until.map(|until| until.saturating_duration_since(now)).unwrap_or_default();
        if wait > longest { Err(NotSent::Paused { wait }) } else { Ok(()) }
    }
}

impl Usual {
    /// Returns true if a turn comes in time. The answer took the time `way`, and the turn is late by at most `late`, in which
    /// that is counted.
    fn is_in_time(&mut self, way: Duration, late: Duration) -> bool {
        let is_in_time = late.saturating_sub(self.0) <= LATE;
        self.0 = if is_in_time { way.min(self.0) } else { way };
        is_in_time
    }
}

impl State {
    /// Returns when the next turn comes, if no reply comes before; `None` means now.
    fn next_turn(&mut self, now: Instant) -> Option<Instant> {
        let full = self.window.as_mut().and_then(|window| window.next(now));
        self.pause(now).max(full)
    }

    /// Takes the turn. Returns true if its message finds out whether the host works again, and the number of the
    /// message in the window.
    fn take_turn(&mut self, now: Instant) -> (bool, Option<u64>) {
        let is_probe = matches!(self.circuit, Circuit::Open(_));
        if is_probe {
            self.circuit = Circuit::Probing;
        }
        (is_probe, self.window.as_mut().map(|window| window.add(now)))
    }

    /// Returns the end of the pause that the host asked for.
    fn pause(&self, now: Instant) -> Option<Instant> {
        self.paused_until.filter(|until| *until > now)
    }

    /// Begins a pause.
    fn open(&mut self, breaker: CircuitBreaker) {
        let until = Instant::now().checked_add(breaker.pause);
        self.circuit = until.map_or(Circuit::Closed, Circuit::Open);
    }
}

impl Permit {
    /// Notes what the message met. Returns the host if that is a failure of it, which counts once its request is not
    /// sent again.
    pub(crate) fn note(&mut self, failure: AttemptFailure) -> Option<Arc<HostPace>> {
        self.end();
        let mut state = self.host.state.locked();
        let is_failure = match failure {
            AttemptFailure::Connection | AttemptFailure::Timeout | AttemptFailure::Status(502..=504) => {
                if self.is_probe {
                    state.open(self.host.breaker);
                }
                true
            }
            AttemptFailure::Status(_) => {
                state.failures = 0;
                state.circuit = Circuit::Closed;
                false
            }
            // Says nothing about the host.
            AttemptFailure::CutBody | AttemptFailure::Permanent => return None,
        };
        drop(state);
        self.is_probe = false;
        is_failure.then(|| Arc::clone(&self.host))
    }

    /// Notes that the message is on its way no more.
    fn end(&mut self) {
        let Some(number) = self.counted.take() else { return };
        if let Some(window) = &mut self.host.state.locked().window {
            window.end(number, Instant::now());
        }
        self.host.replied.notify_one();
    }
}

impl Drop for Permit {
    /// A probe that was cancelled leaves the decision to the next request.
    fn drop(&mut self) {
        self.end();
        if self.is_probe {
            self.host.state.locked().circuit = Circuit::Open(Instant::now());
        }
    }
}
