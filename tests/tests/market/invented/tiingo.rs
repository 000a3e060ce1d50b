//! Histories of Tiingo: what it is asked for, and what its days become.

use serde_json::json;
use virtual_finance::notes::{Adjustment, Differences, SkippedRows, Unadjusted};
use virtual_finance::request::{Context, Request as _};
use virtual_finance::{AdjustType, Date, DateTime, Error, EventKind, History, Interval, Range, Span};
use virtual_finance_tests::{HOSTS, NOW, convert, converted};

/// Returns the path and the query that Tiingo is asked with, or why it is not asked.
fn asked(request: &History) -> Result<String, String> {
    let cx = Context::new(&HOSTS, NOW.into());
    let targets = request.fallback("tiingo", "prices", &cx, &[]).map_err(|error| error.to_string())?;
    let [target] = targets.as_slice() else { panic!("{} targets", targets.len()) };
    let path: Vec<String> =
        target.path.iter().map(|segment| format!("{segment:?}").replace('"', "")).collect();
    let query: Vec<String> = target.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
    Ok(format!("{}?{}", path.join("/"), query.join("&")))
}

fn day(day: i8) -> DateTime {
    Date::new(2024, 6, day).unwrap().into()
}

#[test]
fn it_is_asked_up_to_today_for_shares_of_the_united_states() {
    for (ticker, symbol) in [("IBM", "IBM"), ("BRK-B", "BRK-B"), ("SPG-PJ", "SPG-P-J"), ("VFINX", "VFINX")] {
        let days = "prices?format=json&startDate=2024-05-28&endDate=2024-06-28";
        assert_eq!(asked(&History::new(ticker)).unwrap(), format!("tiingo/daily/{symbol}/{days}"));
    }
    for ticker in ["^GSPC", "VOD.L", "EURUSD=X", "GC=F", "BTC-USD", "0P0000XTS7", "AAPL240119C00100000"] {
        let said = asked(&History::new(ticker)).unwrap_err();
        assert!(said.contains(&format!("Tiingo has no {ticker}")), "{said}");
    }
    let first = |request: History| {
        let query = asked(&request).unwrap();
        query.split("startDate=").nth(1).and_then(|rest| rest.get(..10)).unwrap().to_owned()
    };
    for (range, expected) in [
        (Range::OneDay, "2024-06-14"),
        (Range::SixMonths, "2023-12-28"),
        (Range::TenYears, "2014-06-28"),
        (Range::YearToDate, "2024-01-01"),
        (Range::Max, "1900-01-01"),
    ] {
        assert_eq!(first(History::new("IBM").range(range)), expected);
    }
    // The day before is left out of the response.
    assert_eq!(first(History::new("IBM").span(Span::dates(day(6), Some(day(11))))), "2024-06-05");
    for interval in [Interval::OneHour, Interval::FiveDays] {
        assert!(asked(&History::new("IBM").interval(interval)).unwrap_err().contains("no bars of"));
    }
}

/// Five days: a split 4:1 on the Monday, dividends on the first and on the last day but one, and nothing known of the last.
fn reply() -> String {
    let day = |day: &str, close: f64, volume: u32, adjusted: f64, paid: f64, split: f64| {
        json!({
            "date": format!("{day}T00:00:00.000Z"), "open": close - 1.0, "high": close + 2.0, "low": close - 2.0,
            "close": close, "volume": volume, "adjClose": adjusted, "adjOpen": 7.0, "adjHigh": 7.0, "adjLow": 7.0,
            "adjVolume": 7, "divCash": paid, "splitFactor": split,
        })
    };
    json!([
        day("2024-06-06", 100.0, 10, 24.5, 0.5, 1.0),
        day("2024-06-07", 102.0, 20, 25.25, 0.0, 1.0),
        day("2024-06-10", 26.0, 100, 25.75, 0.0, 4.0),
        day("2024-06-11", 27.0, 50, 27.0, 0.25, 1.0),
        {"date": "2024-06-12T00:00:00+00:00", "close": null, "splitFactor": 1.0},
    ])
    .to_string()
}

fn dates() -> History {
    History::new("IBM").span(Span::dates(day(1), Some(day(20))))
}

#[test]
fn days_are_divided_by_the_later_splits_and_lie_at_the_open_of_new_york() {
    let found = converted(&dates(), &[reply()]).unwrap();
    let response = serde_json::to_value(&found.response).unwrap();
    let times = [1_717_680_600, 1_717_767_000, 1_718_026_200, 1_718_112_600, 1_718_199_000];
    assert_eq!(
        response["ohlcdata"],
        json!({
            "timestamp": times,
            "open": [24.75, 25.25, 25.0, 26.0, null],
            "high": [25.5, 26.0, 28.0, 29.0, null],
            "low": [24.5, 25.0, 24.0, 25.0, null],
            "close": [25.0, 25.5, 26.0, 27.0, null],
            "volume": [40, 80, 100, 50, null],
            "adjclose": [24.5, 25.25, 25.75, 27.0, null],
        })
    );
    assert_eq!(
        response["dividends"],
        json!([{"amount": 0.125, "date": times[0]}, {"amount": 0.25, "date": times[3]}])
    );
    assert_eq!(
        response["splits"],
        json!([{"date": times[2], "numerator": 4, "denominator": 1, "splitRatio": "4:1"}])
    );
    assert_eq!(
        response["meta"],
        json!({
            "currency": "USD", "symbol": "IBM", "exchangeTimezoneName": "America/New_York",
            "dataGranularity": "1d", "range": "",
        })
    );
    assert!(found.notes.get::<Unadjusted>().is_some());
    let differences = found.notes.get::<Differences>().unwrap().to_string();
    assert!(differences.contains("divided by the splits up to today"), "{differences}");
    // A day in winter begins an hour later.
    let winter = r#"[{"date": "2024-01-02", "close": 5, "adjClose": 5}]"#;
    let span = Span::dates(Date::new(2024, 1, 1).unwrap(), None);
    let winter = convert(&History::new("IBM").span(span), winter).unwrap();
    assert_eq!(winter["ohlcdata"]["timestamp"], json!([1_704_205_800]));
    assert_eq!(winter["ohlcdata"]["close"], json!([5]));
}

#[test]
fn the_splits_after_the_span_count() {
    let before = History::new("IBM").span(Span::dates(day(6), Some(day(8))));
    let found = convert(&before, reply()).unwrap();
    assert_eq!(found["ohlcdata"]["close"], json!([25.0, 25.5]));
    assert_eq!((found.get("splits"), found["dividends"].as_array().unwrap().len()), (Some(&json!([])), 1));
    let kinds = |kinds: Vec<EventKind>| convert(&dates().events(kinds), reply()).unwrap();
    assert_eq!(kinds(vec![EventKind::Splits])["dividends"], json!([]));
    assert_eq!(convert(&dates().actions(false), reply()).unwrap().get("dividends"), None);
    let gains = converted(&dates().events([EventKind::CapitalGains]), &[reply()]).unwrap();
    assert!(gains.notes.get::<Differences>().unwrap().0.contains(&"there are no capital gains"));
}

#[test]
fn weeks_and_months_begin_as_those_of_the_market_do() {
    let bars = |request: &History| {
        let found = convert(request, reply()).unwrap()["ohlcdata"].take();
        ["timestamp", "open", "high", "low", "close", "volume", "adjclose"].map(|name| found[name].clone())
    };
    let [times, values @ ..] = bars(&dates().interval(Interval::OneWeek));
    assert_eq!(times, json!([1_717_387_200, 1_717_992_000]));
    let week = [[24.75, 25.0], [26.0, 29.0], [24.5, 24.0], [25.5, 27.0]].map(|values| json!(values));
    assert_eq!(values[..4], week);
    assert_eq!(values[4..], [json!([120, 150]), json!([25.25, 27.0])]);
    let [times, _, _, _, close, ..] = bars(&dates().interval(Interval::OneMonth));
    assert_eq!((times, close), (json!([1_717_214_400]), json!([27.0])));
    // A week that begins before the first day is not whole.
    let later = History::new("IBM").span(Span::dates(day(7), None)).interval(Interval::OneWeek);
    assert_eq!(bars(&later)[0], json!([1_717_992_000]));
    // The last days of a range are counted.
    let last = History::new("IBM").range(Range::OneDay).interval(Interval::OneWeek);
    assert_eq!(bars(&last)[0], json!([1_717_992_000]));
}

#[test]
fn prices_are_adjusted_as_those_of_the_market() {
    let found = converted(&dates().adjust(AdjustType::Auto), &[reply()]).unwrap();
    assert_eq!(found.notes.get(), Some(&Adjustment::Auto));
    let bars: Vec<_> = found.response.ohlcdata.bars().map(|bar| (bar.open, bar.close)).collect();
    assert_eq!(bars[0], (Some(24.75 / (25.0 / 24.5)), Some(24.5)));
}

#[test]
fn odd_splits_and_rows() {
    let reply = |factor: f64| json!([{"date": "2024-06-10", "close": 8.0, "splitFactor": factor}, {"date": 7}, {"date": "2024-06-10", "close": 1}]);
    for (factor, ratio) in
        [(0.1, "1:10"), (1.5, "3:2"), (0.333_333, "1:3"), (20.0, "20:1"), (1.026_31, "1.02631:1")]
    {
        let found = converted(&dates(), &[reply(factor).to_string()]).unwrap();
        let splits = serde_json::to_value(&found.response.splits).unwrap();
        assert_eq!(splits[0]["splitRatio"], json!(ratio));
        assert_eq!(found.notes.get::<SkippedRows>().unwrap().0.len(), 2);
    }
    let before = r#"[{"date": "2024-05-31", "close": 8.0}]"#;
    for (reply, status) in [
        ("[]", 404),
        (before, 404),
        ("[{\"date\": 1}]", 422),
        ("[", 422),
        (r#"{"detail":"Not found."}"#, 422),
    ] {
        let error = Error::from(converted(&dates(), &[reply.to_owned()]).unwrap_err());
        assert_eq!(error.status(), Some(status), "{reply}");
    }
}
