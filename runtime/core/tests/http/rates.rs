//! Rates: how many messages a host gets in any second, and how many at once, on a clock that only moves when everything
//! waits.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use tokio::time::{Instant, sleep};
use virtual_finance_core::catalogue::HostRate;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::RateLimit;
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{Client, Error, Host};

use super::support::Probe;

/// A host that messages reach after the first of two times, and whose replies come after the second; both by the number of
/// the message, from 0 on.
#[derive(Clone)]
struct Distant {
    ways: fn(usize) -> (Duration, Duration),
    sent: Arc<AtomicUsize>,
    /// The times at which messages came.
    came: Arc<Mutex<Vec<Instant>>>,
    under_way: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Distant {
    fn new(ways: fn(usize) -> (Duration, Duration)) -> Self {
        Self {
            ways,
            sent: Arc::default(),
            came: Arc::default(),
            under_way: Arc::default(),
            most: Arc::default(),
        }
    }

    fn client(&self, limit: RateLimit) -> Client {
        Client::builder().transport(self.clone()).rate_limit(limit).build().unwrap()
    }

    async fn asked(&self, limit: RateLimit, requests: usize) {
        for ask in asks(&self.client(limit), requests) {
            // Waiting for a turn is not counted: the last one waits for more than its deadline.
            ask.await.unwrap().unwrap();
        }
    }

    fn came(&self) -> Vec<Instant> {
        let mut came = self.came.lock().unwrap().clone();
        came.sort();
        came
    }
}

impl Transport for Distant {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let (there, back) = (self.ways)(self.sent.fetch_add(1, Ordering::SeqCst));
        Box::pin(async move {
            let others = self.under_way.fetch_add(1, Ordering::SeqCst);
            self.most.fetch_max(others.saturating_add(1), Ordering::SeqCst);
            sleep(there).await;
            self.came.lock().unwrap().push(Instant::now());
            sleep(back).await;
            self.under_way.fetch_sub(1, Ordering::SeqCst);
            Ok(TransportReply::new(StatusCode::OK, b"{}".to_vec()))
        })
    }
}

fn asks(client: &Client, requests: usize) -> Vec<tokio::task::JoinHandle<Result<(), Error>>> {
    let ask = |_| {
        let client = client.clone();
        tokio::spawn(async move { client.request(&Probe::new("IBM")).await.map(drop) })
    };
    (0..requests).map(ask).collect()
}

/// Panics if a second has more messages than the rate.
#[track_caller]
pub(super) fn assert_rate(came: &[Instant], rate: usize) {
    for (first, next) in came.iter().zip(came.iter().skip(rate)) {
        let time = next.saturating_duration_since(*first);
        assert!(time >= Duration::from_secs(1), "more than {rate} messages within {time:?}");
    }
}

const fn millis(there: u64, back: u64) -> (Duration, Duration) {
    (Duration::from_millis(there), Duration::from_millis(back))
}

#[tokio::test(start_paused = true)]
async fn no_period_has_more_requests_than_its_limit() {
    let host = Distant::new(|_| millis(0, 0));
    let began = Instant::now();
    host.asked(RateLimit::per_second(5), 500).await;
    assert_eq!(began.elapsed().as_secs(), 99);
    assert_rate(&host.came(), 5);
}

#[tokio::test(start_paused = true)]
async fn a_client_only_lowers_the_rate_of_the_table() {
    const HOST: Host = Host::new("slow_url", "https://slow.example").rate(HostRate::new(2, 60));
    static INFO: EndpointInfo = EndpointInfo::new("Slow", &HOST);
    let minutes = |seconds| RateLimit::none().requests(1, Duration::from_secs(seconds));
    for (limit, expected) in [
        (RateLimit::none(), [0, 0, 60, 60]),
        (RateLimit::per_second(1), [0, 0, 60, 60]),
        (minutes(30), [0, 30, 60, 90]),
        (minutes(90), [0, 90, 180, 270]),
    ] {
        let host = Distant::new(|_| millis(0, 0));
        let (client, began) = (host.client(limit), Instant::now());
        for _ in expected {
            client.request(&Probe("IBM".to_owned(), &INFO)).await.unwrap();
        }
        let came = host.came().iter().map(|came| (*came - began).as_secs()).collect::<Vec<_>>();
        assert_eq!(came, expected, "{limit:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn no_second_at_the_host_has_more_messages_than_the_rate_however_long_they_are_on_their_way() {
    // The first ones make connections, and some are late.
    let host = Distant::new(|number| match number {
        0..20 => millis(300, 5),
        _ if number % 17 == 0 => millis(900, 5),
        _ => millis(2, 5),
    });
    let began = Instant::now();
    host.asked(RateLimit::per_second(20), 400).await;
    assert_rate(&host.came(), 20);
    // A late message holds up no other: of 20 places a few are held for two seconds.
    assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
}

#[tokio::test(start_paused = true)]
async fn a_message_without_a_reply_counts_for_a_second_more() {
    let host = Distant::new(|_| millis(0, 9_000));
    let began = Instant::now();
    host.asked(RateLimit::per_second(2).at_once(0), 6).await;
    let came: Vec<u64> = host.came().iter().map(|came| (*came - began).as_secs()).collect();
    assert_eq!(came, [0, 0, 2, 2, 4, 4]);
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_caller_left_counts_as_long_as_one_with_a_reply() {
    let host = Distant::new(|number| if number == 0 { millis(0, 20_000) } else { millis(0, 0) });
    let client = host.client(RateLimit::per_second(1));
    let began = Instant::now();
    let first = Probe::new("IBM");
    tokio::time::timeout(Duration::from_millis(300), client.request(&first)).await.unwrap_err();
    client.request(&Probe::new("MSFT")).await.unwrap();
    assert_eq!(began.elapsed(), Duration::from_millis(1_300));
}

#[tokio::test(start_paused = true)]
async fn no_more_requests_are_under_way_than_the_limit() {
    let host = Distant::new(|_| millis(0, 1_000));
    let tasks = asks(&host.client(RateLimit::none().at_once(4)), 40);
    // A request that is cancelled gives its place back.
    tasks[1].abort();
    tasks[20].abort();
    let began = Instant::now();
    for task in tasks {
        let _ = task.await;
    }
    assert_eq!(host.most.load(Ordering::SeqCst), 4);
    assert!(began.elapsed() <= Duration::from_secs(11), "{:?}", began.elapsed());
}
