//! MarketTime.

use serde_json::{Value, json};

use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/market/gramistella-yfinance-rs__profile_html_AAPL.html--23-v6_finance_markettime_AAPL.json", "en-US", Gives(&[("/timezone", 4)])),
    ("further/market/gramistella-yfinance-rs__profile_html_AAPL.html--26-v6_finance_quote_marketSummary_AAPL.json", "en-US", Says("finance is missing")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("market-time", &["further/market"], CASES, expected);
}

/// Times that were worked out by hand.
fn expected(_: &Value, _: &str) -> Value {
    json!({
        "name": "U.S. markets", "status": "open", "open": 1_761_744_600, "close": 1_761_768_000, "time": 1_761_755_818,
        "message": "U.S. markets close in 3 hours 24 minutes",
        "timezone": {"name": "America/New_York", "short": "EDT", "gmtOffset": -14400, "dst": true},
    })
}
