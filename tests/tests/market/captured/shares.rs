//! Shares.

use serde_json::{Value, json};

use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_shares_out_aapl.json", "AAPL", Gives(&[("/shares", 63)])),
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_shares_out_aapl.json", "MSFT", Says("is about \"AAPL\"")),
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_valuation_quarterly_unknown.json", "AAPL", Says("is about \"ZZZZNOTREAL\"")),
    ("further/shares_valuation/gramistella-yfinance-rs__profile_html_AAPL.html--18-ws_fundamentals-timeseries_v1_finance_timeseries_AAPL.json", "AAPL", Says("timeseries.result[0].shares_out is missing")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("shares", &["further/shares_valuation"], CASES, expected);
}

/// Figures that were read off the reply by eye: a day has two counts, in the host's order.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[0].0) else { return };
    let found = converted("shares", "AAPL", &reply).unwrap();
    assert_eq!(found["shares"][1], json!({"date": 1_744_243_200, "shares": 15_022_100_480_i64}));
    assert_eq!(found["shares"][2], json!({"date": 1_744_243_200, "shares": 15_687_100_416_i64}));
}

fn expected(reply: &Value, asked: &str) -> Value {
    let result = &reply["timeseries"]["result"][0];
    let (times, counts) = (result["timestamp"].as_array().unwrap(), result["shares_out"].as_array().unwrap());
    let rows = times.iter().zip(counts).map(|(time, count)| json!({"date": time, "shares": count}));
    json!({"ticker": asked, "shares": rows.collect::<Vec<_>>()})
}
