//! The quotes of several symbols.

use serde_json::{Value, json};
use virtual_finance::Quote;
use virtual_finance_tests::convert;

use super::{UNPROCESSABLE, failed};

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
