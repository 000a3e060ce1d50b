//! The tide gauges in a program that brings an HTTP library of its own. Nothing here needs the feature `client`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use virtual_finance_consumer::{
    Datum, Facts, HOSTS, Heights, LatestLevel, Limit, Notice, Photo, Report, Search, Station, hosts,
};
use virtual_finance_core::error::BodyFault;
use virtual_finance_core::http::{self, Method, Response, header};
use virtual_finance_core::request::Request as _;
use virtual_finance_core::{
    Context, Date, DateTime, Endpoint, Error, ErrorKind, RateLeft, Source, convert_reply, default_addresses,
    message,
};

// ANCHOR: own_http
/// Asks for the facts about a gauge. `send` is the HTTP library of the program.
fn facts(
    gauge: &str,
    send: impl Fn(http::Request<Vec<u8>>) -> http::Response<Vec<u8>>,
) -> Result<Facts, Error> {
    let request = Station::new(gauge);
    let addresses = default_addresses(HOSTS); // names and addresses of hosts; yours go first
    let cx = Context::new(&addresses, DateTime::now());
    let reply = send(message(&request, &cx)?);
    Ok(convert_reply(&request, &reply, &cx)?.response)
}
// ANCHOR_END: own_http

fn converted<E: Endpoint>(
    request: &E,
    status: u16,
    headers: &[(&str, &str)],
    body: &str,
) -> Result<E::Response, Error> {
    let cx = Context::new(&[], DateTime::from(0));
    let reply = headers
        .iter()
        .fold(Response::builder().status(status), |reply, (name, value)| reply.header(*name, *value));
    convert_reply(request, &reply.body(body).unwrap(), &cx).map(|reply| reply.response)
}

#[test]
fn an_example_of_the_table_goes_through() {
    let example = &Station::new("quay").info().examples[0];
    let facts = facts("quay", |message| {
        assert_eq!(message.uri().to_string(), example.url);
        assert_eq!((message.method(), message.body().len()), (&Method::GET, 0));
        Response::new(example.reply.unwrap().into())
    })
    .unwrap();
    assert_eq!((facts.name.as_str(), facts.gauges), ("Old Quay", 2));
}

#[test]
fn a_message_has_headers_and_body_and_goes_to_the_address_of_the_context() {
    let addresses = [(hosts::LAB.name, "http://127.0.0.1:9/base/")];
    let cx = Context::new(&addresses, DateTime::from(0));
    let search = Search::new(["quay"], Limit::high(3)).coasts(["north", "east"]).page(2);
    let message = message(&search, &cx).unwrap();
    assert_eq!(message.method(), Method::POST);
    assert_eq!(
        message.uri().to_string(),
        "http://127.0.0.1:9/base/v2/search?format=json&coast=north&coast=east"
    );
    assert_eq!(message.headers()[header::CONTENT_TYPE], "application/json");
    assert_eq!(message.headers()["x-page"], "2");
    let body = r#"{"query":{"words":["quay"],"since":"2020-01-31"},"above":3}"#;
    assert_eq!(String::from_utf8_lossy(message.body()), body);
}

#[test]
fn what_makes_no_message_is_an_error() {
    let date = |text: &str| text.parse::<Date>().unwrap();
    let backwards = Heights::builder().gauge("quay").from(date("2026-03-02")).to(date("2026-03-01"));
    let backwards = backwards.datum(Datum::MeanSea).build();
    assert!(matches!(message(&backwards, &Context::new(&[], DateTime::from(0))), Err(Error::Params(_))));
    for (address, expected) in [
        ("ftp://gauges.example", "Station quay: the address of gauges is neither http nor https"),
        (
            "https://anna:canary@gauges.example",
            "Station quay: the address of gauges has a user name or a password",
        ),
    ] {
        let addresses = [("gauges", address)];
        let cx = Context::new(&addresses, DateTime::from(0));
        let error = message(&Station::new("quay"), &cx).unwrap_err();
        assert!(error.to_string().starts_with(expected), "{error}");
        assert!(!error.to_string().contains("canary"), "{error}");
    }
}

#[test]
fn a_status_means_what_the_table_says() {
    let level = LatestLevel::new("quay");
    assert!(converted(&level, 204, &[], "").unwrap().is_none());
    let report = Report::new("quay", 250);
    let refused = |status, body| converted(&report, status, &[("retry-after", "7")], body).unwrap_err();
    let problem = r#"{"problem": {"kind": "full", "text": "The book is full."}}"#;
    let Error::Api(error) = refused(500, problem) else { panic!("it is no error of the host") };
    assert_eq!((error.status(), error.code()), (500, Some("full")));
    assert_eq!(error.retry_after().unwrap().as_secs(), 7);
    assert_eq!(refused(403, "").kind(), ErrorKind::RateLimited);
    assert_eq!(refused(410, "").kind(), ErrorKind::NotFound);
}

#[test]
fn a_reply_that_is_not_whole_or_not_utf_8_is_an_error() {
    let notice = Notice::new("quay");
    let faults = [
        (converted(&notice, 206, &[], "Closed on"), "with the status 206"),
        (converted(&notice, 200, &[("content-type", "text/plain; charset=latin1")], "x"), "latin1"),
    ];
    for (result, expected) in faults {
        let error = result.unwrap_err();
        assert!(matches!(error, Error::Body { fault: BodyFault::Cut(_) | BodyFault::Charset { .. }, .. }));
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn bytes_keep_their_media_type() {
    let photo = converted(&Photo::new("quay"), 200, &[("content-type", "image/PNG; q=1")], "photo").unwrap();
    assert_eq!((photo.media_type.as_deref(), photo.content.as_slice()), (Some("image/png"), &b"photo"[..]));
}

#[test]
fn a_reply_has_its_source_and_what_its_head_says() {
    let cx = Context::new(&[], DateTime::from(0));
    let reply = Response::builder().header("x-ratelimit-remaining", "3").body("Closed.").unwrap();
    let reply = convert_reply(&Notice::new("quay"), &reply, &cx).unwrap();
    assert_eq!((reply.source, reply.status, reply.bytes), (Source::Page, 200, 7));
    assert_eq!(reply.notes.get::<RateLeft>().unwrap().left, 3);
}
