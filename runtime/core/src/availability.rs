//! The versions of parts of a table.

use std::fmt;

/// The version that has a part of the table first, and the advice what to use instead of it.
///
/// `Display` writes both as sentences: `Since version 1.2. Deprecated: Use 'count'.`
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Availability {
    /// The version of the client that has it first, if the table says so.
    pub since: Option<&'static str>,
    /// The advice what to use instead (Markdown), if the part is deprecated.
    pub deprecated: Option<&'static str>,
}

impl Availability {
    /// The availability of a part that the table says nothing about: it was always there, and stays.
    pub const ALWAYS: Self = Self { since: None, deprecated: None };
}

impl fmt::Display for Availability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.since, self.deprecated) {
            (None, None) => Ok(()),
            (Some(version), None) => write!(f, "Since version {version}."),
            (None, Some(note)) => write!(f, "Deprecated: {note}"),
            (Some(version), Some(note)) => write!(f, "Since version {version}. Deprecated: {note}"),
        }
    }
}
