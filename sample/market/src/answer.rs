//! The reply to a request: invented data, or an example of the table. It is a pure function, so that
//! tests and benchmarks need no HTTP.

use crate::agreed::not_found_page;
use crate::asked::{SampleRequest, Sent};
use crate::era::Era;
use crate::examples::{self, EXAMPLES};
use crate::reply::Reply;
use crate::route;

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
    let reply = match route::find(&sent) {
        Some((route, subject)) => Some(route.reply(subject, &sent, now, era)),
        None => examples::reply(&sent, now),
    };
    reply.or_else(|| wrong_method(request)).unwrap_or_else(not_found_page)
}

/// Returns the refusal of a method that the path is not served with; a path that is not known is served with GET.
pub(crate) fn wrong_method(request: &SampleRequest<'_>) -> Option<Reply> {
    let mut methods = match Sent::new(&SampleRequest::get(request.path, "")) {
        Some(sent) => route::methods(&sent).chain(EXAMPLES.methods(&sent)).collect(),
        None => Vec::new(),
    };
    methods.sort_unstable();
    methods.dedup();
    if methods.is_empty() {
        methods.push("GET");
    }
    (!methods.contains(&request.method)).then(|| Reply::wrong_method(&methods))
}
