//! Similar.

use serde_json::{Value, json};

use super::plain::rows;
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/similar/gadicc-node-yahoo-finance2__recommendationsBySymbol-AAPL-BMW.DE.json", "AAPL,BMW.DE", Gives(&[("/recommendations", 2), ("/unknown", 0)])),
    ("further/similar/gadicc-node-yahoo-finance2__recommendationsBySymbol-AAPL.json", "AAPL", Gives(&[("/recommendations", 1), ("/unknown", 0)])),
    ("further/similar/gadicc-node-yahoo-finance2__recommendationsBySymbol-WSKT.JK.json", "WSKT.JK", Gives(&[("/recommendations", 0), ("/unknown", 1)])),
    ("further/similar/gadicc-node-yahoo-finance2__tests-http-4-7-2021-recommendationsBySymbol-ADH__status404.json", "ADH", Gives(&[("/recommendations", 0), ("/unknown", 1)])),
    ("further/similar/gadicc-node-yahoo-finance2__tests-http-4-7-2021-recommendationsBySymbol-BTC-USD__status404.json", "BTC-USD", Gives(&[("/recommendations", 0), ("/unknown", 1)])),
    ("further/similar/gramistella-yfinance-rs__profile_html_AAPL.html--10-v6_finance_recommendationsbysymbol_AAPL.json", "aapl", Gives(&[("/recommendations", 1)])),
    ("further/similar/gramistella-yfinance-rs__profile_html_AAPL.html--28-xhr_stock-recommender_AAPL.json", "AAPL", Says("finance is missing")),
    ("further/similar/gadicc-node-yahoo-finance2__recommendationsBySymbol-AAPL.json", "MSFT", Says("is about \"AAPL\"")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("similar", &["further/similar"], CASES, expected);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let result = &reply["finance"]["result"];
    let recommendations =
        rows(result, |row| json!({"symbol": row["symbol"], "similar": row["recommendedSymbols"]}));
    let is_known = |symbol: &&str| {
        let mut known = result.as_array().unwrap().iter().map(|row| row["symbol"].as_str().unwrap());
        known.any(|known| known == symbol.to_uppercase())
    };
    let unknown: Vec<&str> = asked.split(',').filter(|symbol| !is_known(symbol)).collect();
    json!({"recommendations": recommendations, "unknown": unknown})
}
