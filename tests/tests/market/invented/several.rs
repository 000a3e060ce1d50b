//! Closes and similar instruments of several symbols, and rankings.

use serde_json::{Value, json};
use virtual_finance::{Country, QuoteType, Range, Similar, Spark, Trending};
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

fn spark(rows: &[Value]) -> String {
    json!({"spark": {"result": rows, "error": null}}).to_string()
}

fn row(symbol: &str, chart: &Value) -> Value {
    let mut chart = chart.clone();
    chart.as_object_mut().unwrap().insert("meta".into(), json!({"symbol": symbol}));
    json!({"symbol": symbol, "response": [chart]})
}

/// Prices may be null, a fund within a day has neither times nor prices, and the order is the host's.
#[test]
fn closes_are_those_of_each_symbol() {
    let some = json!({"timestamp": [1, 2, 3], "indicators": {"quote": [{"close": [1.5, null, 2]}]}});
    let none = json!({"indicators": {"quote": [{}]}});
    let reply = spark(&[row("FUND", &none), row("ACME", &some)]);
    let close = |symbol: &str, timestamp: Value, close: Value| json!({"symbol": symbol, "meta": {"symbol": symbol}, "timestamp": timestamp, "close": close});
    assert_eq!(
        convert(&Spark::new(["acme", "GONE", "FUND"]), reply).unwrap(),
        json!({
            "series": [close("FUND", json!([]), json!([])), close("ACME", json!([1, 2, 3]), json!([1.5, null, 2]))],
            "unknown": ["GONE"]
        })
    );
}

/// The closes of another range answer another question, and cost no others.
#[test]
fn closes_of_another_range_cost_no_others() {
    let of = |symbol: &str, range: &str| {
        let chart = json!({"meta": {"symbol": symbol, "range": range}, "timestamp": [1, 2],
            "indicators": {"quote": [{"close": [1, 2]}]}});
        json!({"symbol": symbol, "response": [chart]})
    };
    let asked = Spark::new(["ACME", "FUND"]).range(Range::FiveDays);
    let found = convert(&asked, spark(&[of("ACME", "5d"), of("FUND", "6mo")])).unwrap();
    assert_eq!((&found["series"][0]["symbol"], &found["unknown"]), (&json!("ACME"), &json!(["FUND"])));
    // Without others it is an error.
    let error = convert(&asked, spark(&[of("FUND", "6mo")])).unwrap_err().to_string();
    assert!(error.contains("6mo"), "{error}");
}

#[test]
fn closes_of_another_symbol_or_of_none_are_an_error() {
    let chart = json!({"timestamp": [], "indicators": {"quote": [{"close": []}]}});
    let error = convert(&Spark::new(["ACME"]), spark(&[row("OTHER", &chart)])).unwrap_err();
    assert!(error.to_string().contains(r#"the reply is about "OTHER""#), "{error}");
    let mut mixed = row("ACME", &chart);
    *mixed.pointer_mut("/response/0/meta/symbol").unwrap() = json!("OTHER");
    let error = convert(&Spark::new(["ACME"]), spark(&[mixed])).unwrap_err();
    assert!(error.to_string().contains(r#"the reply is about "OTHER""#), "{error}");
    let error = convert(&Spark::new(["GONE", "NEVER"]), spark(&[])).unwrap_err();
    assert!(
        error.to_string().contains(r#"the host knows none of "GONE", "NEVER"; check the symbols"#),
        "{error}"
    );
    assert_eq!(virtual_finance::Error::from(error.clone()).status(), Some(404));
    assert_eq!(failed(Err(error)), UNPROCESSABLE);
}

/// A symbol without similar instruments is known to the host or not, which nobody can tell.
#[test]
fn symbols_without_similar_instruments_are_listed() {
    let reply = |rows: Value| json!({"finance": {"result": rows, "error": null}}).to_string();
    let rows = json!([
        {"symbol": "ACME", "recommendedSymbols": [{"symbol": "B", "score": 0.5, "why": "x"}]},
        {"symbol": "EMPTY", "recommendedSymbols": []},
    ]);
    assert_eq!(
        convert(&Similar::new(["EMPTY", "acme", "GONE"]), reply(rows)).unwrap(),
        json!({
            "recommendations": [{"symbol": "ACME", "similar": [{"symbol": "B", "score": 0.5, "why": "x"}]}],
            "unknown": ["EMPTY", "GONE"]
        })
    );
    let none = convert(&Similar::new(["GONE"]), reply(json!([]))).unwrap();
    assert_eq!(none, json!({"recommendations": [], "unknown": ["GONE"]}));
    let other = json!([{"symbol": "OTHER", "recommendedSymbols": []}]);
    let error = convert(&Similar::new(["ACME"]), reply(other)).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "OTHER""#), "{error}");
}

/// Countries without a ranking have no rows, or one with zeros for its times.
#[test]
fn a_country_may_have_no_ranking() {
    let reply = |rows: Value| json!({"finance": {"result": rows, "error": null}}).to_string();
    let request = Trending::new(Country::Italy);
    let empty = json!({"region": "IT", "asOf": null, "quotes": []});
    assert_eq!(convert(&request, reply(json!([]))).unwrap(), empty);
    let zeros = json!([{"count": 1, "quotes": [{"symbol": "ACME"}], "jobTimestamp": 0, "startInterval": 0}]);
    let found = convert(&request, reply(zeros)).unwrap();
    assert_eq!(found, json!({"region": "IT", "asOf": null, "quotes": [{"symbol": "ACME"}]}));
}

#[test]
fn an_offset_is_a_number_however_it_is_written() {
    let reply = |offset: Value| {
        let row = json!({"symbol": "ACME", "quoteType": "EQUITY", "gmtOffSetMilliseconds": offset});
        json!({"quoteType": {"result": [row], "error": null}}).to_string()
    };
    for offset in [json!("-14400000"), json!(-14_400_000)] {
        let found = convert(&QuoteType::new("ACME"), reply(offset)).unwrap();
        assert_eq!(found["gmtOffSetMilliseconds"], json!(-14_400_000));
    }
    let error = convert(&QuoteType::new("ACME"), reply(json!("east"))).unwrap_err().to_string();
    assert!(error.contains("gmtOffSetMilliseconds is not an integer"), "{error}");
    let error = convert(&QuoteType::new("OTHER"), reply(json!(0))).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "ACME""#), "{error}");
}
