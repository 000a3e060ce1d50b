//! From a path and a query to a reply: the paths whose data are invented, and the examples of the table.
//! Pure, so that tests and benchmarks can take replies without HTTP.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::agreed::not_found_page;
use crate::pages::Era;
use crate::query::Query;
use crate::{examples, route};

/// The host's clock where nothing else is said: Friday 2024-06-28 20:00 UTC, the close in New York, in epoch
/// seconds.
pub const DEFAULT_NOW: i64 = 1_719_604_800;

pub(crate) const HTML_TYPE: &str = "text/html; charset=utf-8";
pub(crate) const JSON_TYPE: &str = "application/json; charset=utf-8";
pub(crate) const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
pub(crate) const TEXT_TYPE: &str = "text/plain; charset=utf-8";

/// A reply as it goes over the wire, before any compression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The HTTP status.
    pub status: u16,
    /// The value of the header Content-Type.
    pub content_type: &'static str,
    /// The body.
    pub body: String,
}

impl Reply {
    pub(crate) fn new(status: u16, content_type: &'static str, body: impl Into<String>) -> Self {
        Self { status, content_type, body: body.into() }
    }
}

/// The host's reply to a GET of `path` (percent-encoded, as on the wire) with `query` (without the question
/// mark, possibly empty), when the host's clock stands at `now` (epoch seconds; [`DEFAULT_NOW`]).
///
/// ```
/// use virtual_finance_sample::{DEFAULT_NOW, reply};
///
/// let chart = reply("/v8/finance/chart/IBM", "range=5d&interval=1d", DEFAULT_NOW);
/// assert_eq!(chart.status, 200);
/// assert!(chart.body.starts_with(r#"{"chart":{"result":[{"meta":"#));
/// ```
pub fn reply(path: &str, query: &str, now: i64) -> Reply {
    reply_of(path, query, now, Era::default())
}

/// The same of a host whose pages are of that era.
pub(crate) fn reply_of(path: &str, query: &str, now: i64, era: Era) -> Reply {
    let Some(segments) = segments(path) else { return not_found_page() };
    let segments: Vec<&str> = segments.iter().map(AsRef::as_ref).collect();
    let query = Query::parse(query);
    if let Some(reply) = examples::exact(&segments, &query) {
        return reply;
    }
    match route::find(&segments, &query) {
        Some((route, subject)) => route.reply(subject, &query, now, era),
        None => examples::other(&segments, &query).unwrap_or_else(not_found_page),
    }
}

/// The segments of a path, decoded; none where they are not UTF-8.
pub(crate) fn segments(path: &str) -> Option<Vec<Cow<'_, str>>> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.split('/').map(|segment| percent_decode_str(segment).decode_utf8().ok()).collect()
}
