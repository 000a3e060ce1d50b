//! Trending.

use serde_json::{Value, json};

use super::plain::{bare, seconds};
use super::verdict::Verdict::Gives;
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/trending/gadicc-node-yahoo-finance2__trendingSymbols-US.json", "US", Gives(&[("/quotes", 5)])),
    ("further/trending/gramistella-yfinance-rs__profile_html_AAPL.html--35-v1_finance_trending_US_AAPL.json", "US", Gives(&[("/quotes", 25)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("trending", &["further/trending"], CASES, expected);
}

/// Figures that were read off the replies by eye: milliseconds became seconds, and percent stayed percent.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[0].0) else { return };
    assert_eq!(converted("trending", "US", &reply).unwrap()["asOf"], json!(1_740_481_620));
    let found = converted("trending", "US", &captured(CASES[1].0).unwrap()).unwrap();
    assert_eq!(found["quotes"][0]["regularMarketChangePercent"], json!(-40.282_948));
    assert_eq!(found["quotes"][0]["regularMarketTime"], json!(1_761_755_819));
}

fn expected(reply: &Value, asked: &str) -> Value {
    let ranking = &reply["finance"]["result"][0];
    let time = &ranking["jobTimestamp"];
    let time = if *time == json!(0) { Value::Null } else { seconds(time) };
    json!({"region": asked, "asOf": time, "quotes": bare(&ranking["quotes"])})
}
