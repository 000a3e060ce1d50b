//! The cache: what is kept and for how long, who shares it, and what becomes of files that are damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::sleep;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
use virtual_finance_core::catalogue::{Freshness, SessionUse};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::{Cache, Retries};
use virtual_finance_core::transport::{
    Transport, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{
    Cached, Client, ClientBuilder, Converted, DateTime, Error, FreshUntil, Reply, RequestParams,
};

use super::support::{HOST, HostClient as _, Judged, Probe, TestHost, class, once, probe, reply, target};

static HOSTS: [&virtual_finance_core::Host; 1] = [&HOST];

/// An endpoint whose replies are fresh for ten seconds.
static SHORT: EndpointInfo =
    EndpointInfo { fresh_for: Some(Freshness::for_seconds(10)), ..probe(SessionUse::Never, &HOSTS) };

/// One whose converter says until when.
static UNTIL: EndpointInfo = EndpointInfo {
    name: "Until",
    fresh_for: Some(Freshness::Until("next_close")),
    ..probe(SessionUse::Never, &HOSTS)
};

pub(crate) fn short(ticker: &str) -> Probe {
    Probe(ticker.to_owned(), &SHORT)
}

/// A clock that a test sets.
#[derive(Clone, Default)]
pub(crate) struct Hands(Arc<AtomicI64>);

impl Hands {
    pub(crate) fn set(&self, seconds: i64) {
        self.0.store(seconds, Ordering::SeqCst);
    }

    pub(crate) fn on(&self, builder: ClientBuilder) -> ClientBuilder {
        let hands = self.clone();
        builder.clock(move || DateTime::from(hands.0.load(Ordering::SeqCst)))
    }
}

/// A host in memory that counts and waits a second. `404` and so on are statuses, `CUT` is no JSON, `FAIL` breaks off.
#[derive(Clone, Default)]
pub(crate) struct Host {
    asked: Arc<AtomicUsize>,
    /// True once nothing can be had any more.
    fails: Arc<AtomicUsize>,
}

impl Host {
    pub(crate) fn client(&self, cache: Cache) -> (Client, Hands) {
        let hands = Hands::default();
        (self.with(&hands, cache).build().unwrap(), hands)
    }

    pub(crate) fn with(&self, hands: &Hands, cache: Cache) -> ClientBuilder {
        hands.on(Client::builder().transport(self.clone()).request_params(once()).cache(cache))
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Transport for Host {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let name = request.url().path().rsplit('/').next().unwrap().to_owned();
        let query = request.url().query().unwrap_or_default().to_owned();
        Box::pin(async move {
            let number = self.asked.fetch_add(1, Ordering::SeqCst);
            sleep(Duration::from_secs(1)).await;
            let name = if self.fails.load(Ordering::SeqCst) > 0 { "FAIL" } else { &name };
            let status = name.parse().ok().and_then(|status| StatusCode::from_u16(status).ok());
            if name == "FAIL" {
                return Err(TransportError::Cut);
            }
            let body = match name {
                "CUT" => "{\"good\":".to_owned(),
                _ => json!({"number": number, "query": query}).to_string(),
            };
            Ok(TransportReply::new(status.unwrap_or(StatusCode::OK), body.into_bytes()))
        })
    }
}

pub(crate) async fn ask(client: &Client, ticker: &str) -> Result<Reply<Value>, Error> {
    client.reply(&short(ticker)).await
}

pub(crate) fn number(reply: &Reply<Value>) -> u64 {
    reply.response["number"].as_u64().unwrap()
}

pub(crate) fn folder() -> (TempDir, Cache) {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new().memory(0).folder(folder.path());
    (folder, cache)
}

pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let there = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = there
        .flat_map(|path| if path.is_dir() && path.extension().is_none() { files(&path) } else { vec![path] })
        .collect();
    files.sort();
    files
}

#[tokio::test(start_paused = true)]
async fn a_reply_is_taken_while_it_is_fresh() {
    let (_folder, in_folder) = folder();
    for cache in [Cache::new(), in_folder] {
        let host = Host::default();
        let (client, hands) = host.client(cache);
        hands.set(100);
        let first = ask(&client, "IBM").await.unwrap();
        assert_eq!(first.cached, None);
        // The address has the time of the clock; the request is the same.
        hands.set(109);
        let second = ask(&client, "IBM").await.unwrap();
        let cached = second.cached.unwrap();
        assert_eq!((cached.since, cached.age), (DateTime::from(100), Duration::from_secs(9)));
        assert_eq!(cached.until, Some(DateTime::from(110)));
        assert!(!cached.is_after_error);
        assert_eq!(cached.to_string(), "from the cache, 9 s old");
        assert_eq!(
            (second.response, second.status, second.bytes),
            (first.response, first.status, first.bytes)
        );
        // Ten seconds after it came it is not.
        hands.set(110);
        let third = ask(&client, "IBM").await.unwrap();
        assert_eq!((number(&third), third.cached, host.asked()), (1, None, 2));
        // Another request has a reply of its own.
        assert_eq!(number(&ask(&client, "AAPL").await.unwrap()), 2);
        // A clock that is set back makes nothing fresh.
        hands.set(50);
        assert_eq!(number(&ask(&client, "IBM").await.unwrap()), 3);
    }
}

#[tokio::test(start_paused = true)]
async fn the_caller_says_how_old_a_reply_may_be() {
    let host = Host::default();
    let (client, hands) = host.client(Cache::new());
    hands.set(100);
    ask(&client, "IBM").await.unwrap();
    hands.set(105);
    let with = |params: RequestParams| client.with_request_params(params);
    for (params, is_cached) in [
        (once().max_age(Duration::from_secs(5)), true),
        (once().max_age(Duration::from_secs(4)), false),
        (once().max_age(Duration::ZERO), true),
        (once().refresh(), false),
        (once(), true),
    ] {
        let reply = ask(&with(params.clone()), "IBM").await.unwrap();
        assert_eq!(reply.cached.is_some(), is_cached, "{params:?}");
    }
    // Older than fresh, and still young enough for this caller.
    hands.set(3000);
    let hour = ask(&with(once().max_age(Duration::from_secs(3600))), "IBM").await.unwrap();
    assert_eq!(hour.cached.unwrap().age, Duration::from_secs(2895));
    // At 3705 it is an hour old, which this caller takes.
    assert_eq!(hour.cached.unwrap().until, Some(DateTime::from(3706)));
    assert_eq!(host.asked(), 3);
}

#[tokio::test(start_paused = true)]
async fn without_a_cache_or_a_time_nothing_is_kept() {
    let host = Host::default();
    let (cached, _) = host.client(Cache::new());
    let plain = Client::builder().transport(host.clone()).request_params(once()).build().unwrap();
    let hooked = cached.with_request_params(once().hook(|request| request.add_query("trace", "1")));
    for _ in 0..2 {
        // Its converter does not say until when; the endpoint of the next one has no time.
        cached.reply(&Probe("IBM".to_owned(), &UNTIL)).await.unwrap();
        cached.reply(&Probe::new("IBM")).await.unwrap();
        ask(&plain, "IBM").await.unwrap();
        // What a hook changes is not known.
        ask(&hooked, "IBM").await.unwrap();
    }
    assert_eq!(host.asked(), 8);
}

#[tokio::test(start_paused = true)]
async fn the_note_of_a_converter_goes_before_the_table() {
    let host = Host::default();
    let (client, hands) = host.client(Cache::new());
    let probe = Judged(Probe("IBM".to_owned(), &UNTIL), |mut converted: Converted<Value>| {
        converted.notes.insert(FreshUntil(DateTime::from(500)));
        Ok(converted)
    });
    let mut asked = Vec::new();
    for now in [100, 499, 500, 501] {
        hands.set(now);
        let reply = client.reply(&probe).await.unwrap();
        assert!(reply.notes.is_empty(), "the note is for the cache");
        asked.push(host.asked());
    }
    assert_eq!(asked, [1, 1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn failures_are_not_kept() {
    let (folder, cache) = folder();
    let host = Host::default();
    let (client, _) = host.client(cache);
    for (ticker, expected) in
        [("404", "api 404"), ("503", "api 503"), ("CUT", "conversion 422"), ("FAIL", "cut")]
    {
        for _ in 0..2 {
            assert_eq!(class(&ask(&client, ticker).await), expected);
        }
    }
    assert_eq!((host.asked(), files(folder.path()).len()), (8, 0));
}

#[tokio::test(start_paused = true)]
async fn the_same_request_asked_a_thousand_times_is_sent_once() {
    let host = Host::default();
    let (client, _) = host.client(Cache::new());
    let replies = futures_util::future::join_all((0..1000).map(|_| ask(&client, "IBM"))).await;
    assert!(replies.iter().all(|reply| number(reply.as_ref().unwrap()) == 0));
    assert_eq!(host.asked(), 1);
    // So do failures of every kind, and refreshes.
    for (ticker, expected) in [("404", "api 404"), ("FAIL", "cut"), ("CUT", "conversion 422")] {
        let before = host.asked();
        let results = futures_util::future::join_all((0..1000).map(|_| ask(&client, ticker))).await;
        assert!(results.iter().all(|result| class(result) == expected));
        let first = results[0].as_ref().unwrap_err().to_string();
        assert!(results.iter().all(|result| result.as_ref().unwrap_err().to_string() == first), "{first}");
        assert_eq!(host.asked() - before, 1, "{ticker}");
    }
    let before = host.asked();
    let fresh = client.with_request_params(once().refresh());
    futures_util::future::join_all((0..1000).map(|_| ask(&fresh, "IBM"))).await;
    assert_eq!(host.asked() - before, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn on_several_threads_too() {
    let host = TestHost::saying(super::support::good());
    let client = host.client().cache(Cache::new()).build().unwrap();
    let tasks: Vec<_> = (0..1000)
        .map(|_| {
            let client = client.clone();
            tokio::spawn(async move { ask(&client, "IBM").await.map(drop) })
        })
        .collect();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(host.requests().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn dropping_the_one_that_sends_fails_no_other() {
    let host = Host::default();
    let (client, _) = host.client(Cache::new());
    let (first, others) = (client.clone(), client.clone());
    let first = tokio::spawn(async move { ask(&first, "IBM").await.map(drop) });
    sleep(Duration::from_millis(100)).await;
    let others: Vec<_> = (0..10)
        .map(|_| {
            let client = others.clone();
            tokio::spawn(async move { number(&ask(&client, "IBM").await.unwrap()) })
        })
        .collect();
    sleep(Duration::from_millis(100)).await;
    first.abort();
    for other in others {
        assert_eq!(other.await.unwrap(), 1);
    }
    assert_eq!(host.asked(), 2);
    // When all are dropped, nothing is left of it.
    let lonely = client.clone();
    let lonely = tokio::spawn(async move { ask(&lonely, "AAPL").await.map(drop) });
    sleep(Duration::from_millis(100)).await;
    lonely.abort();
    assert!(lonely.await.is_err());
    assert_eq!(number(&ask(&client, "AAPL").await.unwrap()), 3);
}

#[tokio::test(start_paused = true)]
async fn a_stale_reply_stands_in_for_an_error_if_the_caller_takes_it() {
    let host = Host::default();
    let (client, hands) = host.client(Cache::new());
    hands.set(100);
    ask(&client, "IBM").await.unwrap();
    host.fails.store(1, Ordering::SeqCst);
    hands.set(160);
    let with = |seconds| client.with_request_params(once().stale_if_error(Duration::from_secs(seconds)));
    let reply = ask(&with(60), "IBM").await.unwrap();
    let cached: Cached = reply.cached.unwrap();
    assert_eq!((cached.age, cached.is_after_error), (Duration::from_secs(60), true));
    assert_eq!(cached.until, None);
    assert_eq!(cached.to_string(), "from the cache, 60 s old, as the host failed");
    assert_eq!(class(&ask(&with(59), "IBM").await), "cut");
    assert_eq!(class(&ask(&client, "IBM").await), "cut");
    // Nothing is known of this one.
    assert_eq!(class(&ask(&with(60), "AAPL").await), "cut");
    assert_eq!(host.asked(), 5);
}

/// A 404 is no failure of the host.
#[tokio::test]
async fn not_found_stays_an_error() {
    let gone = Arc::new(AtomicUsize::new(200));
    let status = Arc::clone(&gone);
    let host = TestHost::start(move |_| {
        reply(u16::try_from(status.load(Ordering::SeqCst)).unwrap(), &[], r#"{"good":true}"#)
    });
    let params = once().refresh().stale_if_error(Duration::from_secs(60));
    let client = host.client().cache(Cache::new()).request_params(params).build().unwrap();
    ask(&client, "IBM").await.unwrap();
    for (status, expected) in [(503, "good"), (429, "good"), (404, "api 404")] {
        gone.store(status, Ordering::SeqCst);
        assert_eq!(class(&ask(&client, "IBM").await), expected);
    }
}

/// Clients on one folder that write and read the same replies at once take whole replies only.
#[tokio::test(start_paused = true)]
async fn what_a_reply_depends_on_is_part_of_its_key() {
    let (_folder, cache) = folder();
    let (host, hands) = (Host::default(), Hands::default());
    let plain = || host.with(&hands, cache.clone());
    let builders = [
        plain(),
        plain().header("accept-language", "de"),
        plain().header("accept-language", "fr"),
        plain().request_params(once().query("region", "US")),
        plain().request_params(once().query("region", "DE")),
        plain().host(&HOST, "http://127.0.0.1:1"),
        plain().authenticator(Account(Some("a"))),
        plain().authenticator(Account(Some("b"))),
    ];
    let clients: Vec<_> = builders.into_iter().map(|builder| builder.build().unwrap()).collect();
    for client in clients.iter().chain(&clients) {
        ask(client, "IBM").await.unwrap();
    }
    assert_eq!(host.asked(), clients.len());
    // Whose replies these are is not known: they stay in the memory of the client.
    for (memory, asked) in [(0, 2), (1 << 20, 1)] {
        let before = host.asked();
        let unknown =
            || plain().authenticator(Account(None)).cache(cache.clone().memory(memory)).build().unwrap();
        let client = unknown();
        ask(&client, "IBM").await.unwrap();
        ask(&client, "IBM").await.unwrap();
        assert_eq!(host.asked() - before, asked);
        ask(&unknown(), "IBM").await.unwrap();
        assert_eq!(host.asked() - before, asked + 1);
    }
}

/// The credentials of an account.
struct Account(Option<&'static str>);

impl Authenticator for Account {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move { call.send(&Credentials::new()).await })
    }

    fn cache_name(&self) -> Option<std::borrow::Cow<'_, str>> {
        self.0.map(Into::into)
    }
}

#[cfg(unix)]
#[tokio::test(start_paused = true)]
async fn the_memory_is_bounded() {
    let host = Host::default();
    let (client, _) = host.client(Cache::new().memory(100_000));
    for number in 0..2000 {
        ask(&client, &format!("T{number}")).await.unwrap();
    }
    let mut cached = 0;
    for number in 0..2000 {
        cached += usize::from(
            ask(&client.with_request_params(once().max_age(Duration::MAX)), &format!("T{number}"))
                .await
                .unwrap()
                .cached
                .is_some(),
        );
    }
    // About 200 bytes each.
    assert!((10..1000).contains(&cached), "{cached}");
}

/// Nothing of the caller's is in a file or in its name, and a reply that repeats it gives the same again.
/// Nor does a request that waited for another one's reply show what it would have sent.
#[tokio::test]
async fn no_secret_is_in_the_errors_of_those_that_wait() {
    let host = TestHost::start(|head| match target(head).contains("BROKEN") {
        true => reply(200, &[], format!("\"{head}")),
        false => {
            reply(401, &[], json!({"x": {"error": {"code": "Denied", "description": head}}}).to_string())
        }
    });
    let client = host
        .client()
        .header("X-Name", "canary-header")
        .request_params(once().query("crumb", "canary-query"))
        .cache(Cache::new())
        .build()
        .unwrap();
    for ticker in ["DENIED", "BROKEN"] {
        for result in futures_util::future::join_all((0..5).map(|_| ask(&client, ticker))).await {
            let error = result.unwrap_err();
            assert!(!format!("{error} {error:?}").contains("canary"), "{error} {error:?}");
        }
    }
}

/// A record is to have every reply, and a replay is about another time.
/// A request whose own time is short does not end those that wait longer.
#[tokio::test(start_paused = true)]
async fn requests_with_other_settings_do_not_share_a_message() {
    let host = Host::default();
    let (patient, _) = host.client(Cache::new());
    let hasty = patient.with_request_params(once().deadline(Duration::from_millis(500)));
    let (hasty, patient) = tokio::join!(ask(&hasty, "IBM"), ask(&patient, "IBM"));
    assert_eq!((class(&hasty).as_str(), class(&patient).as_str()), ("timeout Total", "good"));
}

/// A failure is shared with its attempts, not repeated by each.
#[tokio::test(start_paused = true)]
async fn those_that_wait_share_the_attempts() {
    let host = Host::default();
    let params = RequestParams::new().no_proxy().retries(Retries::new());
    let (client, _) = host.client(Cache::new());
    let client = client.with_request_params(params);
    let results = futures_util::future::join_all((0..20).map(|_| ask(&client, "FAIL"))).await;
    assert!(results.iter().all(|result| result.as_ref().unwrap_err().attempts().len() == 2));
    assert_eq!(host.asked(), 3);
}
