//! The rules of semantic versioning, which a change of a table is judged by.

use std::fmt;

/// The part of a version that a change raises, after 1.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Level {
    /// Programs compile and run as before.
    Patch,
    /// Programs that use what is new need this version.
    Minor,
    /// A program may no longer compile, or be refused what it was allowed.
    Major,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        })
    }
}
