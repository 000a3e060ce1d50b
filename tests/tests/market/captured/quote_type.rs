//! QuoteType.

use serde_json::Value;

use super::plain::replace;
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/small/Verdenroz-finance-query__currencies.json", "AAPL", Says("the quote type")),
    ("further/small/gramistella-yfinance-rs__fundamentals_api_calendarEvents_META.json", "AAPL", Says("quoteType is missing")),
    ("further/small/gramistella-yfinance-rs__profile_html_AAPL.html--01-v1_finance_quoteType_AAPL.json", "AAPL", Gives(&[("", 14)])),
    ("further/small/gramistella-yfinance-rs__profile_html_AAPL.html--01-v1_finance_quoteType_AAPL.json", "MSFT", Says("is about \"AAPL\"")),
    ("further/small/gramistella-yfinance-rs__profile_html_AAPL.html--09-v2_ratings_top_AAPL.json", "AAPL", Says("quoteType is missing")),
    ("further/small/gramistella-yfinance-rs__profile_html_AAPL.html--21-xhr_earnings-event_AAPL.json", "AAPL", Says("quoteType is missing")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("quote-type", &["further/small"], CASES, expected);
}

fn expected(reply: &Value, _: &str) -> Value {
    let mut row = reply["quoteType"]["result"][0].clone();
    replace(&mut row, "gmtOffSetMilliseconds", |text| text.as_str().unwrap().parse::<i64>().unwrap().into());
    row
}
