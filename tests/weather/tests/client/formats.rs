//! Replies that are no JSON document: lines of JSON, events, CSV and XML.

use virtual_finance_core::{Client, Date, RequestParams};
use virtual_finance_loopback::{LoopbackHost, reply};
use weather::{Alarms, Feed, HOSTS, Log, Sample, Samples};

use super::sample;

/// Returns the error of a request to a host that says only this, without what the client puts before and after it.
macro_rules! fault {
    ($request:expr, $body:expr) => {{
        let host = LoopbackHost::saying(reply(200, &[], $body));
        let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
        let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
        let error = client.request(&$request).await.unwrap_err();
        assert!(matches!(error.status(), Some(422 | 404 | 429)), "{error}");
        let text = error.to_string();
        text.split_once("): ").unwrap().1.to_owned()
    }};
}

fn values(samples: &[Sample]) -> Vec<(&str, i64, Option<f64>)> {
    let value = |sample: &Sample| sample.value.as_ref().and_then(virtual_finance_core::Number::as_f64);
    samples
        .iter()
        .map(|found| (found.instrument.as_str(), found.time.epoch_seconds(), value(found)))
        .collect()
}

#[tokio::test]
async fn lines_events_and_cells_are_records() {
    let (_host, client) = sample();
    // ANCHOR: formats
    let samples = client.request(&Samples::new("Oslo")).await.unwrap();
    assert_eq!(values(&samples), [("vane", 1_719_576_000, Some(270.0)), ("gauge", 1_719_576_060, None)]);

    let alarms = client.request(&Alarms::new()).await.unwrap();
    assert_eq!(values(&alarms), [("anemometer", 1_719_576_000, Some(31.5))]);

    let log = client.request(&Log::new("Oslo", "2024-06-28".parse::<Date>().unwrap())).await.unwrap();
    assert_eq!(values(&log), [("vane, north", 1_719_576_000, Some(270.0)), ("gauge", 1_719_576_060, None)]);

    let news = client.request(&Feed::new()).await.unwrap();
    assert_eq!(news[0].title, "Snow & ice");
    assert_eq!(news[0].links.as_ref().unwrap()[1].relation.as_deref(), Some("enclosure"));
    // ANCHOR_END: formats
    assert_eq!(news[0].summary.as_deref(), Some("In <June>."));
    assert_eq!((news[1].title.as_str(), news[1].links.is_none()), ("Sun", true));
}

#[tokio::test]
async fn events_come_one_by_one() {
    let (_host, client) = sample();
    let mut found = Vec::new();
    // ANCHOR: events
    let mut alarms = client.events(&Alarms::new()).await.unwrap();
    while let Some(alarm) = alarms.next().await {
        match alarm {
            Ok(alarm) => found.push(alarm.instrument),
            // The host said an error, or an event cannot be read; others may follow.
            Err(error) => eprintln!("{error}"),
        }
    }
    // ANCHOR_END: events
    assert_eq!(found, ["anemometer"]);
    let mut samples = client.events(&Samples::new("Oslo")).await.unwrap();
    assert_eq!(samples.next().await.unwrap().unwrap().instrument, "vane");
}

#[tokio::test]
async fn a_list_may_be_empty() {
    macro_rules! list {
        ($request:expr, $body:expr) => {{
            let host = LoopbackHost::saying(reply(200, &[], $body));
            let builder =
                HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
            let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
            client.request(&$request).await.unwrap().len()
        }};
    }
    let day: Date = "2024-06-28".parse().unwrap();
    assert_eq!(list!(Samples::new("Oslo"), "\n"), 0);
    assert_eq!(list!(Alarms::new(), ": nothing\n\n"), 0);
    assert_eq!(list!(Log::new("Oslo", day), "instrument,time,value\r\n"), 0);
    assert_eq!(list!(Feed::new(), "<feed><title/></feed>"), 0);
}

#[tokio::test]
async fn a_fault_has_its_place() {
    let day: Date = "2024-06-28".parse().unwrap();
    let line = r#"{ "instrument": "vane", "time": 1, "value": 1 }"#;
    let lines = [
        (format!("{line}\n{}", line.replace("1 }", "\"high\" }")), "[1].value cannot be read: invalid type"),
        (format!("{line}\n{}", line.replace(", \"value\": 1", "")), "[1].value is missing"),
        (format!("{line}\n{{ \"instrument\": \"va"), "the reply is cut: its JSON ends too early"),
        (format!("{line} {line}"), "the NAME cannot be read: item 0 has more than one JSON value"),
        ("<html>".to_owned(), "the reply is HTML where lines of JSON was asked for"),
        ("Not now.".to_owned(), "the reply is other text where lines of JSON was asked for"),
    ];
    for (body, expected) in lines {
        let found = fault!(Samples::new("Oslo"), &body);
        assert!(found.starts_with(&expected.replace("NAME", "samples")), "{found}");
        if !body.starts_with(['<', 'N']) {
            let events = format!("data: {}\n", body.replace('\n', "\n\ndata: "));
            let found = fault!(Alarms::new(), &events);
            assert!(found.starts_with(&expected.replace("NAME", "alarms")), "{found}");
        }
    }
    let found = fault!(Alarms::new(), line);
    assert!(found.starts_with("the reply is other text where server-sent events was asked for"), "{found}");
    let cells = [
        ("instrument,time,value\nvane,1,high\n", "[0].value cannot be read: invalid type: string \"high\""),
        ("instrument,time\nvane,1\n", "[0].value is missing"),
        ("instrument,time,value\n,1,1\n", "[0].instrument is missing"),
        ("instrument,time,value\nvane,1\n", "the log cannot be read: CSV error: record 1 (line: 2"),
        ("instrument,time,value,time\nvane,1,1,1\n", "[0] cannot be read: duplicate field"),
        ("Too Many Requests", "the host answers"),
        ("{}", "the reply is JSON where CSV was asked for"),
        ("<html>", "the reply is HTML where CSV was asked for"),
        (r#"{ "error": { "code": "404", "message": "No such day" } }"#, "the host answers"),
    ];
    for (body, expected) in cells {
        let found = fault!(Log::new("Oslo", day), body);
        assert!(found.starts_with(expected), "{found}");
    }
    let deep = "<a>".repeat(101);
    let entry = "<feed><entry><title>Sun</title><updated>1</updated></entry><entry>";
    let elements = [
        (format!("{entry}<title>Sun</title></entry></feed>"), "feed.entry[1].updated is missing"),
        (
            format!("{entry}<title>Sun</title><updated>noon</updated></entry></feed>"),
            "feed.entry[1].updated cannot be read",
        ),
        (format!("{entry}<title>Sun</title><title/></entry></feed>"), "feed.entry[1].title cannot be read"),
        (format!("{entry}<title>S<b>u</b>n</title></entry></feed>"), "feed.entry[1].title cannot be read"),
        (
            format!("{entry}<title>S&sun;</title></entry></feed>"),
            "the feed cannot be read: &sun; is no entity",
        ),
        (format!("{entry}</feed>"), "the feed cannot be read: ill-formed document"),
        (entry.to_owned(), "the reply is cut: its XML ends too early"),
        ("<feed/><feed/>".to_owned(), "the feed cannot be read: something stands beside its root"),
        (deep, "the feed cannot be read: its elements nest more than 100 deep"),
        ("<rss/>".to_owned(), "feed.entry is missing"),
        ("<!DOCTYPE html>".to_owned(), "the reply is HTML where XML was asked for"),
        ("[]".to_owned(), "the reply is JSON where XML was asked for"),
    ];
    for (body, expected) in elements {
        let found = fault!(Feed::new(), &body);
        assert!(found.starts_with(expected), "{found}");
    }
}

/// What takes many times its own length in memory is refused.
#[tokio::test]
async fn small_values_are_counted() {
    let day: Date = "2024-06-28".parse().unwrap();
    let many = |text: &str| text.repeat((2 << 20) / text.len());
    for found in [
        fault!(Samples::new("Oslo"), many("1\n")),
        fault!(Alarms::new(), many("data:\n")),
        fault!(Log::new("Oslo", day), many("a\n")),
    ] {
        assert!(found.contains("more lines than any real reply of its length"), "{found}");
    }
    let elements = format!("<feed>{}</feed>", many("<a/>"));
    let found = fault!(Feed::new(), elements);
    assert!(found.starts_with("the feed cannot be read: it has more values than any real reply"), "{found}");
    let header = format!("{},time\n", "a".repeat(257));
    let found = fault!(Log::new("Oslo", day), header);
    assert!(
        found.starts_with("the log cannot be read: the name of a column has more than 256 bytes"),
        "{found}"
    );
}
