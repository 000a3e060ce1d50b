//! Failures and their exit codes.

use std::fmt::Display;

use virtual_finance_core::{Error, ErrorKind};

/// The reason why a program failed, with its exit code.
#[derive(Debug)]
pub struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// Creates a failure without an exit code of its own.
    pub fn other(message: impl Display) -> Self {
        Self { code: 1, message: message.to_string() }
    }

    /// Creates a failure for a command line that cannot be followed.
    pub fn usage(message: impl Display) -> Self {
        Self { code: 2, message: message.to_string() }
    }

    /// Creates a failure with an exit code.
    pub fn with_code(code: u8, message: impl Display) -> Self {
        Self { code, message: message.to_string() }
    }

    /// Returns the exit code.
    pub const fn code(&self) -> u8 {
        self.code
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the failure with the failure of another step, which leaves the exit code.
    pub fn and(self, other: Result<(), Self>) -> Self {
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

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { code: error.kind().exit_code(), message: error.to_string() }
    }
}
