//! The names of requests in messages.

use std::fmt;

/// The name of a request in messages: its endpoint and its ticker, query or name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestName {
    endpoint: &'static str,
    subject: Option<String>,
}

impl RequestName {
    /// Creates the name of a request.
    #[must_use]
    pub fn new(endpoint: &'static str, subject: Option<&str>) -> Self {
        Self { endpoint, subject: subject.map(str::to_owned) }
    }

    /// Returns the endpoint, for example `History`.
    #[must_use]
    pub const fn endpoint(&self) -> &'static str {
        self.endpoint
    }

    /// Returns the ticker, query or name, for example `IBM`.
    #[must_use]
    pub fn subject(&self) -> Option<&str> {
        self.subject.as_deref()
    }
}

impl fmt::Display for RequestName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.subject {
            Some(subject) => write!(f, "{} {subject}", self.endpoint),
            None => f.write_str(self.endpoint),
        }
    }
}
