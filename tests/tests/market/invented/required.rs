//! Replies that can be read and lack what makes them data: errors, each with the path of what is missing. One row of many
//! that cannot be read fails alone, and a note names it.

use serde_json::{Value, json};
use virtual_finance::notes::{MissingQuotes, SkippedRows};
use virtual_finance::request::Endpoint;
use virtual_finance::{History, Index, Options, Quote, Screener, ScreenerName};
use virtual_finance_tests::{convert, converted, page, unread};

use super::summary;

/// Checks that a reply fails and that the message names what is missing.
fn lacks<E: Endpoint>(request: &E, reply: &str, missing: &str) {
    let error = converted(request, &[reply.to_owned()]).map(drop).unwrap_err();
    assert_eq!((error.status(), error.message()), (422, ""), "{reply}");
    assert!(error.to_string().contains(missing), "{missing}: {error}");
}

fn chart(members: &Value) -> String {
    let mut chart = json!({"meta": {"symbol": "ACME"}});
    chart.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
    json!({"chart": {"result": [chart], "error": null}}).to_string()
}

#[test]
fn bars_without_any_price_are_an_error() {
    let bars =
        |quote: Value| json!({"timestamp": [1, 2], "indicators": {"quote": [quote], "adjclose": [{}]}});
    let request = History::new("ACME");
    for quote in [
        json!({}),
        json!({"volume": [7, 8]}),
        json!({"open": [null, null], "close": [null, "Infinity"], "volume": [7, 8]}),
    ] {
        lacks(
            &request,
            &chart(&bars(quote)),
            "none of the 2 bars has a price; ask for another range or interval",
        );
    }
    // One price is enough, and a day without trades has no bars.
    assert!(convert(&request, chart(&bars(json!({"close": [null, 4.25]})))).is_ok());
    assert!(convert(&request, chart(&json!({"timestamp": [], "indicators": {}}))).is_ok());
}

#[test]
fn a_dividend_without_amount_and_a_split_without_numbers_are_left_out() {
    let read = |events: Value| {
        let found = converted(&History::new("ACME"), &[chart(&json!({"indicators": {}, "events": events}))]);
        let found = found.unwrap();
        let note = SkippedRows(unread(&found.notes)).to_string();
        (json!(found.response.dividends), json!(found.response.splits), note)
    };
    let whole = json!({"amount": 0, "date": 30});
    for amount in [json!({"date": 60}), json!({"date": 60, "amount": null})] {
        let (dividends, _, note) = read(json!({"dividends": {"30": whole, "60": amount}}));
        assert_eq!(dividends, json!([whole]));
        assert_eq!(note, "\"chart.result[0].events.dividends.60\", as its amount is missing");
    }
    for split in
        [json!({"date": 60, "splitRatio": "4:1"}), json!({"date": 60, "numerator": 4, "denominator": null})]
    {
        let (_, splits, note) = read(json!({"splits": {"60": split}}));
        assert_eq!(splits, json!([]));
        assert!(note.ends_with(".splits.60\", as its numerator or its denominator is missing"), "{note}");
    }
}

fn options(chain: &Value) -> String {
    let result = json!({
        "underlyingSymbol": "ACME", "expirationDates": [60], "strikes": [], "hasMiniOptions": false, "options": [chain]
    });
    json!({"optionChain": {"result": [result], "error": null}}).to_string()
}

#[test]
fn a_chain_without_calls_and_puts_is_an_error() {
    let request = Options::new("ACME");
    const CHAIN: &str = "optionChain.result[0].options[0]";
    for chain in [json!({"expirationDate": 60}), json!({"calls": null, "puts": null})] {
        lacks(&request, &options(&chain), &format!("{CHAIN}.calls is missing"));
    }
    let good = json!({"contractSymbol": "C1", "strike": 75});
    let lacks_strike = "\"C2\", as its strike is missing".to_owned();
    for (bad, name) in [
        (json!({"strike": 80}), None),
        (json!({"contractSymbol": "", "strike": 80}), None),
        (json!({"contractSymbol": "C2"}), Some(&lacks_strike)),
        (json!({"contractSymbol": "C2", "strike": null}), Some(&lacks_strike)),
        (json!(7), None),
    ] {
        for (side, other) in [("calls", "puts"), ("puts", "calls")] {
            let found = converted(&request, &[options(&json!({side: [good, bad], other: []}))]).unwrap();
            assert_eq!(json!(found.response)["options"][0][side], json!([good]));
            let lacks_symbol = format!("\"{CHAIN}.{side}[1]\", as its contractSymbol is missing");
            assert_eq!(skipped(&found.notes), *name.unwrap_or(&lacks_symbol));
            let none = format!("{CHAIN}.{side} cannot be read: none of its rows can be read; the first is");
            lacks(&request, &options(&json!({side: [bad]})), &none);
        }
    }
    // One side is a chain, with a note about the other.
    for (side, other) in [("calls", "puts"), ("puts", "calls")] {
        for chain in [json!({side: [good]}), json!({side: [good], other: null})] {
            let found = converted(&request, &[options(&chain)]).unwrap();
            assert_eq!(json!(found.response)["options"], json!([chain]));
            assert_eq!(skipped(&found.notes), format!("\"{CHAIN}.{other}\", as it is missing"));
        }
    }
    // An expiration without a chain is no empty chain.
    let none = options(&Value::Null).replace("[null]", "[]");
    lacks(&request, &none, &format!("{CHAIN} is missing"));
    // Both may be empty.
    let chain = json!({"expirationDate": 60, "newer": [1.5], "calls": [], "puts": [good]});
    assert_eq!(convert(&request, options(&chain)).unwrap()["options"], json!([chain]));
}

fn quotes(rows: &[Value]) -> String {
    json!({"quoteResponse": {"result": rows, "error": null}}).to_string()
}

fn service(rows: &[Value]) -> String {
    json!({"finance": {"result": [{"canonicalName": "DAY_GAINERS", "quotes": rows, "total": 9}], "error": null}}).to_string()
}

fn store(rows: &[Value]) -> String {
    let results = json!({"rows": rows, "columns": [], "total": 9, "filters": {}});
    page("ScreenerResultsStore", &format!(r#"{{"results":{results}}}"#))
}

#[test]
fn a_row_without_symbol_is_left_out() {
    let good = json!({"symbol": "ACME", "regularMarketPrice": 4.25});
    let formatted = json!({"symbol": "ACME", "regularMarketPrice": {"raw": 4.25, "fmt": "4.25"}});
    let screener = Screener::new(ScreenerName::DayGainers);
    let names_components = summary(r#""components":{"components":["ACME"]}"#);
    for bad in
        [json!({"longName": "Acme"}), json!({"symbol": null}), json!({"symbol": ""}), json!({"symbol": 7})]
    {
        let rows = [good.clone(), bad.clone()];
        let reply = converted(&Quote::new(["ACME"]), &[quotes(&rows)]).unwrap();
        assert_eq!(json!(reply.response), json!({"quotes": [good], "unknown": []}));
        assert_eq!(skipped(&reply.notes), r#""quoteResponse.result[1]", as its symbol is missing"#);
        let reply = converted(&Index::new("^ACME"), &[names_components.clone(), quotes(&rows)]).unwrap();
        assert_eq!(json!(reply.response)["Symbol"], json!({"0": "ACME"}));
        assert_eq!(skipped(&reply.notes), r#""quoteResponse.result[1]", as its symbol is missing"#);
        let expected = json!([formatted]);
        for (rows, path) in [
            (service(&rows), "finance.result[0].quotes"),
            (store(&[formatted.clone(), bad]), "ScreenerResultsStore.results.rows"),
        ] {
            let reply = converted(&screener, &[rows]).unwrap();
            assert_eq!(json!(reply.response)["rows"], expected);
            assert_eq!(skipped(&reply.notes), format!("\"{path}[1]\", as its symbol is missing"));
        }
    }
}

/// Returns the names of the rows that a note names, with their reasons.
fn skipped(notes: &virtual_finance::notes::Notes) -> String {
    SkippedRows(unread(notes)).to_string()
}

#[test]
fn a_row_that_cannot_be_read_fails_alone_and_is_named() {
    let good = json!({"symbol": "ACME", "regularMarketPrice": 4.25});
    let bad = json!({"symbol": "ODD", "longName": "Odd", "regularMarketPrice": "n/a"});
    const NOTE: &str = r#""ODD", as its regularMarketPrice is of another type"#;

    let request = Quote::new(["ODD", "ACME"]);
    let reply = converted(&request, &[quotes(&[bad.clone(), good.clone()])]).unwrap();
    assert_eq!(json!(reply.response), json!({"quotes": [good], "unknown": ["ODD"]}));
    assert_eq!(skipped(&reply.notes), NOTE);
    // It is about what was asked for, as any other row.
    lacks(&Quote::new(["ACME"]), &quotes(&[bad.clone(), good.clone()]), r#"the reply is about "ODD""#);

    let screener = Screener::new(ScreenerName::DayGainers);
    let bad_cell = json!({"symbol": "ODD", "longName": 7});
    let formatted = json!({"symbol": "ACME", "regularMarketPrice": {"raw": 4.25, "fmt": "4.25"}});
    let bad_store = json!({"symbol": "ODD", "regularMarketPrice": {"raw": "n/a"}});
    for (reply, note) in [
        (service(&[good.clone(), bad_cell]), r#""ODD", as its longName is of another type"#),
        (store(&[formatted.clone(), bad_store]), NOTE),
    ] {
        let reply = converted(&screener, &[reply]).unwrap();
        assert_eq!(json!(reply.response.rows), json!([formatted]));
        assert_eq!(skipped(&reply.notes), note);
    }

    let contract = json!({"contractSymbol": "C1", "strike": 75});
    let odd = json!({"contractSymbol": "C2", "strike": 80, "bid": "n/a"});
    let reply = options(&json!({"calls": [odd, contract], "puts": []}));
    let reply = converted(&Options::new("ACME"), &[reply]).unwrap();
    assert_eq!(json!(reply.response.options), json!([{"calls": [contract], "puts": []}]));
    assert_eq!(skipped(&reply.notes), r#""C2", as its bid is of another type"#);
}

#[test]
fn a_component_whose_quote_cannot_be_read_keeps_its_row() {
    let components = summary(r#""components":{"components":["ODD","ACME","GONE"]}"#);
    let good = json!({"symbol": "ACME", "longName": "Acme", "regularMarketPrice": 4.25});
    let bad =
        json!({"symbol": "ODD", "longName": "Odd", "regularMarketPrice": 7, "regularMarketVolume": "n/a"});
    let reply = converted(&Index::new("^ACME"), &[components, quotes(&[good, bad.clone()])]).unwrap();
    assert_eq!(
        json!(reply.response),
        json!({
            "Symbol": {"0": "ODD", "1": "ACME", "2": "GONE"},
            "Company Name": {"0": "", "1": "Acme", "2": ""},
            "Last Price": {"0": null, "1": 4.25, "2": null},
            "Change": {"0": null, "1": null, "2": null},
            "% Change": {"0": "", "1": "", "2": ""},
            "Volume": {"0": null, "1": null, "2": null}
        })
    );
    assert_eq!(skipped(&reply.notes), r#""ODD", as its regularMarketVolume is of another type"#);
    assert_eq!(reply.notes.get(), Some(&MissingQuotes(vec!["GONE".to_owned()])));
    lacks(
        &Index::new("^ACME"),
        &quotes(&[bad]),
        "quoteResponse.result cannot be read: none of its rows can be read",
    );
}

#[test]
fn rows_none_of_which_can_be_read_are_an_error() {
    let bad = json!({"symbol": "ODD", "regularMarketPrice": "n/a"});
    lacks(
        &Quote::new(["ODD"]),
        &quotes(&[bad]),
        "quoteResponse.result cannot be read: none of its rows can be read; the first is \"ODD\", as its \
         regularMarketPrice is of another type",
    );
}
