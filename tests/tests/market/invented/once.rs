//! Rows that are there twice, that are not in order, or whose time cannot be; those of bars are beside this.

use serde_json::{Value, json};
use virtual_finance::{
    CustomScreener, EventCalendar, EventCalendarKind, News, Options, Screener, ScreenerName, ScreenerQuery,
};
use virtual_finance_tests::convert;

use super::bars::read;

fn finance(result: &Value) -> Value {
    json!({"finance": {"result": result, "error": null}})
}

/// Returns the contracts of a chain of 2024-07-19 of a ticker, by the side, and what was skipped.
fn contracts(ticker: &str, calls: &Value, puts: &Value) -> (Value, String) {
    let chain = json!({"expirationDate": EXPIRATION, "hasMiniOptions": false, "calls": calls, "puts": puts});
    let result = json!({"underlyingSymbol": ticker, "expirationDates": [EXPIRATION], "strikes": [],
        "hasMiniOptions": false, "options": [chain]});
    let reply = json!({"optionChain": {"result": [result], "error": null}});
    let (found, note) = read(&Options::new(ticker), &reply);
    let names = |side: &str| {
        let contracts =
            found.pointer(&format!("/options/0/{side}")).and_then(Value::as_array).unwrap().iter();
        contracts.map(|contract| contract.get("contractSymbol").cloned()).collect::<Option<Value>>()
    };
    (json!([names("calls"), names("puts")]), note)
}

/// 2024-07-19.
const EXPIRATION: i64 = 1_721_347_200;

fn contract(symbol: &str) -> Value {
    let thousandths =
        symbol.split_at_checked(symbol.len().saturating_sub(8)).and_then(|(_, end)| end.parse().ok());
    let strike = thousandths.map_or(100, |thousandths: u64| thousandths / 1000);
    json!({"contractSymbol": symbol, "strike": strike, "expiration": EXPIRATION})
}

/// Symbols of adjusted contracts, of weekly ones of an index, of shares with a class, and of another form.
#[test]
fn roots_that_are_not_the_ticker_are_no_others() {
    for (ticker, symbol) in [
        ("IBM", "IBM1240719C00100000"),
        ("^SPX", "SPXW240719C05000000"),
        ("^SPX", "SPX240719C05000000"),
        ("BRK-B", "BRKB240719C00400000"),
        ("ibm", "IBM240719C00100000"),
        ("IBM", "C"),
        ("IBM", "240719C00100000"),
    ] {
        let (found, note) = contracts(ticker, &json!([contract(symbol)]), &json!([]));
        assert_eq!((found, &*note), (json!([[symbol], []]), ""), "{ticker}");
    }
}

/// The host counts what it does not give.
#[test]
fn no_rows_of_some_are_told() {
    let result = |name: Option<&str>| {
        let name = name.map_or(Value::Null, Value::from);
        finance(&json!([{"start": 0, "count": 0, "total": 76, "canonicalName": name, "quotes": []}]))
    };
    let table = |rows: Value| {
        let columns = ["ticker", "startdatetime"].map(|id| json!({"id": id, "type": "STRING"}));
        let document = json!({"entityIdType": "splits", "columns": columns, "rows": rows});
        finance(&json!([{"total": 76, "documents": [document]}]))
    };
    let query = "region = us".parse::<ScreenerQuery>().unwrap();
    for (found, note) in [
        read(&Screener::new(ScreenerName::DayGainers), &result(Some("day_gainers"))),
        read(&CustomScreener::new(query), &result(None)),
    ] {
        let expected = r#""finance.result[0].quotes", as it is empty, and the host counts 76"#;
        assert_eq!((&found["rows"], &*note), (&json!([]), expected));
    }
    let splits = EventCalendar::new(EventCalendarKind::Splits);
    let error = convert(&splits, table(json!([])).to_string()).unwrap_err().to_string();
    let expected = "finance.result[0].documents[0].rows cannot be read: it is empty, and the host counts 76";
    assert!(error.contains(expected), "{error}");
}

#[test]
fn a_time_of_another_type_costs_its_story() {
    let story = |time: Value| json!({"id": "1", "content": {"id": "1", "title": "t", "pubDate": time}});
    let other = json!({"id": "2", "content": {"id": "2", "title": "u", "pubDate": "2024-07-02T20:00:00Z"}});
    for odd in [json!(1_719_950_400), json!(true), json!("yesterday"), json!("0001-01-01T00:00:00Z")] {
        let stream = json!({"data": {"tickerStream": {"stream": [story(odd), other]}}});
        let (found, note) = read(&News::new("IBM"), &stream);
        assert_eq!(found["news"].as_array().unwrap().len(), 1);
        assert!(note.contains("its pubDate is no date and time"), "{note}");
    }
}
