//! Replies beside their questions: the reply of another question is an error.

use serde_json::{Value, json};
use virtual_finance::notes::WidenedInterval;
use virtual_finance::request::{Context, RawReply, Request as _};
use virtual_finance::{DateTime, ENDPOINTS, Interval, Range, Spark, Valuation, ValuationPeriod};
use virtual_finance_tests::{HOSTS, NOW, convert_erased, converted};

/// Returns the words of the error of a reply to a question, or none.
fn said(command: &str, params: &[(&str, &str)], reply: &Value) -> Option<String> {
    let info = ENDPOINTS.iter().find(|info| info.command == command).unwrap();
    let request = (info.build)(&params.iter().copied().collect()).unwrap();
    convert_erased(&*request, reply.to_string().as_bytes()).err().map(|error| error.to_string())
}

/// Checks that a reply answers the first question, and that the second one has an error with these words.
fn check(command: &str, right: &[(&str, &str)], wrong: &[(&str, &str)], reply: &Value, words: &str) {
    assert_eq!(said(command, right, reply), None, "{command}");
    let found = said(command, wrong, reply).unwrap_or_default();
    assert!(found.contains(words), "{command}: {found:?} instead of {words:?}");
}

fn finance(result: &Value) -> Value {
    json!({"finance": {"result": result, "error": null}})
}

fn spark(range: &str, interval: &str) -> Value {
    let meta = json!({"symbol": "ACME", "range": range, "dataGranularity": interval});
    let chart = json!({"meta": meta, "timestamp": [60], "indicators": {"quote": [{"close": [4.25]}]}});
    json!({"spark": {"result": [{"symbol": "ACME", "response": [chart]}], "error": null}})
}

#[test]
fn closes_of_another_range() {
    let day = [("symbols", "ACME"), ("range", "1d"), ("interval", "5m")];
    let month = [("symbols", "ACME"), ("range", "1mo"), ("interval", "1d")];
    check("spark", &day, &month, &spark("1d", "5m"), "1mo was asked for, and the reply has 1d");
    let narrower = [("symbols", "ACME"), ("range", "1d"), ("interval", "1h")];
    check("spark", &day, &narrower, &spark("1d", "5m"), "1h was asked for, and the reply has 5m");
    // Hosts widen an interval.
    let request = Spark::new(["ACME"]).range(Range::OneDay).interval(Interval::OneMinute);
    let found = converted(&request, &[spark("1d", "5m").to_string()]).unwrap();
    let widened: Option<&WidenedInterval> = found.notes.get();
    assert_eq!(widened.map(ToString::to_string).as_deref(), Some("5m, where 1m was asked for"));
    // A host that does not say it may send any that the range has room for.
    let mut silent = spark("", "");
    assert_eq!(said("spark", &month, &silent), None);
    let chart = &mut silent["spark"]["result"][0]["response"][0];
    chart["timestamp"] = json!([0, 90 * 86_400]);
    chart["indicators"]["quote"][0]["close"] = json!([4.25, 4.5]);
    let words = "1mo was asked for, and the reply has 1970-01-01 to 1970-04-01";
    assert!(said("spark", &month, &silent).is_some_and(|found| found.contains(words)));
}

/// A reply to dates names no range: its bars tell that it is one of another question.
#[test]
fn bars_of_a_longer_time_than_the_range() {
    let history = |days: i64, range: &str| {
        let meta = json!({"symbol": "ACME", "currency": "USD", "range": range, "dataGranularity": "1d"});
        let prices = json!([4.25, 4.5]);
        let quote = json!({"open": prices, "high": prices, "low": prices, "close": prices, "volume": [1, 2]});
        let result = json!({"meta": meta, "timestamp": [0, days * 86_400], "indicators": {"quote": [quote]}});
        json!({"chart": {"result": [result], "error": null}})
    };
    for (range, longest) in [("1d", 16), ("5d", 24), ("1mo", 76), ("1y", 746), ("10y", 7_334)] {
        let asked = [("ticker", "ACME"), ("range", range)];
        assert_eq!(said("history", &asked, &history(longest, "")), None, "{range}");
        let found = said("history", &asked, &history(longest + 1, "")).unwrap_or_default();
        assert!(
            found.contains(&format!("{range} was asked for, and the reply has 1970-01-01 to ")),
            "{found}"
        );
        // A host that names the range knows how much it has.
        assert_eq!(said("history", &asked, &history(longest + 1, range)), None, "{range}");
    }
    assert_eq!(said("history", &[("ticker", "ACME"), ("range", "max")], &history(20_000, "")), None);
}

#[test]
fn sectors_and_industries_are_not_each_other() {
    let data =
        |key: &str, member: &str, value: Value| json!({"data": {"key": key, "name": "Name", member: value}});
    let sector = data("tech", "industries", json!([{"key": "chips", "name": "Chips"}]));
    let industry = data("tech", "sectorKey", json!("electronics"));
    let asked = [("key", "other:tech")];
    assert_eq!(said("sector", &asked, &sector), None);
    assert_eq!(said("industry", &asked, &industry), None);
    let found = said("sector", &asked, &industry).unwrap_or_default();
    assert!(found.contains("the reply is about \"industry tech\""), "{found}");
    let found = said("industry", &asked, &sector).unwrap_or_default();
    assert!(found.contains("the reply is about \"sector tech\""), "{found}");
}

/// Insights have a list of filings, too, under the name of that of a calendar.
#[test]
fn insights_are_no_calendar() {
    let filing = json!({"id": "1", "title": "10-Q", "filingDate": 1_738_281_600_000_i64});
    let reply = finance(&json!({"symbol": "ACME", "secReports": [filing]}));
    let found = said("calendar", &[], &reply).unwrap_or_default();
    assert!(found.contains("finance.result cannot be read: none of its rows can be read"), "{found}");
}

#[test]
fn instruments_from_another_index_on_and_of_another_type() {
    let row = json!({"symbol": "ACME", "quoteType": "equity"});
    let reply = finance(
        &json!([{"start": 0, "count": 1, "total": 400, "lookupTotals": {"all": 400}, "documents": [row]}]),
    );
    let right = [("query", "acme"), ("kind", "equity")];
    let words = "the rows from 100 on were asked for, and the reply begins at 0";
    check("lookup", &right, &[("query", "acme"), ("start", "100")], &reply, words);
    let words = "instruments of the type etf were asked for, and the reply has \"EQUITY\"";
    check("lookup", &right, &[("query", "acme"), ("kind", "etf")], &reply, words);
}

#[test]
fn rows_of_another_screener() {
    let result = |name: Value| {
        let rows = json!([{"symbol": "ACME", "quoteType": "EQUITY"}]);
        let mut result = json!({"start": 0, "count": 1, "total": 90, "quotes": rows});
        if !name.is_null() {
            result["canonicalName"] = name;
        }
        finance(&json!([result]))
    };
    let (custom, predefined) = (result(Value::Null), result(json!("DAY_GAINERS")));
    let right = [("query", "region = us")];
    let words = "instruments of the type ETF were asked for, and the reply has \"EQUITY\"";
    check("custom-screener", &right, &[("query", "etf: region = us")], &custom, words);
    let words = "the rows from 25 on were asked for, and the reply begins at 0";
    check("custom-screener", &right, &[("query", "region = us"), ("offset", "25")], &custom, words);
    let found = said("custom-screener", &right, &predefined).unwrap();
    assert!(found.contains("the reply is about \"DAY_GAINERS\""), "{found}");
    let found = said("trending", &[("region", "US")], &custom).unwrap();
    assert!(found.contains("the result of a screener where a ranking was asked for"), "{found}");
}

#[test]
fn calendars_of_other_days_and_other_services() {
    let day = json!({"timestampString": "2024-07-01", "count": 1, "totalCount": 1, "records": [
        {"ticker": "ACME", "startDateTime": 1_719_864_000_000_i64}]});
    let reply = finance(&json!({"earnings": [day]}));
    let right = [("start", "2024-07-01"), ("end", "2024-07-02")];
    let other = [("start", "2025-07-01"), ("end", "2025-07-02")];
    let words = "2025-07-01 to 2025-07-02 was asked for, and the reply has 2024-07-01";
    check("calendar", &right, &other, &reply, words);
    let missing = "finance.result.economicEvents is missing";
    check("calendar", &[("calendars", "earnings")], &[("calendars", "economicEvents")], &reply, missing);
    // Insights, and the list of the screeners.
    for other in [json!({"symbol": "ACME", "sigDevs": []}), json!({"sections": [], "quotes": []})] {
        let found = said("calendar", &[], &finance(&other)).unwrap();
        assert!(found.contains("finance.result.earnings is missing"), "{found}");
    }
    // Days without entries.
    assert_eq!(said("calendar", &[], &finance(&json!({}))), None);
}

#[test]
fn events_of_other_days() {
    let table = json!({
        "entityIdType": "splits",
        "columns": [{"id": "ticker", "type": "STRING"}, {"id": "startdatetime", "type": "DATE"}],
        "rows": [["ACME", "2024-07-01T00:00:00.000Z"]],
    });
    let reply = finance(&json!([{"total": 1, "criteriaMeta": {"offset": 0}, "documents": [table]}]));
    let right = [("kind", "splits"), ("start", "2024-07-01"), ("end", "2024-07-02")];
    let other = [("kind", "splits"), ("start", "2023-07-01"), ("end", "2023-07-02")];
    let words = "2023-07-01 to 2023-07-02 was asked for, and the reply has 2024-07-01";
    check("event-calendar", &right, &other, &reply, words);
    let words = "the rows from 50 on were asked for, and the reply begins at 0";
    check("event-calendar", &right, &[("kind", "splits"), ("offset", "50")], &reply, words);
}

#[test]
fn shares_of_another_time_and_another_series() {
    let series = |series: Value| json!({"timeseries": {"result": [series], "error": null}});
    let reply = series(json!({
        "meta": {"symbol": ["ACME"], "type": ["shares_out"]}, "timestamp": [1_706_659_200], "shares_out": [914]}));
    let right = [("ticker", "ACME"), ("start", "2024-01-01"), ("end", "2024-06-28")];
    let other = [("ticker", "ACME"), ("start", "2021-01-01"), ("end", "2021-06-28")];
    let words = "2021-01-01 to 2021-06-28 was asked for, and the reply has 2024-01-31";
    check("shares", &right, &other, &reply, words);
    // Without a count within the span.
    let none = series(json!({"meta": {"symbol": ["ACME"], "type": ["shares_out"]}}));
    assert_eq!(said("shares", &right, &none), None);
    let other = series(json!({"meta": {"symbol": ["ACME"], "type": ["quarterlyMarketCap"]}}));
    let found = said("shares", &right, &other).unwrap();
    assert!(found.contains("timeseries.result[0].shares_out is missing"), "{found}");
}

#[test]
fn bars_of_other_years_and_another_range() {
    let chart = |range: &str, times: Value| {
        let close: Vec<f64> = times.as_array().unwrap().iter().map(|_| 4.25).collect();
        let meta = json!({"symbol": "ACME", "dataGranularity": "1d", "range": range});
        let chart = json!({"meta": meta, "timestamp": times, "indicators": {"quote": [{"close": close}]}});
        json!({"chart": {"result": [chart], "error": null}})
    };
    // 2020-01-02 and 2020-01-03.
    let dates = chart("", json!([1_577_975_400, 1_578_061_800]));
    let right = [("ticker", "ACME"), ("start", "2020-01-01"), ("end", "2020-01-04")];
    let other = [("ticker", "ACME"), ("start", "2010-01-01"), ("end", "2015-01-01")];
    let words = "2010-01-01 to 2015-01-01 was asked for, and the reply has 2020-01-02";
    check("history", &right, &other, &dates, words);
    let range = chart("5d", json!([1_577_975_400]));
    let words = "1y was asked for, and the reply has 5d";
    check(
        "history",
        &[("ticker", "ACME"), ("range", "5d")],
        &[("ticker", "ACME"), ("range", "1y")],
        &range,
        words,
    );
}

#[test]
fn valuations_of_other_periods_are_no_empty_list() {
    let point = json!({"asOfDate": "2024-03-31", "currencyCode": "USD", "reportedValue": {"raw": 7}});
    let entry =
        json!({"meta": {"symbol": ["ACME"], "type": ["quarterlyMarketCap"]}, "quarterlyMarketCap": [point]});
    let reply = json!({"timeseries": {"result": [entry], "error": null}});
    let annual = [("ticker", "ACME"), ("periods", "annual")];
    check("valuation", &[("ticker", "ACME")], &annual, &reply, "no valuation of any period");
    // A page has no years, and is not asked for them.
    let replies: [RawReply<'_>; 0] = [];
    let cx = Context::new(&HOSTS, DateTime::from(NOW));
    let page = |periods: Vec<ValuationPeriod>| {
        Valuation::new("ACME")
            .periods(periods)
            .fallback("page", "page", &cx, &replies)
            .map(|targets| targets.len())
    };
    assert_eq!(page(vec![ValuationPeriod::Quarterly]), Ok(1));
    let said = page(vec![ValuationPeriod::Trailing, ValuationPeriod::Annual]).unwrap_err().to_string();
    assert!(said.contains("a page has only the valuations of quarters"), "{said}");
}

#[test]
fn rows_of_other_services() {
    let quotes =
        json!({"quoteResponse": {"result": [{"symbol": "ACME", "regularMarketPrice": 4.25}], "error": null}});
    let found = said("index", &[("index", "^ACME")], &quotes).unwrap();
    assert!(found.contains("components.components is missing"), "{found}");
    let similar =
        finance(&json!([{"symbol": "ACME", "recommendedSymbols": [{"symbol": "OAR", "score": 0.5}]}]));
    let found = said("insights", &[("symbols", "ACME")], &similar).unwrap();
    assert!(
        found.contains("something else about a symbol where a list of insights was asked for"),
        "{found}"
    );
}

/// Each section that names an instrument names the right one.
#[test]
fn a_section_of_another_instrument() {
    let reply = |price: Value, kind: Value| {
        let trend = json!({"trend": [{"period": "0m", "buy": 1}]});
        let sections = json!({"price": price, "quoteType": kind, "recommendationTrend": trend});
        json!({"quoteSummary": {"result": [sections], "error": null}})
    };
    let (own, other) = (json!({"symbol": "ACME"}), json!({"symbol": "OAR"}));
    for command in ["analysis", "insiders"] {
        let asked = [("ticker", "ACME")];
        for (price, kind) in [(&own, &other), (&other, &own)] {
            let found = said(command, &asked, &reply(price.clone(), kind.clone())).unwrap_or_default();
            assert!(found.contains("the reply is about \"OAR\""), "{command}: {found}");
        }
        // A future is asked for by its series.
        let price = json!({"symbol": "ACME", "underlyingSymbol": "ACMEJ25.CMX"});
        for kind in
            [json!({"symbol": "ACMEJ25.CMX", "underlyingSymbol": "ACME"}), json!({"symbol": "ACMEJ25.CMX"})]
        {
            let found = said(command, &asked, &reply(price.clone(), kind)).unwrap_or_default();
            assert!(!found.contains("the reply is about"), "{command}: {found}");
        }
        // An option is not what it is on.
        let option =
            json!({"quoteType": "OPTION", "symbol": "ACME250117C00025000", "underlyingSymbol": "ACME"});
        let found = said(command, &asked, &reply(json!({}), option)).unwrap_or_default();
        assert!(found.contains("the reply is about \"ACME250117C00025000\""), "{command}: {found}");
    }
}
