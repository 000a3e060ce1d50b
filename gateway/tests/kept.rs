//! Finished responses that are given again: the same bytes, no older than the reply may be, and for nobody who may not ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};

use virtual_finance_core::DateTime;
use virtual_finance_gateway::{Gateway, Log, Settings, Tokens};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{PROGRAM, Response, Served, client_builder, weather_host};

const OSLO: &str = "/observations/Oslo";

/// A gateway whose client has a clock that is set by hand, in front of a host that tells how often it was asked.
struct Clocked {
    host: LoopbackHost,
    gateway: Served,
    now: Arc<AtomicI64>,
}

impl Clocked {
    async fn start(settings: Settings) -> Self {
        let asked = AtomicUsize::new(0);
        let host = LoopbackHost::start(move |_| {
            let number = asked.fetch_add(1, Ordering::SeqCst);
            let row = format!(r#"{{ "time": "2024-06-28T06:00:00Z", "tempC": {number}, "wind": 3.2 }}"#);
            let body = format!("{{ \"readings\": [{}] }}", vec![row; 40].join(","));
            reply(200, &[("content-type", "application/json")], &body)
        });
        let now = Arc::new(AtomicI64::new(1_000));
        let hand = Arc::clone(&now);
        let builder = client_builder(&host).clock(move || DateTime::from(hand.load(Ordering::SeqCst)));
        let client = builder.build().unwrap();
        let settings = Settings { log: Log::Off, ..settings };
        Self { host, gateway: Served::serve(Gateway::new(&PROGRAM, client, settings)).await, now }
    }

    fn set(&self, now: i64) {
        self.now.store(now, Ordering::SeqCst);
    }

    async fn get(&self, target: &str, headers: &[&str]) -> Response {
        self.gateway.send("GET", target, headers, "").await
    }

    async fn figure(&self, name: &str) -> u64 {
        figure(&self.gateway, name).await
    }
}

async fn figure(gateway: &Served, name: &str) -> u64 {
    let text = gateway.get("/metrics").await.text();
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    assert!(value.is_some(), "{name} is missing: {text}");
    value.unwrap().parse().unwrap()
}

/// Returns the headers without those that are of one request.
fn lasting(response: &Response) -> Vec<(&str, &str)> {
    let headers = response.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    headers.filter(|(name, _)| !["x-request-id", "date", "age"].contains(name)).collect()
}

#[tokio::test]
async fn a_response_to_a_kept_reply_is_finished_once() {
    let clocked = Clocked::start(Settings::default()).await;
    for target in [OSLO, "/observations/Bergen"] {
        assert_eq!(clocked.get(target, &[]).await.status, 200);
    }
    for (target, headers) in [
        (OSLO, vec![]),
        ("/observations/Oslo.csv?limit=3", vec![]),
        ("/observations/Oslo,Bergen?format=csv", vec![]),
        (OSLO, vec!["Accept: text/csv"]),
        (OSLO, vec!["Accept-Encoding: gzip"]),
    ] {
        let before = clocked.figure("gateway_kept_total").await;
        // That one has the reply of the cache, the next one its response, too.
        let first = clocked.get(target, &headers).await;
        assert_eq!(clocked.figure("gateway_kept_total").await, before, "{target} {headers:?}");
        let again = clocked.get(target, &headers).await;
        assert_eq!(clocked.figure("gateway_kept_total").await, before + 1, "{target} {headers:?}");
        assert_eq!((again.status, &again.body), (200, &first.body), "{target} {headers:?}");
        assert_eq!(lasting(&again), lasting(&first), "{target} {headers:?}");
        assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
        let head = clocked.gateway.send("HEAD", target, &headers, "").await;
        assert_eq!((head.body.len(), lasting(&head)), (0, lasting(&again)), "{target} {headers:?}");
    }
    assert_eq!(clocked.host.targets().len(), 2);
    assert_eq!(clocked.figure("gateway_requests_total{endpoint=\"observations\",status=\"200\"}").await, 17);
    // All but those of the first two, which came from the host.
    assert_eq!(clocked.figure("gateway_cached_total").await, 15);
}

#[tokio::test]
async fn no_response_is_older_than_its_reply_may_be() {
    let clocked = Clocked::start(Settings::default()).await;
    let of = |response: &Response| {
        let row: serde_json::Value = response.json();
        (
            row[0]["tempC"].as_u64().unwrap(),
            response.header("age").to_owned(),
            response.header("cache-control").to_owned(),
        )
    };
    let lifetime = || "public, max-age=600".to_owned();
    assert_eq!(of(&clocked.get(OSLO, &[]).await), (0, String::new(), lifetime()));
    for (now, age) in [(1_100, "100"), (1_400, "400"), (1_599, "599")] {
        clocked.set(now);
        assert_eq!(of(&clocked.get(OSLO, &[]).await), (0, age.to_owned(), lifetime()), "{now}");
    }
    assert_eq!(clocked.figure("gateway_kept_total").await, 2);
    // Ten minutes after it came the host is asked again.
    clocked.set(1_600);
    assert_eq!(of(&clocked.get(OSLO, &[]).await), (1, String::new(), lifetime()));
    clocked.set(1_610);
    assert_eq!(of(&clocked.get(OSLO, &[]).await), (1, "10".to_owned(), lifetime()));
    // A clock that is set back makes nothing fresh.
    clocked.set(900);
    assert_eq!(of(&clocked.get(OSLO, &[]).await), (2, String::new(), lifetime()));
    assert_eq!((clocked.host.targets().len(), clocked.figure("gateway_kept_total").await), (3, 2));
}

#[tokio::test]
async fn who_wants_a_new_one_gets_no_finished_one() {
    let clocked = Clocked::start(Settings::default()).await;
    for _ in 0..2 {
        clocked.get(OSLO, &[]).await;
    }
    for header in ["Cache-Control: no-cache", "cache-control: max-age=0", "Pragma: no-cache"] {
        assert_eq!(clocked.get(OSLO, &[header]).await.status, 200, "{header}");
    }
    for target in ["/observations", "/observations/Bergen"] {
        clocked.get(target, &[]).await;
    }
    assert_eq!(clocked.figure("gateway_kept_total").await, 0);
    clocked.get(OSLO, &[]).await;
    assert_eq!(clocked.figure("gateway_kept_total").await, 1);
}

#[tokio::test]
async fn a_client_without_a_cache_has_each_request_sent() {
    let host = weather_host();
    let builder = weather::HOSTS
        .iter()
        .fold(virtual_finance_core::Client::builder(), |builder, known| builder.host(known, host.url()));
    let settings = Settings { log: Log::Off, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, builder.build().unwrap(), settings)).await;
    for _ in 0..4 {
        assert_eq!(gateway.get(OSLO).await.status, 200);
    }
    assert_eq!((host.targets().len(), figure(&gateway, "gateway_kept_total").await), (4, 0));
}

#[tokio::test]
async fn errors_are_made_anew() {
    let host = LoopbackHost::start(|_| reply(404, &[("content-type", "application/json")], "{}"));
    let gateway = Served::start(&host, Settings::default()).await;
    for _ in 0..3 {
        assert_eq!(gateway.get(OSLO).await.status, 404);
        assert_eq!(gateway.get("/observations").await.status, 400);
    }
    assert_eq!((host.targets().len(), figure(&gateway, "gateway_kept_total").await), (3, 0));
    assert_eq!(figure(&gateway, "gateway_kept_bytes").await, 0);
}

#[tokio::test]
async fn a_caller_who_has_a_finished_response_is_told_so() {
    let clocked = Clocked::start(Settings::default()).await;
    for headers in [&[][..], &["Accept-Encoding: gzip"]] {
        let mut tag = String::new();
        for _ in 0..2 {
            tag = clocked.get(OSLO, headers).await.header("etag").to_owned();
        }
        let before = clocked.figure("gateway_kept_total").await;
        let known = format!("If-None-Match: \"other\", {tag}");
        let headers: Vec<&str> = headers.iter().copied().chain([known.as_str()]).collect();
        let again = clocked.get(OSLO, &headers).await;
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, tag.as_str()));
        assert_eq!((again.header("content-type"), again.header("content-encoding")), ("", ""));
        assert_eq!(clocked.figure("gateway_kept_total").await, before + 1);
        let other =
            clocked.get(OSLO, &[&headers[..headers.len() - 1], &["If-None-Match: \"other\""]].concat()).await;
        assert_eq!((other.status, other.header("etag")), (200, tag.as_str()));
    }
}

#[tokio::test]
async fn who_may_not_ask_gets_no_finished_response() {
    let tokens = Tokens::read("alice canary-0123456789").unwrap();
    let clocked = Clocked::start(Settings { tokens, ..Settings::default() }).await;
    let alice = "Authorization: Bearer canary-0123456789";
    for _ in 0..3 {
        assert_eq!(clocked.get(OSLO, &[alice]).await.header("cache-control"), "private, max-age=600");
    }
    for (headers, status) in [
        (&[][..], 401),
        (&["Authorization: Bearer canary-012345678"], 401),
        (&[alice, "Host: evil.example"], 421),
        (&[alice], 200),
    ] {
        assert_eq!(clocked.get(OSLO, headers).await.status, status, "{headers:?}");
    }
    let busy = Settings { max_requests: 0, ..Settings::default() };
    assert_eq!(Clocked::start(busy).await.get(OSLO, &[]).await.status, 503);
}

#[tokio::test]
async fn finished_responses_have_a_number_of_bytes() {
    const MOST: u64 = 64 << 10;
    let clocked = Clocked::start(Settings { max_kept: 64 << 10, ..Settings::default() }).await;
    // About four kilobytes each.
    for number in 0..60 {
        for _ in 0..2 {
            assert_eq!(clocked.get(&format!("/observations/{number}"), &[]).await.status, 200);
        }
        assert!(clocked.figure("gateway_kept_bytes").await <= MOST);
    }
    assert!(clocked.figure("gateway_kept_bytes").await > MOST / 2);
    let without = Clocked::start(Settings { max_kept: 0, ..Settings::default() }).await;
    for _ in 0..3 {
        assert_eq!(without.get(OSLO, &[]).await.status, 200);
    }
    assert_eq!(
        (without.figure("gateway_kept_total").await, without.figure("gateway_kept_bytes").await),
        (0, 0)
    );
}
