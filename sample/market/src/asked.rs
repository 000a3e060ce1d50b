//! A request for the data of a subject.

pub use virtual_finance_sample_host::SampleRequest;
pub(crate) use virtual_finance_sample_host::Sent;

use crate::era::{Era, Flaw};

/// A request for the data of a subject.
pub(crate) struct RoutedRequest<'a> {
    /// The ticker or the name in capitals; empty where the path has none.
    pub(crate) subject: &'a str,
    pub(crate) sent: &'a Sent<'a>,
    /// The host's clock, in epoch seconds.
    pub(crate) now: i64,
    pub(crate) era: Era,
    pub(crate) flaw: Flaw,
    /// Returns the body of the reply to a GET of an address, a path and a query, at a time in epoch seconds.
    pub(crate) ask: fn(&str, i64) -> String,
}
