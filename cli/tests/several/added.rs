//! Rows that are added to a file: prices that were the latest, and columns that come and go.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{run, stderr};

/// 2024-06-03T13:30:00Z, a Monday.
const MONDAY: i64 = 1_717_421_400;

/// A bar: its time, then open, high, low, close and volume.
type Bar = (i64, [Value; 5]);

fn add(folder: &Path, interval: &str, columns: &str, bars: &[Bar]) -> (Option<i32>, String, String) {
    let column = |index: usize| bars.iter().map(|(_, bar)| bar.get(index).cloned()).collect::<Vec<_>>();
    let times: Vec<i64> = bars.iter().map(|(time, _)| *time).collect();
    let quote = json!([{"open": column(0), "high": column(1), "low": column(2), "close": column(3), "volume": column(4)}]);
    let meta = json!({"symbol": "IBM", "dataGranularity": interval, "exchangeTimezoneName": "America/New_York",
        "gmtoffset": -14_400, "regularMarketTime": times.last()});
    let chart = json!({"meta": meta, "timestamp": times, "indicators": {"quote": quote}});
    added(folder, "history IBM", columns, &json!({"chart": {"result": [chart], "error": null}}))
}

fn added(folder: &Path, request: &str, columns: &str, reply: &Value) -> (Option<i32>, String, String) {
    let (file, saved) = (folder.join("rows.csv"), folder.join("reply.json"));
    fs::write(&saved, reply.to_string()).unwrap();
    let line = format!("convert {request} {} {columns} --append -o {}", saved.display(), file.display());
    let output = run(&line);
    (output.status.code(), stderr(&output), fs::read_to_string(file).unwrap())
}

/// The price of now is a row of its own behind bars of minutes, and no bar.
#[test]
fn a_price_that_was_the_latest_does_not_stay() {
    let folder = tempfile::tempdir().unwrap();
    let bar = |minute: i64| (MONDAY + minute * 60, [10, 11, 9, 10, 100].map(Value::from));
    let now = |seconds: i64| (MONDAY + seconds, [10, 10, 10, 10, 0].map(Value::from));
    add(folder.path(), "5m", "", &[bar(0), bar(5), bar(10), now(611)]);
    add(folder.path(), "5m", "", &[bar(0), bar(5), bar(10), bar(15), now(1_022)]);
    let (_, _, after) = add(folder.path(), "5m", "", &[bar(5), bar(10), bar(15), bar(20), now(1_301)]);
    let times: Vec<&str> = after.lines().skip(1).map(|row| row.split(',').next().unwrap()).collect();
    assert_eq!(
        times,
        ["13:30:00", "13:35:00", "13:40:00", "13:45:00", "13:50:00", "13:51:41"]
            .map(|time| format!("2024-06-03T{time}Z"))
    );
    // A bar that the host has no more is one still.
    let folder = tempfile::tempdir().unwrap();
    add(folder.path(), "5m", "", &[bar(0), bar(5), bar(10)]);
    let (_, _, after) = add(folder.path(), "5m", "", &[bar(0), bar(5), bar(15)]);
    assert_eq!(after.lines().count(), 5, "{after}");
}

/// Some fields of a quote are there at some times of the day only.
#[test]
fn a_file_keeps_its_columns() {
    let folder = tempfile::tempdir().unwrap();
    let quote = |members: Value| {
        let mut row =
            json!({"symbol": "IBM", "quoteType": "EQUITY", "currency": "USD", "regularMarketPrice": 170});
        row.as_object_mut().unwrap().extend(members.as_object().unwrap().clone());
        added(folder.path(), "quote IBM", "", &json!({"quoteResponse": {"result": [row], "error": null}}))
    };
    quote(json!({"longName": "A, \"B\"", "priceHint": 2}));
    let (code, told, _) = quote(json!({"longName": "A, \"B\"", "priceHint": 2, "postMarketPrice": 171}));
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("rows.csv has no column postMarketPrice: the values are left out"), "{told}");
    let (code, told, after) = quote(json!({"longName": "A, \"B\"", "regularMarketPrice": 172}));
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert_eq!(
        after,
        "symbol,quoteType,longName,currency,regularMarketPrice,priceHint\n\
         IBM,EQUITY,\"A, \"\"B\"\"\",USD,170,2\n\
         IBM,EQUITY,\"A, \"\"B\"\"\",USD,172,\n"
    );
}
