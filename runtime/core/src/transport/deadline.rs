//! The time limits of one request. The total is one point in time for everything, redirects and body
//! included: a host that sends a few bytes a second never lets a limit between two reads run out.

use std::error::Error as StdError;
use std::future::Future;
use std::io;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};

use super::exchange::TransportError;
use crate::error::{BodyFault, BoxError, Error, ForeignError, RequestName, TimeoutPhase};
use crate::settings::RequestParams;

/// The time limits of a request that has begun.
pub(crate) struct Deadline {
    total: Duration,
    idle: Duration,
    connect: Duration,
    /// Absent where the total is longer than the clock can count.
    end: Option<Instant>,
}

impl Deadline {
    /// Starts the clock.
    pub(crate) fn new(params: &RequestParams) -> Self {
        let total = params.timeout_limit();
        Self {
            total,
            idle: params.idle_limit(),
            connect: params.connect_limit(),
            end: Instant::now().checked_add(total),
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
                let phase = TimeoutPhase::Connect;
                Error::Timeout { request: name.clone(), phase, limit: self.connect, source: Some(source) }
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
            TransportError::Failed(source) if is_cut(&*source) => cut(name, Some(source)),
            other => failed(name, other),
        })
    }

    /// When the time for the whole request is over.
    pub(super) fn end(&self) -> Option<std::time::Instant> {
        self.end.map(Instant::into_std)
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
        let pause = Instant::now().checked_add(quiet);
        let (at, phase, limit) = match (self.end, pause) {
            (Some(end), Some(pause)) if pause < end => (pause, TimeoutPhase::Idle, quiet),
            (Some(end), _) => (end, TimeoutPhase::Total, self.total),
            (None, Some(pause)) => (pause, TimeoutPhase::Idle, quiet),
            (None, None) => return Ok(step.await),
        };
        timeout_at(at, step).await.map_err(|_| Error::Timeout {
            request: name.clone(),
            phase,
            limit,
            source: None,
        })
    }
}

fn failed(name: &RequestName, error: TransportError) -> Error {
    let request = name.clone();
    match error {
        TransportError::Cut => cut(name, None),
        TransportError::Failed(source) if source.is::<reqwest::Error>() => {
            Error::Transport { request, source }
        }
        TransportError::Failed(source) => Error::Exchange { request, source: ForeignError::new(source) },
    }
}

fn cut(name: &RequestName, source: Option<BoxError>) -> Error {
    let fault = BodyFault::Cut("the connection ended before the body did");
    Error::Body { request: name.clone(), fault, source }
}

fn is_connect_timeout(error: &(dyn StdError + Send + Sync + 'static)) -> bool {
    error.downcast_ref::<reqwest::Error>().is_some_and(|error| error.is_connect() && error.is_timeout())
}

/// Returns true if a body ended before its declared length or its last chunk.
fn is_cut(error: &(dyn StdError + Send + Sync + 'static)) -> bool {
    let mut cause = error.downcast_ref::<reqwest::Error>().and_then(StdError::source);
    while let Some(source) = cause {
        if source.downcast_ref::<io::Error>().is_some_and(|io| io.kind() == io::ErrorKind::UnexpectedEof) {
            return true;
        }
        cause = source.source();
    }
    false
}
