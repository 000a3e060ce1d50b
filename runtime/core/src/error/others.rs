//! The errors of an endpoint's other sources.

use std::fmt;
use std::sync::Arc;

use super::request::Error;
use crate::catalogue::source::Source;

/// The errors of the sources that were asked after the first one.
#[derive(Debug, Clone, Default)]
pub(super) struct FallbackErrors(Arc<[OtherSource]>);

/// A source that was asked after the first had failed, and why it failed too.
#[derive(Debug)]
#[non_exhaustive]
pub struct OtherSource {
    /// The source that failed.
    pub source: Source,
    /// Its error.
    pub error: Error,
}

impl FallbackErrors {
    pub(super) fn new(others: impl IntoIterator<Item = (Source, Error)>) -> Self {
        Self(others.into_iter().map(|(source, error)| OtherSource { source, error }).collect())
    }

    pub(super) fn all(&self) -> &[OtherSource] {
        &self.0
    }

    /// Returns the first of them, as the cause that the standard library knows.
    pub(super) fn cause(&self) -> Option<&(dyn std::error::Error + 'static)> {
        let first = self.0.first()?;
        Some(&first.error)
    }
}

impl PartialEq for FallbackErrors {
    /// Errors of the HTTP library cannot be compared, but what they say can.
    fn eq(&self, other: &Self) -> bool {
        let (one, other) = (self.all(), other.all());
        let same = |(one, other): (&OtherSource, &OtherSource)| {
            one.source == other.source && one.error.to_string() == other.error.to_string()
        };
        one.len() == other.len() && one.iter().zip(other).all(same)
    }
}

impl fmt::Display for FallbackErrors {
    /// Goes on where the message of the first error ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all().iter().try_for_each(|other| write!(f, "; then the {}: {}", other.source, other.error))
    }
}
