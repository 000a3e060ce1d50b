//! Failures and their exit codes.

use std::fmt::Display;

use virtual_finance_core::{Error, ErrorKind};

/// The exit code if some of several requests failed, or if they failed for several causes.
pub(crate) const SOME_FAILED: u8 = 7;

/// The reason why the command failed.
#[derive(Debug)]
pub struct Failure {
    pub(crate) code: u8,
    pub(crate) message: String,
}

impl Failure {
    /// Creates a failure without an exit code of its own.
    #[must_use]
    pub fn other(message: impl Display) -> Self {
        Self { code: 1, message: message.to_string() }
    }

    /// Creates a failure for a command line that cannot be followed.
    #[must_use]
    pub fn usage(message: impl Display) -> Self {
        Self { code: 2, message: message.to_string() }
    }

    /// Creates a failure with an exit code.
    #[must_use]
    pub fn with_code(code: u8, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// Returns the exit code.
    #[must_use]
    pub const fn code(&self) -> u8 {
        self.code
    }

    /// Returns the message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the failure with the failure of another step, which leaves the exit code.
    pub(crate) fn and(self, other: Result<(), Self>) -> Self {
        match other {
            Ok(()) => self,
            Err(other) => Self::with_code(self.code, format!("{}\n{}", self.message, other.message)),
        }
    }

    /// Creates a failure with the exit code of a kind of errors.
    pub fn of_kind(kind: ErrorKind, message: impl Display) -> Self {
        Self { code: kind.exit_code(), message: message.to_string() }
    }
}

/// The settings of a client that errors advise, and the options that set them here.
pub(crate) const OPTIONS: [(&str, &str); 8] = [
    ("give it with ClientBuilder::secret, or set", "set"),
    ("ClientBuilder::record", "{program} --record"),
    ("SourceChoice::Auto", "{program} --source auto"),
    ("RequestParams::deadline", "--deadline"),
    ("RequestParams::timeout", "--timeout"),
    ("ClientBuilder::max_body", "--max-body"),
    ("ask for a number of them with limit()", "ask for a number of them with --max-items"),
    ("take the first items with limit()", "take the first items with --max-items"),
];

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { code: error.kind().exit_code(), message: error.to_string() }
    }
}
