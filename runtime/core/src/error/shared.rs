//! Errors of sending that several requests get: those that waited for the same reply.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::attempts::Attempts;
use super::foreign::ForeignError;
use super::http::{BodyFault, NotSent, RedirectFault, TimeoutPhase};
use super::name::RequestName;
use super::request::{ApiError, BoxError, Error};

/// An error that can be given several times.
#[derive(Clone)]
pub(crate) enum SharedError {
    Api(ApiError),
    Transport(Sent, Option<Box<str>>, SharedSource),
    CustomTransport(Sent, SharedSource),
    Timeout(Sent, TimeoutPhase, Duration, Option<SharedSource>),
    Body(Sent, BodyFault, Option<SharedSource>),
    Redirect(RequestName, RedirectFault),
    NotSent(RequestName, NotSent),
}

/// The request that failed, and what its attempts before the last one met.
type Sent = (RequestName, Attempts);

impl SharedError {
    /// Makes an error one that can be shared.
    ///
    /// # Errors
    /// It is none of sending, and is given back.
    pub(crate) fn new(error: Error) -> Result<Self, Error> {
        let shared = |source: Option<BoxError>| source.map(|source| SharedSource(source.into()));
        Ok(match error {
            Error::Api(error) => Self::Api(error),
            Error::Transport { request, host, source, attempts } => {
                Self::Transport((request, attempts), host, SharedSource(source.into()))
            }
            Error::CustomTransport { request, source, attempts } => {
                Self::CustomTransport((request, attempts), SharedSource(Arc::new(source)))
            }
            Error::Timeout { request, phase, limit, source, attempts } => {
                Self::Timeout((request, attempts), phase, limit, shared(source))
            }
            Error::Body { request, fault, source, attempts } => {
                Self::Body((request, attempts), fault, shared(source))
            }
            Error::Redirect { request, fault } => Self::Redirect(request, fault),
            Error::NotSent { request, fault } => Self::NotSent(request, fault),
            other => return Err(other),
        })
    }
}

impl From<SharedError> for Error {
    fn from(shared: SharedError) -> Self {
        let boxed = |source: Option<SharedSource>| source.map(SharedSource::boxed);
        match shared {
            SharedError::Api(error) => Self::Api(error),
            SharedError::Transport((request, attempts), host, source) => {
                Self::Transport { request, host, source: source.boxed(), attempts }
            }
            SharedError::CustomTransport((request, attempts), source) => {
                Self::CustomTransport { request, source: ForeignError::new(source.boxed()), attempts }
            }
            SharedError::Timeout((request, attempts), phase, limit, source) => {
                Self::Timeout { request, phase, limit, source: boxed(source), attempts }
            }
            SharedError::Body((request, attempts), fault, source) => {
                Self::Body { request, fault, source: boxed(source), attempts }
            }
            SharedError::Redirect(request, fault) => Self::Redirect { request, fault },
            SharedError::NotSent(request, fault) => Self::NotSent { request, fault },
        }
    }
}

/// A library's error that several errors have. It is the source of this one, so that a program finds it in the chain.
#[derive(Clone)]
pub(crate) struct SharedSource(Arc<dyn StdError + Send + Sync>);

impl SharedSource {
    fn boxed(self) -> BoxError {
        Box::new(self)
    }
}

impl fmt::Display for SharedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for SharedSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for SharedSource {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        Some(&*self.0)
    }
}
