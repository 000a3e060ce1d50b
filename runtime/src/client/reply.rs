//! A response with what is known beyond the contract, and the conversion of saved replies.

use std::fmt;

use serde_json::Value;

use crate::context::Context;
use crate::endpoint::{ErasedRequest, ErasedResponse};
use crate::error::{Error, RequestName};
use crate::outcome::{Adjustment, Converted};
use crate::raw::RawReply;

/// A converted response with what the contract's structure has no place for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The request that was answered.
    pub request: RequestName,
    /// The HTTP status, below 400.
    pub status: u16,
    /// Where the reply came from.
    pub source: Source,
    /// The length of the decoded body.
    pub bytes: usize,
    /// How prices were adjusted, where they were.
    pub adjustment: Option<Adjustment>,
    /// The parts that the reply lacked and that are null because the request allowed it.
    pub missing: Vec<&'static str>,
    /// Capital gains that came among the events, sorted by time, as the host sends them.
    pub capital_gains: Vec<Value>,
    /// The standardized structure of the contract.
    pub response: T,
}

/// Where a reply came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// A host of the table, by its name, for example `query_url`.
    Host(&'static str),
    /// A saved reply; no host was asked.
    Saved,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Host(name) => name,
            Self::Saved => "a saved reply",
        })
    }
}

impl<T> Reply<T> {
    pub(crate) fn new(
        request: RequestName,
        status: u16,
        source: Source,
        bytes: usize,
        converted: Converted<T>,
    ) -> Self {
        let Converted { response, notes } = converted;
        Self {
            request,
            status,
            source,
            bytes,
            adjustment: notes.adjustment,
            missing: notes.missing,
            capital_gains: notes.capital_gains,
            response,
        }
    }
}

/// Converts the saved body of a reply as if it had just come, without any network.
///
/// ```
/// # use virtual_finance_runtime::{Context, DateTime, ErasedRequest, Error, convert_saved, default_addresses};
/// # fn example(request: &dyn ErasedRequest, body: &[u8]) -> Result<(), Error> {
/// let hosts = default_addresses(request.info().hosts);
/// let reply = convert_saved(request, body, &Context::new(&hosts, DateTime::now()))?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The parameters are wrong ([`Error::Params`]) or the reply is ([`Error::Conversion`]).
pub fn convert_saved(
    request: &dyn ErasedRequest,
    body: &[u8],
    cx: &Context<'_>,
) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
    request.validate()?;
    let name = RequestName::new(request.info().name, request.subject().as_deref());
    let converted =
        request.convert_erased(cx, &[RawReply::new(body)]).map_err(|error| error.in_request(name.clone()))?;
    Ok(Reply::new(name, request.info().status, Source::Saved, body.len(), converted))
}
