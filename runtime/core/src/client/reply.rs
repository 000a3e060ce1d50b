//! Responses with what is known beside them, and the conversion of saved replies.

use crate::context::Context;
use crate::error::{ConversionHookError, Error, RequestName};
use crate::outcome::{Converted, Notes};
use crate::raw::RawReply;
use crate::request::{Endpoint, ErasedRequest, ErasedResponse, Request, request_name};
use crate::source::Source;

/// A converted response with what its structure has no field for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Reply<T> {
    /// The request that was answered.
    pub request: RequestName,
    /// The HTTP status, below 400; of several replies that of the last.
    pub status: u16,
    /// The endpoint's source that gave the response.
    pub source: Source,
    /// The length of the decoded body, of several replies all together.
    pub bytes: usize,
    /// The notes of the conversion.
    pub notes: Notes,
    /// The standardized structure.
    pub response: T,
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
        Self { request, status, source, bytes, notes, response }
    }
}

/// Converts the saved bodies of replies as if they had just come, without any network. They may be of any
/// era and any source of the endpoint; one that takes several requests has a body for each, in any order.
///
/// ```
/// # use virtual_finance_core::{Context, DateTime, Endpoint, Error, convert_saved, default_addresses};
/// # fn example(request: impl Endpoint, summary: &[u8], series: &[u8]) -> Result<(), Error> {
/// let hosts = default_addresses(request.info().hosts);
/// let reply = convert_saved(&request, &[summary, series], &Context::new(&hosts, DateTime::now()))?;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// The parameters are wrong ([`Error::Params`]) or the replies are ([`Error::Conversion`]).
pub fn convert_saved<E: Endpoint>(
    request: &E,
    bodies: &[&[u8]],
    cx: &Context<'_>,
) -> Result<Reply<E::Response>, Error> {
    convert_with(request, bodies, |replies| request.convert(cx, replies))
}

/// Converts saved bodies as [`convert_saved`] does, for a request whose endpoint is known only at run time.
///
/// # Errors
/// As there.
pub fn convert_saved_erased(
    request: &dyn ErasedRequest,
    bodies: &[&[u8]],
    cx: &Context<'_>,
) -> Result<Reply<Box<dyn ErasedResponse>>, Error> {
    convert_with(request, bodies, |replies| request.convert_erased(cx, replies))
}

fn convert_with<R: Request + ?Sized, T>(
    request: &R,
    bodies: &[&[u8]],
    convert: impl FnOnce(&[RawReply<'_>]) -> Result<Converted<T>, ConversionHookError>,
) -> Result<Reply<T>, Error> {
    request.validate()?;
    let name = request_name(request);
    let replies: Vec<RawReply<'_>> = bodies.iter().copied().map(RawReply::new).collect();
    let converted = convert(&replies).map_err(|error| error.in_request(name.clone()))?;
    let bytes = bodies.iter().map(|body| body.len()).fold(0, usize::saturating_add);
    Ok(Reply::new(name, request.info().status, Source::Saved, bytes, converted))
}
