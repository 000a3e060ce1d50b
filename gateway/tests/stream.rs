//! Streams of live values: one connection upstream for all who listen, by real HTTP on loopback.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;
use virtual_finance_command::{Feed, FeedEvent, NextEvent};
use virtual_finance_core::Error;
use virtual_finance_core::params::{ParamErrors, ParamFault};
use virtual_finance_gateway::{Gateway, Log, Settings};

use crate::support::{Listener, PROGRAM, Served, client, weather_host};

type Events = mpsc::UnboundedReceiver<Option<FeedEvent>>;

/// What stands upstream: the test sends its events, `None` ends it.
struct Upstream {
    send: mpsc::UnboundedSender<Option<FeedEvent>>,
    wanted: mpsc::UnboundedReceiver<Vec<String>>,
    opened: Arc<AtomicUsize>,
    gateway: Served,
}

struct Scripted {
    events: Arc<tokio::sync::Mutex<Events>>,
    wanted: mpsc::UnboundedSender<Vec<String>>,
}

impl Feed for Scripted {
    fn want(&mut self, subjects: &[String]) -> Result<(), Error> {
        self.wanted.send(subjects.to_vec()).unwrap();
        Ok(())
    }

    fn next(&mut self) -> NextEvent<'_> {
        Box::pin(async { self.events.lock().await.recv().await.flatten().map(Ok) })
    }
}

/// Refuses a subject with a blank.
fn check(subjects: &[String]) -> Result<(), Error> {
    let wrong = subjects.iter().filter(|subject| subject.contains(' '));
    let faults: Vec<_> = wrong
        .map(|subject| ParamFault::NotAllowed {
            param: "symbols".to_owned(),
            given: subject.clone(),
            advice: "write one symbol".to_owned(),
        })
        .collect();
    if faults.is_empty() { Ok(()) } else { Err(ParamErrors::new("Stream", faults).into()) }
}

impl Upstream {
    async fn start(settings: Settings) -> Self {
        let (send, events) = mpsc::unbounded_channel();
        let (tell, wanted) = mpsc::unbounded_channel();
        let (events, opened) = (Arc::new(tokio::sync::Mutex::new(events)), Arc::new(AtomicUsize::new(0)));
        let count = Arc::clone(&opened);
        let settings = Settings { log: Log::Off, ..settings };
        let gateway = Gateway::new(&PROGRAM, client(&weather_host()), settings).live(check, move || {
            count.fetch_add(1, Ordering::SeqCst);
            Box::new(Scripted { events: Arc::clone(&events), wanted: tell.clone() })
        });
        Self { send, wanted, opened, gateway: Served::serve(gateway).await }
    }

    fn tick(&self, subject: &str, value: &Value) {
        let event = FeedEvent::Tick { subject: subject.to_owned(), json: value.to_string() };
        self.send.send(Some(event)).unwrap();
    }

    async fn listen(&self, target: &str, headers: &str) -> Listener {
        self.gateway.listen(target, headers).await
    }
}

fn ids(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("id: ")).collect()
}

#[tokio::test]
async fn all_who_listen_share_one_connection_upstream() {
    let mut upstream = Upstream::start(Settings::default()).await;
    let mut one = upstream.listen("/stream?symbols=ibm", "").await;
    let head = one.until("retry: 2000\n\n").await;
    assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
    assert_eq!(upstream.wanted.recv().await.unwrap(), ["IBM"]);
    let mut two = upstream.listen("/stream?symbols=IBM,MSFT&symbols=IBM", "").await;
    two.until("retry: 2000\n\n").await;
    assert_eq!(upstream.wanted.recv().await.unwrap(), ["IBM", "MSFT"]);
    upstream.tick("MSFT", &json!({ "price": 1 }));
    upstream.tick("IBM", &json!({ "price": 2 }));
    let first = one.until("data: {\"price\":2}\n").await;
    assert!(!first.contains("\"price\":1"), "{first}");
    let both = two.until("data: {\"price\":2}\n").await;
    assert!(both.contains("data: {\"price\":1}\n"), "{both}");
    assert_eq!(ids(&both).len(), 2);
    assert_eq!(ids(&first), ids(&both)[1..]);
    assert_eq!(upstream.opened.load(Ordering::SeqCst), 1);
    let figures = upstream.gateway.get("/metrics").await.text();
    assert!(figures.contains("\ngateway_streams_open 2\n"), "{figures}");

    // What nobody listens to any more is not wanted, and without listeners nothing is.
    drop(two);
    upstream.tick("MSFT", &json!({ "price": 3 }));
    upstream.send.send(Some(FeedEvent::Note("connected again".to_owned()))).unwrap();
    one.until("event: note\ndata: {\"detail\":\"connected again\"}\n\n").await;
}

#[tokio::test]
async fn a_wrong_subject_is_refused_and_ends_nobodys_stream() {
    let mut upstream = Upstream::start(Settings::default()).await;
    let mut one = upstream.listen("/stream?symbols=IBM", "").await;
    assert_eq!(upstream.wanted.recv().await.unwrap(), ["IBM"]);
    let refused = upstream.gateway.get("/stream?symbols=A%20B").await;
    assert_eq!(refused.status, 400);
    assert!(refused.text().contains("A B"), "{}", refused.text());
    upstream.tick("IBM", &json!({ "price": 2 }));
    let came = one.until("data: {\"price\":2}\n").await;
    assert!(!came.contains("A B"), "{came}");
}

#[tokio::test]
async fn a_listener_who_comes_back_gets_what_it_missed() {
    let mut upstream = Upstream::start(Settings::default()).await;
    let mut one = upstream.listen("/stream?symbols=IBM,MSFT", "").await;
    assert_eq!(upstream.wanted.recv().await.unwrap().len(), 2);
    for (subject, price) in [("IBM", 1), ("MSFT", 2), ("IBM", 3), ("IBM", 4)] {
        upstream.tick(subject, &json!({ "price": price }));
    }
    let all = one.until("{\"price\":4}\n").await;
    let first = ids(&all)[0].to_owned();

    let back = upstream.listen("/stream?symbols=IBM", &format!("Last-Event-ID: {first}\r\n")).await;
    let missed = { back }.until("{\"price\":4}\n").await;
    assert!(missed.contains("{\"price\":3}") && !missed.contains("{\"price\":2}"), "{missed}");
    // Who is new gets the newest value; an id of another gateway says nothing.
    for headers in ["", "Last-Event-ID: 1-1\r\n", "Last-Event-ID: \r\n"] {
        let newest = upstream.listen("/stream?symbols=IBM", headers).await.until("{\"price\":4}\n").await;
        assert!(!newest.contains("{\"price\":3}"), "{newest}");
    }
}

#[tokio::test]
async fn a_slow_listener_holds_up_nobody_and_gets_the_number_of_what_it_lost() {
    const SENT: usize = 1_500;
    let upstream = Upstream::start(Settings::default()).await;
    let mut slow = upstream.listen("/stream?symbols=IBM", "").await;
    let mut fast = upstream.listen("/stream?symbols=IBM", "").await;
    slow.until("retry: 2000\n\n").await;
    fast.until("retry: 2000\n\n").await;
    // More than the buffers of a connection.
    let filler = "x".repeat(20_000);
    for number in 0..SENT {
        upstream.tick("IBM", &json!({ "filler": filler, "number": number }));
        fast.until(&format!("\"number\":{number}}}\n")).await;
    }
    assert!(!fast.text.contains("event: lost"));
    // Each value came or is in a number of lost ones.
    let (mut came, mut lost) = (0, 0);
    while came + lost < SENT {
        let event = slow.until("\n\n").await;
        came += ids(&event).len();
        if let Some(number) = event.strip_prefix("event: lost\ndata: {\"ticks\":") {
            lost += number.trim_end().trim_end_matches('}').parse::<usize>().unwrap();
        }
    }
    assert!(lost > 0 && came + lost == SENT, "{came} came, {lost} were lost");
}

#[tokio::test]
async fn the_end_has_a_reason_and_the_next_listener_begins_anew() {
    let upstream = Upstream::start(Settings::default()).await;
    let mut one = upstream.listen("/stream?symbols=IBM", "").await;
    one.until("retry: 2000\n\n").await;
    upstream.send.send(None).unwrap();
    one.until("event: end\ndata: {\"detail\":\"the host ended the stream\"}\n\n").await;
    let mut two = upstream.listen("/stream?symbols=IBM", "").await;
    two.until("retry: 2000\n\n").await;
    upstream.tick("IBM", &json!({ "price": 1 }));
    two.until("{\"price\":1}\n").await;
    assert_eq!(upstream.opened.load(Ordering::SeqCst), 2);
    // A gateway that stops ends its streams, and does not wait for them.
    upstream.gateway.stop().await;
    two.until("event: end\ndata: {\"detail\":\"the gateway ends\"}\n\n").await;
}

#[tokio::test]
async fn a_websocket_has_the_same_events() {
    const KEY: &str = "Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let upstream = Upstream::start(Settings::default()).await;
    let mut listener =
        upstream.listen("/stream?symbols=IBM", &format!("{KEY}Origin: http://localhost\r\n")).await;
    let head = listener.until("\r\n\r\n").await;
    assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
    // The key and its answer are those of RFC 6455.
    assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
    let mut socket = WebSocketStream::from_raw_socket(listener.stream, Role::Client, None).await;
    upstream.tick("IBM", &json!({ "price": 1 }));
    let message = socket.next().await.unwrap().unwrap();
    let message: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
    assert_eq!((&message["type"], &message["data"]), (&json!("tick"), &json!({ "price": 1 })));
    upstream.send.send(None).unwrap();
    let message = socket.next().await.unwrap().unwrap();
    assert_eq!(message.to_text().unwrap(), "{\"type\":\"end\",\"detail\":\"the host ended the stream\"}");

    // Who says a long message is cut off before it sends it.
    let mut long = upstream.listen("/stream?symbols=IBM", KEY).await;
    long.until("\r\n\r\n").await;
    long.stream.write_all(b"\x82\xff\0\0\0\0\0\x10\0\0mask").await.unwrap();
    let mut rest = Vec::new();
    let end = long.stream.read_to_end(&mut rest);
    let _ = tokio::time::timeout(Duration::from_secs(10), end).await.unwrap();

    for (headers, status) in [
        (format!("{KEY}Origin: https://evil.example\r\n"), "403"),
        (format!("{KEY}Origin: null\r\n"), "403"),
        (KEY.replace("13", "12"), "400"),
    ] {
        let head = upstream.listen("/stream?symbols=IBM", &headers).await.until("\r\n").await;
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
    }
}

#[tokio::test]
async fn streams_that_cannot_be() {
    let upstream = Upstream::start(Settings { max_streams: 1, ..Settings::default() }).await;
    let many = (0..101).map(|number| number.to_string()).collect::<Vec<_>>().join(",");
    for (target, status, advice) in [
        ("/stream", 400, "write /stream?symbols=IBM,MSFT"),
        ("/stream?symbols=,", 400, "write /stream?symbols=IBM,MSFT"),
        ("/stream?tickers=IBM", 400, "no parameter 'tickers'"),
        (&*format!("/stream?symbols={many}"), 400, "at most 100"),
        ("/stream?symbols=A%20B", 400, "write one symbol"),
    ] {
        let response = upstream.gateway.get(target).await;
        assert_eq!(response.status, status, "{target}");
        assert!(response.text().contains(advice), "{}", response.text());
    }
    let mut one = upstream.listen("/stream?symbols=IBM", "").await;
    one.until("retry: 2000\n\n").await;
    let busy = upstream.gateway.get("/stream?symbols=IBM").await;
    assert_eq!((busy.status, busy.header("retry-after")), (503, "1"));
    assert_eq!(upstream.gateway.send("POST", "/stream?symbols=IBM", &[], "").await.status, 405);
    let without = Served::start(&weather_host(), Settings::default()).await;
    assert_eq!(without.get("/stream?symbols=IBM").await.status, 404);
}

#[tokio::test]
async fn a_listener_of_a_gateway_that_began_anew_is_told_what_it_gets() {
    let upstream = Upstream::start(Settings::default()).await;
    let mut one = upstream.listen("/stream?symbols=IBM", "").await;
    one.until("retry: 2000\n\n").await;
    upstream.tick("IBM", &json!({ "price": 1 }));
    let last = ids(&one.until("{\"price\":1}\n").await)[0].to_owned();
    upstream.gateway.stop().await;
    one.until("event: end\n").await;

    let upstream = Upstream::start(Settings::default()).await;
    let mut two = upstream.listen("/stream?symbols=IBM", "").await;
    two.until("retry: 2000\n\n").await;
    upstream.tick("IBM", &json!({ "price": 2 }));
    assert_ne!(ids(&two.until("{\"price\":2}\n").await)[0], last);
    let back = upstream.listen("/stream?symbols=IBM", &format!("Last-Event-ID: {last}\r\n")).await;
    let missed = { back }.until("{\"price\":2}\n").await;
    let note = "event: note\ndata: {\"detail\":\"values between are no longer kept: these are the newest\"}";
    assert!(missed.contains(note), "{missed}");
}

#[tokio::test]
async fn a_thousand_who_listen_get_each_value() {
    const LISTENERS: usize = 1_000;
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files"));
    let files = files.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    if files.is_some_and(|files: usize| files < LISTENERS * 5 / 2) {
        println!("the system gives a process too few files for {LISTENERS} streams: not tested");
        return;
    }
    let upstream = Upstream::start(Settings::default()).await;
    let listening = (0..LISTENERS).map(async |_| {
        let mut listener = upstream.listen("/stream?symbols=IBM", "").await;
        listener.until("retry: 2000\n\n").await;
        listener
    });
    let mut listeners = futures_util::future::join_all(listening).await;
    let figures = upstream.gateway.get("/metrics").await.text();
    assert!(figures.contains(&format!("\ngateway_streams_open {LISTENERS}\n")), "{figures}");
    upstream.tick("IBM", &json!({ "price": 1 }));
    let received = listeners.iter_mut().map(|listener| listener.until("{\"price\":1}\n"));
    assert_eq!(futures_util::future::join_all(received).await.len(), LISTENERS);
    assert_eq!(upstream.opened.load(Ordering::SeqCst), 1);
}
