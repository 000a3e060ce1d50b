//! Bars and events whose times are not in order, are there twice, or cannot be.

use serde_json::{Value, json};
use virtual_finance::catalogue::default_addresses;
use virtual_finance::notes::{LiveQuote, OldBars, SkippedRows, UnknownZone};
use virtual_finance::request::{Context, Endpoint, Request as _, convert_saved};
use virtual_finance::{DateTime, History, Range, Shares, Spark};
use virtual_finance_tests::{convert, converted, unread};

/// Returns the response with its note about what was skipped.
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

/// Returns a chart of closes, which are the opens too.
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

/// Counts of shares are in the host's order, and a day may have several.
#[test]
fn counts_of_shares_are_as_they_came() {
    let [one, two] = [0, 1].map(day);
    let series = json!({"meta": {"symbol": ["IBM"]}, "timestamp": [two, one, one], "shares_out": [9, 7, 8]});
    let (found, said) =
        read(&Shares::new("IBM"), &json!({"timeseries": {"result": [series], "error": null}}));
    assert_eq!(found["shares"].as_array().unwrap().len(), 3);
    assert_eq!((&found["shares"][0]["shares"], &*said), (&json!(9), ""));
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

/// The live quote of the closes of days is in the last one, as in a history.
#[test]
fn a_live_quote_is_in_the_last_close() {
    let times = json!([day(0), day(1), day(1) + 72_001]);
    let row = json!({"symbol": "IBM", "response": [chart(&times, &json!([1, 2, 3]))]});
    let reply = json!({"spark": {"result": [row], "error": null}}).to_string();
    let found = converted(&Spark::new(["IBM"]), &[reply]).unwrap();
    let closes = &found.response.series[0];
    assert_eq!((&closes.timestamp, json!(closes.close)), (&vec![day(0), day(1)], json!([1, 3])));
    let quote = found.notes.get::<LiveQuote>().unwrap();
    assert_eq!((quote.bar, quote.time), (day(1), day(1) + 72_001));
}

#[test]
fn events_without_a_date_are_left_out() {
    let mut chart = chart(&json!([day(0)]), &json!([1]));
    chart["events"] = json!({
        "dividends": {"30": {"amount": 1}, "60": {"amount": 2, "date": 60}},
        "splits": {"30": {"numerator": 2, "denominator": 1, "date": null}},
    });
    let (found, note) = read(&History::new("IBM"), &json!({"chart": {"result": [chart], "error": null}}));
    assert_eq!(found["dividends"], json!([{"amount": 2, "date": 60}]));
    assert_eq!(found["splits"], json!([]));
    assert_eq!(
        note,
        "\"chart.result[0].events.dividends.30\", as its date is missing; \"chart.result[0].events.splits.30\", as its \
         date is missing"
    );
}

#[test]
fn an_event_that_cannot_be_read_costs_no_other_and_each_is_given_once() {
    let mut chart = chart(&json!([day(0)]), &json!([1]));
    chart["events"] = json!({"dividends": {
        "30": {"amount": 1, "date": 30}, "31": {"amount": 1, "date": 30}, "60": {"amount": 2, "date": "60"},
        "90": null, "x": {"amount": 3, "date": 90}, "120": {"amount": 4, "date": 120},
    }});
    let (found, note) = read(&History::new("IBM"), &json!({"chart": {"result": [chart], "error": null}}));
    assert_eq!(found["dividends"], json!([{"amount": 1, "date": 30}, {"amount": 4, "date": 120}]));
    let unreadable = ["60", "90", "x"]
        .map(|key| format!("\"chart.result[0].events.dividends.{key}\", as it cannot be read"));
    let twice = "\"chart.result[0].events.dividends.31\", as it is there twice";
    assert_eq!(note, format!("{}; {twice}", unreadable.join("; ")));
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

/// The days of bars depend on the zone, of which hosts give the offset, too.
#[test]
fn an_exchange_without_a_known_zone_is_noted() {
    let noted = |zone: Value, offset: i64| {
        let mut chart = chart(&json!([day(0), day(1)]), &json!([1, 2]));
        chart["meta"]["exchangeTimezoneName"] = zone;
        chart["meta"]["gmtoffset"] = json!(offset);
        let reply = json!({"chart": {"result": [chart], "error": null}}).to_string();
        let found = converted(&History::new("IBM"), &[reply]).unwrap();
        found.notes.get::<UnknownZone>().map(ToString::to_string)
    };
    for (zone, offset) in [(json!("Australia/Sydney"), 39_600), (json!("UTC"), 3_600), (Value::Null, 0)] {
        assert_eq!(noted(zone.clone(), offset), None, "{zone}");
    }
    let mut chart = chart(&json!([day(0), day(1)]), &json!([1, 2]));
    chart["meta"]["exchangeTimezoneName"] = json!("AEDT");
    chart["meta"]["gmtoffset"] = json!(39_600);
    let rows = json!([{"symbol": "IBM", "response": [chart]}]);
    let reply = json!({"spark": {"result": rows, "error": null}}).to_string();
    assert!(converted(&Spark::new(["IBM"]), &[reply]).unwrap().notes.get::<UnknownZone>().is_some());
    assert_eq!(
        noted(json!("AEDT"), 39_600).as_deref(),
        Some("exchangeTimezoneName is \"AEDT\", and the days of bars are those of UTC")
    );
    assert_eq!(
        noted(Value::Null, 39_600).as_deref(),
        Some("exchangeTimezoneName is missing, and the days of bars are those of UTC")
    );
}
