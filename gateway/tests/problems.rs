//! Errors, which are problem documents with the reason and what to do.

use serde_json::json;
use virtual_finance_core::Client;
use virtual_finance_gateway::{Gateway, Log, Settings};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{PROGRAM, Response, Served, stalled_host, weather_host};

/// A request that is refused: method, target, headers and body as in a message, then the status and the words.
type Refused = (&'static str, u16, &'static str);

#[track_caller]
fn detail(response: &Response, status: u16) -> String {
    assert_eq!(response.status, status, "{}", response.text());
    assert_eq!(response.header("content-type"), "application/problem+json");
    assert_eq!(response.header("cache-control"), "no-store");
    let problem = response.json();
    assert_eq!((&problem["type"], &problem["status"]), (&json!("about:blank"), &json!(status)));
    problem["detail"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_cannot_be_asked() {
    let gateway = Served::start(&weather_host(), Settings { max_body: 64, ..Settings::default() }).await;
    let refused: [Refused; 25] = [
        ("GET /observation", 404, "there is no endpoint /observation: did you mean /observations?"),
        ("GET /zzz", 404, "there is no endpoint /zzz: /openapi.json has all paths"),
        ("GET /forecast/59.9", 404, "/forecast has nothing below it: give its parameters as a query"),
        ("GET /observations/a/b", 404, "/observations has nothing below it: give its parameters as a query"),
        ("GET /observations/%ff", 400, "the station of /observations is no UTF-8"),
        ("POST /observations/Oslo", 405, "/observations is asked with GET"),
        ("GET /report", 405, "/report is asked with POST"),
        (
            "GET /observations/Oslo\nAccept: text/html",
            406,
            "no format is one that Accept names: name one of application/json, text/csv, application/x-ndjson",
        ),
        (
            "POST /report\nContent-Type: text/plain\n\nx",
            415,
            "the body is of another media type: send application/json",
        ),
        (
            "POST /report\nContent-Type: application/json\n\n[1]",
            400,
            "the body is no JSON object: invalid type: sequence, expected a map at line 1 column 0",
        ),
        (
            "POST /report\n\n{}",
            415,
            "the body is JSON without its media type: send the header 'Content-Type: application/json'",
        ),
        (
            "POST /report\nContent-Type: application/x-www-form-urlencoded\n\n{\"station\": \"Oslo\"}",
            415,
            "the body is JSON without its media type: send the header 'Content-Type: application/json'",
        ),
        (
            "POST /report\nOrigin: https://evil.example\nContent-Type: application/json\n\n{}",
            403,
            "a page of another origin asks: start the gateway with --allow-origin ORIGIN",
        ),
        ("GET /observations/Oslo\n\n{}", 400, "a GET has no body: put its parameters into the query"),
        (
            "POST /report\nContent-Type: application/json\n\n\
             {\"station\": \"a station with a name that is too long for the bound\"}",
            413,
            "the body has more than 64 bytes: send less",
        ),
        ("GET /observations/Oslo?format=xlsx", 400, "'format' is \"xlsx\": write one of json, csv, jsonl"),
        ("GET /observations/Oslo?station=Oslo", 400, "'station' is there twice: give it once"),
        ("GET /observations/Oslo?format=csv&format=json", 400, "'format' is there twice: give it once"),
        ("GET /observations/Oslo?limit=1&limit=1", 400, "'limit' is there twice: give it once"),
        ("GET /observations/Oslo?limit=1", 400, "'limit' is about rows: take csv or jsonl"),
        ("GET /observations/Oslo?table=a&table=b", 400, "'table' is there twice: give it once"),
        ("GET /observations/%zz", 400, "the path has '%zz', which is no percent escape: "),
        ("GET /observations/Oslo,50%", 400, "the path has '%', which is no percent escape: "),
        ("POST /openapi.json", 405, "/openapi.json is asked with GET"),
        ("TRACE /\nAccept: text/html", 405, "/ is asked with GET"),
    ];
    for (request, status, expected) in refused {
        let (head, body) = request.split_once("\n\n").unwrap_or((request, ""));
        let mut lines = head.split('\n');
        let (method, target) = lines.next().unwrap().split_once(' ').unwrap();
        let response = gateway.send(method, target, &lines.collect::<Vec<_>>(), body).await;
        // Formats of charts and frames may follow: the features of one build are those of all its crates.
        let detail = detail(&response, status);
        assert!(detail.starts_with(expected), "{method} {target}: {detail}");
        if status == 405 {
            assert!(!response.header("allow").is_empty());
        }
    }
}

/// Checks that what the gateway has itself can be read, and nothing else.
#[tokio::test]
async fn documents_have_the_methods_that_they_say() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    for path in ["/", "/openapi.json", "/catalogue.json", "/healthz", "/readyz", "/metrics"] {
        for method in ["TRACE", "POST", "PUT", "DELETE", "PATCH"] {
            let response = gateway.send(method, path, &[], "").await;
            assert_eq!(detail(&response, 405), format!("{path} is asked with GET"), "{method}");
            assert_eq!(response.header("allow"), "GET, HEAD, OPTIONS", "{method} {path}");
        }
        for (method, status) in [("GET", 200), ("HEAD", 200), ("OPTIONS", 204)] {
            assert_eq!(gateway.send(method, path, &[], "").await.status, status, "{method} {path}");
        }
        let allow = gateway.send("OPTIONS", path, &["Accept: text/html"], "").await;
        assert_eq!(allow.header("allow"), "GET, HEAD, OPTIONS", "{path}");
    }
}

#[tokio::test]
async fn all_wrong_parameters_at_once() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let response = gateway.get("/forecast?lat=91&lon=x&dasy=1").await;
    let detail = detail(&response, 400);
    assert!(detail.starts_with("Forecast: "), "{detail}");
    let problem = response.json();
    let mut named: Vec<&str> = problem["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| fault["parameter"].as_str().unwrap())
        .collect();
    named.sort_unstable();
    assert_eq!(named, ["dasy", "days", "lat", "lon"]);
    assert_eq!((&problem["kind"], &problem["request"]), (&json!("BadParameters"), &json!("Forecast")));
    assert_eq!(problem["instance"], "/forecast");
}

#[tokio::test]
async fn what_the_host_says() {
    for (status, headers, body, expected, kind) in [
        (404, &[][..], "{}", 404, "NotFound"),
        (429, &[("retry-after", "7")], "{}", 429, "RateLimited"),
        (500, &[], "{}", 502, "HostFailed"),
        (200, &[], r#"{"readings":[{"time":true}]}"#, 422, "NotConvertible"),
    ] {
        let host = LoopbackHost::start(move |_| {
            reply(status, &[headers, &[("content-type", "application/json")]].concat(), body)
        });
        let gateway = Served::start(&host, Settings::default()).await;
        let response = gateway.get("/observations/Oslo").await;
        assert!(detail(&response, expected).starts_with("Observations Oslo: "), "{status}");
        assert_eq!(response.json()["kind"], kind);
        assert_eq!(response.header("retry-after"), if status == 429 { "7" } else { "" });
    }
    let dead = LoopbackHost::start(|_| Vec::new());
    let gateway = Served::start(&dead, Settings::default()).await;
    detail(&gateway.get("/observations/Oslo").await, 504);
}

#[tokio::test]
async fn a_folder_of_records_without_the_reply_does_not_know_it() {
    let folder = tempfile::tempdir().unwrap();
    let client = Client::builder().replay(folder.path()).build().unwrap();
    let settings = Settings { log: Log::Off, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client, settings)).await;
    let response = gateway.get("/observations/Oslo").await;
    let detail = detail(&response, 404);
    assert!(detail.starts_with("Observations Oslo: there is no record of GET https://"), "{detail}");
    assert!(detail.contains("start the gateway with --record"), "{detail}");
    assert_eq!(response.json()["kind"], "NotFound");
    // Where the records lie concerns nobody who asks.
    assert!(!detail.contains(folder.path().to_str().unwrap()), "{detail}");
}

#[tokio::test]
async fn one_request_too_many_is_told_to_come_back() {
    let (host, mut is_asked, go) = stalled_host();
    let gateway = Served::start(&host, Settings { max_requests: 1, ..Settings::default() }).await;
    let slow = gateway.get("/observations/Oslo");
    let refused = async {
        is_asked.recv().await.unwrap();
        let refused = gateway.get("/observations/Bergen").await;
        // Whoever watches the gateway is answered whatever it has to do.
        assert_eq!(gateway.get("/healthz").await.status, 200);
        go.send(()).unwrap();
        refused
    };
    let (slow, refused) = futures_util::future::join(slow, refused).await;
    assert_eq!(slow.status, 200);
    assert_eq!(detail(&refused, 503), "too many requests are under way: send it again later");
    assert_eq!(refused.header("retry-after"), "1");
}
