//! The time limits of one request. The total is one point in time for everything, retries and bodies
//! included: a host that sends a few bytes a second never lets a limit between two reads run out.

use std::error::Error as StdError;
use std::future::Future;
use std::io;
use std::sync::Mutex;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use crate::error::{Attempts, BodyFault, Cause, Error, ForeignError, RequestName, TimeoutPhase, causes};
use crate::lock::Lock as _;
use crate::settings::RequestParams;
use crate::transport::{NoTls, TransportError};

/// The time limits of a request that has begun.
pub(crate) struct Deadline {
    total: Duration,
    attempt: Option<Duration>,
    idle: Duration,
    connect: Duration,
    /// The minimum speed of a body, in bytes a second.
    min_speed: u32,
    ends: Mutex<Ends>,
}

/// The time over which the speed of a body is measured.
const PERIOD: Duration = Duration::from_secs(10);

/// The speed at which a body comes.
pub(super) struct Speed {
    began: Instant,
    bytes: u64,
}

impl Speed {
    /// Begins to measure.
    pub(super) fn new() -> Self {
        Self { began: Instant::now(), bytes: 0 }
    }

    /// Leaves a time out of the measurement.
    pub(super) fn leave_out(&mut self, time: Duration) {
        self.began = self.began.checked_add(time).unwrap_or(self.began);
    }
}

/// The times at which the limits run out; absent where a limit is longer than the clock can count.
#[derive(Clone, Copy)]
struct Ends {
    total: Option<Instant>,
    attempt: Option<Instant>,
}

impl Deadline {
    /// Starts the clock.
    pub(crate) fn new(params: &RequestParams) -> Self {
        let total = params.deadline_limit();
        Self {
            total,
            attempt: params.timeout,
            idle: params.idle_limit(),
            connect: params.connect_timeout,
            min_speed: params.min_speed,
            ends: Mutex::new(Ends { total: Instant::now().checked_add(total), attempt: None }),
        }
    }

    /// Starts the clock of one attempt.
    pub(super) fn begin_attempt(&self) {
        self.ends.locked().attempt = self.attempt.and_then(|limit| Instant::now().checked_add(limit));
    }

    /// Leaves two thirds of the time to what comes after an attempt.
    pub(super) fn shorten_attempt(&self) {
        let now = Instant::now();
        let third = |end: Instant| now.checked_add(end.saturating_duration_since(now).checked_div(3)?);
        let mut ends = self.ends.locked();
        ends.attempt = ends.attempt.into_iter().chain(ends.total.and_then(third)).min();
    }

    /// Stops the clock of an attempt, whose limit holds for nothing after it.
    pub(super) fn end_attempt(&self) {
        self.ends.locked().attempt = None;
    }

    /// Returns the limits between two reads and of the speed alone, for a body whose caller takes its time.
    pub(crate) fn between_reads(self) -> Self {
        Self { attempt: None, ends: Mutex::new(Ends { total: None, attempt: None }), ..self }
    }

    /// Returns the limit between two reads alone, for a body that comes when there is something to say.
    pub(crate) fn between_events(self) -> Self {
        Self { min_speed: 0, ..self.between_reads() }
    }

    /// Waits for something that the limits do not count, such as the turn at a host.
    pub(crate) async fn uncounted<T>(&self, step: impl Future<Output = T>) -> T {
        let began = Instant::now();
        let done = step.await;
        let waited = began.elapsed();
        let mut ends = self.ends.locked();
        let later = |end: Option<Instant>| end.and_then(|end| end.checked_add(waited));
        *ends = Ends { total: later(ends.total), attempt: later(ends.attempt) };
        done
    }

    /// Returns the time that is left in total; `None` without a limit.
    pub(super) fn left(&self) -> Option<Duration> {
        self.ends.locked().total.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns the error of a request whose time has run out, if it has.
    pub(crate) fn check(&self, name: &RequestName) -> Result<(), Error> {
        match self.left() {
            Some(Duration::ZERO) => Err(timeout(name, TimeoutPhase::Total, self.total, None)),
            _ => Ok(()),
        }
    }

    /// Waits for the head of a reply; connecting may take its own time beside the idle time.
    pub(super) async fn send<T>(
        &self,
        step: impl Future<Output = Result<T, TransportError>>,
        name: &RequestName,
    ) -> Result<T, Error> {
        let quiet = self.idle.saturating_add(self.connect);
        self.within(quiet, step, name).await?.map_err(|error| match error {
            TransportError::Failed(source) if is_connect_timeout(&*source) => {
                timeout(name, TimeoutPhase::Connect, self.connect, Some(Cause::new(source)))
            }
            other => failed(name, other),
        })
    }

    /// Waits for the next bytes of a body.
    pub(super) async fn read<T>(
        &self,
        step: impl Future<Output = Result<T, TransportError>>,
        name: &RequestName,
    ) -> Result<T, Error> {
        self.within(self.idle, step, name).await?.map_err(|error| match error {
            TransportError::Failed(source) if is_cut(&*source) => cut(name, Some(Cause::new(source))),
            other => failed(name, other),
        })
    }

    /// Counts bytes of a body, and ends a body slower than the minimum. A byte now and then keeps the limit between
    /// two reads from running out.
    pub(super) fn check_speed(
        &self,
        speed: &mut Speed,
        bytes: usize,
        name: &RequestName,
    ) -> Result<(), Error> {
        speed.bytes = speed.bytes.saturating_add(u64::try_from(bytes).unwrap_or(u64::MAX));
        let elapsed = speed.began.elapsed();
        if elapsed < PERIOD {
            return Ok(());
        }
        if speed.bytes < u64::from(self.min_speed).saturating_mul(elapsed.as_secs()) {
            return Err(timeout(name, TimeoutPhase::Speed, PERIOD, None));
        }
        *speed = Speed::new();
        Ok(())
    }

    /// Returns when the time for the attempt is over.
    pub(super) fn end(&self) -> Option<std::time::Instant> {
        let Ends { total, attempt } = *self.ends.locked();
        total.into_iter().chain(attempt).min().map(Instant::into_std)
    }

    /// Waits for another request's work as long as the total allows.
    pub(crate) async fn wait<T>(
        &self,
        step: impl Future<Output = T>,
        name: &RequestName,
    ) -> Result<T, Error> {
        self.within(self.total, step, name).await
    }

    async fn within<F: Future>(
        &self,
        quiet: Duration,
        step: F,
        name: &RequestName,
    ) -> Result<F::Output, Error> {
        let Ends { total, attempt } = *self.ends.locked();
        let limits = [
            (total, TimeoutPhase::Total, self.total),
            (attempt, TimeoutPhase::Attempt, self.attempt.unwrap_or_default()),
            (Instant::now().checked_add(quiet), TimeoutPhase::Idle, quiet),
        ];
        let first = limits.into_iter().filter_map(|(end, phase, limit)| Some((end?, phase, limit)));
        // Of equal ends the first one counts.
        let Some((at, phase, limit)) = first.min_by_key(|(end, _, _)| *end) else { return Ok(step.await) };
        timeout_at(at, step).await.map_err(|_| timeout(name, phase, limit, None))
    }
}

fn timeout(name: &RequestName, phase: TimeoutPhase, limit: Duration, source: Option<Cause>) -> Error {
    Error::Timeout { request: name.clone(), phase, limit, source, attempts: Attempts::default() }
}

fn failed(name: &RequestName, error: TransportError) -> Error {
    let (request, attempts) = (name.clone(), Attempts::default());
    match error {
        TransportError::Cut => cut(name, None),
        TransportError::Failed(source) if source.is::<NoTls>() => Error::NoTls { request },
        TransportError::Failed(source) if source.is::<reqwest::Error>() => {
            Error::Transport { request, host: None, source: Cause::new(source), attempts, elsewhere: None }
        }
        TransportError::Failed(source) => {
            Error::CustomTransport { request, source: ForeignError::new(source), attempts }
        }
    }
}

fn cut(name: &RequestName, source: Option<Cause>) -> Error {
    let fault = BodyFault::Cut("the connection ended before the body did");
    Error::Body { request: name.clone(), fault, source, attempts: Attempts::default() }
}

fn is_connect_timeout(error: &(dyn StdError + Send + Sync + 'static)) -> bool {
    error.downcast_ref::<reqwest::Error>().is_some_and(|error| error.is_connect() && error.is_timeout())
}

/// Returns true if a body ended before its declared length or its last chunk.
fn is_cut(error: &(dyn StdError + Send + Sync + 'static)) -> bool {
    let is_end = |io: &io::Error| io.kind() == io::ErrorKind::UnexpectedEof;
    error.is::<reqwest::Error>() && causes(error).any(|cause| cause.downcast_ref().is_some_and(is_end))
}
