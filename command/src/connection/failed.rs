//! The requests that failed, as stderr and the file of failures tell them.

use std::path::PathBuf;

use serde_json::json;
use virtual_finance_core::{Error, ErrorKind, Value};
use virtual_finance_tables::text::{Content, Failure};

use crate::arguments::{Arguments, subjects::FAILURES};
use crate::system::SOME_FAILED;
use crate::writing::Destination;

/// The number of failures that stderr shows.
const SHOWN: usize = 20;

/// A request that failed.
pub struct Failed {
    subject: String,
    kind: String,
    status: Option<u16>,
    message: String,
    code: u8,
    /// False if it was not sent, because those before it failed: it says nothing of the cause.
    has_cause: bool,
}

impl Failed {
    /// Creates one for an error.
    pub fn new(subject: String, error: &Error) -> Self {
        let has_cause = !matches!(error, Error::NotSent { .. });
        Self { has_cause, ..Self::of_kind(subject, error.kind(), error.status(), error.to_string()) }
    }

    /// Creates one for another failure.
    pub fn other(subject: String, failure: &Failure) -> Self {
        let message = format!("{subject}: {}", failure.message());
        let kind = "Other".to_owned();
        Self { subject, kind, status: None, message, code: failure.code(), has_cause: true }
    }

    /// Creates one of a kind.
    pub(crate) fn of(subject: &str, kind: ErrorKind, reason: &str) -> Self {
        Self::of_kind(subject.to_owned(), kind, kind.gateway_status(), format!("{subject}: {reason}"))
    }

    fn of_kind(subject: String, kind: ErrorKind, status: Option<u16>, message: String) -> Self {
        let code = kind.exit_code();
        Self { subject, kind: format!("{kind:?}"), status, message, code, has_cause: true }
    }

    /// Returns the message.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the failure of several requests, some of which failed: with the code of the cause if all failed for one.
    /// Those that were not sent because others failed have the cause of these.
    pub fn of_all(list: &[Self], total: usize) -> Option<Failure> {
        let first = list.iter().find(|failed| failed.has_cause).or(list.first())?;
        let is_alike = |failed: &Self| !failed.has_cause || failed.code == first.code;
        let is_one_cause = list.len() == total && list.iter().all(is_alike);
        // Such as an invalid option, which every request has.
        if is_one_cause && list.iter().all(|failed| failed.message == first.message) {
            return Some(Failure::with_code(first.code, first.message.clone()));
        }
        let code = if is_one_cause { first.code } else { SOME_FAILED };
        let lines = Self::lines(list);
        Some(Failure::with_code(code, format!("{} of {total} requests failed:{lines}", list.len())))
    }

    /// Returns a line for each of the first failures, and the number of the others.
    pub fn lines(list: &[Self]) -> String {
        let mut lines: Vec<_> =
            list.iter().take(SHOWN).map(|failed| format!("\n  {}", failed.message)).collect();
        if let Some(more) = list.len().checked_sub(SHOWN).filter(|more| *more > 0) {
            lines.push(format!("\n  and {more} more, all of which --{FAILURES} FILE keeps"));
        }
        lines.concat()
    }

    /// Writes the failures to the file that the arguments name, if they do.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(list: &[Self], arguments: &Arguments<'_>) -> Result<(), Failure> {
        let Some(file) = arguments.try_get_one::<PathBuf>(FAILURES).ok().flatten() else { return Ok(()) };
        let of = |failed: &Self| {
            let Self { subject, kind, status, message, code, .. } = failed;
            let message = arguments.program().in_options(message);
            json!({(arguments.program().subject.0): subject, "kind": kind, "status": status, "code": code, "message": message})
        };
        let list: Value = list.iter().map(of).collect();
        Destination::named(arguments.program(), Some(file))
            .write(Content::Json, |out| writeln!(out, "{list:#}"))
    }
}
