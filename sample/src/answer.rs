//! The reply to a request: an example of the table, or invented data. It is a pure function, so that
//! tests and benchmarks need no HTTP.

use crate::agreed::not_found_page;
use crate::asked::{SampleRequest, Sent};
use crate::era::Era;
use crate::reply::{Reply, TEXT_TYPE};
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
    reply_to(&SampleRequest::get(path, query), now)
}

/// Returns the host's reply to a request of any method, when its clock stands at `now` (epoch seconds).
///
/// ```
/// use virtual_finance_sample::{DEFAULT_NOW, SampleRequest, reply_to};
///
/// let posted = SampleRequest { method: "POST", ..SampleRequest::get("/quote/IBM", "") };
/// assert_eq!(reply_to(&posted, DEFAULT_NOW).status, 405);
/// ```
pub fn reply_to(request: &SampleRequest<'_>, now: i64) -> Reply {
    reply_of(request, now, Era::default())
}

/// Returns the reply of a host whose pages are of an era.
pub(crate) fn reply_of(request: &SampleRequest<'_>, now: i64, era: Era) -> Reply {
    let Some(sent) = Sent::new(request) else { return not_found_page() };
    if let Some(reply) = examples::exact(&sent) {
        return reply;
    }
    match route::find(&sent) {
        Some((route, subject)) => route.reply(subject, &sent, now, era),
        None => match examples::other(&sent) {
            Some(reply) => reply,
            None => wrong_method(request).unwrap_or_else(not_found_page),
        },
    }
}

/// Returns the methods that a path is served with, `GET` if none is known.
pub(crate) fn methods(path: &str) -> Vec<&'static str> {
    let mut methods = match Sent::new(&SampleRequest::get(path, "")) {
        Some(sent) => route::methods(&sent).chain(examples::methods(&sent)).collect(),
        None => Vec::new(),
    };
    methods.sort_unstable();
    methods.dedup();
    if methods.is_empty() { vec!["GET"] } else { methods }
}

/// Returns the refusal of a method that the path is not served with.
pub(crate) fn wrong_method(request: &SampleRequest<'_>) -> Option<Reply> {
    let methods = methods(request.path);
    let text = || format!("Only {} is served here\n", methods.join(" or "));
    (!methods.contains(&request.method)).then(|| Reply::new(405, TEXT_TYPE, text()))
}
