//! Instruments that match a text: the search and the lookup.

use serde_json::{Map, Value, json};
use virtual_finance::DateTime;

use crate::agreed::{NOTFOUND, error_envelope};
use crate::asked::RoutedRequest;
use crate::company;
use crate::numbers::seeded;
use crate::quotes::Latest;
use crate::reply::{JSON_TYPE, Reply, in_envelope};

/// The envelope of the lookup.
const KEY: &str = "finance";
/// Instruments that match any text.
const MATCHES: usize = 60;
/// The types of the lookup; the matches are of them in turn.
const TYPES: [&str; 3] = ["equity", "etf", "mutualfund"];
/// The types that nothing matches here.
const OTHER_TYPES: [&str; 5] = ["index", "future", "currency", "cryptocurrency", "privateCompany"];

/// Returns the instruments, a private company, news and a list that match a text.
pub(crate) fn search(asked: &RoutedRequest<'_>) -> Reply {
    if asked.subject.trim().is_empty() {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=q");
    }
    let count =
        |name, usual| asked.sent.query.get(name).and_then(|count| count.parse().ok()).unwrap_or(usual);
    let is_on = |name| asked.sent.query.is_true(name);
    let symbols: Vec<String> = matches(asked.subject);
    let is_found = !symbols.is_empty();
    let mut quotes: Vec<Value> =
        symbols.iter().take(count("quotesCount", 8)).map(|symbol| row(symbol)).collect();
    if is_found && !asked.sent.query.get("enableCb").is_some_and(|value| value.eq_ignore_ascii_case("false"))
    {
        quotes.push(json!({
            "index": "5a3c", "name": format!("{} Ventures", company::of(asked.subject).name),
            "permalink": "ventures", "isYahooFinance": false,
        }));
    }
    let news = symbols.iter().take(count("newsCount", 8)).enumerate();
    let news: Vec<Value> = news.map(|(place, symbol)| story(symbol, place, asked.now)).collect();
    let list = json!({
        "type": "PREDEFINED_SCREENER", "id": "26ff", "index": "26ff", "title": "Favorites of the Harbor",
        "canonicalName": "HARBOR_FAVORITES", "total": 25, "isPremium": false, "score": 1.0,
    });
    let some = |is_there: bool, row: Value| if is_there { vec![row] } else { Vec::new() };
    let lists = some(is_found && count("listsCount", 8) > 0, list);
    let link = json!({"navName": "Lighthouses", "navUrl": "https://host.example/sectors/lighthouses"});
    let links = some(is_found && is_on("enableNavLinks"), link);
    let report = json!({
        "id": "SAMPLE_1", "provider": "Quayside Partners", "reportHeadline": "Lamps and lenses",
        "reportDate": asked.now.saturating_sub(86_400).saturating_mul(1000),
    });
    let reports = some(is_found && is_on("enableResearchReports"), report);
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
    let stories = matches(&ticker.to_uppercase()).into_iter().take(count).enumerate();
    let stories: Vec<Value> = stories.map(|(place, symbol)| content(&symbol, place, asked.now)).collect();
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
    let all: Vec<(String, &str)> =
        matches(asked.subject).into_iter().zip(TYPES.into_iter().cycle()).collect();
    let of = |wanted: &str| all.iter().filter(|(_, kind)| *kind == wanted).count();
    let mut totals = Map::new();
    totals.insert("all".into(), all.len().into());
    totals.extend(TYPES.iter().map(|kind| ((*kind).to_owned(), of(kind).into())));
    totals.extend(OTHER_TYPES.iter().map(|kind| ((*kind).to_owned(), 0.into())));
    let wanted = asked.sent.query.get("type").unwrap_or("all");
    let listed: Vec<_> = all.iter().filter(|(_, kind)| wanted == "all" || *kind == wanted).collect();
    let has_prices = asked.sent.query.is_true("fetchPricingData");
    let document = |(symbol, kind): &&(String, &str)| document(symbol, kind, has_prices, asked.now);
    let documents: Vec<Value> = listed.iter().skip(start).take(count).map(document).collect();
    let page = json!({
        "start": start, "count": count, "total": listed.len(), "lookupTotals": totals, "documents": documents,
    });
    in_envelope(KEY, &[page])
}

/// Returns the symbols that match a text, first the one that it may be itself.
fn matches(text: &str) -> Vec<String> {
    if text == NOTFOUND {
        return Vec::new();
    }
    let is_symbol = text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let own = is_symbol.then(|| text.to_owned());
    own.into_iter().chain(company::tickers(&mut seeded(text, "matches")).take(MATCHES)).collect()
}

fn row(symbol: &str) -> Value {
    let company = company::of(symbol);
    json!({
        "exchange": "NYQ", "shortname": company.name, "quoteType": "EQUITY", "symbol": symbol, "index": "quotes",
        "score": 20_010.0, "typeDisp": "equity", "longname": company.name, "exchDisp": "NYSE",
        "sector": company.industry.sector, "sectorDisp": company.industry.sector,
        "industry": company.industry.name, "industryDisp": company.industry.name, "isYahooFinance": true,
    })
}

fn story(symbol: &str, place: usize, now: i64) -> Value {
    let hours = i64::try_from(place).unwrap_or_default().saturating_add(1);
    json!({
        "uuid": format!("{symbol}-{place}"), "title": format!("{} opens a harbor", company::of(symbol).name),
        "publisher": "Sample Wire", "link": format!("https://news.example/{symbol}-{place}"),
        "providerPublishTime": now.saturating_sub(hours.saturating_mul(3600)), "type": "STORY",
        "relatedTickers": [symbol],
    })
}

/// Returns a story as the news service has it.
fn content(symbol: &str, place: usize, now: i64) -> Value {
    let story = story(symbol, place, now);
    let time = story.get("providerPublishTime").and_then(Value::as_i64).unwrap_or(now);
    let time = DateTime::from(time).to_string();
    json!({"id": story.get("uuid"), "content": {
        "id": story.get("uuid"), "contentType": "STORY", "title": story.get("title"), "description": "",
        "summary": "The harbor has a new lamp.", "pubDate": time, "displayTime": time, "isHosted": true,
        "thumbnail": null, "provider": {"displayName": "Sample Wire"},
        "canonicalUrl": {"url": story.get("link")}, "clickThroughUrl": {"url": story.get("link")},
    }})
}

fn document(symbol: &str, kind: &str, has_prices: bool, now: i64) -> Value {
    let mut document = json!({
        "symbol": symbol, "shortName": company::of(symbol).name, "exchange": "NYQ", "quoteType": kind, "rank": 20_010,
    });
    if let Some(members) = document.as_object_mut()
        && has_prices
        && let Some(latest) = Latest::of(symbol, now)
    {
        members.insert("regularMarketPrice".into(), latest.price.into());
        members.insert("regularMarketChange".into(), latest.change.into());
        members.insert("regularMarketPercentChange".into(), latest.percent.into());
    }
    document
}
