//! The note that says until when a reply is fresh.

use std::fmt;

use super::outcome::Note;
use crate::time::DateTime;

/// The note of a converter that can tell until when its reply is fresh. It goes before the `fresh_for` of the table. The
/// cache reads it; [`Reply::notes`](crate::Reply) do not have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreshUntil(pub DateTime);

impl fmt::Display for FreshUntil {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Note for FreshUntil {
    const LABEL: &'static str = "fresh until";
}
