//! Bars and events whose times are not in order, are there twice, or cannot be.

use serde_json::{Value, json};
use virtual_finance::catalogue::default_addresses;
use virtual_finance::notes::{OldBars, SkippedRows};
use virtual_finance::request::{Context, Endpoint, Request as _, convert_saved};
use virtual_finance::{DateTime, History, Range, Shares, Spark};
use virtual_finance_tests::{convert, converted, unread};

pub(super) fn read<E: Endpoint>(request: &E, reply: &Value) -> (Value, String)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply.to_string()]).unwrap();
    (json!(found.response), SkippedRows(unread(&found.notes)).to_string())
}

/// 2024-06-24T00:00:00Z.
pub(super) const MONDAY: i64 = 1_719_187_200;
const DAY: i64 = 86_400;

pub(super) fn day(days: i64) -> i64 {
    days.checked_mul(DAY).unwrap().checked_add(MONDAY).unwrap()
}

pub(super) fn chart(times: &Value, closes: &Value) -> Value {
    json!({
        "meta": {"symbol": "IBM", "dataGranularity": "1d", "gmtoffset": 0},
        "timestamp": times,
        "indicators": {"quote": [{"open": closes, "close": closes}]},
    })
}

fn history(times: &Value, closes: &Value) -> (Value, String) {
    let reply = json!({"chart": {"result": [chart(times, closes)], "error": null}});
    let (found, note) = read(&History::new("IBM"), &reply);
    (found.pointer("/ohlcdata").cloned().unwrap(), note)
}

fn spark(times: &Value, closes: &Value) -> (Value, String) {
    let row = json!({"symbol": "IBM", "response": [chart(times, closes)]});
    let reply = json!({"spark": {"result": [row], "error": null}});
    let (found, note) = read(&Spark::new(["IBM"]), &reply);
    (found.pointer("/series/0").cloned().unwrap(), note)
}

#[test]
fn bars_ascend_and_each_is_there_once() {
    let [one, two, three] = [0, 1, 2].map(day);
    for (times, closes, expected, note) in [
        (json!([one, two, three]), json!([1, 2, 3]), json!([1, 2, 3]), ""),
        (json!([three, two, one]), json!([3, 2, 1]), json!([1, 2, 3]), ""),
        (json!([two, one, three]), json!([2, 1, null]), json!([1, 2, null]), ""),
        // The first one counts, whether the second one says the same or not.
        (json!([one, two, two, three]), json!([1, 2, 2, 3]), json!([1, 2, 3]), "2024-06-25T00:00:00Z"),
        (json!([three, two, one, two]), json!([3, 2, 1, 7]), json!([1, 2, 3]), "2024-06-25T00:00:00Z"),
    ] {
        for (found, said) in [history(&times, &closes), spark(&times, &closes)] {
            assert_eq!((&found["timestamp"], &found["close"]), (&json!([one, two, three]), &expected));
            let expected = format!(" {note}\", as it is there twice");
            assert!(if note.is_empty() { said.is_empty() } else { said.ends_with(&expected) }, "{said}");
        }
        let (found, _) = history(&times, &closes);
        assert_eq!(found["open"], expected);
    }
}

#[test]
fn a_time_that_cannot_be_costs_its_bar() {
    let [one, two] = [0, 1].map(day);
    for odd in
        [json!(two * 1000), json!(-two * 1000), json!("1719273600"), json!(null), json!(1.5), json!([two])]
    {
        for (found, said) in [
            history(&json!([one, odd, two]), &json!([1, 7, 2])),
            spark(&json!([one, odd, two]), &json!([1, 7, 2])),
        ] {
            assert_eq!((&found["timestamp"], &found["close"]), (&json!([one, two]), &json!([1, 2])), "{odd}");
            assert!(said.ends_with("timestamp[1]\", as it is no time in epoch seconds"), "{said}");
        }
        let reply = json!({"chart": {"result": [chart(&json!([odd]), &json!([7]))], "error": null}});
        let error = convert(&History::new("IBM"), reply.to_string()).unwrap_err().to_string();
        assert!(error.contains("chart.result[0].timestamp cannot be read: none of its rows"), "{error}");
        let series = json!({"meta": {"symbol": ["IBM"]}, "timestamp": [one, odd], "shares_out": [7, 8]});
        let reply = json!({"timeseries": {"result": [series], "error": null}});
        assert_eq!(read(&Shares::new("IBM"), &reply).0["shares"], json!([{"date": one, "shares": 7}]));
    }
}

/// One rule for every text in place of a number.
#[test]
fn a_text_in_place_of_a_price_is_null_with_a_note() {
    let [one, two, three] = [0, 1, 2].map(day);
    for odd in ["NaN", "Infinity", "10", "odd"] {
        let (times, closes) = (json!([one, two, three]), json!([1, odd, odd]));
        for (found, said) in [history(&times, &closes), spark(&times, &closes)] {
            assert_eq!(found["close"], json!([1, null, null]));
            let reason = "close[1]\", as it is no number, and 1 more of the list are none";
            assert!(said.ends_with(reason), "{said}");
        }
    }
    assert_eq!(
        history(&json!([one, two]), &json!([1, true])).1.split(';').next(),
        Some(r#""chart.result[0].indicators.quote[0].open[1]", as it is no number"#)
    );
}

/// A name that was cut within an emoji costs nothing beside it.
#[test]
fn half_a_character_is_replaced() {
    let mut chart = chart(&json!([day(0)]), &json!([1]));
    chart["meta"]["longName"] = json!("NAME");
    let reply = json!({"chart": {"result": [chart], "error": null}}).to_string();
    let request = History::new("IBM");
    let hosts = default_addresses(request.info().hosts);
    let cx = Context::new(&hosts, DateTime::from(day(1)));
    let read = |name: &str| convert_saved(&request, &[reply.replace("NAME", name).as_bytes()], &cx);
    for (sent, expected) in [
        (r"Up \ud83d", "Up \u{fffd}"),
        (r"\ude00 \ud83d\ude00 \ud83d\u0041", "\u{fffd} \u{1f600} \u{fffd}A"),
        (r"\\ud83d \\\ud83d", "\\ud83d \\\u{fffd}"),
    ] {
        assert_eq!(json!(read(sent).unwrap().response)["meta"]["longName"], expected, "{sent}");
    }
    assert!(read(r"\u12").is_err());
}

/// The bars of a range end where the host has its latest price.
#[test]
fn bars_of_another_time_than_that_of_the_range_are_noted() {
    let noted = |range: Range, name: &str, latest: i64| {
        let mut chart = chart(&json!([day(0), day(1)]), &json!([1, 2]));
        chart["meta"]["range"] = json!(name);
        chart["meta"]["regularMarketTime"] = json!(latest);
        let reply = json!({"chart": {"result": [chart], "error": null}}).to_string();
        let found = converted(&History::new("IBM").range(range), &[reply]).unwrap();
        found.notes.get::<OldBars>().map(ToString::to_string)
    };
    for (range, name) in
        [(Range::FiveDays, "5d"), (Range::OneYear, "1y"), (Range::YearToDate, "ytd"), (Range::Max, "max")]
    {
        assert_eq!(noted(range, name, day(16)), None, "{name}");
        // Two weeks without trades and a bar of a day do not explain it.
        assert!(noted(range, name, day(17)).is_some(), "{name}");
    }
    let mut chart = chart(&json!([day(0), day(1)]), &json!([1, 2]));
    chart["meta"]["regularMarketTime"] = json!(day(17));
    let reply = json!({"chart": {"result": [chart], "error": null}}).to_string();
    assert!(converted(&History::new("IBM"), &[reply]).unwrap().notes.get::<OldBars>().is_some());
    assert_eq!(
        noted(Range::OneYear, "1y", day(800)).as_deref(),
        Some("the newest is of 2024-06-25, and the latest price of 2026-09-02")
    );
}
