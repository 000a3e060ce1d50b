//! A rate that several clients share, on a clock that only moves when everything waits.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::Instant;
use virtual_finance_core::Client;
use virtual_finance_core::error::{Error, NotSent};
use virtual_finance_core::settings::{SharedRate, TurnFuture};
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};

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
    for window in came.windows(11) {
        assert!(window[10] - window[0] >= Duration::from_secs(1), "eleven within a second");
    }
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
