//! Valuation.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::plain::{bare, whole};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_shares_out_aapl.json", "AAPL", Says("no valuation of any period")),
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_valuation_quarterly_unknown.json", "ZZZZNOTREAL", Says("no valuation of any period")),
    ("further/shares_valuation/dimazigel-yfinance-java__timeseries_valuation_quarterly_unknown.json", "AAPL", Says("is about \"ZZZZNOTREAL\"")),
    ("further/shares_valuation/gramistella-yfinance-rs__profile_html_AAPL.html--18-ws_fundamentals-timeseries_v1_finance_timeseries_AAPL.json", "AAPL", Gives(&[("/quarterly", 1), ("/trailing", 3), ("/annual", 0), ("/monthly", 0), ("/current", 11)])),
];

/// The page that carries the last of them.
const PAGE: &str = "profile/yfinance-rs__2025-10_profile_html_AAPL.html";

#[test]
fn every_reply_has_a_verdict() {
    check("valuation", &["further/shares_valuation"], CASES, expected);
}

#[test]
fn a_page_gives_what_the_service_gives() {
    let Some(page) = captured(PAGE) else { return };
    let service = converted("valuation", "AAPL", &captured(CASES[3].0).unwrap());
    assert_eq!(converted("valuation", "aapl", &page).unwrap()["trailing"], service.unwrap()["trailing"]);
    let said = converted("valuation", "MSFT", &page).unwrap_err();
    assert!(said.contains("the valuation of the page is missing"), "{said}");
}

/// Figures that were read off the reply by eye: a ratio of the day before beside the newest value.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[3].0) else { return };
    let current = &converted("valuation", "AAPL", &reply).unwrap()["current"];
    assert_eq!(current["date"], json!(1_759_449_600));
    assert_eq!(current["marketCap"], json!(3_815_909_480_700_i64));
    assert_eq!(current["currency"], json!("USD"));
    assert_eq!(current["peRatio"], json!(39.018_209));
}

fn expected(reply: &Value, asked: &str) -> Value {
    let mut periods = BTreeMap::<&str, BTreeMap<i64, Map<String, Value>>>::new();
    for entry in reply["timeseries"]["result"].as_array().unwrap() {
        let name = entry["meta"]["type"][0].as_str().unwrap();
        let at = name.find(char::is_uppercase).unwrap();
        let (period, measure) = name.split_at(at);
        let is_money = ["MarketCap", "EnterpriseValue"].contains(&measure);
        let points = entry[name].as_array().into_iter().flatten();
        for (time, point) in entry["timestamp"].as_array().into_iter().flatten().zip(points) {
            let row = periods.entry(period).or_default().entry(time.as_i64().unwrap()).or_default();
            row.insert("date".into(), time.clone());
            let figure = bare(&point["reportedValue"]);
            let own = measure.replacen(char::is_uppercase, &measure[..1].to_lowercase(), 1);
            row.insert(own, if is_money { whole(&figure) } else { figure });
            if is_money {
                row.insert("currency".into(), point["currencyCode"].clone());
            }
        }
    }
    let rows = |period: &str| {
        let rows = periods.get(period).into_iter().flat_map(|rows| rows.values().rev().cloned());
        Value::from(rows.map(Value::from).collect::<Vec<_>>())
    };
    let mut current = Map::new();
    for row in periods.get("trailing").into_iter().flat_map(|rows| rows.values()) {
        row.iter().for_each(|(name, value)| drop(current.insert(name.clone(), value.clone())));
    }
    json!({
        "ticker": asked, "current": current, "quarterly": rows("quarterly"), "annual": rows("annual"),
        "monthly": rows("monthly"), "trailing": rows("trailing"),
    })
}
