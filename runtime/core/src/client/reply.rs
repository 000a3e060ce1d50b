//! Responses with what is known beside them, and the conversion of saved replies.

use std::fmt;
use std::time::Duration;

use crate::catalogue::source::Source;
use crate::context::Context;
use crate::error::{ConversionError, Error, RequestName};
use crate::notes::FreshUntil;
use crate::notes::{Converted, Notes};
use crate::raw::RawReply;
use crate::request::{Endpoint, ErasedRequest, ErasedResponse, Request, request_name};
use crate::time::DateTime;

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
    /// The age of the reply, if it is from the [`Cache`](crate::settings::Cache); `None` if it came from a host.
    pub cached: Option<Cached>,
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
        let Converted { response, mut notes } = converted;
        // It is for the cache; nobody reads it here.
        notes.take::<FreshUntil>();
        Self { request, status, source, bytes, cached: None, notes, response }
    }

    pub(crate) fn with_cached(self, cached: Option<Cached>) -> Self {
        Self { cached, ..self }
    }

    /// Returns the reply with a part of its response apart from it.
    pub(crate) fn split<U, V>(self) -> (Reply<U>, V)
    where
        T: Into<(U, V)>,
    {
        let Self { request, status, source, bytes, cached, notes, response } = self;
        let (response, other) = response.into();
        (Reply { request, status, source, bytes, cached, notes, response }, other)
    }

    /// Returns the response, and the reply without it.
    pub(crate) fn into_parts(self) -> (T, Reply<()>) {
        let Self { request, status, source, bytes, cached, notes, response } = self;
        (response, Reply { request, status, source, bytes, cached, notes, response: () })
    }

    pub(crate) fn after_error(self) -> Self {
        Self {
            cached: self.cached.map(|cached| Cached { until: None, is_after_error: true, ..cached }),
            ..self
        }
    }
}

/// The age of a reply from the cache; of several replies that of the oldest.
///
/// `Display` writes it for people: `from the cache, 90 s old`, or `from the cache, which the host confirms`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cached {
    /// The time at which it came from its host, or at which the host said last that it still holds, by the client's
    /// clock.
    pub since: DateTime,
    /// The time between then and the request.
    pub age: Duration,
    /// The time from which on the same client asks the host again, of several replies the earliest; `None` if it asks at
    /// once, because a host was asked for this one, too.
    pub until: Option<DateTime>,
    /// True if a host was asked and failed
    /// ([`RequestParams::stale_if_error`](crate::RequestParams::stale_if_error)).
    pub is_after_error: bool,
    /// True if a host was asked and said that the kept reply still holds (304).
    pub is_confirmed: bool,
}

impl Cached {
    pub(crate) fn new(since: DateTime, now: DateTime) -> Self {
        let seconds = now.epoch_seconds().saturating_sub(since.epoch_seconds());
        let age = Duration::from_secs(u64::try_from(seconds).unwrap_or_default());
        Self { since, age, until: None, is_after_error: false, is_confirmed: false }
    }
}

impl fmt::Display for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_confirmed {
            return f.write_str("from the cache, which the host confirms");
        }
        let seconds = self.age.as_secs();
        // Two of a unit and more are said in it.
        let units = [(86_400, "days"), (3600, "h"), (60, "min"), (1, "s")];
        let fits = |(unit, _): &&(u64, &str)| seconds >= unit.saturating_mul(2);
        let (unit, name) = units.iter().find(fits).copied().unwrap_or((1, "s"));
        write!(f, "from the cache, {} {name} old", seconds.checked_div(unit).unwrap_or(seconds))?;
        f.write_str(if self.is_after_error { ", as the host failed" } else { "" })
    }
}

/// Converts the saved bodies of replies as if they had just come, without any network. They may be of any
/// era and any source of the endpoint; one that takes several requests has a body for each, in any order.
///
/// ```no_run
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// # fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use virtual_finance::catalogue::default_addresses;
/// use virtual_finance::request::{Context, Request, convert_saved};
/// use virtual_finance::{DateTime, History};
///
/// let request = History::new("IBM");
/// let hosts = default_addresses(request.info().hosts);
/// let saved = std::fs::read("IBM.json")?;
/// let reply = convert_saved(&request, &[&saved], &Context::new(&hosts, DateTime::now()))?;
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
    convert: impl FnOnce(&[RawReply<'_>]) -> Result<Converted<T>, ConversionError>,
) -> Result<Reply<T>, Error> {
    request.validate()?;
    let name = request_name(request);
    let replies: Vec<RawReply<'_>> = bodies.iter().copied().map(RawReply::new).collect();
    let converted = convert(&replies).map_err(|error| error.in_request(name.clone()))?;
    let bytes = bodies.iter().map(|body| body.len()).fold(0, usize::saturating_add);
    Ok(Reply::new(name, request.info().status, Source::Saved, bytes, converted))
}
