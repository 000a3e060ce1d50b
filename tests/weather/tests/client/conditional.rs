//! Stale replies of the cache: the host is asked whether they still hold.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use virtual_finance_core::settings::Cache;
use virtual_finance_core::{Client, DateTime, Reply, RequestParams};
use virtual_finance_loopback::{LoopbackHost, header, reply};
use weather::{Observations, Reading, hosts};

/// A client with a cache, whose clock a test sets.
struct Asking {
    client: Client,
    clock: Arc<AtomicI64>,
    host: LoopbackHost,
}

impl Asking {
    /// The host gets the validators of a request: those of `If-None-Match` and `If-Modified-Since`.
    fn new(
        cache: Cache,
        host: impl Fn(Option<&str>, Option<&str>) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let host = LoopbackHost::start(move |request| {
            let (tag, time) = (header(request, "if-none-match"), header(request, "if-modified-since"));
            host(tag.as_deref(), time.as_deref())
        });
        let clock = Arc::new(AtomicI64::new(0));
        let hands = Arc::clone(&clock);
        let builder = Client::builder()
            .host(&hosts::SERVICE_URL, host.url())
            .request_params(RequestParams::new().no_proxy())
            .clock(move || DateTime::from(hands.load(Ordering::SeqCst)));
        Self { client: builder.cache(cache).build().unwrap(), clock, host }
    }

    async fn ask_at(&self, seconds: i64) -> Reply<Vec<Reading>> {
        self.clock.store(seconds, Ordering::SeqCst);
        self.client.reply(&Observations::new("Oslo")).await.unwrap()
    }

    fn conditions(&self) -> Vec<String> {
        let condition = |request: &String| {
            header(request, "if-none-match")
                .or_else(|| header(request, "if-modified-since"))
                .unwrap_or_default()
        };
        self.host.requests().iter().map(condition).collect()
    }
}

fn readings(validator: (&str, &str), temperature: i32) -> Vec<u8> {
    let body = format!(r#"{{ "readings": [{{ "time": 0, "tempC": {temperature}, "wind": null }}] }}"#);
    reply(200, &[("content-type", "application/json"), validator], body)
}

/// The facts about a reply that say where it came from.
fn origin(reply: &Reply<Vec<Reading>>) -> (String, String) {
    let cached = reply.cached.map_or_else(|| "from its host".to_owned(), |cached| cached.to_string());
    (reply.response.iter().map(|reading| reading.temperature.to_string()).collect(), cached)
}

#[tokio::test]
async fn a_stale_reply_that_its_host_confirms_is_fresh_again() {
    let folder = tempfile::tempdir().unwrap();
    for cache in [Cache::new(), Cache::new().memory(0).folder(folder.path())] {
        let asking = Asking::new(cache, |tag, _| match tag {
            None => readings(("etag", "\"a\""), 14),
            // A weak tag and the head of a body are no hindrance.
            Some("\"a\"") => reply(304, &[("etag", "W/\"a\""), ("content-encoding", "gzip")], ""),
            Some(_) => readings(("etag", "\"b\""), 15),
        });
        let said = |temperature: &str, origin: &str| (temperature.to_owned(), origin.to_owned());
        assert_eq!(origin(&asking.ask_at(0).await), said("14", "from its host"));
        assert_eq!(origin(&asking.ask_at(599).await), said("14", "from the cache, 9 min old"));
        let confirmed = asking.ask_at(700).await;
        assert_eq!(origin(&confirmed), said("14", "from the cache, which the host confirms"));
        let cached = confirmed.cached.unwrap();
        assert_eq!((cached.since, cached.is_confirmed), (DateTime::from(700), true));
        assert_eq!((confirmed.status, confirmed.bytes > 0), (200, true));
        // It is fresh for ten minutes from then on.
        assert_eq!(origin(&asking.ask_at(1299).await), said("14", "from the cache, 9 min old"));
        assert_eq!(origin(&asking.ask_at(1300).await), said("14", "from the cache, which the host confirms"));
        assert_eq!(asking.conditions(), ["", "\"a\"", "\"a\""]);
    }
}

#[tokio::test]
async fn another_reply_takes_the_place_of_the_kept_one() {
    let asking = Asking::new(Cache::new(), |tag, time| match (tag, time) {
        (None, None) => readings(("last-modified", "Fri, 28 Jun 2024 06:00:00 GMT"), 14),
        (None, Some(_)) => readings(("etag", "W/\"b\""), 15),
        // About a reply that was never kept.
        (Some(_), _) => reply(304, &[("etag", "\"c\"")], ""),
    });
    for (seconds, temperature) in [(0, "14"), (600, "15"), (1200, "14")] {
        let reply = asking.ask_at(seconds).await;
        assert_eq!(origin(&reply), (temperature.to_owned(), "from its host".to_owned()));
    }
    assert_eq!(asking.conditions(), ["", "Fri, 28 Jun 2024 06:00:00 GMT", "W/\"b\"", ""]);
}

/// One that cannot be read is a miss, not a condition.
#[tokio::test]
async fn a_damaged_reply_is_asked_for_whole() {
    let folder = tempfile::tempdir().unwrap();
    let asking = Asking::new(Cache::new().memory(0).folder(folder.path()), |tag, _| match tag {
        None => readings(("etag", "\"a\""), 14),
        Some(_) => reply(304, &[], ""),
    });
    asking.ask_at(0).await;
    let file = kept(folder.path());
    let mut bytes = fs::read(&file).unwrap();
    let last = bytes.len() - 3;
    bytes[last] ^= 1;
    fs::write(&file, bytes).unwrap();
    assert_eq!(asking.ask_at(700).await.cached, None);
    // The whole reply took its place.
    assert!(asking.ask_at(1400).await.cached.unwrap().is_confirmed);
    assert_eq!(asking.conditions(), ["", "", "\"a\""]);
}

/// A caller who refreshes or has a condition of its own gets what the host sends.
#[tokio::test]
async fn a_refresh_has_no_condition() {
    let asking = Asking::new(Cache::new(), |_, _| readings(("etag", "\"a\""), 14));
    asking.ask_at(0).await;
    let refresh = asking.client.request_params().clone().refresh();
    asking.client.with_request_params(refresh).reply(&Observations::new("Oslo")).await.unwrap();
    assert_eq!(asking.conditions(), ["", ""]);
}

fn kept(folder: &Path) -> PathBuf {
    let within = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    if within.is_dir() { kept(&within) } else { within }
}
