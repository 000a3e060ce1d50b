//! The number of shares over time.

use serde_json::{Value, json};
use virtual_finance::Shares;
use virtual_finance::request::Request as _;
use virtual_finance_tests::{NOW, convert};

fn reply(entry: &Value) -> String {
    json!({"timeseries": {"result": [entry], "error": null}}).to_string()
}

/// A day with two counts keeps both, a whole count is an integer, and a null stays.
#[test]
fn counts_are_those_of_the_host() {
    let found = reply(&json!({
        "meta": {"symbol": ["ACME"], "type": ["shares_out"]},
        "timestamp": [86400, 86400, 172_800], "shares_out": [7, 1.5e10, null],
    }));
    assert_eq!(
        convert(&Shares::new("acme"), found).unwrap(),
        json!({
            "ticker": "acme",
            "shares": [
                {"date": 86400, "shares": 7},
                {"date": 86400, "shares": 15_000_000_000_i64},
                {"date": 172_800, "shares": null},
            ]
        })
    );
}

#[test]
fn no_count_in_the_span_is_no_error_but_another_company_is() {
    let none = reply(&json!({"meta": {"symbol": ["ACME"], "type": ["shares_out"]}}));
    assert_eq!(convert(&Shares::new("ACME"), &none).unwrap(), json!({"ticker": "ACME", "shares": []}));
    let error = convert(&Shares::new("OTHER"), none).unwrap_err().to_string();
    assert!(error.contains(r#"the reply is about "ACME""#), "{error}");
}

#[test]
fn a_span_is_18_months_up_to_now() {
    const MONTHS: i64 = 548 * 86400;
    let query = |request: &Shares| {
        let query = request.query(NOW.into());
        query.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
    };
    let usual = Shares::new("ACME");
    assert_eq!(query(&usual), format!("period1={}&period2={NOW}", NOW - MONTHS));
    let since = Shares::new("ACME").start(virtual_finance::DateTime::from(1_000_000_000));
    assert_eq!(query(&since), format!("period1=1000000000&period2={NOW}"));
}
