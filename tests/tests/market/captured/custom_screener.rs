//! CustomScreener.

use serde_json::Value;

use super::verdict::Verdict::Says;
use super::verdict::{Case, check};

/// No reply with rows was captured.
#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/custom_screener/dimazigel-yfinance-java__screener-custom_invalid_field.json", "region = us", Says("the host cannot read the query")),
    ("further/custom_screener/dimazigel-yfinance-java__screener-predefined_unknown.json", "region = us", Says("No screener records found")),
    // Research reports, which the same service has.
    ("further/custom_screener/gramistella-yfinance-rs__profile_html_AAPL.html--20-ws_screeners_v1_finance_screener_AAPL.json", "region = us", Says("finance.result[0].quotes")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("custom-screener", &["further/custom_screener"], CASES, |_, _| Value::Null);
}
