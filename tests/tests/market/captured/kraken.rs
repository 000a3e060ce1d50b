//! Captured replies of Kraken as histories.

use serde_json::{Value, json};
use virtual_finance::notes::Differences;
use virtual_finance::{History, Interval, Range};
use virtual_finance_tests::{convert, converted};

use super::verdict::captured;

#[test]
fn minutes_of_2017() {
    let Some(reply) = captured("sources/api.kraken.com/ohlc.json") else { return };
    let request = History::new("BTC-USD").range(Range::Max).interval(Interval::OneMinute);
    let found = converted(&request, &[String::from_utf8(reply).unwrap()]).unwrap();
    let bars = serde_json::to_value(&found.response.ohlcdata).unwrap();
    let ends = |name: &str| {
        let list = bars[name].as_array().unwrap();
        assert_eq!(list.len(), 720, "{name}");
        [list[0].clone(), list[719].clone()]
    };
    assert_eq!(ends("timestamp"), [json!(1_502_402_520), json!(1_502_445_660)]);
    assert_eq!(ends("open"), [json!(3449.992), json!(3531.999)]);
    assert_eq!(ends("high"), [json!(3449.999), json!(3534.099)]);
    assert_eq!(ends("low"), [json!(3449.992), json!(3531.999)]);
    assert_eq!(ends("close"), [json!(3449.999), json!(3534.099)]);
    assert_eq!(ends("volume"), [json!(1.012), json!(0.364_375_16)]);
    assert!(found.notes.get::<Differences>().unwrap().to_string().contains("720"));
}

/// Each pair is known by its name in replies, and no other one is.
#[test]
fn names_of_pairs() {
    let Some(reply) = captured("sources/api.kraken.com/assetpairs.json") else { return };
    let pairs: Value = serde_json::from_slice(&reply).unwrap();
    let pairs: Vec<(&str, String)> = pairs["result"]
        .as_object()
        .unwrap()
        .iter()
        .filter_map(|(name, pair)| {
            let shown = pair["wsname"].as_str()?.replace('/', "-");
            Some((name.as_str(), shown.replace("XBT", "BTC").replace("XDG", "DOGE")))
        })
        .collect();
    assert!(pairs.len() > 50);
    for (name, _) in &pairs {
        let reply =
            json!({"error": [], "result": {*name: [[1, "1", "1", "1", "1", "1", "1", 1]]}}).to_string();
        for (other, ticker) in &pairs {
            let found = convert(&History::new(ticker).range(Range::Max), reply.clone());
            assert_eq!(found.is_ok(), name == other, "{ticker} {name}: {found:?}");
        }
    }
}
