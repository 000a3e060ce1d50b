//! Events of a reply, which are handed on before the host has sent the next ones.

use std::io::{Read as _, Write as _};
use std::sync::{Mutex, mpsc};

use serde_json::Value;
use virtual_finance_gateway::Settings;
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{Served, weather_host};

fn event(time: u32) -> Vec<u8> {
    format!("data: {{ \"instrument\": \"vane\", \"time\": {time}, \"value\": 7 }}\n\n").into_bytes()
}

/// The record of an event. Rows have their times as text.
fn record(time: u32, is_sse: bool) -> String {
    let time = if is_sse { time.to_string() } else { format!("\"1970-01-01T00:00:0{time}Z\"") };
    format!("{{\"instrument\":\"vane\",\"time\":{time},\"value\":7}}\n")
}

/// A host that sends what the test says, until the test drops its end.
fn live() -> (LoopbackHost, mpsc::Sender<Vec<u8>>) {
    let (say, said) = mpsc::channel::<Vec<u8>>();
    let said = Mutex::new(said);
    let host = LoopbackHost::writing(move |_, stream| {
        stream.write_all(b"HTTP/1.1 200 Said\r\nconnection: close\r\n\r\n").unwrap();
        for piece in said.lock().unwrap().iter() {
            // Its caller may have left.
            let _ = stream.write_all(&piece);
        }
    });
    (host, say)
}

#[tokio::test]
async fn an_event_comes_before_the_next_one() {
    for (target, headers, is_sse) in [
        ("/alarms", "Accept: text/event-stream\r\nAccept-Encoding: gzip\r\n", true),
        ("/alarms?format=sse", "", true),
        ("/alarms", "Accept: application/x-ndjson\r\nAccept-Encoding: gzip\r\n", false),
        ("/alarms.jsonl", "", false),
    ] {
        let (host, say) = live();
        let gateway = Served::start(&host, Settings::default()).await;
        let mut caller = gateway.listen(target, headers).await;
        let head = caller.until("\r\n\r\n").await;
        let media_type = if is_sse { "text/event-stream" } else { "application/x-ndjson" };
        assert!(head.contains(&format!("content-type: {media_type}\r\n")), "{target}: {head}");
        assert!(head.contains("cache-control: no-store\r\n") && !head.contains("content-encoding"), "{head}");
        for time in [1, 2] {
            say.send(event(time)).unwrap();
            let begin = if is_sse { "data: " } else { "" };
            let came = caller.until(&record(time, is_sse)).await;
            assert!(came.ends_with(&format!("\r\n{begin}{}", record(time, is_sse))), "{target}: {came}");
        }
        assert!(gateway.get("/metrics").await.text().contains("\ngateway_streams_open 1\n"));
        say.send(b"event: error\ndata: Too windy\n\n".to_vec()).unwrap();
        let late = caller.until("}\n").await;
        assert!(late.contains("Too windy") && late.contains("\"instance\":\"/alarms"), "{late}");
        let begin = if is_sse { "event: error\ndata: {\"type\":" } else { "{\"error\":{\"type\":" };
        assert!(late.contains(begin), "{target}: {late}");
        say.send([event(3), b"data: [END]\n\n".to_vec()].concat()).unwrap();
        let rest = caller.until("\r\n0\r\n\r\n").await;
        assert!(rest.contains(&record(3, is_sse)), "{rest}");
        assert_eq!(rest.contains("event: end\ndata: {\"detail\":\"the host ended the events\"}\n\n"), is_sse);
    }
}

#[tokio::test]
async fn who_leaves_ends_the_request_to_the_host() {
    let host = LoopbackHost::writing(|_, stream| {
        stream.write_all(b"HTTP/1.1 200 Said\r\nconnection: close\r\n\r\n").unwrap();
        stream.write_all(&event(1)).unwrap();
        // Until the gateway closes the connection.
        let _ = stream.read(&mut [0]);
    });
    let gateway = Served::start(&host, Settings { max_streams: 1, ..Settings::default() }).await;
    let mut caller = gateway.listen("/alarms.jsonl", "").await;
    caller.until(&record(1, false)).await;
    let busy = gateway.get("/alarms?format=sse").await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, "1"));
    drop(caller);
    let host = tokio::task::spawn_blocking(move || {
        host.wait_closed();
        host
    });
    let _host = host.await.unwrap();
    let mut caller = gateway.listen("/alarms?format=sse&limit=1", "").await;
    caller.until("event: end\ndata: {\"detail\":\"there are as many as 'limit' says\"}\n\n").await;
    // A gateway that stops does not wait for the host.
    let mut caller = gateway.listen("/alarms?format=sse", "").await;
    caller.until(&record(1, true)).await;
    gateway.stop().await;
    caller.until("event: end\ndata: {\"detail\":\"the gateway ends\"}\n\n").await;
}

#[tokio::test]
async fn what_fails_before_the_events_is_a_problem() {
    let failing = Served::start(&LoopbackHost::saying(reply(500, &[], "")), Settings::default()).await;
    assert_eq!(failing.get("/alarms?format=sse").await.status, 502);
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    for (target, accept, status, detail) in [
        ("/observations/Oslo?format=sse", "*/*", 400, "have no events"),
        ("/observations/Oslo", "text/event-stream", 406, "application/x-ndjson"),
        ("/alarms?format=sse&columns=time", "*/*", 400, "'columns'"),
        ("/samples/Oslo,Bergen?format=sse", "*/*", 400, "ask for each by itself"),
    ] {
        let response = gateway.send("GET", target, &[&format!("Accept: {accept}")], "").await;
        assert_eq!(response.status, status, "{target}");
        assert!(response.text().contains(detail), "{}", response.text());
    }
}

#[tokio::test]
async fn the_document_has_the_events() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let document = gateway.get("/openapi.json").await.json();
    for (name, has_events) in [("Alarms", true), ("Samples", true), ("Observations", false)] {
        let content = &document["components"]["responses"][format!("{name}Response")]["content"];
        assert_eq!(content["text/event-stream"].is_object(), has_events, "{name}");
        let path = &document["paths"][format!("/{}", name.to_lowercase())]["get"];
        let mut parameters = path["parameters"].as_array().unwrap().iter();
        let format = parameters.find(|parameter| parameter["name"] == "format").unwrap();
        let formats = format["schema"]["enum"].as_array().unwrap();
        assert_eq!(formats.contains(&Value::from("sse")), has_events, "{name}");
    }
}
