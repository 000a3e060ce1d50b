//! The value of a company over time.

use serde_json::{Value, json};
use virtual_finance::Valuation;
use virtual_finance_tests::{convert, script_page};

fn entry(name: &str, points: &[(&str, Value)]) -> Value {
    let codes = [("annual", "12M"), ("quarterly", "3M"), ("monthly", "1M"), ("trailing", "TTM")];
    let code = codes.into_iter().find_map(|(prefix, code)| name.starts_with(prefix).then_some(code)).unwrap();
    let points = points.iter().map(|(date, raw)| {
        json!({"asOfDate": date, "periodType": code, "currencyCode": "EUR", "reportedValue": {"raw": raw, "fmt": "x"}})
    });
    json!({"meta": {"symbol": ["ACME"], "type": [name]}, name: points.collect::<Vec<_>>()})
}

fn reply(entries: &[Value]) -> String {
    json!({"timeseries": {"result": entries, "error": null}}).to_string()
}

/// 1970-01-02 and the two days after it.
const DAYS: [&str; 3] = ["1970-01-02", "1970-01-03", "1970-01-04"];
const DAY: i64 = 86_400;

/// A page carries replies about others, and replies of other series of its own.
#[test]
fn a_page_has_the_valuation_in_a_script() {
    const PATH: &str = "/ws/fundamentals-timeseries/v1/finance/timeseries";
    let own = reply(&[entry("quarterlyPeRatio", &[(DAYS[0], json!(12))])]);
    let other = own.replace("ACME", "OTHER");
    let statements = reply(&[entry("quarterlyNetIncome", &[(DAYS[0], json!(1))])]);
    let address = |ticker: &str, types: &str| format!("{PATH}/{ticker}?type={types}&amp;lang=en-US");
    let addresses = [
        address("OTHER", "quarterlyMarketCap"),
        address("ACME", "quarterlyNetIncome"),
        address("ACME", "quarterlyMarketCap%2CquarterlyPeRatio"),
    ];
    let page = script_page(&[
        (&addresses[0], 200, &other),
        (&addresses[1], 200, &statements),
        (&addresses[2], 200, &own),
    ]);
    let found = convert(&Valuation::new("acme"), &page).unwrap();
    assert_eq!(found["quarterly"], json!([{"date": DAY, "peRatio": 12}]));
    let error = convert(&Valuation::new("NONE"), page).unwrap_err().to_string();
    assert!(error.contains("the valuation of the page is missing"), "{error}");
}
