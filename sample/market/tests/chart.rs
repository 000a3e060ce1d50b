//! The chart: spans, intervals, events and the arithmetic that ties them together.

use serde_json::Value;
use virtual_finance_sample::{DEFAULT_NOW, reply};

/// The query for every daily bar: from before the first one to the host's present.
const EVERYTHING: &str = "period1=-2208988800&period2=9999999999&interval=1d&events=div,splits";

fn chart(ticker: &str, query: &str) -> Value {
    let reply = reply(&format!("/v8/finance/chart/{ticker}"), query, DEFAULT_NOW);
    assert_eq!(reply.status, 200, "{query}: {}", reply.body);
    let mut body: Value = serde_json::from_str(&reply.body).unwrap();
    assert_eq!(body["chart"]["error"], Value::Null);
    body["chart"]["result"][0].take()
}

fn times(result: &Value) -> Vec<i64> {
    result["timestamp"].as_array().unwrap().iter().map(|time| time.as_i64().unwrap()).collect()
}

fn column(result: &Value, name: &str) -> Vec<Option<f64>> {
    let source = if name == "adjclose" { "adjclose" } else { "quote" };
    let column = &result["indicators"][source][0][name];
    column.as_array().unwrap().iter().map(Value::as_f64).collect()
}

#[test]
fn spans_and_intervals_give_so_many_bars() {
    // Friday 2024-06-28 is the last day; 2024-05-27 is no holiday here.
    let cases = [
        ("", "1d", 24),
        ("range=1d", "1d", 1),
        ("range=5d", "1d", 5),
        ("range=1mo&interval=1d", "1d", 24),
        ("range=1mo&interval=1wk", "1wk", 5),
        ("range=1y&interval=1mo", "1mo", 13),
        ("range=ytd&interval=3mo", "3mo", 2),
        ("range=3mo&interval=5d", "5d", 14),
        ("range=1d&interval=1m", "1m", 390),
        ("range=1d&interval=5m", "5m", 78),
        ("range=5d&interval=15m", "15m", 130),
        ("range=1d&interval=1h", "1h", 7),
        // Four bars an hour: 5.5 hours before, 6.5 of the session, and what is not yet after `now`.
        ("range=1d&interval=15m&includePrePost=true", "15m", 49),
        // Two whole days in January.
        ("period1=1704153600&period2=1704326400&interval=1d", "1d", 2),
    ];
    for (query, granularity, expected) in cases {
        let result = chart("IBM", query);
        let times = times(&result);
        assert_eq!(times.len(), expected, "{query}");
        assert!(times.is_sorted_by(|one, next| one < next), "{query}");
        assert!(times.iter().all(|time| *time <= DEFAULT_NOW), "{query}");
        assert_eq!(result["meta"]["dataGranularity"], granularity, "{query}");
        for name in ["open", "high", "low", "close", "volume"] {
            assert_eq!(column(&result, name).len(), expected, "{query} {name}");
        }
        let has_adjclose = !result["indicators"]["adjclose"].is_null();
        assert_eq!(has_adjclose, !["1m", "5m", "15m", "1h"].contains(&granularity), "{query}");
    }
}

#[test]
fn dates_reach_every_daily_bar_and_range_max_silently_gives_quarters() {
    let all = chart("IBM", EVERYTHING);
    assert!(times(&all).len() > 8_000);
    assert_eq!(all["meta"]["range"], "");
    assert_eq!(all["meta"]["firstTradeDate"].as_i64(), times(&all).first().copied());
    let max = chart("IBM", "range=max&interval=1d");
    assert_eq!(max["meta"]["dataGranularity"], "3mo");
    assert!(times(&max).len() < 150);
}

#[test]
fn a_span_without_trading_has_no_timestamps() {
    // A Saturday and a Sunday.
    let result = chart("IBM", "period1=1704499200&period2=1704672000&interval=1d&events=div,splits");
    assert!(result.get("timestamp").is_none());
    assert!(result.get("events").is_none());
    assert_eq!(result["indicators"]["quote"], serde_json::json!([{}]));
}

#[test]
fn meta_has_the_fields_of_the_contract() {
    let meta = &chart("brk%2Fb", "range=5d")["meta"];
    assert_eq!(meta["symbol"], "BRK/B");
    for name in ["currency", "exchangeName", "instrumentType", "timezone", "exchangeTimezoneName", "range"] {
        assert!(meta[name].is_string(), "{name}");
    }
    for name in ["firstTradeDate", "regularMarketTime", "gmtoffset", "priceHint"] {
        assert!(meta[name].is_i64(), "{name}");
    }
    for name in ["regularMarketPrice", "chartPreviousClose"] {
        assert!(meta[name].is_f64(), "{name}");
    }
    for period in ["pre", "regular", "post"] {
        let period = &meta["currentTradingPeriod"][period];
        assert!(period["start"].as_i64() < period["end"].as_i64());
        assert!(period["timezone"].is_string() && period["gmtoffset"].is_i64());
    }
    let ranges = ["1d", "5d", "1mo", "3mo", "6mo", "1y", "2y", "5y", "10y", "ytd", "max"];
    assert_eq!(meta["validRanges"], serde_json::json!(ranges));
}

#[test]
fn prices_are_single_precision_and_lie_within_the_day() {
    let result = chart("IBM", EVERYTHING);
    let [open, high, low, close] = ["open", "high", "low", "close"].map(|name| column(&result, name));
    let blanks = close.iter().filter(|value| value.is_none()).count();
    assert!((5..60).contains(&blanks), "{blanks} blank bars");
    for i in 0..close.len() {
        let (Some(open), Some(high), Some(low), Some(close)) = (open[i], high[i], low[i], close[i]) else {
            assert_eq!((open[i], high[i], low[i]), (None, None, None));
            continue;
        };
        assert!(low > 0.0 && low <= open.min(close) && open.max(close) <= high, "bar {i}");
        assert_eq!(close, close.to_string().parse::<f32>().map(f64::from).unwrap(), "bar {i}");
    }
    for volume in result["indicators"]["quote"][0]["volume"].as_array().unwrap() {
        assert!(volume.is_null() || volume.is_i64() || volume.is_u64());
    }
}

#[test]
fn adjusted_close_takes_off_exactly_the_dividends_that_follow() {
    let result = chart("IBM", EVERYTHING);
    let (times, close, adjclose) = (times(&result), column(&result, "close"), column(&result, "adjclose"));
    let dividends = result["events"]["dividends"].as_object().unwrap();
    assert!(dividends.len() > 100);
    let mut factor = 1.0;
    for i in (0..times.len()).rev() {
        let next = times.get(i + 1).and_then(|time| dividends.get(&time.to_string()));
        let (Some(close), Some(adjclose)) = (close[i], adjclose[i]) else {
            assert!(
                next.is_none(),
                "no dividend on the day after a blank one, as then nobody could check it"
            );
            continue;
        };
        if let Some(dividend) = next {
            factor *= 1.0 - dividend["amount"].as_f64().unwrap() / close;
        }
        assert!((adjclose / close - factor).abs() < 1e-6, "bar {i}: {adjclose} / {close} is not {factor}");
    }
}

#[test]
fn events_are_keyed_by_time_and_come_unsorted() {
    let result = chart("IBM", EVERYTHING);
    let dividends = result["events"]["dividends"].as_object().unwrap();
    let keys: Vec<i64> = dividends.keys().map(|key| key.parse().unwrap()).collect();
    assert!(!keys.is_sorted());
    assert!(keys.iter().all(|key| times(&result).contains(key)));
    assert!(dividends.iter().all(|(key, event)| event["date"].as_i64() == key.parse().ok()));
    let splits = result["events"]["splits"].as_object().unwrap();
    assert_eq!(splits.len(), 1);
    let split = splits.values().next().unwrap();
    assert_eq!(split["splitRatio"], format!("{}:{}", split["numerator"], split["denominator"]));

    let monthly = chart("IBM", "range=1y&interval=1mo&events=div");
    let dividends = monthly["events"]["dividends"].as_object().unwrap();
    assert_eq!(dividends.len(), 4);
    assert!(dividends.iter().all(|(key, event)| event["date"].as_i64() != key.parse().ok()));
    assert!(monthly["events"].get("splits").is_none());

    assert!(chart("IBM", "range=1y").get("events").is_none(), "none were asked for");
    assert!(chart("%5EGSPC", EVERYTHING).get("events").is_none(), "an index has none");
}

#[test]
fn the_last_price_is_the_same_in_every_span() {
    let price = |query: &str| chart("IBM", query)["meta"]["regularMarketPrice"].clone();
    assert_eq!(price("range=1d&interval=1m"), price(EVERYTHING));
    // Pinned: programs that are tested against this host may count on its numbers.
    assert_eq!(price("range=1d"), 72.55);
    let bars = ["range=5d", "range=1y", EVERYTHING].map(|query| column(&chart("IBM", query), "close").pop());
    assert_eq!(bars[0], bars[1]);
    assert_eq!(bars[0], bars[2]);
}

#[test]
fn bad_queries_are_answered_in_an_envelope() {
    let cases = [
        ("interval=7d", 422),
        ("range=11y", 422),
        ("range=1mo&interval=1m", 422),
        ("range=6mo&interval=5m", 422),
        ("period1=200&period2=100", 400),
        ("period1=yesterday", 400),
    ];
    for (query, status) in cases {
        let reply = reply("/v8/finance/chart/IBM", query, DEFAULT_NOW);
        assert_eq!(reply.status, status, "{query}");
        let body: Value = serde_json::from_str(&reply.body).unwrap();
        assert!(body["chart"]["result"].is_null(), "{query}");
        assert!(body["chart"]["error"]["description"].is_string(), "{query}");
    }
}

#[test]
fn the_clock_is_the_caller_s() {
    // A clock before the first trade, and clocks far off.
    for now in [i64::MIN, 0, 4_102_444_800] {
        let reply = reply("/v8/finance/chart/IBM", "range=1mo", now);
        assert_eq!(reply.status, 200, "{now}");
    }
}
