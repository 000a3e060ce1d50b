//! Replies whose times are in another unit, under another name or of another interval than always: they are refused, or
//! left out with a note, and never taken for other times.

use serde_json::{Value, json};
use virtual_finance::notes::WidenedInterval;
use virtual_finance::request::Endpoint;
use virtual_finance::{DateTime, History, Interval, Range, Span, Spark};
use virtual_finance_tests::{converted, unread};

/// 2024-07-01T14:30:00Z.
const TIME: i64 = 1_719_844_200;
fn read<E: Endpoint>(request: &E, reply: &Value) -> (Value, Vec<String>)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply.to_string()]).unwrap();
    let skipped = unread(&found.notes);
    (json!(found.response), skipped.into_iter().map(|row| format!("{} {}", row.name, row.reason)).collect())
}

fn message<E: Endpoint>(request: &E, reply: &Value) -> String {
    converted(request, &[reply.to_string()]).map(drop).unwrap_err().to_string()
}

fn chart(times: &[i64], adjclose: &Value, events: &Value) -> Value {
    let prices = json!(vec![1.5; times.len()]);
    let quote = json!({"open": prices, "high": prices, "low": prices, "close": prices, "volume": prices});
    let indicators = json!({"quote": [quote], "adjclose": [{"adjclose": adjclose}]});
    let meta = json!({"symbol": "IBM"});
    json!({"meta": meta, "timestamp": times, "events": events, "indicators": indicators})
}

fn history(chart: &Value) -> Value {
    json!({"chart": {"result": [chart], "error": null}})
}

/// The host names no interval; the times of the bars show it.
#[test]
fn the_interval_of_bars_is_seen_without_its_name() {
    let bars = |step: i64, count: i64| {
        let times: Vec<i64> = (0..count).map(|bar| TIME + bar * step).collect();
        history(&chart(&times, &json!(vec![1.5; times.len()]), &json!({})))
    };
    let widened = |interval: Interval, step: i64| {
        let request = History::new("IBM").interval(interval);
        let notes = converted(&request, &[bars(step, 8).to_string()]).unwrap().notes;
        notes.get::<WidenedInterval>().map(|found| (found.asked.clone(), found.found.clone()))
    };
    let told = |asked: &str, found: &str| Some((asked.to_owned(), found.to_owned()));
    assert_eq!(widened(Interval::OneDay, 300), told("1d", "5m"));
    assert_eq!(widened(Interval::OneMonth, 86_400), told("1mo", "1d"));
    assert_eq!(widened(Interval::OneDay, 30 * 86_400), told("1d", "1mo"));
    for (asked, usual) in
        [(Interval::OneDay, 86_400), (Interval::OneMonth, 28 * 86_400), (Interval::OneWeek, 7 * 86_400)]
    {
        assert_eq!(widened(asked, usual), None, "{usual}");
    }
    assert_eq!(widened(Interval::OneMinute, 120), told("1m", "2m"));
    assert_eq!(widened(Interval::OneMonth, 91 * 86_400), told("1mo", "3mo"));
    // Minutes without trades may be left out, but not between all bars.
    let thin = [0, 180, 360, 420, 600, 900].map(|second| TIME + second);
    let thin = history(&chart(&thin, &json!([1.5, 1.5, 1.5, 1.5, 1.5, 1.5]), &json!({})));
    let thin = converted(&History::new("IBM").interval(Interval::OneMinute), &[thin.to_string()]).unwrap();
    assert_eq!(thin.notes.get::<WidenedInterval>(), None);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(TIME), None));
    assert!(message(&dates, &bars(300, 8)).contains("bars of 1d were asked for"));
    assert!(message(&dates, &bars(300, 8)).contains("bars of 5m"));
    // Too few to tell.
    assert_eq!(read(&dates, &bars(300, 4)).1, [""; 0]);
    // A name that the bars contradict is not believed.
    let named = |name: &str, step: i64| {
        let mut reply = bars(step, 8);
        reply["chart"]["result"][0]["meta"]["dataGranularity"] = json!(name);
        reply
    };
    assert!(message(&dates, &named("1d", 300)).contains("bars of 5m"));
    assert_eq!(read(&dates, &named("1d", 86_400)).1, [""; 0]);
    // Days without trades may be left out.
    assert_eq!(read(&dates, &named("1d", 5 * 86_400)).1, [""; 0]);
    // Nor are bars of days put together as if they were those of weeks.
    let weeks = read(&History::new("IBM"), &named("1wk", 86_400)).0;
    assert_eq!(weeks["ohlcdata"]["timestamp"].as_array().unwrap().len(), 8);

    let spark = |step: i64| {
        let chart = bars(step, 8)["chart"]["result"][0].clone();
        json!({"spark": {"result": [{"symbol": "IBM", "response": [chart]}], "error": null}})
    };
    let daily = Spark::new(["IBM"]).range(Range::OneMonth).interval(Interval::OneDay);
    assert!(message(&daily, &spark(300)).contains("5m"));
    assert_eq!(read(&daily, &spark(86_400)).1, [""; 0]);
}

/// A year of bars that are of other times is another reply; one among others is a row.
#[test]
fn a_bar_of_a_time_that_was_not_asked_for_is_left_out() {
    const PATH: &str = "chart.result[0].timestamp";
    const DAY: i64 = 86_400;
    let bars = |times: &[i64], range: &str| {
        let mut chart = chart(times, &json!(vec![1.5; times.len()]), &json!({}));
        chart["meta"]["range"] = json!(range);
        chart["meta"]["regularMarketTime"] = json!(TIME + 4 * DAY);
        chart
    };
    let request = History::new("IBM").range(Range::FiveDays);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(TIME), Some((TIME + 5 * DAY).into())));
    for odd in [0, TIME - 3650 * DAY, TIME + 3650 * DAY] {
        for (request, range) in [(&request, "5d"), (&dates, "")] {
            let reply = history(&bars(&[TIME, odd, TIME + DAY], range));
            let (found, skipped) = read(request, &reply);
            assert_eq!(found["ohlcdata"]["timestamp"], json!([TIME, TIME + DAY]));
            assert_eq!(skipped, [format!("{PATH}[1] its time is not one of those that were asked for")]);
        }
        let row = json!({"symbol": "IBM", "response": [bars(&[TIME, odd, TIME + DAY], "1d")]});
        let (found, _) = read(&Spark::new(["IBM"]), &json!({"spark": {"result": [row], "error": null}}));
        assert_eq!(found["series"][0]["timestamp"], json!([TIME, TIME + DAY]));
    }
    let all = history(&bars(&[TIME + 3650 * DAY, TIME + 3651 * DAY, TIME + 3652 * DAY], "5d"));
    assert!(message(&request, &all).contains("5d"), "{}", message(&request, &all));
}
