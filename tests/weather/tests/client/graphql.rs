//! Requests of GraphQL, whose replies may have errors beside their data.

use serde_json::{Value, json};
use virtual_finance_core::{Client, HostError, HostErrors, Reply, RequestParams};
use virtual_finance_loopback::{LoopbackHost, reply};
use weather::{Around, HOSTS, Neighbour, Sky};

use super::sample;

async fn asked(
    request: &Around,
    status: u16,
    answer: &str,
) -> (Result<Reply<Vec<Neighbour>>, virtual_finance_core::Error>, Value) {
    let host = LoopbackHost::saying(reply(status, &[("content-type", "application/json")], answer));
    let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
    let found = client.reply(request).await;
    let sent = host.requests().first().unwrap().split_once("\r\n\r\n").unwrap().1.to_owned();
    (found, serde_json::from_str(&sent).unwrap())
}

fn around() -> Around {
    Around::new(59.9, 10.75)
}

#[tokio::test]
async fn the_document_is_sent_with_variables() {
    let (_, sent) = asked(&around().count(2), 200, r#"{ "data": { "around": [] } }"#).await;
    let document = sent["query"].as_str().unwrap();
    assert!(document.starts_with("query ($lat: Float!"), "{document}");
    assert!(document.ends_with('}'), "{document}");
    assert_eq!(sent["variables"], json!({ "lat": 59.9, "lon": 10.75, "first": 2 }));
    assert_eq!(sent.as_object().unwrap().len(), 2);

    let (_, sent) = asked(&around(), 200, r#"{ "data": { "around": [] } }"#).await;
    assert_eq!(sent["variables"], json!({ "lat": 59.9, "lon": 10.75 }));
}

#[tokio::test]
async fn the_sample_host_answers() {
    let (_host, client) = sample();
    // ANCHOR: graphql
    let stations = client.request(&Around::new(59.9, 10.75).count(1)).await.unwrap();
    assert_eq!(stations[0].station.name, "Oslo");
    // ANCHOR_END: graphql
}

#[tokio::test]
async fn errors_beside_data_are_a_note() {
    let answer = r#"{
        "data": { "around": [ { "station": { "name": "Oslo" }, "distance": 4, "temperature": null, "sky": "CLOUDY" } ] },
        "errors": [ { "message": "the thermometer is broken", "path": ["around", 0, "temperature"],
            "extensions": { "code": "UNAVAILABLE" } }, { "message": "late" } ] }"#;
    let reply = asked(&around(), 200, answer).await.0.unwrap();
    assert_eq!(reply.response[0].temperature, None);
    let expected = [
        HostError::new("UNAVAILABLE", "the thermometer is broken", "around[0].temperature"),
        HostError::new("", "late", ""),
    ];
    assert_eq!(reply.notes.get::<HostErrors>().unwrap().0, expected);
    let line = "errors of the host: around[0].temperature: UNAVAILABLE: the thermometer is broken; late";
    assert_eq!(reply.notes.lines().collect::<Vec<_>>(), [line]);

    let whole = r#"{ "data": { "around": [] }, "errors": [] }"#;
    assert!(asked(&around(), 200, whole).await.0.unwrap().notes.is_empty());
}

#[tokio::test]
async fn errors_without_data_are_the_error() {
    let cases = [
        (200, r#"{ "data": null, "errors": [ { "message": "no such place" } ] }"#, 422, "no such place"),
        (
            200,
            r#"{ "errors": [ { "message": "who are you?", "extensions": { "code": "FORBIDDEN" } } ] }"#,
            401,
            "\"FORBIDDEN\": \"who are you?\"",
        ),
        (200, r#"{ "data": { "around": null }, "errors": [ { "message": 5 } ] }"#, 422, r#"{\"message\":5}"#),
        (200, r#"{ "data": { "around": null }, "errors": ["late"] }"#, 422, "late"),
        (
            400,
            r#"{ "errors": [ { "message": "too many", "extensions": { "code": "BAD_USER_INPUT" } } ] }"#,
            400,
            "too many",
        ),
    ];
    for (status, answer, expected, words) in cases {
        let error = asked(&around(), status, answer).await.0.unwrap_err();
        assert_eq!(error.status(), Some(expected), "{error}");
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[tokio::test]
async fn a_reply_without_either_is_an_error() {
    let error = asked(&around(), 200, r#"{ "data": { "around": 5 } }"#).await.0.unwrap_err();
    assert_eq!(error.status(), Some(422), "{error}");
    assert!(error.to_string().contains("data.around"), "{error}");
}

#[tokio::test]
async fn a_query_is_sent_again() {
    let host = LoopbackHost::start(|_| reply(503, &[("retry-after", "0")], ""));
    let builder = HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    let client = builder.request_params(RequestParams::new().no_proxy()).build().unwrap();
    client.request(&around()).await.unwrap_err();
    assert!(host.requests().len() > 1);
}

#[tokio::test]
async fn a_value_that_the_table_does_not_list_is_kept() {
    let answer = |sky: Value| {
        let station = json!({ "station": { "name": "Oslo" }, "distance": 4, "temperature": 21, "sky": sky });
        json!({ "data": { "around": [station] } }).to_string()
    };
    for (text, expected) in
        [("CLEAR", Sky::Clear), ("ASH", Sky::other("ASH")), ("other:ASH", Sky::other("other:ASH"))]
    {
        let response = asked(&around(), 200, &answer(json!(text))).await.0.unwrap().response;
        assert_eq!(response[0].sky, expected);
        assert_eq!(json!(response)[0]["sky"], text);
    }
    let error = asked(&around(), 200, &answer(json!(5))).await.0.unwrap_err();
    assert!(error.to_string().contains("data.around[0].sky"), "{error}");
}
