//! A request that is dropped leaves no place, no circuit and no half record behind, whichever point it waits at
//! (row 13 of the promises).

use std::fs;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Poll;
use std::time::Duration;

use http::StatusCode;
use tokio::task::yield_now;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
use virtual_finance_core::settings::{CircuitBreaker, RateLimit};
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error};

use super::record::folder;
use super::support::{Probe, class, once};

/// The time in which a request ends that nothing stops.
const LONGEST: Duration = Duration::from_secs(5);

/// Polls a future so many times, then drops it. Returns true if it had ended before.
async fn ends_within(polls: usize, future: impl Future) -> bool {
    let mut future = pin!(future);
    let mut left = polls;
    poll_fn(|context| {
        let Some(rest) = left.checked_sub(1) else { return Poll::Ready(false) };
        left = rest;
        match future.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending if left == 0 => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

/// A host in memory that lets the client wait for each thing once: the head, and each piece of a body.
#[derive(Clone)]
struct Waiting {
    /// Each of these answers comes before a good one, and then again; 0 is a connection that breaks off.
    statuses: &'static [u16],
    asked: Arc<AtomicUsize>,
}

impl Waiting {
    fn new(statuses: &'static [u16]) -> Self {
        Self { statuses, asked: Arc::default() }
    }

    fn client(&self) -> ClientBuilder {
        // One place, so that one that is kept stops all other requests.
        Client::builder().transport(self.clone()).rate_limit(RateLimit::none().at_once(1)).random_seed(7)
    }
}

impl Transport for Waiting {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        Box::pin(async {
            yield_now().await;
            let number = self.asked.fetch_add(1, Ordering::SeqCst);
            let turn = number.checked_rem(self.statuses.len().saturating_add(1)).unwrap();
            match self.statuses.get(turn) {
                Some(0) => Err(TransportError::Failed(Box::new(io::Error::other("reset")))),
                status => {
                    let status = StatusCode::from_u16(*status.unwrap_or(&200)).unwrap();
                    Ok(TransportReply::new(status, Slow(vec![b'}', b'{'])))
                }
            }
        })
    }
}

/// A body whose bytes come one by one, the last of them first in the list.
struct Slow(Vec<u8>);

impl TransportBody for Slow {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        Box::pin(async {
            yield_now().await;
            Ok(self.0.pop().map(|byte| vec![byte].into()))
        })
    }
}

/// Fetches credentials first, which takes a while.
struct Fetching;

impl Authenticator for Fetching {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            yield_now().await;
            call.send(&Credentials::new()).await
        })
    }
}

/// Drops a request at every point, and sends a whole one after each. Returns the number of points.
async fn drop_everywhere(client: &Client) -> usize {
    for polls in 0.. {
        let ended = ends_within(polls, client.request(&Probe::new("IBM"))).await;
        let next = tokio::time::timeout(LONGEST, client.request(&Probe::new("NEXT"))).await;
        assert_eq!(next.map(|result| class(&result)), Ok("good".to_owned()), "dropped after {polls} polls");
        if ended {
            return polls;
        }
    }
    unreachable!("a request ends")
}

#[tokio::test(start_paused = true)]
async fn a_request_with_retries_may_be_dropped_at_every_point() {
    let host = Waiting::new(&[503, 0]);
    let client =
        host.client().authenticator(Fetching).circuit_breaker(CircuitBreaker::none()).build().unwrap();
    let points = drop_everywhere(&client).await;
    assert!(points > 8, "{points} points");
}

#[tokio::test(start_paused = true)]
async fn a_request_that_is_recorded_may_be_dropped_at_every_point() {
    let folder = folder("dropped");
    let builder = Waiting::new(&[]).client().request_params(once()).clock(|| DateTime::from(7));
    let points = drop_everywhere(&builder.record(&folder).build().unwrap()).await;
    assert!(points > 4, "{points} points");
    let endings = |wanted: &str| {
        let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
        files.filter(|file| file.extension().is_some_and(|ending| ending == wanted)).count()
    };
    assert_eq!((endings("draft"), endings("body")), (0, endings("json")));
    let replay = Client::builder().replay(&folder).build().unwrap();
    assert_eq!(class(&replay.request(&Probe::new("NEXT")).await), "good");
}

/// The one request that asks whether a host is back is dropped: the next one asks instead.
#[tokio::test(start_paused = true)]
async fn a_probe_may_be_dropped_at_every_point() {
    for polls in 0..12 {
        let host = Waiting::new(&[0]);
        let breaker = CircuitBreaker::new(1, Duration::from_secs(15));
        let client = host.client().request_params(once()).circuit_breaker(breaker).build().unwrap();
        assert!(matches!(client.request(&Probe::new("IBM")).await, Err(Error::CustomTransport { .. })));
        assert!(matches!(client.request(&Probe::new("IBM")).await, Err(Error::NotSent { .. })));
        tokio::time::advance(Duration::from_secs(16)).await;
        ends_within(polls, client.request(&Probe::new("IBM"))).await;
        host.asked.store(1, Ordering::SeqCst);
        let next = tokio::time::timeout(LONGEST, client.request(&Probe::new("NEXT"))).await;
        assert_eq!(next.map(|result| class(&result)), Ok("good".to_owned()), "dropped after {polls} polls");
    }
}
