//! Several subjects in one request: a request to the host for each, and what failed beside the others.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use virtual_finance_gateway::Settings;
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{READINGS, Response, Served};

/// Starts a host that has readings of every station but one, and too many callers of another.
fn host() -> LoopbackHost {
    LoopbackHost::start(|request| {
        let target = request.split(' ').nth(1).unwrap();
        let status = match target {
            "/v1/stations/Atlantis/observations" => 404,
            "/v1/stations/Busy%2C%20Town/observations" => 429,
            _ => 200,
        };
        reply(status, &[("content-type", "application/json")], READINGS)
    })
}

#[tokio::test]
async fn each_subject_has_its_response_or_its_problem() {
    let host = host();
    let gateway = Served::start(&host, Settings::default()).await;
    for target in [
        "/observations/Oslo,Atlantis,Bergen",
        "/observations?station=Oslo&station=Atlantis&station=Bergen&station=Oslo",
    ] {
        let response = gateway.get(target).await;
        assert_eq!((response.status, response.header("x-failures")), (200, "Atlantis 404"), "{target}");
        // What failed may be there the next time.
        assert_eq!((response.header("cache-control"), response.header("etag")), ("no-cache", ""));
        let body = response.json();
        let found: Vec<&String> = body["responses"].as_object().unwrap().keys().collect();
        assert_eq!(found, ["Oslo", "Bergen"], "{target}");
        assert_eq!(body["responses"]["Oslo"], gateway.get("/observations/Oslo").await.json());
        let problem = &body["failures"]["Atlantis"];
        assert_eq!((&problem["status"], &problem["kind"]), (&json!(404), &json!("NotFound")), "{target}");
        assert!(problem["detail"].as_str().unwrap().starts_with("Observations Atlantis: "), "{problem}");
    }
    // The cache stands behind it.
    assert_eq!(host.targets().iter().filter(|target| target.contains("Oslo")).count(), 1);
}

#[tokio::test]
async fn rows_say_whose_they_are() {
    let gateway = Served::start(&host(), Settings::default()).await;
    let csv = gateway.get("/observations/Bergen,Oslo.csv?columns=tempC&limit=1").await;
    assert_eq!(csv.text(), "station,tempC\nBergen,14.5\nOslo,14.5\n");
    assert_eq!(
        (csv.header("content-type"), csv.header("cache-control")),
        ("text/csv; charset=utf-8", "public, max-age=600")
    );
    let again = gateway
        .send(
            "GET",
            "/observations/Bergen,Oslo.csv?columns=tempC&limit=1",
            &[&format!("If-None-Match: {}", csv.header("etag"))],
            "",
        )
        .await;
    assert_eq!((again.status, again.header("etag")), (304, csv.header("etag")));
    let lines = gateway.get("/observations/Oslo,Atlantis.jsonl?limit=1").await;
    assert_eq!(
        lines.text(),
        "{\"station\":\"Oslo\",\"time\":\"2024-06-28T06:00:00Z\",\"tempC\":14.5,\"wind\":3.2}\n"
    );
    assert_eq!(lines.header("x-failures"), "Atlantis 404");
}

#[tokio::test]
async fn a_comma_of_a_name_is_encoded() {
    let gateway = Served::start(&host(), Settings::default()).await;
    assert_eq!(gateway.get("/observations/Busy%2C%20Town").await.status, 429);
    assert_eq!(gateway.get("/observations?station=Busy,+Town").await.status, 429);
    let response = gateway.get("/observations/Busy%2C%20Town,Oslo").await;
    assert_eq!((response.status, response.header("x-failures")), (200, "Busy%2C%20Town 429"));
    // An endpoint that takes a list is asked once.
    assert_eq!(gateway.get("/stations?ids=3&ids=7").await.json()["responses"], json!(null));
}

#[tokio::test]
async fn nothing_that_came_is_a_problem() {
    let gateway = Served::start(&host(), Settings::default()).await;
    let response = gateway.get("/observations/Atlantis,Busy%2C%20Town").await;
    assert_eq!((response.status, response.header("content-type")), (404, "application/problem+json"));
    let problem = response.json();
    let failed = problem["failures"].as_object().unwrap();
    assert_eq!(failed.values().map(|problem| &problem["status"]).collect::<Vec<_>>(), [404, 429]);
    let many: Vec<String> = (0..65).map(|number| number.to_string()).collect();
    for (target, detail) in [
        (format!("/observations/{}", many.join(",")), "'station' has 65 values: give 1 to 64"),
        ("/observations/,".to_owned(), "'station' has 0 values: give 1 to 64"),
        ("/observations?station=Oslo&station=Bergen&wind=1".to_owned(), "Observations: unknown parameter"),
    ] {
        let response = gateway.get(&target).await;
        assert_eq!(response.status, 400, "{target}");
        let problem = response.json();
        assert!(problem["detail"].as_str().unwrap().contains(detail), "{problem}");
    }
}

#[tokio::test]
async fn the_document_names_the_parameter() {
    let gateway = Served::start(&host(), Settings::default()).await;
    let document = gateway.get("/openapi.json").await.json();
    let several = |path: &str| document["paths"][path]["get"]["x-several"]["parameter"].clone();
    assert_eq!((several("/observations"), several("/stations")), (json!("station"), json!(null)));
    let problem = &document["components"]["schemas"]["Error"]["properties"];
    assert_eq!(problem["failures"]["type"], "object");
}

/// Readings of a station that are longer than a response that is sent as a whole.
fn long() -> String {
    let reading = r#"{ "time": "2024-06-28T06:00:00Z", "tempC": 14.5, "wind": 3.2 }"#;
    format!("{{ \"readings\": [ {} ] }}", [reading; 12_000].join(","))
}

/// Returns a response, read until its end, with what the end of its chunks says.
async fn chunked(gateway: &Served, target: &str, head: &str) -> (Response, String) {
    let mut stream = TcpStream::connect(gateway.address).await.unwrap();
    let request = format!("GET {target} HTTP/1.1\r\nHost: localhost\r\n{head}Connection: close, TE\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).await.unwrap();
    let mut response = Response::read(&bytes);
    let (mut body, mut rest) = (Vec::new(), &response.body[..]);
    while let Some(line) = rest.windows(2).position(|end| end == b"\r\n") {
        let length = usize::from_str_radix(std::str::from_utf8(&rest[..line]).unwrap(), 16).unwrap();
        rest = &rest[line + 2..];
        if length == 0 {
            break;
        }
        body.extend_from_slice(&rest[..length]);
        rest = &rest[length + 2..];
        if rest.is_empty() {
            rest = b"cut off";
        }
    }
    let end = String::from_utf8(rest.to_vec()).unwrap();
    response.body = body;
    (response, end)
}

#[tokio::test]
async fn a_long_response_is_sent_as_it_comes() {
    let (go_on, goes_on) = std::sync::mpsc::channel::<()>();
    let goes_on = std::sync::Mutex::new(goes_on);
    let body = long();
    let host = LoopbackHost::start(move |request| {
        if request.contains("/Last/") {
            let _ = goes_on.lock().unwrap().recv();
        }
        reply(200, &[("content-type", "application/json")], &body)
    });
    let gateway = Served::start(&host, Settings::default()).await;
    let mut stream = TcpStream::connect(gateway.address).await.unwrap();
    let request =
        "GET /observations/Oslo,Bergen,Last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.unwrap();
    // The first ones are there while the host has yet to answer for the last.
    let mut received = vec![0; 1 << 20];
    stream.read_exact(&mut received).await.unwrap();
    go_on.send(()).unwrap();
    stream.read_to_end(&mut received).await.unwrap();
    assert!(received.ends_with(b"},\"failures\":{}}\n\r\n0\r\n\r\n"));
    let (response, _) = chunked(&gateway, "/observations/Oslo,Bergen", "").await;
    let body = response.json();
    assert_eq!(body["responses"]["Bergen"], gateway.get("/observations/Oslo").await.json());
    for coding in if cfg!(feature = "zstd") { &["gzip", "zstd"][..] } else { &["gzip"] } {
        let takes = format!("Accept-Encoding: {coding}\r\n");
        let (encoded, end) = chunked(&gateway, "/observations/Oslo,Bergen", &takes).await;
        assert_eq!((encoded.header("content-encoding"), &*end), (*coding, "\r\n"));
        assert!(encoded.body.len() * 4 < response.body.len(), "{coding}: {}", encoded.body.len());
        assert_eq!(encoded.json(), body);
    }
}

#[tokio::test]
async fn what_fails_in_a_long_response_is_told_at_its_end() {
    let body = long();
    let host = LoopbackHost::start(move |request| {
        let status = if request.contains("/Atlantis/") { 404 } else { 200 };
        reply(status, &[("content-type", "application/json")], &body)
    });
    let gateway = Served::start(&host, Settings::default()).await;
    for (format, takes, end) in [
        ("", "", "\r\n"),
        (".csv", "TE: trailers\r\n", "x-failures: Atlantis 404\r\n\r\n"),
        (".csv", "TE: trailers\r\nAccept-Encoding: gzip\r\n", "x-failures: Atlantis 404\r\n\r\n"),
        // Nobody takes it for all.
        (".csv", "", "cut off"),
        (".jsonl", "", "cut off"),
    ] {
        let target = format!("/observations/Oslo,Bergen,Atlantis{format}");
        let (response, found) = chunked(&gateway, &target, takes).await;
        assert_eq!((response.status, &*found), (200, end), "{target}");
        match format {
            "" => assert_eq!(response.json()["failures"]["Atlantis"]["status"], 404),
            ".csv" => assert_eq!(response.text().lines().count(), 24_001),
            _ => assert_eq!(response.text().lines().count(), 24_000),
        }
    }
}

#[tokio::test]
async fn no_more_is_asked_for_than_is_read() {
    let body = long();
    let host = LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], &body));
    let settings = Settings {
        max_unread: 1 << 20,
        max_wait: Duration::from_millis(50),
        write_timeout: Duration::from_secs(600),
        ..Settings::default()
    };
    let gateway = Served::start(&host, settings).await;
    let all: Vec<String> = (0..64).map(|number| format!("T{number}")).collect();
    let mut unread = TcpStream::connect(gateway.address).await.unwrap();
    let request = format!("GET /observations/{} HTTP/1.1\r\nHost: localhost\r\n\r\n", all.join(","));
    unread.write_all(request.as_bytes()).await.unwrap();
    // A long response finds no room before long, a short one always.
    let refused = loop {
        let response = gateway.get("/observations/Oslo.csv").await;
        if response.status != 200 {
            break response;
        }
    };
    assert_eq!((refused.status, refused.header("retry-after")), (503, "1"));
    assert_eq!(gateway.get("/observations/Oslo.csv?limit=1").await.status, 200);
    assert!(host.targets().len() < 32, "{}", host.targets().len());
}
