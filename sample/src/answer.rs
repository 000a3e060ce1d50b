//! The reply to a path and a query: an example of the table, or invented data. It is a pure function, so that
//! tests and benchmarks need no HTTP.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use crate::agreed::not_found_page;
use crate::era::Era;
use crate::query::Query;
use crate::reply::Reply;
use crate::{examples, route};

/// Returns the host's reply to a GET of `path` (percent-encoded, as on the wire) with `query` (without the
/// question mark, possibly empty), when the host's clock stands at `now` (epoch seconds; [`DEFAULT_NOW`](crate::DEFAULT_NOW)).
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

/// Returns the reply of a host whose pages are of an era.
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

/// Returns the segments of a path, decoded; `None` if they are not UTF-8.
fn segments(path: &str) -> Option<Vec<Cow<'_, str>>> {
    let path = path.strip_prefix('/').unwrap_or(path);
    path.split('/').map(|segment| percent_decode_str(segment).decode_utf8().ok()).collect()
}
