//! The parts of a request that a reply depends on.

use crate::era::{Era, Flaw};
use crate::query::Query;

/// A request for the data of a subject.
pub(crate) struct Asked<'a> {
    /// The ticker or the name in capitals; empty where the path has none.
    pub(crate) subject: &'a str,
    pub(crate) query: &'a Query,
    /// The host's clock, in epoch seconds.
    pub(crate) now: i64,
    pub(crate) era: Era,
    pub(crate) flaw: Flaw,
}
