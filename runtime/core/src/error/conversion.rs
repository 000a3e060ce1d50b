//! The error of a reply that could not be converted.

use std::borrow::Cow;
use std::fmt;

use super::advice::Advice;
use super::custom::CustomFault;
use super::fault::Fault;
use super::name::RequestName;
use super::others::{FallbackErrors, OtherSource};
use crate::redact::Redactor;

/// A reply that could not be converted.
///
/// `status` is 422 with an empty message, or 404 with the message of a converter, such as "Profile not found".
/// [`fault`](Self::fault) says what was wrong with the reply, and where;
/// [`Error::status`](crate::Error::status) goes by it.
#[derive(Debug, Clone, PartialEq)]
pub struct ConversionError {
    status: u16,
    message: &'static str,
    fault: Box<Fault>,
    request: Option<RequestName>,
    /// The advice of the client's authenticator where the host refuses the caller.
    pub(super) refused: Option<Box<str>>,
    pub(super) others: FallbackErrors,
}

impl ConversionError {
    /// Creates the error that something is not there: 404 with a message of the converter's own.
    #[must_use]
    pub fn not_found(message: &'static str, fault: Fault) -> Self {
        Self { status: 404, message, ..fault.into() }
    }

    /// Returns 422, or 404 where the converter says that something is not there.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the message of the converter's own: empty, or for example "Profile not found".
    #[must_use]
    pub const fn message(&self) -> &'static str {
        self.message
    }

    /// Returns the fault of the reply.
    #[must_use]
    pub fn fault(&self) -> &Fault {
        &self.fault
    }

    /// Returns the request that was answered, where it is known.
    #[must_use]
    pub const fn request(&self) -> Option<&RequestName> {
        self.request.as_ref()
    }

    /// Returns the errors of the endpoint's other sources, if they were asked too.
    #[must_use]
    pub fn others(&self) -> &[OtherSource] {
        self.others.all()
    }

    /// Returns what to do about it; nothing where its fault is no one's to mend.
    pub(super) fn advice(&self) -> Cow<'_, str> {
        self.fault.advice(Advice { request: self.request.as_ref(), refused: self.refused.as_deref() })
    }

    pub(super) fn redact(&mut self, redactor: &Redactor) {
        self.fault.redact(redactor);
    }

    /// Adds the name of the request to the text.
    #[must_use]
    pub fn in_request(mut self, request: RequestName) -> Self {
        self.request = Some(request);
        self
    }
}

impl From<Fault> for ConversionError {
    fn from(fault: Fault) -> Self {
        Self {
            status: 422,
            message: "",
            fault: Box::new(fault),
            request: None,
            refused: None,
            others: FallbackErrors::default(),
        }
    }
}

impl<F: CustomFault + Clone + PartialEq> From<F> for ConversionError {
    fn from(fault: F) -> Self {
        Fault::from(fault).into()
    }
}

impl fmt::Display for ConversionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(request) = &self.request {
            write!(f, "{request}: ")?;
        }
        // The converter's own status where it is 404, else the one that tells the faults apart.
        let Self { fault, others, .. } = self;
        let status = if self.status == 404 { 404 } else { fault.status() };
        let message = match (self.message, status) {
            ("", 404) => "not found",
            ("", _) => "the reply could not be converted",
            (message, _) => message,
        };
        write!(f, "{message} ({status}): {fault}")?;
        match self.advice() {
            advice if advice.is_empty() => {}
            advice => write!(f, "; {advice}")?,
        }
        others.fmt(f)
    }
}

impl std::error::Error for ConversionError {
    /// Returns the error of the first other source, where others were asked too.
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.others.cause()
    }
}
