//! Rows that are added to a file: prices of another scale, prices that were the latest, and columns that come and go.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{run, stderr};

const DAY: i64 = 86_400;
/// 2024-06-03T13:30:00Z, a Monday.
const MONDAY: i64 = 1_717_421_400;

/// A bar: its time, then open, high, low, close and volume.
type Bar = (i64, [Value; 5]);

/// Returns a day with prices around one, from Monday on.
fn day(day: i64, price: f64) -> Bar {
    (
        MONDAY.saturating_add(day.saturating_mul(DAY)),
        [
            json!(price),
            json!(price + 1.0),
            json!(price - 1.0),
            json!(price + 0.5),
            json!(1000_i64.saturating_add(day)),
        ],
    )
}

/// Adds the bars of a chart to a file of CSV, and returns the exit code, stderr and the file.
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

const PRICES: &str = "--columns timestamp,open,high,low,close,volume";

#[test]
fn the_only_bar_in_common_says_whether_rows_go_on() {
    let first = [day(0, 100.0), day(1, 101.0), day(2, 102.0)];
    let by = |factor: f64| {
        let times = |value: &Value| json!(value.as_f64().unwrap() * factor);
        let bars = [day(2, 102.0), day(3, 103.0)];
        bars.map(|(time, [open, high, low, close, volume])| {
            (time, [times(&open), times(&high), times(&low), times(&close), volume])
        })
    };
    // A split, another ticker with near prices, and one with far prices.
    for (columns, factor) in
        [(PRICES, 0.5), (PRICES, 1.01), (PRICES, 7.3), ("--columns timestamp,close,volume", 0.5)]
    {
        let folder = tempfile::tempdir().unwrap();
        let (code, _, before) = add(folder.path(), "1d", columns, &first);
        assert_eq!(code, Some(0));
        let (code, told, after) = add(folder.path(), "1d", columns, &by(factor));
        assert!(
            told.contains("rows.csv: 2024-06-05 is the only bar that is in it and among the new ones, and has other prices"),
            "{told}"
        );
        assert_eq!((code, after), (Some(2), before));
    }
    // The one price of a fund's day may come late.
    let folder = tempfile::tempdir().unwrap();
    let fund = |days: i64, price: f64| {
        let [open, high, low, close] = [price; 4].map(Value::from);
        (MONDAY + days * DAY, [open, high, low, close, json!(0)])
    };
    add(folder.path(), "1d", PRICES, &[fund(0, 10.0), fund(1, 10.0)]);
    let (code, told, after) = add(folder.path(), "1d", PRICES, &[fund(1, 10.1), fund(2, 10.2)]);
    assert_eq!((code, after.lines().count()), (Some(0), 4), "{told}");
    // A day that went on keeps its open.
    let folder = tempfile::tempdir().unwrap();
    add(folder.path(), "1d", PRICES, &first);
    let went_on = (MONDAY + 2 * DAY, [json!(102.0), json!(109.0), json!(99.0), json!(107.5), json!(5000)]);
    let (code, told, after) = add(folder.path(), "1d", PRICES, &[went_on, day(3, 108.0)]);
    assert_eq!(code, Some(0), "{told}");
    assert!(after.contains("2024-06-05,102.0,109.0,99.0,107.5,5000\n2024-06-06,108.0"), "{after}");
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

#[test]
fn the_last_bar_of_a_file_is_not_emptied_where_others_follow() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, before) = add(folder.path(), "1d", PRICES, &[day(0, 100.0), day(1, 101.0), day(2, 102.0)]);
    let emptied = (MONDAY + 2 * DAY, [(); 5].map(|()| Value::Null));
    let (code, told, after) = add(folder.path(), "1d", PRICES, &[day(1, 101.0), emptied, day(3, 103.0)]);
    assert!(told.contains("2024-06-05 has a value that the new bar of its time lacks"), "{told}");
    assert_eq!((code, after), (Some(2), before));
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
