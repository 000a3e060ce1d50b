//! The outcomes of the attempts of a request.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// One attempt of a request and its outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum AttemptFailure {
    /// A reply of that status.
    Status(u16),
    /// The connection failed or broke off.
    Connection,
    /// A body that was not whole.
    CutBody,
    /// A time limit.
    Timeout,
    /// A failure that sending again does not cure, such as a bad certificate or a body that is too large.
    Permanent,
}

impl fmt::Display for AttemptFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(status) => write!(f, "status {status}"),
            Self::Connection => f.write_str("a failed connection"),
            Self::CutBody => f.write_str("a cut reply"),
            Self::Timeout => f.write_str("no reply in time"),
            Self::Permanent => f.write_str("a lasting failure"),
        }
    }
}

/// A failed attempt of a request that was sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The outcome.
    pub failure: AttemptFailure,
    /// The wait between it and the next attempt.
    pub wait: Duration,
}

impl Attempt {
    pub(crate) const fn new(failure: AttemptFailure, wait: Duration) -> Self {
        Self { failure, wait }
    }
}

// A vector behind one pointer: every error has room for it.
/// The failed attempts before the last one; none where a request was sent once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attempts(Option<Arc<Vec<Attempt>>>);

impl Attempts {
    pub(crate) fn new(earlier: &[Attempt]) -> Self {
        Self((!earlier.is_empty()).then(|| Arc::new(earlier.to_vec())))
    }

    /// Returns the attempts before the last one, in their order.
    pub fn earlier(&self) -> &[Attempt] {
        self.0.as_ref().map_or(&[], |earlier| earlier.as_slice())
    }
}

impl fmt::Display for Attempts {
    /// Goes on in a sentence that says what the last attempt met.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let earlier = self.earlier();
        if earlier.is_empty() {
            return Ok(());
        }
        let failure: Vec<_> = earlier.iter().map(|attempt| attempt.failure.to_string()).collect();
        write!(
            f,
            " in the last of {} attempts (before it: {})",
            earlier.len().saturating_add(1),
            failure.join(", ")
        )
    }
}
