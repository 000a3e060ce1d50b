//! The states of hosts, for programs that watch them, on a clock that only moves when everything waits.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use http::header::{HeaderMap, HeaderValue, RETRY_AFTER};
use tokio::time::sleep;
use virtual_finance_core::error::AttemptFailure;
use virtual_finance_core::settings::{RateLimit, Retries};
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{Client, HostState, RequestParams};

use super::support::Probe;

const ORIGIN: &str = "https://query1.finance.yahoo.com";

/// A host that answers with these statuses, the last one first.
struct Host(Arc<Mutex<Vec<u16>>>);

impl Host {
    fn client(mut statuses: Vec<u16>, params: RequestParams) -> Client {
        statuses.reverse();
        let builder = Client::builder().transport(Self(Arc::new(Mutex::new(statuses)))).random_seed(7);
        builder.rate_limit(RateLimit::per_second(50)).request_params(params).build().unwrap()
    }
}

impl Transport for Host {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let status = StatusCode::from_u16(self.0.lock().unwrap().pop().unwrap()).unwrap();
        let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static("7"))]);
        let reply = TransportReply::new(status, b"{}".to_vec());
        let reply = if status == StatusCode::TOO_MANY_REQUESTS { reply.headers(headers) } else { reply };
        Box::pin(async move { Ok(reply) })
    }
}

fn the_state(client: &Client) -> HostState {
    let states = client.host_states();
    assert_eq!(states.iter().map(|state| state.origin.as_str()).collect::<Vec<_>>(), [ORIGIN]);
    states.into_iter().next().unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_host_has_its_failures_its_rate_and_its_pause() {
    let client = Host::client(vec![503, 429, 404], RequestParams::new());
    assert_eq!(client.host_states(), []);
    let asked = {
        let client = client.clone();
        tokio::spawn(async move { client.request(&Probe::new("IBM")).await })
    };
    // The first wait is at most 50 ms; the pause after 429 began within it.
    sleep(Duration::from_secs(1)).await;
    let state = the_state(&client);
    let failures = |kinds: &[(AttemptFailure, u64)]| kinds.iter().copied().collect::<BTreeMap<_, _>>();
    let met = [(AttemptFailure::Status(503), 1), (AttemptFailure::Status(429), 1)];
    assert_eq!(state.failures, failures(&met));
    assert_eq!(state.limit, Some((50.try_into().unwrap(), Duration::from_secs(1))));
    assert!(state.pause.unwrap() > Duration::from_millis(5_900), "{state:?}");
    assert!(state.pause.unwrap() <= Duration::from_millis(6_100), "{state:?}");
    assert!(!state.is_failing);

    asked.await.unwrap().unwrap_err();
    let state = the_state(&client);
    assert_eq!(state.failures, failures(&[met[0], met[1], (AttemptFailure::Status(404), 1)]));
    assert_eq!((state.counted, state.pause, state.is_failing), (1, None, false));
    sleep(Duration::from_secs(1)).await;
    assert_eq!(the_state(&client).counted, 0);
}

#[tokio::test(start_paused = true)]
async fn a_host_that_fails_is_said_to() {
    let client = Host::client(vec![503; 20], RequestParams::new().retries(Retries::none()));
    for _ in 0..20 {
        assert!(!fails(&client));
        client.request(&Probe::new("IBM")).await.unwrap_err();
    }
    let state = the_state(&client);
    assert_eq!(state.failures, BTreeMap::from_iter([(AttemptFailure::Status(503), 20)]));
    assert_eq!((state.is_failing, state.pause), (true, Some(Duration::from_secs(15))));
    // What is not sent is no attempt.
    client.request(&Probe::new("IBM")).await.unwrap_err();
    assert_eq!(the_state(&client).failures, state.failures);
}

/// Returns true if the host is known and fails.
fn fails(client: &Client) -> bool {
    client.host_states().iter().any(|state| state.is_failing)
}
