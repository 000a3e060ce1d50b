//! The parts of a request that a reply depends on.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

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
    /// The headers: names, and values that are text.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body, possibly empty.
    pub body: &'a str,
}

/// A request, taken apart.
#[derive(Clone, Debug)]
pub struct Sent<'a> {
    /// The method, for example `POST`.
    pub method: &'a str,
    /// The segments of the path, decoded.
    pub path: Vec<Cow<'a, str>>,
    /// The query.
    pub query: Query,
    /// The headers: names, and values that are text.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body, possibly empty.
    pub body: &'a str,
}

impl<'a> SampleRequest<'a> {
    /// Returns a GET of a path and a query.
    pub const fn get(path: &'a str, query: &'a str) -> Self {
        Self { method: "GET", path, query, headers: &[], body: "" }
    }
}

impl<'a> Sent<'a> {
    /// Takes a request apart; `None` if its path is not UTF-8.
    pub fn new(request: &SampleRequest<'a>) -> Option<Self> {
        let path = request.path.strip_prefix('/').unwrap_or(request.path);
        let path = path.split('/').map(|segment| percent_decode_str(segment).decode_utf8().ok());
        Some(Self {
            method: request.method,
            path: path.collect::<Option<_>>()?,
            query: Query::parse(request.query),
            headers: request.headers,
            body: request.body,
        })
    }

    /// Returns the segments of the path.
    pub fn segments(&self) -> Vec<&str> {
        self.path.iter().map(AsRef::as_ref).collect()
    }

    /// Returns the value of a header that is sent and not empty.
    pub fn header(&self, name: &str) -> Option<&'a str> {
        let mut named = self.headers.iter().filter(|(sent, _)| sent.eq_ignore_ascii_case(name));
        named.find_map(|(_, value)| (!value.is_empty()).then_some(*value))
    }
}
