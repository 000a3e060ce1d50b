//! Replies that are handed over item by item: each comes before the host has sent the next one.

use std::any::Any;
use std::fs;
use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Duration;

use http::StatusCode;
use serde::{Deserialize, Serialize};
use virtual_finance_core::catalogue::{RawKind, SessionUse};
use virtual_finance_core::read::{DataPath, declared};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Client, Error, Evented, Events, Fault, Host};

use super::record::{folder, replay};
use super::support::{HOST, HostClient as _, TestHost, class, once, probe, reply};

static HOSTS: [&Host; 1] = [&HOST];
static EVENTS: EndpointInfo = EndpointInfo {
    name: "Ticks",
    path: "v1/ticks",
    raw: RawKind::Events,
    ..probe(SessionUse::Never, &HOSTS)
};
static LINES: EndpointInfo = EndpointInfo {
    name: "Lines",
    path: "v1/lines",
    raw: RawKind::Lines,
    declared: Some(r#"{ "end": "ready" }"#),
    ..probe(SessionUse::Never, &HOSTS)
};

#[derive(Clone)]
struct Ticks(&'static EndpointInfo);

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Tick {
    price: f64,
    name: Option<String>,
}

asks!(Ticks, |own| own.0);

converts!(Ticks => Vec<Tick>, |own, replies| declared(replies, &DataPath::new("the ticks", "", "").raw(own.0.raw)));

impl Evented for Ticks {
    type Event = Tick;

    fn events(response: Vec<Tick>) -> Vec<Tick> {
        response
    }
}

const HEAD: &str = "HTTP/1.1 200 Said\r\nconnection: close\r\ncontent-type: text/event-stream\r\n\r\n";

/// A host that says what the test sends it, until the test drops its end.
fn live() -> (TestHost, mpsc::Sender<Vec<u8>>) {
    let (say, said) = mpsc::channel::<Vec<u8>>();
    let said = Mutex::new(said);
    let host = TestHost::writing(move |_, stream| {
        stream.write_all(HEAD.as_bytes()).unwrap();
        for piece in said.lock().unwrap().iter() {
            stream.write_all(&piece).unwrap();
        }
    });
    (host, say)
}

fn tick(price: f64) -> Tick {
    Tick { price, name: None }
}

/// Returns the prices of all items, and the errors between them.
async fn all(mut events: Events<Tick>) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(item) = events.next().await {
        found.push(match item {
            Ok(item) => item.price.to_string(),
            Err(Error::Conversion(error)) => match error.fault() {
                Fault::ErrorReply { description, .. } => format!("host: {description}"),
                fault => fault.to_string(),
            },
            error => class(&error),
        });
    }
    assert!(events.next().await.is_none(), "they stay at their end");
    found
}

/// Returns the items of a whole reply.
async fn said(info: &'static EndpointInfo, body: &str) -> Vec<String> {
    let host = TestHost::saying(reply(200, &[], body));
    all(host.client().build().unwrap().events(&Ticks(info)).await.unwrap()).await
}

#[tokio::test]
async fn an_event_comes_before_the_next_one_is_sent() {
    let (host, say) = live();
    let mut events = host.client().build().unwrap().events(&Ticks(&EVENTS)).await.unwrap();
    assert_eq!((events.status(), events.request().to_string()), (200, "Ticks".to_owned()));
    for price in [1.0, 2.0, 3.0] {
        say.send(format!("data: {{ \"price\": {price} }}\n\n").into_bytes()).unwrap();
        assert_eq!(events.next().await.unwrap().unwrap(), tick(price));
    }
    drop(say);
    assert!(events.next().await.is_none());
    assert_eq!(host.targets(), ["/v1/ticks"]);
}

#[tokio::test]
async fn a_line_comes_before_the_next_one_is_sent() {
    let (host, say) = live();
    let mut events = host.client().build().unwrap().events(&Ticks(&LINES)).await.unwrap();
    for price in [1.0, 2.0] {
        say.send(format!("\n{{ \"price\": {price} }}\r\n").into_bytes()).unwrap();
        assert_eq!(events.next().await.unwrap().unwrap(), tick(price));
    }
    say.send(b"{ \"price\": 3 }".to_vec()).unwrap();
    drop(say);
    assert_eq!(events.next().await.unwrap().unwrap(), tick(3.0), "the last line has no end");
    assert!(events.next().await.is_none());
}

#[test]
fn the_blocking_client_gives_an_iterator() {
    let (host, say) = live();
    let client = host.client().build_blocking().unwrap();
    let mut events = client.events(&Ticks(&EVENTS)).unwrap();
    for price in [1.0, 2.0] {
        say.send(format!("data: {{ \"price\": {price} }}\n\n").into_bytes()).unwrap();
        assert_eq!(events.next().unwrap().unwrap(), tick(price));
    }
    say.send(b"data: 7\n\ndata: { \"price\": 3 }\n\n".to_vec()).unwrap();
    assert_eq!(class(&events.next().unwrap()), "conversion 422");
    assert_eq!(events.next().unwrap().unwrap(), tick(3.0));
    drop(say);
    assert!(events.next().is_none());
}

#[tokio::test]
async fn events_of_an_endpoint_that_is_known_at_run_time_are_responses() {
    let (host, say) = live();
    let client = host.client().build().unwrap();
    let mut events = client.events_erased(Arc::new(Ticks(&LINES))).await.unwrap();
    for price in [1.0, 2.0] {
        say.send(format!("{{ \"price\": {price} }}\n").into_bytes()).unwrap();
        let response: Box<dyn Any> = events.next().await.unwrap().unwrap();
        assert_eq!(*response.downcast::<Vec<Tick>>().unwrap(), [tick(price)]);
    }
    let error = client.events_erased(Arc::new(Ticks(&EVENTS))).await.unwrap_err();
    assert_eq!(error.to_string(), "Ticks: its reply has no events; send it with `reply_erased`");
}

/// Checks server-sent events in one piece and in pieces of each length, which cut characters, too.
#[tokio::test]
async fn events_are_those_of_the_standard_however_they_are_cut() {
    let body = "\u{feff}: hello\r\n\r\nevent: tick\r\nid: 7\r\nretry: 10\r\ndata: { \"price\": 1,\r\ndata:\"name\": \"Zürich €\" }\r\n\r\n\
                : still here\n\n: and here\ndata: { \"price\": 2 }\n: within\nid\n\n\n\ndata\n\ndata: { \"price\": 3 }\n\n";
    for length in 1..body.len() {
        let (host, say) = live();
        let client = host.client().build().unwrap();
        for piece in body.as_bytes().chunks(length) {
            say.send(piece.to_vec()).unwrap();
        }
        drop(say);
        let mut events = client.events(&Ticks(&EVENTS)).await.unwrap();
        let first = events.next().await.unwrap().unwrap();
        assert_eq!(first, Tick { price: 1.0, name: Some("Zürich €".to_owned()) }, "{length}");
        assert_eq!(all(events).await, ["2", "3"], "{length}");
    }
}

#[tokio::test]
async fn an_error_is_an_item_between_the_others() {
    let good = "data: { \"price\": 1 }\n\n";
    let late = [
        ("event: error\ndata: { \"type\": \"busy\", \"message\": \"Try later\" }\n\n", "host: Try later"),
        ("event: error\ndata: No more\n\n", "host: No more"),
        ("data: { \"error\": { \"message\": \"Too long\" } }\n\n", "host: Too long"),
        (
            "data: { \"price\": \"high\" }\n\n",
            "[0].price cannot be read: invalid type: string \"high\", expected f64",
        ),
        ("data: { \"pri\n\n", "the reply is cut: its JSON ends too early"),
    ];
    for (event, expected) in late {
        let found = said(&EVENTS, &format!("{good}{event}{good}")).await;
        assert_eq!(found.first().map(String::as_str), Some("1"));
        assert!(found.get(1).is_some_and(|found| found.starts_with(expected)), "{found:?}");
        assert_eq!(found.get(2).map(String::as_str), Some("1"));
    }
    assert_eq!(
        said(&LINES, "{\"price\": 1}\n{\"error\": \"busy\"}\n{\"price\": 2}\n").await,
        ["1", "host: busy", "2"]
    );
}

/// A whole reply is read by the same reader.
#[tokio::test]
async fn an_event_that_is_an_error_is_the_error_of_a_whole_reply() {
    let body =
        "data: { \"price\": 1 }\n\nevent: error\ndata: { \"message\": \"Try later\", \"price\": 2 }\n\n";
    let host = TestHost::saying(reply(200, &[], body));
    let error = host.client().build().unwrap().request(&Ticks(&EVENTS)).await.unwrap_err();
    assert!(error.to_string().contains("Try later"), "{error}");
}

#[tokio::test]
async fn a_reply_of_another_format_is_one_error() {
    let html = "<html>\n\n<p>\n\n</html>";
    assert_eq!(said(&EVENTS, html).await, ["the reply is HTML where server-sent events was asked for"]);
    assert_eq!(said(&LINES, html).await, ["the reply is HTML where lines of JSON was asked for"]);
    let text = "{ \"price\": 1 }\n\n{}\n\n";
    assert_eq!(said(&EVENTS, text).await, ["the reply is other text where server-sent events was asked for"]);
    let host = TestHost::saying(reply(429, &[], "Slow down"));
    let client = host.client().build().unwrap();
    assert_eq!(class(&client.events(&Ticks(&EVENTS)).await), "api 429");
}

/// The host keeps the connection open behind the marker, which is the usual one or the table's.
#[tokio::test]
async fn a_marker_ends_them() {
    let cases =
        [(&EVENTS, "data: { \"price\": 1 }\n\ndata: [DONE]\n\n"), (&LINES, "{ \"price\": 1 }\nready\n")];
    for (info, body) in cases {
        let (host, say) = live();
        let events = host.client().build().unwrap().events(&Ticks(info)).await.unwrap();
        say.send(body.as_bytes().to_vec()).unwrap();
        assert_eq!(all(events).await, ["1"]);
        drop(say);
    }
}

#[tokio::test]
async fn dropping_them_closes_the_connection() {
    let (closing, closed) = mpsc::channel();
    let host = TestHost::writing(move |_, stream| {
        stream.write_all(HEAD.as_bytes()).unwrap();
        stream.write_all(b"data: { \"price\": 1 }\n\n").unwrap();
        closing.send(stream.read(&mut [0]).unwrap_or_default()).unwrap();
    });
    let mut events = host.client().build().unwrap().events(&Ticks(&EVENTS)).await.unwrap();
    assert_eq!(events.next().await.unwrap().unwrap(), tick(1.0));
    drop(events);
    let closed = tokio::task::spawn_blocking(move || closed.recv().unwrap());
    assert_eq!(closed.await.unwrap(), 0);
}

#[tokio::test]
async fn what_breaks_off_and_what_is_too_large_ends_with_an_error() {
    let head = "HTTP/1.1 200 Said\r\nconnection: close\r\ncontent-length: 99\r\n\r\n";
    let host = TestHost::saying(format!("{head}data: {{ \"price\": 1 }}\n\ndata: {{"));
    let client = host.client().build().unwrap();
    assert_eq!(all(client.events(&Ticks(&EVENTS)).await.unwrap()).await, ["1", "cut"]);
    let host = TestHost::saying(reply(200, &[], format!("data: 1\n\ndata: {}", "7".repeat(9000))));
    let client = host.client().max_body(1000).build().unwrap();
    let found = all(client.events(&Ticks(&EVENTS)).await.unwrap()).await;
    assert_eq!(found.last().map(String::as_str), Some("too large"), "{found:?}");
}

/// A host in memory that sends an event after each pause, without an end.
struct Endless(Duration, Arc<AtomicBool>);

impl Transport for Endless {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let body = Self(self.0, Arc::clone(&self.1));
        Box::pin(async move { Ok(TransportReply::new(StatusCode::OK, body)) })
    }
}

impl TransportBody for Endless {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        Box::pin(async move {
            tokio::time::sleep(self.0).await;
            let is_event = self.1.fetch_xor(true, Ordering::SeqCst);
            let piece: &[u8] = if is_event { b"data: { \"price\": 1 }\n\n" } else { b":\n" };
            Ok::<_, TransportError>(Some(piece.to_vec().into()))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn the_time_limit_is_one_between_pieces() {
    let short = once().deadline(Duration::from_secs(5));
    for (params, limit) in [
        (short.clone().idle_timeout(Duration::from_secs(30)), 30),
        (short, 5),
        // A model thinks for a minute.
        (once(), 60),
    ] {
        let client = |pause| {
            let transport = Endless(Duration::from_secs(pause), Arc::default());
            Client::builder().transport(transport).request_params(params.clone()).build().unwrap()
        };
        // Twenty events in many minutes: less than the minimum speed, and more than the deadline.
        let mut events = client(limit - 1).events(&Ticks(&EVENTS)).await.unwrap();
        for _ in 0..20 {
            assert_eq!(events.next().await.unwrap().unwrap(), tick(1.0));
        }
        assert_eq!(all(client(limit + 1).events(&Ticks(&EVENTS)).await.unwrap()).await, ["timeout Idle"]);
    }
}

#[tokio::test]
async fn a_record_has_the_events_and_gives_them_again() {
    let body = ": hello\n\ndata: { \"price\": 1 }\n\ndata: 7\n\ndata: { \"price\": 2 }\n\ndata: [DONE]\n\n";
    let host = TestHost::saying(reply(200, &[], body));
    let folder = folder("events");
    let client = host.client().record(&folder).build().unwrap();
    let found = all(client.events(&Ticks(&EVENTS)).await.unwrap()).await;
    assert_eq!((found.len(), found.first().map(String::as_str)), (3, Some("1")));
    assert_eq!(all(replay(&folder).events(&Ticks(&EVENTS)).await.unwrap()).await, found);
    assert_eq!(host.targets().len(), 1);
}

/// Each event comes at once, and those that came are the record.
#[tokio::test]
async fn a_record_of_events_that_were_dropped_has_those_that_came() {
    let folder = folder("dropped_events");
    let (host, say) = live();
    let client = host.client().record(&folder).build().unwrap();
    let mut events = client.events(&Ticks(&EVENTS)).await.unwrap();
    for price in [1.0, 2.0] {
        say.send(format!("data: {{ \"price\": {price} }}\n\n").into_bytes()).unwrap();
        assert_eq!(events.next().await.unwrap().unwrap(), tick(price));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    drop((events, say));
    assert_eq!(all(replay(&folder).events(&Ticks(&EVENTS)).await.unwrap()).await, ["1", "2"]);
    assert_eq!(replay(&folder).request(&Ticks(&EVENTS)).await.unwrap(), [tick(1.0), tick(2.0)]);
}

#[tokio::test]
async fn no_event_and_no_error_has_a_secret() {
    let body = "data: { \"price\": 1, \"name\": \"canary-secret\" }\n\nevent: error\ndata: canary-secret\n\n";
    let host = TestHost::saying(reply(200, &[], body));
    let folder = folder("secret_events");
    let params = once().query("key", "canary-secret");
    for is_recorded in [true, false] {
        let builder = Client::builder().host(&HOST, host.url()).request_params(params.clone());
        let builder = if is_recorded { builder.record(&folder) } else { builder };
        let mut events = builder.build().unwrap().events(&Ticks(&EVENTS)).await.unwrap();
        let first = events.next().await.unwrap().unwrap();
        assert_eq!(first.name.as_deref(), Some("hidden"));
        let error = events.next().await.unwrap().unwrap_err();
        assert!(!error.to_string().contains("canary"), "{error}");
        assert!(events.next().await.is_none());
    }
    for entry in fs::read_dir(&folder).unwrap() {
        let content = fs::read_to_string(entry.unwrap().path()).unwrap();
        assert!(!content.contains("canary"), "{content}");
    }
}
