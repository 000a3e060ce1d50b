//! From a path and a query to a reply: the paths whose data are invented, and the examples of the table. Pure, so that tests and benchmarks can
//! take replies without HTTP.

use percent_encoding::percent_decode_str;

use crate::agreed::{Kind, not_found_page, or_usual};
use crate::query::Query;
use crate::{chart, examples, isin, options, pages};

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
    let decoded: Result<Vec<_>, _> = path
        .strip_prefix('/')
        .unwrap_or(path)
        .split('/')
        .map(|segment| percent_decode_str(segment).decode_utf8())
        .collect();
    let Ok(decoded) = decoded else { return not_found_page() };
    let segments: Vec<&str> = decoded.iter().map(AsRef::as_ref).collect();
    let query = Query::parse(query);
    if let Some(reply) = examples::exact(&segments, &query) {
        return reply;
    }

    let page = |name: &str, body: &dyn Fn(&str, i64) -> String| {
        or_usual(name, Kind::Page, || Reply::new(200, HTML_TYPE, body(&name.to_uppercase(), now)))
    };
    match *segments.as_slice() {
        ["quote", ticker] if !ticker.is_empty() => page(ticker, &pages::profile),
        ["quote", ticker, "financials"] => page(ticker, &pages::financials),
        ["quote", ticker, "holders"] => page(ticker, &pages::holders),
        ["quote", index, "components"] => page(index, &pages::components),
        ["screener"] => page("", &pages::screeners),
        ["screener", "predefined", name] if !name.is_empty() => page(name, &pages::screener),
        ["v8", "finance", "chart", ticker] if !ticker.is_empty() => {
            or_usual(ticker, Kind::Json("chart"), || chart::reply(&ticker.to_uppercase(), &query, now))
        }
        ["v7", "finance", "options", ticker] if !ticker.is_empty() => {
            or_usual(ticker, Kind::Json("optionChain"), || {
                options::reply(&ticker.to_uppercase(), query.get("date"), now)
            })
        }
        ["ajax", "SearchController_Suggest"] => {
            let ticker = query.get("query").unwrap_or_default();
            or_usual(ticker, Kind::Suggest, || isin::reply(&ticker.to_uppercase(), query.get("max_results")))
        }
        _ => examples::other(&segments, &query).unwrap_or_else(not_found_page),
    }
}
