//! The quotes of several symbols.

use serde_json::{Value, json};
use virtual_finance::Quote;
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

fn reply(rows: &[Value]) -> String {
    json!({"quoteResponse": {"result": rows, "error": null}}).to_string()
}

/// A symbol that is gone still has a row, without a price. One that has a price is known, whatever it
/// is.
#[test]
fn a_row_of_nothing_is_an_unknown_symbol() {
    let acme = json!({"symbol": "ACME", "quoteType": "EQUITY", "regularMarketPrice": 4.25});
    let gone = json!({"symbol": "GONE", "quoteType": "NONE", "tradeable": false});
    let null = json!({"symbol": "NULL", "quoteType": "NONE", "regularMarketPrice": null});
    let priced = json!({"symbol": "ODD", "quoteType": "NONE", "regularMarketPrice": 1});
    let halted = json!({"symbol": "HALT", "quoteType": "EQUITY"});
    let request = Quote::new(["ACME", "GONE", "NULL", "ODD", "HALT", "NEVER"]);
    assert_eq!(
        convert(&request, reply(&[gone, acme.clone(), null, priced.clone(), halted.clone()])).unwrap(),
        json!({"quotes": [acme, priced, halted], "unknown": ["GONE", "NULL", "NEVER"]})
    );
}

#[test]
fn a_quote_of_another_symbol_is_an_error() {
    let quote = |symbol: &str| json!({"symbol": symbol, "regularMarketPrice": 1});
    let error = convert(&Quote::new(["acme", "B"]), reply(&[quote("ACME"), quote("OTHER")])).unwrap_err();
    assert!(error.to_string().contains(r#"the reply is about "OTHER""#), "{error}");
    assert_eq!(failed(Err(error)), UNPROCESSABLE);
    assert!(convert(&Quote::new(["acme", "B"]), reply(&[quote("ACME"), quote("b")])).is_ok());
    let error = convert(&Quote::new(["ACME"]), reply(&[json!({"regularMarketPrice": 1})])).unwrap_err();
    let words = r#"the first is "quoteResponse.result[0]", as its symbol is missing"#;
    assert!(error.to_string().contains(words), "{error}");
}

#[test]
fn quotes_of_nothing_that_was_asked_for_are_an_error() {
    let gone = json!({"symbol": "GONE", "quoteType": "NONE"});
    for rows in [vec![], vec![gone]] {
        let error = convert(&Quote::new(["GONE", "NEVER"]), reply(&rows)).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"not found (404): the host knows none of "GONE", "NEVER"; check the symbols"#
        );
        assert_eq!(virtual_finance::Error::from(error.clone()).status(), Some(404));
        assert_eq!(failed(Err(error)), UNPROCESSABLE);
    }
}

/// Members that the contract does not name are kept as they are, at a depth at which the result can be read again.
#[test]
fn a_deep_member_can_be_read_again_or_is_refused() {
    let of = |depth: usize, other: &Value| {
        let lists = "[".repeat(depth) + &"]".repeat(depth);
        let row = format!(r#"{{"symbol":"ACME","regularMarketPrice":1,"more":{lists}}}"#);
        let reply = format!(r#"{{"quoteResponse":{{"result":[{row},{other}],"error":null}}}}"#);
        convert(&Quote::new(["ACME", "B"]), reply)
    };
    // A row that cannot be read has the others read one by one, each as a text of its own.
    for other in [json!({"symbol": "B", "regularMarketPrice": 2}), json!({"symbol": "B", "quoteType": 2})] {
        // 4 are around it.
        let written = json!({"ACME": of(96, &other).unwrap()}).to_string();
        let read: Value = serde_json::from_str(&written).unwrap();
        assert!(read["ACME"]["quotes"][0]["more"].is_array());
        for depth in [97, 122, 126] {
            let error = of(depth, &other).unwrap_err();
            assert!(error.to_string().contains("nest more than 100 deep"), "{error}");
            assert_eq!(failed(Err(error)), UNPROCESSABLE);
        }
    }
}
