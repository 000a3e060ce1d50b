//! The names of requests in messages.

use std::fmt;
use std::sync::Arc;

/// The name of a request in messages: its endpoint, and the value of the parameter that the table calls its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestName(Arc<Name>);

/// Errors are small because they share it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    endpoint: &'static str,
    subject: Option<String>,
    parameter: Option<&'static str>,
    is_unsafe: bool,
}

impl RequestName {
    /// Creates the name of a request.
    pub fn new(endpoint: &'static str, subject: Option<&str>) -> Self {
        Self(Arc::new(Name {
            endpoint,
            subject: subject.map(str::to_owned),
            parameter: None,
            is_unsafe: false,
        }))
    }

    /// Adds the parameter that is the subject, which messages then say to check.
    #[must_use]
    pub fn with_parameter(mut self, parameter: Option<&'static str>) -> Self {
        Arc::make_mut(&mut self.0).parameter = parameter;
        self
    }

    /// Says that the request may change something at its host, so that messages do not advise to send it again unseen.
    #[must_use]
    pub fn changing(mut self, is_unsafe: bool) -> Self {
        Arc::make_mut(&mut self.0).is_unsafe = is_unsafe;
        self
    }

    /// Returns the endpoint, for example `History`.
    pub fn endpoint(&self) -> &'static str {
        self.0.endpoint
    }

    /// Returns the value of the subject, for example `IBM`.
    pub fn subject(&self) -> Option<&str> {
        self.0.subject.as_deref()
    }

    /// Returns the parameter that is the subject, for example `ticker`, where the endpoint has one.
    pub fn parameter(&self) -> Option<&'static str> {
        self.0.parameter
    }

    /// Returns true if the request may change something at its host.
    pub fn may_change(&self) -> bool {
        self.0.is_unsafe
    }
}

impl fmt::Display for RequestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.subject() {
            Some(subject) => write!(f, "{} {subject}", self.endpoint()),
            None => f.write_str(self.endpoint()),
        }
    }
}
