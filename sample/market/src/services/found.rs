//! Instruments that match a text: the search and the lookup, and the news about one.

use serde_json::{Map, Value, json};

use crate::agreed::{NOTFOUND, error_envelope};
use crate::asked::RoutedRequest;
use crate::company;
use crate::facts::known;
use crate::facts::template::{filled, rows};
use crate::numbers::seeded;
use crate::reply::{JSON_TYPE, Reply, in_envelope};

/// The envelope of the lookup.
const KEY: &str = "finance";
/// Instruments that match any text.
const MATCHES: usize = 60;
/// The types of the lookup; all that match here are of the first one.
const TYPES: [&str; 8] =
    ["equity", "etf", "mutualfund", "index", "future", "currency", "cryptocurrency", "privateCompany"];

/// Returns the instruments, a private company, news and a list that match a text.
pub(crate) fn search(asked: &RoutedRequest<'_>) -> Reply {
    let query = &asked.sent.query;
    if asked.subject.trim().is_empty() {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=q");
    }
    let symbols = matches(asked.subject);
    let count = |name| query.get(name).and_then(|count| count.parse().ok()).unwrap_or(8);
    let of = |template, count| rows(template, symbols.iter().map(String::as_str).take(count), asked.now);
    let (mut quotes, news) = (
        of(include_str!("row.json"), count("quotesCount")),
        of(include_str!("story.json"), count("newsCount")),
    );
    let mut beside = filled(include_str!("found.json"), &known::of(asked.subject, asked.now));
    let mut some = |name: &str, is_there: bool| {
        let row = beside.get_mut(name).map(Value::take).filter(|_| is_there && !symbols.is_empty());
        row.into_iter().collect::<Vec<_>>()
    };
    let is_off = query.get("enableCb").is_some_and(|value| value.eq_ignore_ascii_case("false"));
    quotes.extend(some("company", !is_off));
    let lists = some("list", count("listsCount") > 0);
    let links = some("link", query.is_true("enableNavLinks"));
    let reports = some("report", query.is_true("enableResearchReports"));
    let all = [&quotes, &news, &lists, &links, &reports].iter().map(|part| part.len()).sum::<usize>();
    let body = json!({
        "explains": [], "count": all, "quotes": quotes, "news": news, "nav": links, "lists": lists,
        "researchReports": reports, "screenerFieldResults": [], "totalTime": 20,
    });
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the news about the ticker in the body of the request. Nothing is known of a ticker that is not there.
pub(crate) fn news(asked: &RoutedRequest<'_>) -> Reply {
    let body: Value = serde_json::from_str(asked.sent.body).unwrap_or_default();
    let Some(ticker) = body.pointer("/serviceConfig/s/0").and_then(Value::as_str) else {
        return error_envelope(KEY, 400, "Bad Request", "no ticker in serviceConfig.s");
    };
    let count = body.pointer("/serviceConfig/snippetCount").and_then(Value::as_u64).unwrap_or(10);
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let symbols = matches(&ticker.to_uppercase());
    let stories =
        rows(include_str!("content.json"), symbols.iter().map(String::as_str).take(count), asked.now);
    let stream = json!({
        "pagination": {"requestedCount": count, "remainingCount": 0}, "nextPage": false, "stream": stories,
    });
    Reply::new(200, JSON_TYPE, json!({"data": {"tickerStream": stream}, "status": "OK"}).to_string())
}

/// Returns a page of the instruments of a type that match a text.
pub(crate) fn lookup(asked: &RoutedRequest<'_>) -> Reply {
    if asked.subject.trim().is_empty() {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=query");
    }
    let number = |name, usual| asked.sent.query.get(name).map_or(Ok(usual), str::parse::<usize>);
    let (Ok(start), Ok(count)) = (number("start", 0), number("count", 25)) else {
        return error_envelope(KEY, 400, "Bad Request", "Invalid input - start and count are numbers");
    };
    let all = matches(asked.subject);
    let of = |wanted: &str| {
        let is_wanted =
            |symbol: &&String| wanted == "all" || company::kind(symbol).eq_ignore_ascii_case(wanted);
        all.iter().filter(is_wanted).map(String::as_str).collect::<Vec<_>>()
    };
    let listed = of(asked.sent.query.get("type").unwrap_or("all"));
    let totals = ["all"].into_iter().chain(TYPES).map(|kind| (kind.to_owned(), of(kind).len().into()));
    let mut documents =
        rows(include_str!("document.json"), listed.iter().copied().skip(start).take(count), asked.now);
    if !asked.sent.query.is_true("fetchPricingData") {
        let mut members = documents.iter_mut().filter_map(Value::as_object_mut);
        members.by_ref().for_each(|members| members.retain(|name, _| !name.starts_with("regularMarket")));
    }
    // In lower case, where all other services have them in upper case.
    for kind in documents.iter_mut().filter_map(|row| row.get_mut("quoteType")) {
        *kind = kind.as_str().map(str::to_ascii_lowercase).into();
    }
    let page = json!({
        "start": start, "count": count, "total": listed.len(), "lookupTotals": totals.collect::<Map<_, _>>(),
        "documents": documents,
    });
    in_envelope(KEY, &[page])
}

/// Returns the symbols that match a text, first the symbol that it may be itself. Then companies and funds follow in
/// turn.
fn matches(text: &str) -> Vec<String> {
    if text == NOTFOUND {
        return Vec::new();
    }
    let is_symbol =
        text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-=^".contains(&byte));
    let own = is_symbol.then(|| text.to_owned());
    let kinds = ["EQUITY", "ETF", "MUTUALFUND"].into_iter().cycle();
    let mut rng = seeded(text, "matches");
    let others = company::tickers(&mut rng).zip(kinds).map(|(ticker, kind)| company::symbol(&ticker, kind));
    own.into_iter().chain(others.take(MATCHES)).collect()
}
