//! The note about errors that a host sends beside its data.

use std::fmt;

use crate::text::listed;

/// The errors that a host reported beside the data of its reply (GraphQL). What they are about is null or absent in the
/// response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostErrors(pub Vec<HostError>);

crate::note!(HostErrors, "errors of the host", |note| "{}", listed(&note.0));

/// An error of a host beside its data.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct HostError {
    /// The host's code, for example `NOT_FOUND`; empty if it gives none.
    pub code: String,
    /// The host's words.
    pub message: String,
    /// The place in the data, for example `stations[1].wind`; empty if the host says none.
    pub place: String,
}

impl HostError {
    /// Creates one.
    #[must_use]
    pub fn new(code: impl Into<String>, message: impl Into<String>, place: impl Into<String>) -> Self {
        Self { code: code.into(), message: message.into(), place: place.into() }
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { code, message, place } = self;
        let parts = [place.as_str(), code.as_str(), message.as_str()];
        f.write_str(&parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": "))
    }
}
