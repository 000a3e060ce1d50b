//! MarketSummary.

use serde_json::{Value, json};

use super::plain::bare;
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/market/gramistella-yfinance-rs__profile_html_AAPL.html--23-v6_finance_markettime_AAPL.json", "US", Says("marketSummaryResponse is missing")),
    ("further/market/gramistella-yfinance-rs__profile_html_AAPL.html--26-v6_finance_quote_marketSummary_AAPL.json", "US", Gives(&[("/quotes", 6)])),
    ("quote/yfinance-rs__2025-10_embedded_marketSummary_QQQ.json", "US", Gives(&[("/quotes", 6)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("market-summary", &["further/market"], CASES, expected);
}

/// Figures that were read off the reply by eye: a change in percent.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[1].0) else { return };
    let found = converted("market-summary", "US", &reply).unwrap();
    let index = &found["quotes"][0];
    assert_eq!([&index["symbol"], &index["regularMarketPrice"]], [&json!("^GSPC"), &json!(6906.81)]);
    assert_eq!(index["regularMarketChangePercent"], json!(0.231_033_22));
    assert_eq!(index["regularMarketTime"], json!(1_761_755_819));
}

fn expected(reply: &Value, _: &str) -> Value {
    json!({"quotes": bare(&reply["marketSummaryResponse"]["result"])})
}
