//! Tests of the history, of its errors and of odd replies.

use std::borrow::Cow;

use serde_json::{Value, json};
use virtual_finance::error::ConversionError;
use virtual_finance::notes::{Adjustment, SkippedRows, Unadjusted, WidenedInterval};
use virtual_finance::request::Request;
use virtual_finance::{AdjustType, DateTime, EventKind, History, Interval, Range, Span};
use virtual_finance_runtime::converters;
use virtual_finance_tests::{NOW, convert, converted};

use super::{UNPROCESSABLE, failed};

/// Returns a chart with these members beside its meta.
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
fn bars_are_parallel_lists_and_numbers_keep_their_kind() {
    assert_eq!(
        history(&History::new("IBM"), BARS),
        json!({
            "meta": {"symbol": "IBM", "currency": null},
            "ohlcdata": {
                "timestamp": [1, 2, 3], "open": [10, 20.5, 30.25], "high": [11, 21.5, 31.25], "low": [9, 19.5, 29.25],
                "close": [10, 20, 30], "volume": [100, 200, 300], "adjclose": [5, 10, 15.5]
            }
        })
    );
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
fn auto_divides_by_close_over_adjclose() {
    let reply = converted(&History::new("IBM").adjust(AdjustType::Auto), &[chart(BARS)]).unwrap();
    let (adjusted, notes) = (json!(reply.response), reply.notes);
    // ratio = 10/5, 20/10, 30/15.5
    let third = 30.0 / 15.5;
    assert_eq!(
        adjusted["ohlcdata"],
        json!({
            "timestamp": [1, 2, 3], "open": [5.0, 10.25, 30.25 / third], "high": [5.5, 10.75, 31.25 / third],
            "low": [4.5, 9.75, 29.25 / third], "close": [5, 10, 15.5], "volume": [100, 200, 300], "adjclose": [5, 10, 15.5]
        })
    );
    assert_eq!(notes.get(), Some(&Adjustment::Auto));
}

#[test]
fn back_divides_by_adjclose_over_close() {
    let adjusted = history(&History::new("IBM").adjust(AdjustType::Back), BARS);
    assert_eq!(adjusted["ohlcdata"]["open"], json!([20.0, 41.0, 30.25 / (15.5 / 30.0)]));
    assert_eq!(adjusted["ohlcdata"]["close"], json!([5, 10, 15.5]));
    assert_eq!(adjusted["ohlcdata"]["volume"], json!([100, 200, 300]));
}

#[test]
fn a_null_zero_or_infinite_operand_gives_null_in_its_bar() {
    let bars = r#""timestamp":[1,2,3,4,5],"indicators":{"quote":[{
        "open":[null,20,30,40,"Infinity"],"high":[11,21,31,41,51],"low":[9,19,29,39,49],"close":[10,null,0,40,50],
        "volume":[null,2,3,4,5]}],"adjclose":[{"adjclose":[5,10,15,0,25]}]}"#;
    let adjusted = history(&History::new("IBM").adjust(AdjustType::Auto), bars);
    assert_eq!(
        adjusted["ohlcdata"],
        json!({
            "timestamp": [1, 2, 3, 4, 5], "open": [null, null, null, null, null], "high": [5.5, null, null, null, 25.5],
            "low": [4.5, null, null, null, 24.5], "close": [5, null, null, null, 25], "volume": [null, 2, 3, 4, 5],
            "adjclose": [5, 10, 15, 0, 25]
        })
    );
    let unadjusted = history(&History::new("IBM"), bars);
    assert_eq!(unadjusted["ohlcdata"]["open"], json!([null, 20, 30, 40, null]));
    assert_eq!(unadjusted["ohlcdata"]["close"], json!([10, null, 0, 40, 50]));
}

#[test]
fn a_ratio_beyond_all_numbers_gives_null() {
    let bars = r#""timestamp":[1],"indicators":{"quote":[{"open":[5],"high":[5],"low":[5],"close":[1e300]}],
        "adjclose":[{"adjclose":[1e-300]}]}"#;
    let adjusted = history(&History::new("IBM").adjust(AdjustType::Auto), bars);
    assert_eq!(adjusted["ohlcdata"]["open"], json!([null]));
}

#[test]
fn infinity_as_text_is_null() {
    let bars =
        r#""timestamp":[1,2],"indicators":{"quote":[{"close":["Infinity","-Infinity"],"open":[4.25,null]}]}"#;
    assert_eq!(
        history(&History::new("IBM"), bars)["ohlcdata"],
        json!({"timestamp": [1, 2], "open": [4.25, null], "close": [null, null]})
    );
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
fn an_absent_column_is_absent() {
    let bars = r#""timestamp":[1],"indicators":{"quote":[{"close":[5]}]}"#;
    assert_eq!(history(&History::new("IBM"), bars)["ohlcdata"], json!({"timestamp": [1], "close": [5]}));
}

#[test]
fn events_are_sorted_by_key() {
    let events = r#","events":{"dividends":{"300":{"amount":0.3,"date":299},"-5":{"amount":1,"date":-5},"40":{"amount":0.04,"date":40,"currency":"USD"}},
        "splits":{"9":{"date":9,"numerator":2,"denominator":1,"splitRatio":"2:1"},"8":{"date":8,"numerator":1.5,"denominator":1,"splitRatio":"3:2"}},
        "capitalGains":{"7":{"amount":2.5,"date":7}}}"#;
    let history = history(&History::new("IBM"), &format!("{BARS}{events}"));
    assert_eq!(
        history["dividends"],
        json!([{"amount": 1, "date": -5}, {"amount": 0.04, "date": 40, "currency": "USD"}, {"amount": 0.3, "date": 299}])
    );
    assert_eq!(
        history["splits"],
        json!([
            {"date": 8, "numerator": 1.5, "denominator": 1, "splitRatio": "3:2"},
            {"date": 9, "numerator": 2, "denominator": 1, "splitRatio": "2:1"}
        ])
    );
}

#[test]
fn capital_gains_are_a_list_where_they_were_asked_for() {
    let gains = r#","events":{"capitalGains":{"9":{"amount":0.5,"date":9},"7":{"amount":2.5,"date":7},"8":{"date":8}}}"#;
    let fund = || History::new("IBM").events([EventKind::Dividends, EventKind::CapitalGains]);
    let listed = json!([{"amount": 2.5, "date": 7}, {"amount": 0.5, "date": 9}]);
    for (request, events, expected) in [
        (fund(), gains, Some(&listed)),
        (fund(), r#","events":{}"#, Some(&json!([]))),
        (fund(), "", Some(&json!([]))),
        (History::new("IBM"), gains, None),
        (History::new("IBM"), r#","events":{}"#, None),
    ] {
        let history = history(&request, &format!("{BARS}{events}"));
        assert_eq!(history.get("capitalGains"), expected, "{request:?} {events}");
        assert_eq!(history.get("dividends").is_some(), !events.is_empty(), "{request:?} {events}");
    }
    // What cannot be one is left out and told.
    let reply = converted(&fund(), &[chart(&format!("{BARS}{gains}"))]).unwrap();
    let told = reply.notes.get::<SkippedRows>().unwrap().to_string();
    assert!(told.contains("events.capitalGains.8\", as its amount is missing"), "{told}");
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
fn an_error_under_another_key_is_told() {
    for (error, said) in [
        (
            r#"{"code":"Unauthorized","description":"Invalid Crumb"}"#,
            r#"the host answers "Unauthorized": "Invalid Crumb""#,
        ),
        (r#"{"code":404,"description":null}"#, r#"the host answers "404"; "#),
        (r#""Too Many Requests""#, r#"the host answers "Too Many Requests"; "#),
    ] {
        let reply = format!(r#"{{"count":1,"finance":{{"result":null,"error":{error}}}}}"#);
        let error = convert(&History::new("IBM"), reply).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
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

/// Prices that an adjustment would change are noted, if none was asked for.
#[test]
fn prices_that_are_not_adjusted_are_noted() {
    let noted = |request: &History, closes: &str, adjusted: &str| {
        let result = format!(
            r#""timestamp":[1,2],"indicators":{{"quote":[{{"open":[1,2],"high":[1,2],"low":[1,2],"close":{closes}}}]{adjusted}}}"#
        );
        converted(request, &[chart(&result)]).unwrap().notes.get::<Unadjusted>().is_some()
    };
    let column = |values: &str| format!(r#","adjclose":[{{"adjclose":{values}}}]"#);
    let plain = History::new("IBM");
    assert!(noted(&plain, "[10,20]", &column("[9.9,20]")));
    assert!(!noted(&plain.clone().adjust(AdjustType::Auto), "[10,20]", &column("[9.9,20]")));
    // Nothing would change, beyond the rounding of the host.
    assert!(!noted(&plain, "[10,20]", &column("[10,20.0001]")));
    assert!(!noted(&plain, "[10,null]", &column("[10,20]")));
    // Bars of less than a day have no adjusted close.
    assert!(!noted(&plain, "[10,20]", ""));
}

/// Bars of another interval than was asked for are noted, and an error between dates.
#[test]
fn a_widened_interval_is_noted_or_an_error() {
    let body = |found: &str| {
        chart(r#""timestamp":[],"indicators":{"quote":[{}]}"#).replacen(
            r#""meta":{"#,
            &format!(r#""meta":{{"dataGranularity":"{found}","#),
            1,
        )
    };
    let noted = |request: &History, found: &str| {
        let notes = converted(request, &[body(found)])?.notes;
        Ok::<_, ConversionError>(notes.get::<WidenedInterval>().map(ToString::to_string))
    };
    let range = History::new("IBM").range(Range::Max);
    let dates = History::new("IBM").span(Span::dates(DateTime::from(0), None));
    assert_eq!(noted(&range, "1d").unwrap(), None);
    assert_eq!(noted(&range, "3mo").unwrap().as_deref(), Some("3mo, where 1d was asked for"));
    assert_eq!(noted(&range.interval(Interval::SixtyMinutes), "1h").unwrap(), None);
    assert_eq!(noted(&dates, "1d").unwrap(), None);
    let error = noted(&dates, "1mo").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reply could not be converted (422): bars of 1d were asked for, and the host sends bars of 1mo; \
         ask for a longer interval, or for dates that are closer together"
    );
}
