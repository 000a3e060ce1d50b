//! A rate that several clients share, on a clock that only moves when everything waits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::{Instant, sleep};
use virtual_finance_core::Client;
use virtual_finance_core::error::{Error, NotSent};
use virtual_finance_core::settings::{SharedRate, TurnFuture};
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};

use super::rates::assert_rate;
use super::support::Probe;

const ORIGIN: &str = "https://query1.finance.yahoo.com";

/// Ten messages a second for all clients, and what was asked of it.
#[derive(Clone, Default)]
struct Bucket {
    next: Arc<Mutex<Option<Instant>>>,
    taken: Arc<Mutex<Vec<String>>>,
    pauses: Arc<Mutex<Vec<(String, Duration)>>>,
    is_gone: bool,
}

impl SharedRate for Bucket {
    fn take<'a>(&'a self, host: &'a str) -> TurnFuture<'a> {
        self.taken.lock().unwrap().push(host.to_owned());
        let now = Instant::now();
        let mut next = self.next.lock().unwrap();
        let turn = next.map_or(now, |next| next.max(now));
        *next = turn.checked_add(Duration::from_millis(100));
        let wait = (!self.is_gone).then(|| turn.saturating_duration_since(now));
        Box::pin(async move { wait })
    }

    fn pause(&self, host: &str, wait: Duration) {
        self.pauses.lock().unwrap().push((host.to_owned(), wait));
    }
}

/// A host that notes when each message came. It answers with the statuses in turn, then with 200.
#[derive(Clone)]
struct Host {
    statuses: Arc<Mutex<Vec<u16>>>,
    came: Arc<Mutex<Vec<Instant>>>,
}

impl Host {
    fn saying(statuses: &[u16]) -> Self {
        let statuses = statuses.iter().rev().copied().collect();
        Self { statuses: Arc::new(Mutex::new(statuses)), came: Arc::default() }
    }

    fn client(&self, rate: &Bucket) -> Client {
        Client::builder().transport(self.clone()).random_seed(7).shared_rate(rate.clone()).build().unwrap()
    }
}

impl Transport for Host {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        self.came.lock().unwrap().push(Instant::now());
        let status = self.statuses.lock().unwrap().pop().unwrap_or(200);
        let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static("7"))]);
        let reply = TransportReply::new(StatusCode::from_u16(status).unwrap(), b"{}".to_vec());
        Box::pin(async move { Ok(if status == 429 { reply.headers(headers) } else { reply }) })
    }
}

#[tokio::test(start_paused = true)]
async fn two_clients_keep_one_rate_together() {
    let (host, rate) = (Host::saying(&[]), Bucket::default());
    let clients = [host.client(&rate), host.client(&rate)];
    let asks = (0..25)
        .flat_map(|_| clients.clone())
        .map(|client| tokio::spawn(async move { client.request(&Probe::new("IBM")).await.map(drop) }));
    for ask in asks.collect::<Vec<_>>() {
        ask.await.unwrap().unwrap();
    }
    let came = host.came.lock().unwrap();
    assert_eq!(came.len(), 50);
    assert_rate(&came, 10);
    // The rate is used to its full.
    assert_eq!(came[49] - came[0], Duration::from_millis(4_900));
}

#[tokio::test(start_paused = true)]
async fn a_retry_takes_a_turn_and_a_pause_is_handed_on() {
    let (host, rate) = (Host::saying(&[503, 429]), Bucket::default());
    host.client(&rate).request(&Probe::new("IBM")).await.unwrap();
    assert_eq!(*rate.taken.lock().unwrap(), [ORIGIN; 3]);
    assert_eq!(*rate.pauses.lock().unwrap(), [(ORIGIN.to_owned(), Duration::from_secs(7))]);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_sent_without_a_turn() {
    let (host, rate) = (Host::saying(&[]), Bucket { is_gone: true, ..Bucket::default() });
    let error = host.client(&rate).request(&Probe::new("IBM")).await.unwrap_err();
    assert!(matches!(error, Error::NotSent { fault: NotSent::NoTurn, .. }), "{error:?}");
    assert_eq!(
        error.to_string(),
        "Probe IBM: not sent: the rate that is shared with other clients cannot be asked; check that what keeps it still runs"
    );
    assert!(host.came.lock().unwrap().is_empty());
}

/// Ten messages a second with turns 110 ms apart, kept by a process that does not answer for 700 ms of every third second.
struct Stalling {
    began: Instant,
    next: Arc<Mutex<Instant>>,
    /// The time of every answer on its way.
    way: Duration,
}

impl SharedRate for Stalling {
    fn take<'a>(&'a self, _: &'a str) -> TurnFuture<'a> {
        let now = Instant::now();
        let mut next = self.next.lock().unwrap();
        let turn = (*next).max(now);
        *next = turn.checked_add(Duration::from_millis(110)).unwrap();
        let within = self.began.elapsed().as_millis() % 3_000;
        let stalls =
            if within < 1_000 { 0 } else { u64::try_from(1_700_u128.saturating_sub(within)).unwrap() };
        let way = self.way.saturating_add(Duration::from_millis(stalls));
        Box::pin(async move {
            sleep(way).await;
            Some(turn.saturating_duration_since(now))
        })
    }
}

/// Asks a host 40 times by each of five clients that share a rate. Returns the times at which messages came.
async fn asked_at_a_rate_that_stalls(way: Duration) -> Vec<Instant> {
    let host = Host::saying(&[]);
    let (began, next) = (Instant::now(), Arc::new(Mutex::new(Instant::now())));
    let clients = (0..5).map(|_| {
        let rate = Stalling { began, next: Arc::clone(&next), way };
        Client::builder().transport(host.clone()).shared_rate(rate).build().unwrap()
    });
    let asks: Vec<_> = clients
        .flat_map(|client| (0..40).map(move |_| client.clone()))
        .map(|client| tokio::spawn(async move { client.request(&Probe::new("IBM")).await.map(drop) }))
        .collect();
    for ask in asks {
        ask.await.unwrap().unwrap();
    }
    let came = host.came.lock().unwrap().clone();
    assert_eq!(came.len(), 200);
    came
}

#[tokio::test(start_paused = true)]
async fn a_turn_that_comes_too_late_is_not_used() {
    let came = asked_at_a_rate_that_stalls(Duration::ZERO).await;
    assert_rate(&came, 10);
    // What a stall costs is lost, and nothing else.
    assert!(came[199] - came[0] < Duration::from_secs(32), "{:?}", came[199] - came[0]);
}

#[tokio::test(start_paused = true)]
async fn a_rate_that_is_far_away_is_not_a_late_one() {
    let came = asked_at_a_rate_that_stalls(Duration::from_millis(250)).await;
    assert!(came[199] - came[0] < Duration::from_secs(32), "{:?}", came[199] - came[0]);
}
