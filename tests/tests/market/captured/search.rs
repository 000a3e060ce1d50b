//! Search.

use serde_json::{Value, json};

use super::plain::{replace, seconds};
use super::verdict::Verdict::Gives;
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/search/gadicc-node-yahoo-finance2__search-0P000071W8.TO.json", "Apple", Gives(&[("/quotes", 1), ("/companies", 0), ("/news", 4), ("/lists", 4), ("/navigation", 1), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-AAPL.json", "Apple", Gives(&[("/quotes", 6), ("/companies", 1), ("/news", 4), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-BABA.json", "Apple", Gives(&[("/quotes", 5), ("/companies", 2), ("/news", 4), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-BTC-USD.json", "Apple", Gives(&[("/quotes", 6), ("/companies", 0), ("/news", 4), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-Bayerische-Motoren-Werke-AG.json", "Apple", Gives(&[("/quotes", 6), ("/companies", 0), ("/news", 4), ("/lists", 2), ("/navigation", 1), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-EURUSD=X.json", "Apple", Gives(&[("/quotes", 1), ("/companies", 0), ("/news", 4), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-GC=F.json", "Apple", Gives(&[("/quotes", 6), ("/companies", 0), ("/news", 4), ("/lists", 4), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-NO0010123060.json", "Apple", Gives(&[("/quotes", 0), ("/companies", 0), ("/news", 0), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gadicc-node-yahoo-finance2__search-WSKT.JK.json", "Apple", Gives(&[("/quotes", 0), ("/companies", 0), ("/news", 4), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/gramistella-yfinance-rs__search_v1_apple.json", "Apple", Gives(&[("/quotes", 7), ("/companies", 0), ("/news", 0), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/oozoofrog-SwiftYFinance__search-aapl.json", "Apple", Gives(&[("/quotes", 7), ("/companies", 0), ("/news", 8), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
    ("further/search/timurhankaya-yfinance-terminal__search_lists_two_shapes.cut.json", "Apple", Gives(&[("/quotes", 5), ("/companies", 2), ("/news", 1), ("/lists", 3), ("/navigation", 1), ("/reports", 3)])),
    ("further/search/timurhankaya-yfinance-terminal__search_zzzqqxnope.json", "Apple", Gives(&[("/quotes", 0), ("/companies", 0), ("/news", 0), ("/lists", 0), ("/navigation", 0), ("/reports", 0)])),
];

/// The search of news beside those of instruments is the same service.
const NEWS: &str = "further/news/oozoofrog-SwiftYFinance__news-aapl.json";

#[test]
fn every_reply_has_a_verdict() {
    check("search", &["further/search"], CASES, expected);
}

#[test]
fn a_search_of_news_is_one_too() {
    let Some(reply) = captured(NEWS) else { return };
    let found = converted("search", "AAPL", &reply).unwrap();
    assert_eq!(found, expected(&serde_json::from_slice(&reply).unwrap(), "AAPL"));
}

/// Figures that were read off the reply by eye.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[11].0) else { return };
    let found = converted("search", "gold", &reply).unwrap();
    assert_eq!(found["reports"][0]["reportDate"], json!(1_727_260_317));
    assert_eq!(found["news"][0]["providerPublishTime"], json!(1_788_524_538));
    assert_eq!(found["lists"][0]["dailyPercentGain"], json!(-2.667_351_894_958_533_5));
    assert_eq!(found["lists"][1]["canonicalName"], json!("TOP_STOCKS_OWNED_BY_GOLDMAN_SACHS"));
    assert_eq!(found["quotes"][0]["nameChangeDate"], json!("2026-09-04"));
    assert_eq!(found["companies"][1]["name"], json!("Goldcast"));
}

fn expected(reply: &Value, _: &str) -> Value {
    let rows = reply["quotes"].as_array().unwrap();
    let (quotes, companies): (Vec<Value>, Vec<Value>) =
        rows.iter().cloned().partition(|row| row.get("symbol").is_some());
    let reports = reply["researchReports"].as_array().unwrap().iter().cloned().map(|mut report| {
        replace(&mut report, "reportDate", seconds);
        report
    });
    json!({
        "quotes": quotes, "companies": companies, "news": reply["news"], "lists": reply["lists"],
        "navigation": reply["nav"], "reports": reports.collect::<Vec<_>>(),
    })
}
