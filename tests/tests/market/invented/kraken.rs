//! Histories of Kraken: what it is asked for, and what its bars become.

use serde_json::{Value, json};
use virtual_finance::notes::{Differences, SkippedRows};
use virtual_finance::request::{Context, Request as _};
use virtual_finance::{AdjustType, Date, DateTime, Error, History, Interval, Range, Span};
use virtual_finance_tests::{HOSTS, NOW, convert, converted};

/// Returns the query that Kraken is asked with, or why it is not asked.
fn asked(request: &History) -> Result<String, String> {
    let cx = Context::new(&HOSTS, NOW.into());
    let targets = request.fallback("kraken", "bars", &cx, &[]).map_err(|error| error.to_string())?;
    let [target] = targets.as_slice() else { panic!("{} targets", targets.len()) };
    let query: Vec<String> = target.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok(query.join("&"))
}

fn day(day: i8) -> DateTime {
    Date::new(2024, 6, day).unwrap().into()
}

#[test]
fn it_is_asked_for_pairs_as_it_spells_them() {
    for (ticker, pair) in
        [("BTC-USD", "XBTUSD"), ("eth-eur", "ETHEUR"), ("DOGE-BTC", "XDGXBT"), ("1INCH-USD", "1INCHUSD")]
    {
        let query = asked(&History::new(ticker).range(Range::Max)).unwrap();
        assert_eq!(query, format!("pair={pair}&interval=1440"));
    }
    for ticker in ["IBM", "BRK-B", "SPG-PJ", "EURUSD=X", "^GSPC", "T-USD", "BTC-RUB"] {
        let said = asked(&History::new(ticker)).unwrap_err();
        assert!(said.contains(&format!("Kraken has no {ticker}")), "{said}");
    }
    // A bar before the first one, for they begin after that time. Now is June 28.
    let since = |request: History| asked(&request).unwrap().split("since=").nth(1).unwrap().to_owned();
    let bitcoin = || History::new("BTC-USD");
    for (request, expected) in [
        (bitcoin(), "2024-05-27T00:00:00Z"),
        (bitcoin().range(Range::OneDay), "2024-06-27T00:00:00Z"),
        (bitcoin().range(Range::FiveDays), "2024-06-23T00:00:00Z"),
        (bitcoin().range(Range::YearToDate), "2023-12-31T00:00:00Z"),
        (bitcoin().range(Range::OneDay).interval(Interval::OneHour), "2024-06-27T23:00:00Z"),
        (bitcoin().interval(Interval::OneWeek), "2024-05-21T00:00:00Z"),
        (bitcoin().span(Span::dates(day(6), Some(day(8)))), "2024-06-05T00:00:00Z"),
    ] {
        let expected: DateTime = expected.parse().unwrap();
        assert_eq!(since(request), expected.epoch_seconds().to_string());
    }
    for (interval, minutes) in [
        (Interval::OneMinute, Some(1)),
        (Interval::ThirtyMinutes, Some(30)),
        (Interval::SixtyMinutes, Some(60)),
        (Interval::OneWeek, Some(10080)),
        (Interval::TwoMinutes, None),
        (Interval::NinetyMinutes, None),
        (Interval::FiveDays, None),
        (Interval::OneMonth, None),
    ] {
        let found = asked(&bitcoin().range(Range::Max).interval(interval));
        match minutes {
            Some(minutes) => assert!(found.unwrap().contains(&format!("interval={minutes}"))),
            None => assert!(found.unwrap_err().contains("Kraken has no bars of")),
        }
    }
}

/// Bars of days from a day of June on.
fn reply(pair: &str, first: i8, days: i64) -> String {
    let first = day(first).epoch_seconds();
    let row = |place: i64| {
        json!([first + 86400 * place, "60.5", "63.0", "60.1", "62.25", "61.5", "0.12500000", 31])
    };
    json!({"error": [], "result": {pair: (0..days).map(row).collect::<Vec<_>>(), "last": first}}).to_string()
}

fn dates() -> History {
    History::new("BTC-USD").span(Span::dates(day(6), Some(day(8))))
}

#[test]
fn bars_have_the_structure_of_the_market_and_the_volume_of_the_exchange() {
    let found = converted(&dates(), &[reply("XXBTZUSD", 5, 5)]).unwrap();
    assert_eq!(
        serde_json::to_value(&found.response).unwrap(),
        json!({
            "meta": {
                "currency": "USD", "symbol": "BTC-USD", "exchangeTimezoneName": "UTC",
                "dataGranularity": "1d", "range": "",
            },
            "ohlcdata": {
                "timestamp": [day(6).epoch_seconds(), day(7).epoch_seconds()],
                "open": [60.5, 60.5], "high": [63.0, 63.0], "low": [60.1, 60.1], "close": [62.25, 62.25],
                "volume": [0.125, 0.125], "adjclose": [62.25, 62.25],
            },
        })
    );
    let differences = found.notes.get::<Differences>().unwrap().to_string();
    assert!(differences.contains("Kraken alone") && !differences.contains("720"), "{differences}");
    let adjusted = convert(&dates().adjust(AdjustType::Auto), reply("XXBTZUSD", 5, 5)).unwrap();
    assert_eq!(adjusted["ohlcdata"]["close"], json!([62.25, 62.25]));
}

/// The host has the last 720 bars, whatever it is asked.
#[test]
fn what_is_older_than_its_bars_is_told() {
    let since = |day: &str| {
        let start: DateTime = day.parse().unwrap();
        History::new("BTC-USD").span(Span::dates(start, None))
    };
    let told = |request: &History, days| {
        let found = converted(request, &[reply("XXBTZUSD", 6, days)]).unwrap();
        found.notes.get::<Differences>().unwrap().to_string().contains("older bars than the last 720")
    };
    assert!(told(&since("2024-06-01"), 720));
    assert!(!told(&since("2024-06-01"), 719));
    assert!(!told(&since("2024-06-06"), 720));
    let before = History::new("BTC-USD").span(Span::dates(day(1), Some(day(3))));
    for (days, words) in [(720, "no bars before the last 720"), (719, "it gives no bars")] {
        let error = converted(&before, &[reply("XXBTZUSD", 6, days)]).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn odd_replies() {
    let error = |reply: &str| Error::from(converted(&dates(), &[reply.to_owned()]).unwrap_err());
    for (reply, status, words) in [
        (r#"{"error": ["EQuery:Unknown asset pair"]}"#, 404, "Kraken has no such pair"),
        (r#"{"error":["EGeneral:Too many requests"]}"#, 429, "Too many requests"),
        (r#"{"error":["EService:Unavailable"],"result":{}}"#, 422, "Unavailable"),
        (r#"{"error":[],"result":{"last":7}}"#, 422, "the pair is missing"),
        (r#"{"error":[],"result":{"XXBTZUSD":{}}}"#, 422, "the pair is not a list of bars"),
        (r#"{"error":[],"result":{"XXBTZUSD":[]}}"#, 404, ""),
        (r#"{"error":[],"result":{"XXBTZUSD":[[1,"2"]]}}"#, 422, "cannot be read"),
        (&reply("XXBTZEUR", 6, 3), 422, "XXBTZEUR"),
        (&reply("XETHZUSD", 6, 3), 422, "XETHZUSD"),
        (r#"{"error":[]"#, 422, "cut"),
    ] {
        let error = error(reply);
        assert_eq!(error.status(), Some(status), "{reply}: {error}");
        assert!(error.to_string().contains(words), "{reply}: {error}");
    }
    let time = day(6).epoch_seconds();
    let rows: Vec<Value> = vec![
        json!([time, "1", "x", "1", "1.5", "0.0", "0.00000000", 0]),
        json!([time, "9", "9", "9", "9", "9", "9", 9]),
        json!("row"),
    ];
    let odd = json!({"error": [], "result": {"XXBTZUSD": rows}}).to_string();
    let found = converted(&dates(), &[odd]).unwrap();
    let bars = serde_json::to_value(&found.response.ohlcdata).unwrap();
    assert_eq!(
        [&bars["high"], &bars["volume"], &bars["close"]],
        [&json!([null]), &json!([0.0]), &json!([1.5])]
    );
    assert_eq!(found.notes.get::<SkippedRows>().unwrap().0.len(), 2);
}
