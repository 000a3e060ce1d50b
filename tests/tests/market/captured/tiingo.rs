//! Captured replies of Tiingo as histories.

use serde_json::{Value, json};

use super::verdict::captured;

const GOOGL: &str = "sources/api.tiingo.com/daily_GOOGL_prices_format_json_resampleFreq_";

fn reply(file: &str) -> Option<Vec<Value>> {
    Some(serde_json::from_slice(&captured(&format!("{GOOGL}{file}.json"))?).unwrap())
}

/// The host of the market has 26.4775 and 25.973 for these days, since one share became 20 in 2022.
#[test]
fn days_of_2015_have_the_prices_of_the_market() {
    let Some(mut days) = reply("daily_startDate_2015_01_01_endDate_2015_01_05") else { return };
    days.push(json!({"date": "2022-07-18T00:00:00.000Z", "close": 109.5, "splitFactor": 20.0}));
    let request = virtual_finance::History::new("GOOGL").range(virtual_finance::Range::Max);
    let found = virtual_finance_tests::convert(&request, json!(days).to_string()).unwrap();
    let bars = &found["ohlcdata"];
    assert_eq!(bars["timestamp"], json!([1_420_209_000, 1_420_468_200, 1_658_151_000]));
    let closes: Vec<f64> = bars["close"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
    for (close, expected) in closes.iter().zip([26.4775, 25.973, 109.5]) {
        assert!((close - expected).abs() < 1e-9, "{closes:?}");
    }
    assert_eq!(bars["volume"], json!([26_557_400, 41_182_380, null]));
    assert_eq!(found["splits"][0]["splitRatio"], json!("20:1"));
}

#[test]
fn other_replies_of_days() {
    for (file, expected) in [
        ("daily", Ok(1)),
        ("weekly_startDate_2018_01_05_endDate_2018_01_19", Ok(3)),
        ("daily_columns_open_high_low_close_volume", Ok(1)),
        ("daily_columns_volume", Err("none of the 1 bars has a price")),
    ] {
        let Some(days) = reply(file) else { return };
        let request = virtual_finance::History::new("GOOGL").range(virtual_finance::Range::Max);
        let found = virtual_finance_tests::convert(&request, json!(days).to_string());
        match (found, expected) {
            (Ok(found), Ok(rows)) => assert_eq!(found["ohlcdata"]["close"].as_array().unwrap().len(), rows),
            (Err(error), Err(words)) => assert!(error.to_string().contains(words), "{error}"),
            (found, _) => panic!("{file}: {found:?}"),
        }
    }
}
