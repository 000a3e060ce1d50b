//! Several subjects in one request: a request to the host for each, and what failed beside the others.

use serde_json::json;
use virtual_finance_gateway::Settings;
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{READINGS, Served};

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
        ("text/csv", "public, max-age=600")
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
