//! Lookup.

use serde_json::{Value, json};

use super::plain::{named, replace, rows};
use super::verdict::Verdict::Gives;
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/lookup/timurhankaya-yfinance-terminal__lookup_BTC_all.cut.json", "BTC", Gives(&[("/instruments", 9), ("/totals", 9)])),
    ("further/lookup/timurhankaya-yfinance-terminal__lookup_zzzqqxnope.json", "zzzqqxnope", Gives(&[("/instruments", 0)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("lookup", &["further/lookup"], CASES, expected);
}

/// Figures that were read off the reply by eye: the change is in percent.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[0].0) else { return };
    let found = converted("lookup", "BTC", &reply).unwrap();
    let future = &found["instruments"][0];
    assert_eq!(future["quoteType"], json!("FUTURE"));
    assert_eq!([&future["price"], &future["change"]], [&json!(79860.0), &json!(-195.0)]);
    assert_eq!(future["changePercent"], json!(-0.243_582_531_809_806_82));
    assert_eq!(found["instruments"][6].get("name"), None);
    assert_eq!([&found["total"], &found["totals"]["all"]], [&json!(500), &json!(503)]);
}

fn expected(reply: &Value, _: &str) -> Value {
    const NAMES: [(&str, &str); 4] = [
        ("shortName", "name"),
        ("regularMarketPrice", "price"),
        ("regularMarketChange", "change"),
        ("regularMarketPercentChange", "changePercent"),
    ];
    let page = &reply["finance"]["result"][0];
    let instruments = rows(&page["documents"], |row| {
        let mut row = named(row, &NAMES);
        replace(&mut row, "quoteType", |kind| kind.as_str().unwrap().to_uppercase().into());
        row
    });
    json!({
        "start": page["start"], "total": page["total"], "totals": page["lookupTotals"], "instruments": instruments,
    })
}
