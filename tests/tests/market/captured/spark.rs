//! Spark.

use serde_json::{Value, json};
use virtual_finance::notes::OutsideSession;
use virtual_finance::{History, Interval, Range, Spark};
use virtual_finance_tests::{convert, converted};

use super::plain::rows;
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/spark/bradjacobs-java-yahoo-finance-api__aapl_spark_5d_v7.json", "AAPL", Says("1d was asked for, and the reply has 5d")),
    ("further/spark/gramistella-yfinance-rs__profile_html_AAPL.html--11-v7_finance_spark_AAPL.json", "AAPL,NOSUCH", Gives(&[("/series", 1), ("/series/0/close", 39), ("/unknown", 1)])),
    ("further/spark/gramistella-yfinance-rs__profile_html_AAPL.html--29-v7_finance_spark_AAPL.json", "^GSPC,^DJI,^IXIC,^RUT,CL=F,GC=F,^VIX", Gives(&[("/series", 7), ("/series/0/close", 38), ("/series/4/close", 144), ("/unknown", 0)])),
    ("further/spark/gramistella-yfinance-rs__profile_html_AAPL.html--29-v7_finance_spark_AAPL.json", "^GSPC,^DJI", Says("is about \"^IXIC\"")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("spark", &["further/spark"], CASES, expected);
}

/// A reply to its own question.
#[test]
fn five_days() {
    let Some(reply) = captured(CASES[0].0) else { return };
    let request = Spark::new(["AAPL"]).range(Range::FiveDays).interval(Interval::OneDay);
    let found = convert(&request, &reply).unwrap();
    assert_eq!(found, expected(&serde_json::from_slice(&reply).unwrap(), "AAPL"));
    assert_eq!(found["series"][0]["close"].as_array().unwrap().len(), 5);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let series = rows(&reply["spark"]["result"], |row| {
        let chart = &row["response"][0];
        json!({
            "symbol": row["symbol"], "meta": chart["meta"], "timestamp": chart["timestamp"],
            "close": chart["indicators"]["quote"][0]["close"],
        })
    });
    let is_known = |symbol: &&str| {
        reply["spark"]["result"].as_array().unwrap().iter().any(|row| row["symbol"] == **symbol)
    };
    let unknown: Vec<&str> = asked.split(',').filter(|symbol| !is_known(symbol)).collect();
    json!({"series": series, "unknown": unknown})
}

/// The sessions that a host names leave bars out of a history: of real charts those alone that begin at the end of the session,
/// which are closing values of indices, and none of futures.
#[test]
fn real_sessions_have_all_real_bars() {
    let files = [CASES[1].0, CASES[2].0, "history/yfinance-rs__2025-10_embedded_spark_indices_VFINX.json"];
    let (mut whole, mut ended) = (0, 0);
    for reply in files.into_iter().filter_map(captured) {
        let reply: Value = serde_json::from_slice(&reply).unwrap();
        for row in reply["spark"]["result"].as_array().unwrap() {
            let chart = json!({"chart": {"result": [row["response"][0]], "error": null}}).to_string();
            let ticker = row["symbol"].as_str().unwrap();
            let request = History::new(ticker).interval(Interval::FiveMinutes).range(Range::OneDay);
            let found = converted(&request, &[chart.as_bytes()]).unwrap();
            let sent = row["response"][0]["timestamp"].as_array().unwrap();
            let kept = found.response.ohlcdata.timestamp;
            let end = row["response"][0]["meta"]["tradingPeriods"][0][0]["end"].as_i64();
            match found.notes.get::<OutsideSession>() {
                None => assert_eq!(kept.len(), sent.len(), "{ticker}"),
                Some(outside) => {
                    assert_eq!(
                        (Some(outside.first), outside.bars, kept.len() + 1),
                        (end, 1, sent.len()),
                        "{ticker}"
                    );
                    ended += 1;
                }
            }
            whole += 1;
        }
    }
    assert!(whole == 0 || (whole, ended) == (15, 5), "{whole} {ended}");
}
