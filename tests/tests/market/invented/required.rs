//! Replies that can be read and lack what makes them data: errors, each with the path of what is missing. One row of many
//! that cannot be read fails alone, and a note names it.

use serde_json::{Value, json};
use virtual_finance::notes::SkippedRows;
use virtual_finance::request::Endpoint;
use virtual_finance::{Index, Options, Quote, Screener, ScreenerName};
use virtual_finance_tests::{convert, converted, page, unread};

use super::summary;

fn lacks<E: Endpoint>(request: &E, reply: &str, missing: &str) {
    let error = converted(request, &[reply.to_owned()]).map(drop).unwrap_err();
    assert_eq!((error.status(), error.message()), (422, ""), "{reply}");
    assert!(error.to_string().contains(missing), "{missing}: {error}");
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

fn skipped(notes: &virtual_finance::notes::Notes) -> String {
    SkippedRows(unread(notes)).to_string()
}
