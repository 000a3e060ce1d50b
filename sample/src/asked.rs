//! The parts of a request that a reply depends on.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::era::{Era, Flaw};
use crate::query::Query;

/// A request to the host.
#[derive(Clone, Copy, Debug)]
pub struct SampleRequest<'a> {
    /// The method, for example `POST`.
    pub method: &'a str,
    /// The path, percent-encoded as on the wire.
    pub path: &'a str,
    /// The query without the question mark, possibly empty.
    pub query: &'a str,
    /// The body, possibly empty.
    pub body: &'a str,
}

/// A request, taken apart.
pub(crate) struct Sent<'a> {
    pub(crate) method: &'a str,
    /// The segments of the path, decoded.
    pub(crate) path: Vec<Cow<'a, str>>,
    pub(crate) query: Query,
    pub(crate) body: &'a str,
}

/// A request for the data of a subject.
pub(crate) struct Asked<'a> {
    /// The ticker or the name in capitals; empty where the path has none.
    pub(crate) subject: &'a str,
    pub(crate) sent: &'a Sent<'a>,
    /// The host's clock, in epoch seconds.
    pub(crate) now: i64,
    pub(crate) era: Era,
    pub(crate) flaw: Flaw,
}

impl<'a> SampleRequest<'a> {
    /// Returns a GET of a path and a query.
    #[must_use]
    pub const fn get(path: &'a str, query: &'a str) -> Self {
        Self { method: "GET", path, query, body: "" }
    }
}

impl<'a> Sent<'a> {
    /// Takes a request apart; `None` if its path is not UTF-8.
    pub(crate) fn new(request: &SampleRequest<'a>) -> Option<Self> {
        let path = request.path.strip_prefix('/').unwrap_or(request.path);
        let path = path.split('/').map(|segment| percent_decode_str(segment).decode_utf8().ok());
        Some(Self {
            method: request.method,
            path: path.collect::<Option<_>>()?,
            query: Query::parse(request.query),
            body: request.body,
        })
    }

    /// Returns the segments of the path.
    pub(crate) fn segments(&self) -> Vec<&str> {
        self.path.iter().map(AsRef::as_ref).collect()
    }
}
