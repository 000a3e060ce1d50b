//! Tests of the history, of its errors and of odd replies.

use std::borrow::Cow;

use serde_json::{Value, json};
use virtual_finance::request::Request;
use virtual_finance::{AdjustType, DateTime, EventKind, History, Interval, Range, Span};
use virtual_finance_runtime::converters;
use virtual_finance_tests::{NOW, convert, converted};

use super::{UNPROCESSABLE, failed};

fn chart(members: &str) -> String {
    let comma = if members.is_empty() { "" } else { "," };
    format!(
        r#"{{"chart":{{"result":[{{"meta":{{"symbol":"IBM","currency":null}}{comma}{members}}}],"error":null}}}}"#
    )
}

const BARS: &str = r#""timestamp":[1,2,3],"indicators":{"quote":[{
    "open":[10,20.5,30.25],"high":[11,21.5,31.25],"low":[9,19.5,29.25],"close":[10,20,30],"volume":[100,200,300]}],
    "adjclose":[{"adjclose":[5,10,15.5]}]}"#;

fn history(request: &History, members: &str) -> Value {
    convert(request, chart(members)).unwrap()
}

#[test]
fn bars_are_given_one_by_one_as_doubles() {
    let reply = chart(r#""timestamp":[1,2],"indicators":{"quote":[{"close":[10,null],"volume":[7,8]}]}"#);
    let bars: Vec<_> = converted(&History::new("IBM"), &[reply])
        .unwrap()
        .response
        .ohlcdata
        .bars()
        .map(|bar| (bar.timestamp, bar.close, bar.volume, bar.open))
        .collect();
    assert_eq!(bars, [(1, Some(10.0), Some(7.0), None), (2, None, Some(8.0), None)]);
}

#[test]
fn a_day_without_trades_has_empty_lists() {
    let empty = json!({"timestamp": [], "open": [], "high": [], "low": [], "close": [], "volume": [], "adjclose": []});
    for members in [
        r#""indicators":{"quote":[{}]}"#,
        r#""indicators":{"quote":[],"adjclose":[]}"#,
        r#""indicators":{"quote":[{}],"adjclose":[{}]}"#,
        r#""timestamp":[],"indicators":{"quote":[{"open":[]}]}"#,
        r#""timestamp":null,"indicators":{}"#,
    ] {
        assert_eq!(history(&History::new("IBM"), members)["ohlcdata"], empty, "{members}");
        let adjusted = history(&History::new("IBM").adjust(AdjustType::Auto), members);
        assert_eq!(adjusted["ohlcdata"], empty, "{members}");
    }
}

#[test]
fn events_are_there_when_the_reply_has_the_section() {
    for (events, dividends, splits) in [
        ("", None, None),
        (r#","events":null"#, None, None),
        (r#","events":{}"#, Some(json!([])), Some(json!([]))),
        (r#","events":{"splits":null}"#, Some(json!([])), Some(json!([]))),
        (r#","events":{"dividends":[]}"#, Some(json!([])), Some(json!([]))),
    ] {
        let history = history(&History::new("IBM"), &format!("{BARS}{events}"));
        assert_eq!(history.get("dividends"), dividends.as_ref(), "{events}");
        assert_eq!(history.get("splits"), splits.as_ref(), "{events}");
    }
}

#[test]
fn what_cannot_be_read_is_422() {
    let deep = format!(r#"{{"chart":{}"#, "[".repeat(100_000));
    let whole = chart(BARS);
    for (case, reply) in [
        ("empty", ""),
        ("HTML", "<html><body>Will be right back</body></html>"),
        ("text", "Too Many Requests\r\n"),
        ("cut", &whole[..whole.len() - 20]),
        ("trailing junk", &format!("{whole}x")),
        ("deep nesting", &deep),
        (
            "an error with status 200",
            r#"{"chart":{"result":null,"error":{"code":"Not Found","description":"gone"}}}"#,
        ),
        (
            "an error under another key",
            r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"x"}}}"#,
        ),
        (
            "a list for the envelope",
            &whole.replace("{\"chart\":{\"result\":", "{\"chart\":[").replace(",\"error\":null}}", ",null]}"),
        ),
        ("a list for the reply", &format!("[{whole}]")),
        ("no chart", "{}"),
        ("no result", r#"{"chart":{"error":null}}"#),
        ("result is null", r#"{"chart":{"result":null,"error":null}}"#),
        ("no results", r#"{"chart":{"result":[],"error":null}}"#),
        ("no meta", r#"{"chart":{"result":[{"indicators":{"quote":[{}]}}]}}"#),
        ("no indicators", &chart("")),
        ("rows without timestamps", &chart(r#""indicators":{"quote":[{"close":[1,2]}]}"#)),
        ("unequal lengths", &chart(r#""timestamp":[1,2],"indicators":{"quote":[{"close":[1]}]}"#)),
        (
            "null for the only timestamp",
            &chart(r#""timestamp":[null],"indicators":{"quote":[{"close":[1]}]}"#),
        ),
        ("a text among prices", &chart(r#""timestamp":[1],"indicators":{"quote":[{"close":["5"]}]}"#)),
    ] {
        assert_eq!(failed(convert(&History::new("IBM"), reply)), UNPROCESSABLE, "{case}");
    }
}

#[test]
fn adjusting_needs_its_columns() {
    let request = History::new("IBM").adjust(AdjustType::Auto);
    for missing in ["open", "high", "low", "close", "adjclose"] {
        let bars = BARS.replace(&format!("\"{missing}\":["), "\"other\":[").replace(r#"{"adjclose":[{"#, "{");
        assert_eq!(failed(convert(&request, chart(&bars))), UNPROCESSABLE, "{missing}");
    }
}

#[test]
fn another_adjust_value_is_422() {
    let cx = virtual_finance::request::Context::new(&[], DateTime::from(NOW));
    let reply = chart(BARS);
    let replies = [virtual_finance::request::RawReply::new(reply.as_bytes())];
    for value in ["AUTO", ""] {
        let error = converters::history::convert(
            &cx,
            &replies,
            converters::params::history::Params {
                ticker: "IBM",
                adjust: Some(value),
                interval: "1d",
                range: None,
                start: None,
                end: None,
                actions: true,
                prepost: false,
                events: None,
            },
        )
        .unwrap_err();
        assert_eq!((error.status(), error.message()), UNPROCESSABLE, "{value}");
    }
}

/// Returns the query of a request at the tests' instant, as `name=value` joined by `&`.
fn query(request: &History) -> String {
    let pairs: Vec<(&str, Cow<'_, str>)> = request.query(DateTime::from(NOW));
    pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

#[test]
fn parameters_become_the_query() {
    const REST: &str = "interval=1d&includePrePost=false&events=div,splits&includeAdjustedClose=true";
    let ibm = || History::new("IBM");
    for (request, expected) in [
        (ibm(), format!("range=1mo&{REST}")),
        (ibm().range(Range::OneYear), format!("range=1y&{REST}")),
        (ibm().span(Span::Range(Range::FiveDays)), format!("range=5d&{REST}")),
        // The hosts silently answer the range max with quarterly bars.
        (ibm().range(Range::Max), format!("period1=-2208988800&period2={NOW}&{REST}")),
        (ibm().span(Span::dates(100, None)), format!("period1=100&period2={NOW}&{REST}")),
        (
            ibm().span(Span::dates(
                "2020-01-01".parse::<DateTime>().unwrap(),
                Some(DateTime::from(1_600_000_000)),
            )),
            format!("period1=1577750400&period2=1600000000&{REST}"),
        ),
        (ibm().adjust(AdjustType::Back), format!("range=1mo&{REST}")),
        (
            ibm().interval(Interval::OneWeek).prepost(true).actions(false),
            "range=1mo&interval=1wk&includePrePost=true&includeAdjustedClose=true".to_owned(),
        ),
        (
            ibm().events([EventKind::Splits, EventKind::CapitalGains]),
            "range=1mo&interval=1d&includePrePost=false&events=splits,capitalGains&includeAdjustedClose=true"
                .to_owned(),
        ),
    ] {
        assert_eq!(query(&request), expected);
    }
}
