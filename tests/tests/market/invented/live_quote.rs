//! The live quote that comes as a row of its own behind the bars of a day or more.

use serde_json::{Value, json};
use virtual_finance::notes::LiveQuote;
use virtual_finance::{DateTime, History};
use virtual_finance_tests::{captures, converted};

/// Seconds of a time, for example `2024-10-11T20:00:01Z`.
fn at(time: &str) -> i64 {
    time.parse::<DateTime>().unwrap().epoch_seconds()
}

/// A row: its time, then open, high, low, close, volume and adjusted close.
type Row<'a> = (&'a str, [Value; 6]);

fn chart(interval: &str, offset: i64, latest: Option<&str>, rows: &[Row<'_>]) -> String {
    let column = |index: usize| rows.iter().map(|(_, row)| row.get(index).cloned()).collect::<Vec<_>>();
    let times: Vec<i64> = rows.iter().map(|(time, _)| at(time)).collect();
    json!({"chart": {"error": null, "result": [{
        "meta": {"symbol": "IBM", "gmtoffset": offset, "dataGranularity": interval, "regularMarketTime": latest.map(at)},
        "timestamp": times,
        "indicators": {
            "quote": [{"open": column(0), "high": column(1), "low": column(2), "close": column(3), "volume": column(4)}],
            "adjclose": [{"adjclose": column(5)}],
        },
    }]}})
    .to_string()
}

fn read(reply: &str) -> (Value, Option<LiveQuote>) {
    let reply = converted(&History::new("IBM"), &[reply]).unwrap();
    (json!(reply.response.ohlcdata), reply.notes.get::<LiveQuote>().copied())
}

const NEW_YORK: i64 = -4 * 3600;

/// The periods of each interval: where the last bar begins, the time of the quote, and whether it is in the bar.
#[test]
fn each_interval_has_its_period() {
    let cases = [
        // An exchange in New York, in summer.
        ("1d", NEW_YORK, "2024-10-11T13:30:00Z", "2024-10-11T20:00:01Z", true),
        ("1d", NEW_YORK, "2024-10-10T13:30:00Z", "2024-10-11T13:30:01Z", false),
        // An evening in New York is the next day in UTC.
        ("1d", NEW_YORK, "2024-10-11T13:30:00Z", "2024-10-12T02:00:01Z", true),
        ("1d", NEW_YORK, "2024-10-11T01:00:00Z", "2024-10-11T20:00:01Z", false),
        ("1wk", NEW_YORK, "2024-10-07T04:00:00Z", "2024-10-11T20:00:01Z", true),
        ("1wk", NEW_YORK, "2024-10-07T04:00:00Z", "2024-10-13T20:00:01Z", true),
        ("1wk", NEW_YORK, "2024-10-07T04:00:00Z", "2024-10-14T20:00:01Z", false),
        // A week of a day less an hour, where clocks change, is a bar of its own.
        ("1wk", NEW_YORK, "2024-03-04T05:00:00Z", "2024-03-11T04:00:00Z", false),
        ("1wk", -5 * 3600, "2024-10-28T04:00:00Z", "2024-11-04T05:00:00Z", false),
        ("1wk", NEW_YORK, "2024-03-11T04:00:00Z", "2024-03-15T20:00:01Z", true),
        // A bar whose begin is an hour off, because the host counts with the offset of another time of the year.
        ("1wk", -2 * 3600, "2022-01-03T01:00:00Z", "2022-01-09T22:00:01Z", true),
        ("1wk", -2 * 3600, "2022-01-03T01:00:00Z", "2022-01-10T22:00:01Z", false),
        ("5d", NEW_YORK, "2024-10-07T04:00:00Z", "2024-10-11T20:00:01Z", true),
        ("5d", NEW_YORK, "2024-10-07T04:00:00Z", "2024-10-12T20:00:01Z", false),
        ("1mo", NEW_YORK, "2024-10-01T04:00:00Z", "2024-10-31T20:00:01Z", true),
        ("1mo", NEW_YORK, "2024-10-01T04:00:00Z", "2024-11-01T20:00:01Z", false),
        // The last evening of the month is in it, and it is the next month in UTC.
        ("1mo", NEW_YORK, "2024-10-01T04:00:00Z", "2024-11-01T03:59:59Z", true),
        ("1mo", NEW_YORK, "2023-10-01T04:00:00Z", "2024-10-11T20:00:01Z", false),
        // A month in winter that the host begins by the clock of summer.
        ("1mo", -4 * 3600, "2024-11-01T03:00:00Z", "2024-11-29T20:00:01Z", true),
        // Bars of summer that are asked for in winter, whose offset the host gives.
        ("1mo", -5 * 3600, "2024-08-01T04:00:00Z", "2024-09-01T04:00:00Z", false),
        ("1mo", -5 * 3600, "2024-09-01T04:00:00Z", "2024-10-01T04:00:00Z", false),
        ("1d", -5 * 3600, "2024-08-05T04:00:00Z", "2024-08-06T04:00:00Z", false),
        ("1d", 0, "2017-07-11T23:00:00Z", "2017-07-12T23:00:00Z", false),
        // Tokyo: the month begins on the evening before in UTC.
        ("1mo", 9 * 3600, "2024-09-30T15:00:00Z", "2024-10-11T06:00:01Z", true),
        ("3mo", NEW_YORK, "2024-10-01T04:00:00Z", "2024-12-31T21:00:01Z", true),
        ("3mo", NEW_YORK, "2024-10-01T04:00:00Z", "2025-01-02T21:00:01Z", false),
        ("3mo", NEW_YORK, "2024-12-01T05:00:00Z", "2025-02-28T21:00:01Z", true),
        // A bar of a quarter that the span cuts, and the next one.
        ("3mo", NEW_YORK, "2024-09-01T04:00:00Z", "2024-10-01T04:00:00Z", false),
        // Bars of less than a day.
        ("1h", NEW_YORK, "2024-10-11T13:30:00Z", "2024-10-11T14:00:01Z", false),
        ("5m", NEW_YORK, "2024-10-11T13:30:00Z", "2024-10-11T13:31:01Z", false),
    ];
    for (interval, offset, bar, quote, is_merged) in cases {
        let row = || [10, 12, 9, 11, 100, 11].map(Value::from);
        let reply = chart(interval, offset, None, &[(bar, row()), (quote, row())]);
        let (bars, note) = read(&reply);
        let expected = if is_merged { vec![at(bar)] } else { vec![at(bar), at(quote)] };
        assert_eq!(bars["timestamp"], json!(expected), "{interval} {bar} {quote}");
        assert_eq!(note.is_some(), is_merged);
    }
    // At the time of the latest price a row is a quote, whatever its time of the day.
    let row = || [10, 12, 9, 11, 100, 11].map(Value::from);
    let rows = [("2024-10-07T00:00:00Z", row()), ("2024-10-10T00:00:00Z", row())];
    assert!(read(&chart("1wk", 0, None, &rows)).1.is_none());
    assert!(read(&chart("1wk", 0, Some("2024-10-10T00:00:00Z"), &rows)).1.is_some());
}

/// A real reply: October 2024 up to the eleventh, with 332.3 and 31.8 million shares. The other months are as they came.
#[test]
fn a_captured_month_is_one_row() {
    let Ok(folder) = captures() else { return };
    for file in ["scheb__dividendData.json", "scheb__splitData.json"] {
        let text = std::fs::read_to_string(folder.join("history").join(file)).unwrap();
        let raw: Value = serde_json::from_str(&text).unwrap();
        let raw = &raw["chart"]["result"][0];
        let symbol = raw["meta"]["symbol"].as_str().unwrap();
        let reply = converted(&History::new(symbol), &[&text]).unwrap();
        let (found, quote) = (json!(reply.response.ohlcdata), &raw["indicators"]["quote"][0]);
        assert_eq!(reply.notes.get::<LiveQuote>().unwrap().time, 1_728_676_801);
        for (name, wanted) in [("volume", json!(364_017_788)), ("open", quote["open"][59].clone())] {
            assert_eq!(found[name].as_array().unwrap().len(), 60, "{name}");
            assert_eq!(found[name][59], wanted, "{name}");
            assert_eq!(
                found[name].as_array().unwrap()[..59],
                quote[name].as_array().unwrap()[..59],
                "{name}"
            );
        }
        assert_eq!(found["close"][59], quote["close"][60]);
    }
}

/// A close and an adjusted close of two rows have no ratio.
#[test]
fn a_quote_with_one_of_both_closes_has_it_for_both_or_none_of_the_other() {
    let (monday, later) = ("2024-10-07T13:30:00Z", "2024-10-07T20:00:01Z");
    let closes = |bar: [Value; 2], quote: [Value; 2]| {
        let row = |[close, adjclose]: [Value; 2]| [json!(10), json!(12), json!(9), close, json!(5), adjclose];
        let rows: [Row<'_>; 2] = [(monday, row(bar)), (later, row(quote))];
        let (bars, note) = read(&chart("1d", NEW_YORK, Some(later), &rows));
        assert!(note.is_some());
        (bars["close"].clone(), bars["adjclose"].clone())
    };
    let both = |close: Value, adjclose: Value| (json!([close]), json!([adjclose]));
    // The newest bar is not adjusted, mostly.
    assert_eq!(closes([json!(10), json!(10)], [json!(11), Value::Null]), both(json!(11), json!(11)));
    assert_eq!(closes([json!(10), json!(10)], [Value::Null, json!(11)]), both(json!(11), json!(11)));
    assert_eq!(closes([json!(10), json!(8)], [json!(11), Value::Null]), both(json!(11), Value::Null));
    assert_eq!(closes([json!(10), json!(8)], [json!(11), json!(9)]), both(json!(11), json!(9)));
    assert_eq!(closes([json!(10), json!(8)], [Value::Null, Value::Null]), both(json!(10), json!(8)));
}
