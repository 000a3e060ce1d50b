//! The table of paths, which the replies and the session both read.

use crate::agreed::{Kind, QUOTES, SPARK, or_usual};
use crate::asked::{RoutedRequest, SampleRequest, Sent};
use crate::era::{Era, Flaw};
use crate::reply::Reply;
use crate::{agreed, chart, examples, options, pages, services};

/// A path and its reply.
#[derive(Clone, Copy)]
pub(crate) struct Route {
    /// The method with a blank after it unless it is GET, the path as segments, and the parameter of the query if that
    /// names the subject; `{}` is the subject.
    path: &'static str,
    kind: Kind,
    usual: fn(&RoutedRequest<'_>) -> Reply,
}

const ROUTES: &[Route] = &[
    page("quote/{}", pages::profile),
    page("quote/{}/financials", pages::financials),
    page("quote/{}/holders", pages::holders),
    page("quote/{}/components", pages::components),
    page("calendar/earnings?symbol={}", pages::earnings),
    page("screener", pages::screeners),
    page("screener/predefined/{}", pages::screener),
    json("v8/finance/chart/{}", "chart", chart::reply),
    json("v7/finance/options/{}", "optionChain", options::reply),
    rows("v7/finance/quote?symbols={}", QUOTES, services::several::quotes),
    rows("v7/finance/spark?symbols={}", SPARK, services::several::spark),
    rows("v1/finance/search?q={}", "finance", services::found::search),
    rows("v1/finance/lookup?query={}", "finance", services::found::lookup),
    json("POST xhr/ncp", "data", services::found::news),
    json("POST v1/finance/visualization", "finance", services::calendars::table),
    json("v1/finance/quoteType/{}", "quoteType", services::summary::quote_type),
    json("POST v1/finance/screener", "finance", services::custom::reply),
    json("v6/finance/quote/marketSummary?market={}", "marketSummaryResponse", services::several::market),
    json("v10/finance/quoteSummary/{}", "quoteSummary", services::summary::reply),
    json("ws/fundamentals-timeseries/v1/finance/timeseries/{}", "timeseries", services::timeseries::reply),
    json("ws/screeners/v1/finance/screener/discover", "finance", services::screeners::list),
    json("ws/screeners/v1/finance/calendar-events?tickersFilter={}", "finance", services::calendars::by_day),
    json("v1/finance/screener/predefined/saved?scrIds={}", "finance", services::screeners::saved),
];

const fn page(path: &'static str, usual: fn(&RoutedRequest<'_>) -> Reply) -> Route {
    Route { path, kind: Kind::Page, usual }
}

const fn json(path: &'static str, key: &'static str, usual: fn(&RoutedRequest<'_>) -> Reply) -> Route {
    Route { path, kind: Kind::Json(key), usual }
}

const fn rows(path: &'static str, key: &'static str, usual: fn(&RoutedRequest<'_>) -> Reply) -> Route {
    Route { path, kind: Kind::Rows(key), usual }
}

/// Returns the route of a request, and its subject as it was given.
pub(crate) fn find<'q>(sent: &'q Sent<'_>) -> Option<(&'static Route, &'q str)> {
    let mut routes = ROUTES.iter().filter(|route| route.parts().0 == sent.method);
    routes.find_map(|route| Some((route, route.subject(sent)?)))
}

/// Returns the methods of the routes that a path has.
pub(crate) fn methods(sent: &Sent<'_>) -> impl Iterator<Item = &'static str> {
    ROUTES.iter().filter(|route| route.subject(sent).is_some()).map(|route| route.parts().0)
}

/// Returns the ticker of a list that decides about agreed replies: the first one.
pub(crate) fn first(subject: &str) -> &str {
    subject.split(',').next().unwrap_or_default()
}

/// Returns the body of the reply to a GET of an address.
fn ask(address: &str, now: i64) -> String {
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let Some(sent) = Sent::new(&SampleRequest::get(path, query)) else { return String::new() };
    let reply = match find(&sent) {
        Some((route, subject)) => Some(route.reply(subject, &sent, now, Era::default())),
        None => examples::reply(&sent, now),
    };
    reply.map(|reply| reply.body).unwrap_or_default()
}

impl Route {
    /// Returns the reply, agreed or usual.
    pub(crate) fn reply(&self, subject: &str, sent: &Sent<'_>, now: i64, era: Era) -> Reply {
        let (era, flaw) = agreed::pages(subject).unwrap_or((era, Flaw::None));
        let subject = subject.to_uppercase();
        let asked = RoutedRequest { subject: &subject, sent, now, era, flaw, ask };
        or_usual(first(&subject), self.kind, || (self.usual)(&asked))
    }

    /// Returns the method and the rest of the path.
    fn parts(&self) -> (&'static str, &'static str) {
        self.path.split_once(' ').unwrap_or(("GET", self.path))
    }

    /// Returns the subject of a request whose path is this route's.
    fn subject<'q>(&self, sent: &'q Sent<'_>) -> Option<&'q str> {
        let (_, path) = self.parts();
        let (own, parameter) = path.split_once('?').unwrap_or((path, ""));
        let (own, path): (Vec<&str>, _) = (own.split('/').collect(), sent.segments());
        let fits = |(own, given): (&&str, &&str)| own == given || (*own == "{}" && !given.is_empty());
        if own.len() != path.len() || !own.iter().zip(&path).all(fits) {
            return None;
        }
        if let Some(name) = parameter.strip_suffix("={}") {
            return Some(sent.query.get(name).unwrap_or_default());
        }
        let place = own.iter().position(|own| *own == "{}");
        Some(place.and_then(|place| path.get(place).copied()).unwrap_or_default())
    }
}
