//! The error of a reply with a status of 400 or more.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use super::advice::Advice;
use super::attempts::{Attempt, Attempts};
use super::host_error::HostError;
use super::http::Readable;
use super::name::RequestName;
use super::others::{FallbackErrors, OtherSource};
use crate::catalogue::StatusMeaning;
use crate::redact::Redactor;

/// The host answered with a status of 400 or more.
#[derive(Clone, PartialEq)]
pub struct ApiError {
    request: RequestName,
    status: u16,
    body: Box<str>,
    /// The host's own description, where the body is one of its error envelopes.
    host_error: Option<Box<HostError>>,
    /// True where the host asks for fewer requests, whatever the status is.
    pub(crate) is_rate_limited: bool,
    /// The meaning that the table gives the status.
    pub(crate) meaning: Option<StatusMeaning>,
    pub(crate) retry_after: Option<Duration>,
    pub(super) attempts: Attempts,
    /// The advice of the client's authenticator where the host refuses the caller.
    pub(super) refused: Option<Box<str>>,
    pub(super) others: FallbackErrors,
}

impl ApiError {
    /// Returns the error for a reply with that status and body.
    #[must_use]
    pub fn new(request: RequestName, status: u16, body: String) -> Self {
        Self {
            request,
            status,
            body: body.into(),
            host_error: None,
            is_rate_limited: false,
            meaning: None,
            retry_after: None,
            attempts: Attempts::default(),
            refused: None,
            others: FallbackErrors::default(),
        }
    }

    /// Adds the code and the description that the host gives in the body, if it does.
    #[must_use]
    pub(crate) fn with_host_error(mut self, described: Option<(String, String)>) -> Self {
        self.host_error = described.map(|(code, description)| Box::new(HostError { code, description }));
        self
    }

    /// Returns the meaning that the table gives the status of this endpoint, if it does.
    #[must_use]
    pub const fn meaning(&self) -> Option<StatusMeaning> {
        self.meaning
    }

    pub(super) fn redact(&mut self, redactor: &Redactor) {
        if let Some(host_error) = &mut self.host_error {
            host_error.redact(redactor);
        }
    }

    /// Returns the HTTP status, 400 or more.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the body of the reply, decoded; empty where it could not be read. It is the host's text as it came,
    /// so it may repeat what was sent.
    #[must_use]
    pub fn body(&self) -> &str {
        &self.body
    }

    /// Returns the host's code, for example `Not Found`, where the body is one of its error envelopes.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.code)
    }

    /// Returns the host's description, where the body is one of its error envelopes.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        self.host_error.as_ref().map(|error| &*error.description)
    }

    /// Returns the request that was answered.
    #[must_use]
    pub const fn request(&self) -> &RequestName {
        &self.request
    }

    /// Returns how long the host wants the client to wait before the next request, if it says so (`Retry-After`).
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Returns what the attempts before the last one met, in their order; none where the request was sent once.
    #[must_use]
    pub fn attempts(&self) -> &[Attempt] {
        self.attempts.earlier()
    }

    /// Returns the errors of the endpoint's other sources, if they were asked too.
    #[must_use]
    pub fn others(&self) -> &[OtherSource] {
        self.others.all()
    }

    /// Returns the status that the error amounts to: by its meaning in the table, and 429 if the host asks for fewer
    /// requests, whatever its status.
    pub(super) const fn effective_status(&self) -> u16 {
        let usual = match self.meaning {
            Some(meaning) => meaning.usual(),
            None => None,
        };
        match usual {
            Some(status) => status,
            None if self.is_rate_limited => 429,
            None => self.status,
        }
    }

    /// Returns what to do about it.
    pub(super) fn advice(&self) -> Cow<'static, str> {
        let advice = Advice { request: Some(&self.request), refused: self.refused.as_deref() };
        match self.retry_after {
            Some(wait) if !wait.is_zero() => {
                format!("wait {} before the next request", Readable(wait)).into()
            }
            _ => advice.of_status(self.effective_status()),
        }
    }

    fn reported(&self) -> String {
        self.host_error.as_ref().map(|error| format!(" ({error})")).unwrap_or_default()
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { request, status, attempts, others, .. } = self;
        let (reported, advice) = (self.reported(), self.advice());
        write!(f, "{request}: the host answered with status {status}{reported}{attempts}; {advice}")?;
        others.fmt(f)
    }
}

impl std::error::Error for ApiError {
    /// Returns the error of the first other source, where others were asked too.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.others.cause()
    }
}

impl fmt::Debug for ApiError {
    /// Leaves the body out: a host may repeat a secret in it. [`body`](Self::body) gives it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiError")
            .field("request", &self.request)
            .field("status", &self.status)
            .field("body_bytes", &self.body.len())
            .finish()
    }
}
