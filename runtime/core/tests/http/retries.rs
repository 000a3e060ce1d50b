//! Retries: what is sent again, when, and how often (rows 1 to 4 of the promises).

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use http::StatusCode;
use http::header::{DATE, HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::Instant;
use virtual_finance_core::auth::{AuthFuture, Authenticator, Call, Credentials, HttpReply};
use virtual_finance_core::catalogue::{SessionUse, UntilInfo, span_text};
use virtual_finance_core::error::{AttemptFailure, TimeoutPhase};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::settings::{CircuitBreaker, RateLimit, Retries};
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Client, ClientBuilder, Error, ErrorKind, RateLeft, RequestParams};

use super::support::{HOST, HostClient as _, Probe, TestHost, class, good, probe, reply};

const GOOD: &[u8] = br#"{"good":true}"#;

/// Longer than a test waits.
const LONG: Duration = Duration::from_secs(60);

/// The answer of a [`Host`] to the request of a number, from 0 on.
type Handler = dyn Fn(usize) -> Result<TransportReply, TransportError> + Send + Sync;

/// A host in memory, which shares the paused clock of its test.
#[derive(Clone)]
struct Host {
    handler: Arc<Handler>,
    asked: Arc<AtomicUsize>,
}

impl Host {
    fn new(
        handler: impl Fn(usize) -> Result<TransportReply, TransportError> + Send + Sync + 'static,
    ) -> Self {
        Self { handler: Arc::new(handler), asked: Arc::default() }
    }

    /// A host that answers with these statuses in turn, and with the last one from then on.
    fn saying(statuses: &'static [u16]) -> Self {
        Self::new(|number| {
            let status = statuses.get(number).or(statuses.last()).copied().unwrap();
            Ok(TransportReply::new(StatusCode::from_u16(status).unwrap(), GOOD.to_vec()))
        })
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    fn client(&self, params: RequestParams) -> Client {
        self.builder(params).build().unwrap()
    }

    fn builder(&self, params: RequestParams) -> ClientBuilder {
        Client::builder().transport(self.clone()).request_params(params).random_seed(7)
    }
}

impl Transport for Host {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let number = self.asked.fetch_add(1, Ordering::SeqCst);
        Box::pin(async move { (self.handler)(number) })
    }
}

async fn ask(client: &Client) -> Result<serde_json::Value, Error> {
    client.request(&Probe::new("IBM")).await
}

fn refusal(status: StatusCode, retry_after: &str) -> TransportReply {
    let headers = HeaderMap::from_iter([
        (RETRY_AFTER, HeaderValue::from_str(retry_after).unwrap()),
        (DATE, HeaderValue::from_static("Sun, 22 Nov 2026 10:00:00 GMT")),
    ]);
    TransportReply::new(status, Vec::new()).headers(headers)
}

fn well() -> TransportReply {
    TransportReply::new(StatusCode::OK, GOOD.to_vec())
}

fn broken() -> TransportError {
    TransportError::Failed(Box::new(std::io::Error::other("reset")))
}

#[tokio::test(start_paused = true)]
async fn every_status_is_asked_as_often_as_it_may_pass() {
    for status in (200..=599_u16).filter(|status| !(300..400).contains(status)) {
        let host =
            Host::new(move |_| Ok(TransportReply::new(StatusCode::from_u16(status).unwrap(), GOOD.to_vec())));
        let result = ask(&host.client(RequestParams::new())).await;
        let passes = [408, 429, 500, 502, 503, 504].contains(&status);
        assert_eq!(host.asked(), if passes { 3 } else { 1 }, "{status}");
        let error = result.err();
        assert_eq!(error.is_some(), status >= 400 || status == 206, "{status}");
        let earlier: Vec<_> = error.iter().flat_map(Error::attempts).map(|attempt| attempt.failure).collect();
        assert_eq!(
            earlier,
            if passes { vec![AttemptFailure::Status(status); 2] } else { Vec::new() },
            "{status}"
        );
    }
}

/// A host that never answers.
struct Silent;

impl Transport for Silent {
    fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
        Box::pin(std::future::pending())
    }
}

#[tokio::test(start_paused = true)]
async fn an_endpoint_has_limits_of_its_own_where_the_client_has_none() {
    static INFO: EndpointInfo = EndpointInfo {
        retries: Some(5),
        deadline: Some(Duration::from_secs(120)),
        ..probe(SessionUse::Never, &HOSTS)
    };
    static HOSTS: [&virtual_finance_core::Host; 1] = [&HOST];
    let asking = Probe("IBM".to_owned(), &INFO);
    for (params, asked) in [(RequestParams::new(), 6), (RequestParams::new().retries(Retries::none()), 1)] {
        let host = Host::saying(&[503]);
        host.client(params).request(&asking).await.unwrap_err();
        assert_eq!(host.asked(), asked);
    }
    let own = RequestParams::new().deadline(Duration::from_secs(7));
    for (params, limit) in [(RequestParams::new(), "2m"), (own, "7s")] {
        let client = Client::builder().transport(Silent).request_params(params).build().unwrap();
        let error = client.request(&asking).await.unwrap_err();
        let Error::Timeout { phase: TimeoutPhase::Total, limit: met, .. } = error else { panic!("{error}") };
        assert_eq!(span_text(met), limit);
    }
}

#[tokio::test(start_paused = true)]
async fn a_response_is_waited_for() {
    static INFO: EndpointInfo = EndpointInfo {
        until: Some(UntilInfo::new("status").is(&["done", "failed"]).at_most(Duration::from_secs(60))),
        ..probe(SessionUse::Never, &[])
    };
    let asking = Probe("IBM".to_owned(), &INFO);
    for (ready_at, wait, requests, seconds) in [(0, "1", 1, 0), (3, "1", 4, 6), (3, "15", 4, 45)] {
        let host = Host::new(move |number| {
            let status = if number < ready_at { "running" } else { "failed" };
            let body = format!(r#"{{"status":"{status}"}}"#).into_bytes();
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(wait))]);
            Ok(TransportReply::new(StatusCode::OK, body).headers(headers))
        });
        let began = Instant::now();
        let reply = host.client(RequestParams::new()).ready(&asking).await.unwrap();
        assert_eq!(reply.response["status"], "failed");
        assert_eq!((host.asked(), began.elapsed().as_secs()), (requests, seconds));
    }
    let host = Host::new(|_| Ok(TransportReply::new(StatusCode::OK, br#"{"status":false}"#.to_vec())));
    let error = host.client(RequestParams::new()).ready(&asking).await.unwrap_err();
    assert_eq!(error.to_string(), "Probe IBM: not ready within 60s: 'status' is \"false\"; ask again later");
    assert_eq!((error.kind(), host.asked()), (ErrorKind::Network, 31));
}

/// A body that breaks off.
struct Cut;

impl TransportBody for Cut {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        Box::pin(std::future::ready(Err(TransportError::Cut)))
    }
}

#[tokio::test(start_paused = true)]
async fn the_error_says_what_each_attempt_met() {
    let host = Host::new(|number| match number {
        0 => Ok(refusal(StatusCode::SERVICE_UNAVAILABLE, "0")),
        1 => Err(broken()),
        _ => Ok(TransportReply::new(StatusCode::BAD_GATEWAY, Vec::new())),
    });
    let error = ask(&host.client(RequestParams::new())).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: the host answered with status 502 in the last of 3 attempts (before it: status 503, a \
         failed connection); ask again later"
    );
    assert_eq!(error.attempts().len(), 2);
    let host = Host::new(|_| Ok(TransportReply::new(StatusCode::OK, Cut)));
    let error = ask(&host.client(RequestParams::new())).await.unwrap_err();
    assert_eq!(error.attempts().len(), 2, "{error}");
    assert_eq!((class::<()>(&Err(error)), host.asked()), ("cut".to_owned(), 3));
}

/// The waits of 200 clients fill what they may take: up to 50 ms and 100 ms, up to 1 s and 2 s after 429.
#[tokio::test(start_paused = true)]
async fn waits_are_random_and_double() {
    for (status, longest) in [(503, 50), (429, 1_000)] {
        let mut waits = [Vec::new(), Vec::new()];
        for seed in 0..200 {
            let times = Arc::new(Mutex::new(Vec::new()));
            let seen = Arc::clone(&times);
            let host = Host::new(move |_| {
                seen.lock().unwrap().push(Instant::now());
                Ok(TransportReply::new(StatusCode::from_u16(status).unwrap(), GOOD.to_vec()))
            });
            ask(&host.builder(RequestParams::new()).random_seed(seed).build().unwrap()).await.unwrap_err();
            let times = times.lock().unwrap();
            for (waits, pair) in waits.iter_mut().zip(times.windows(2)) {
                waits.push(pair[1] - pair[0]);
            }
        }
        for (waits, longest) in
            waits.iter().zip([longest, 2 * longest]).map(|(waits, most)| (waits, Duration::from_millis(most)))
        {
            let within = |from: u32, to: u32| {
                let range = longest * from / 4..=longest * to / 4 + Duration::from_millis(1);
                waits.iter().filter(|wait| range.contains(wait)).count()
            };
            assert_eq!((waits.len(), within(0, 4)), (200, 200), "{status}");
            assert!((0..4).all(|quarter| within(quarter, quarter + 1) > 25), "{status}: {waits:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn settings_hold_for_a_client_and_for_one_request() {
    let host = Host::saying(&[503]);
    let client = host.client(RequestParams::new().retries(Retries::none()));
    assert_eq!(ask(&client).await.unwrap_err().attempts(), []);
    assert_eq!(host.asked(), 1);
    let patient = client.with_request_params(RequestParams::new().retries(Retries::new().attempts(5)));
    assert_eq!(ask(&patient).await.unwrap_err().attempts().len(), 4);
    assert_eq!(host.asked(), 6);
    ask(&client).await.unwrap_err();
    assert_eq!(host.asked(), 7, "the client itself stays as it was");
}

#[tokio::test(start_paused = true)]
async fn the_host_s_wait_is_kept() {
    // The wait in seconds and how often the host is asked.
    let cases: &[(&str, u64, usize)] = &[
        ("7", 7, 2),
        ("Sun, 22 Nov 2026 10:00:20 GMT", 20, 2),
        ("60", 60, 2),
        ("61", 0, 1),
        ("Mon, 23 Nov 2026 10:00:00 GMT", 0, 1),
        ("99999999999999999999", 0, 1),
    ];
    for (asked, seconds, times) in cases {
        for status in [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE] {
            let host = Host::new(move |number| Ok(if number == 0 { refusal(status, asked) } else { well() }));
            let client = host.client(RequestParams::new().deadline(Duration::from_secs(100)));
            let began = Instant::now();
            let result = ask(&client).await;
            assert_eq!((began.elapsed().as_secs(), host.asked()), (*seconds, *times), "{asked} {status}");
            assert_eq!(result.is_ok(), *times == 2, "{asked} {status}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn beyond_the_cap_the_error_says_when_to_come_back() {
    let host = Host::new(|_| Ok(refusal(StatusCode::TOO_MANY_REQUESTS, "7205")));
    let client = host.client(RequestParams::new());
    let error = ask(&client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: the host answered with status 429; wait 2h 5s before the next request"
    );
    assert_eq!(error.retry_after(), Some(Duration::from_secs(7205)));
    // The whole client waits, an hour at the most: the next request is not sent.
    let error = ask(&client.clone()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: not sent: the host wants no request for 1h; send it again then"
    );
    assert_eq!((error.kind(), error.status(), host.asked()), (ErrorKind::RateLimited, Some(429), 1));
    tokio::time::advance(Duration::from_secs(3541)).await;
    ask(&client).await.unwrap_err();
    assert_eq!(host.asked(), 2, "a pause that is short enough is waited for");
}

#[tokio::test(start_paused = true)]
async fn a_host_that_takes_no_more_requests_is_asked_when_it_does() {
    // What is left, when there is more, and the wait of the next request in seconds.
    let cases: &[(&str, &str, &str, &str, u64)] = &[
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "30", 30),
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "0.25", 1),
        // 40 s after the reply by the clock of the host.
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1795341640", 40),
        ("x-rate-limit-remaining", "0", "x-rate-limit-reset", "20", 20),
        ("ratelimit-remaining", "0", "ratelimit-reset", "20", 20),
        ("x-ratelimit-remaining", "1", "x-ratelimit-reset", "30", 0),
        ("x-ratelimit-remaining", "0", "x-other-reset", "30", 0),
        // In the past, in milliseconds, and what cannot be read.
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1795341000", 0),
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "1795341640000", 0),
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "soon", 0),
        ("x-ratelimit-remaining", "none", "x-ratelimit-reset", "30", 0),
        ("x-ratelimit-remaining", "0", "x-ratelimit-reset", "99999999999999999999", 0),
    ];
    for (left_name, left, reset_name, reset, seconds) in cases {
        let host = Host::new(move |_| {
            let headers =
                [(left_name, left), (reset_name, reset), (&"date", &"Sun, 22 Nov 2026 10:00:00 GMT")];
            let headers = headers.map(|(name, value)| {
                (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
            });
            Ok(well().headers(HeaderMap::from_iter(headers)))
        });
        let client = host.client(RequestParams::new());
        ask(&client).await.unwrap();
        let began = Instant::now();
        ask(&client).await.unwrap();
        assert_eq!(began.elapsed().as_secs(), *seconds, "{left_name} {left} {reset_name} {reset}");
    }
}

#[tokio::test]
async fn what_is_left_of_a_rate_is_a_note() {
    let host = Host::new(|_| {
        let headers = [("x-ratelimit-remaining", "12"), ("x-ratelimit-reset", "30")];
        let headers =
            headers.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        Ok(well().headers(HeaderMap::from_iter(headers)))
    });
    let reply = host.client(RequestParams::new()).reply(&Probe::new("IBM")).await.unwrap();
    let expected = RateLeft { left: 12, renewed_in: Some(Duration::from_secs(30)) };
    assert_eq!(reply.notes.get::<RateLeft>(), Some(&expected));
    assert_eq!(
        reply.notes.lines().collect::<Vec<_>>(),
        ["requests that the host still takes: 12, and more in 30 s"]
    );
    let reply = Host::saying(&[200]).client(RequestParams::new()).reply(&Probe::new("IBM")).await.unwrap();
    assert!(reply.notes.is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_deadline_holds_for_all_attempts() {
    let host = Host::saying(&[429]);
    let began = Instant::now();
    let params = RequestParams::new()
        .deadline(Duration::from_secs(30))
        .retries(Retries::new().attempts(1000).max_wait(Duration::from_secs(5)));
    let error = ask(&host.client(params)).await.unwrap_err();
    assert_eq!(error.status(), Some(429));
    assert!(began.elapsed() <= Duration::from_secs(30), "{:?}", began.elapsed());
    assert!(host.asked() > 5, "{}", host.asked());
    let host = Host::new(|_| Ok(refusal(StatusCode::SERVICE_UNAVAILABLE, "40")));
    let began = Instant::now();
    ask(&host.client(RequestParams::new())).await.unwrap_err();
    assert_eq!((began.elapsed(), host.asked()), (Duration::ZERO, 1), "no wait in vain");
}

#[tokio::test(start_paused = true)]
async fn an_attempt_has_a_limit_of_its_own() {
    let params = RequestParams::new().timeout(Duration::from_secs(4));
    let client = Client::builder().transport(Silent).request_params(params).build().unwrap();
    let began = Instant::now();
    let error = ask(&client).await.unwrap_err();
    assert_eq!(began.elapsed().as_secs(), 12);
    assert_eq!(
        error.to_string(),
        "Probe IBM: no whole reply within 4s in the last of 3 attempts (before it: no reply in time, no reply in \
         time); ask again, or allow more with RequestParams::timeout"
    );
}

/// Waits after each attempt, as for the session that another request fetches.
struct Waiting;

impl Authenticator for Waiting {
    fn send<'a>(&'a self, call: Call<'a>) -> AuthFuture<'a, HttpReply> {
        Box::pin(async move {
            call.send(&Credentials::new()).await?;
            call.wait(tokio::time::sleep(Duration::from_secs(10))).await?;
            call.send(&Credentials::new()).await
        })
    }
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_an_attempt_ends_with_it() {
    let host = Host::saying(&[401, 200]);
    let params = || RequestParams::new().timeout(Duration::from_secs(4));
    let client = |params| host.builder(params).authenticator(Waiting).build().unwrap();
    ask(&client(params())).await.unwrap();
    let error = ask(&client(params().deadline(Duration::from_secs(9)))).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { phase: TimeoutPhase::Total, .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_dead_host_costs_a_few_per_cent_more() {
    let host = Host::new(|_| Err(broken()));
    let client = host.builder(RequestParams::new()).circuit_breaker(CircuitBreaker::none()).build().unwrap();
    for _ in 0..10_000 {
        ask(&client.clone()).await.unwrap_err();
    }
    assert!((10_000..=10_300).contains(&host.asked()), "{}", host.asked());
}

#[tokio::test(start_paused = true)]
async fn a_host_that_fails_in_a_row_gets_a_pause_and_a_probe() {
    let host = Host::new(|number| match number {
        0..=20 => Err(broken()),
        _ => Ok(well()),
    });
    let client = host.client(RequestParams::new().retries(Retries::none()));
    for _ in 0..20 {
        assert!(matches!(ask(&client).await, Err(Error::CustomTransport { .. })));
    }
    let error = ask(&client).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Probe IBM: not sent: the last 20 requests to the host failed; check the network, or send it again in 15s"
    );
    assert_eq!((error.kind(), host.asked()), (ErrorKind::Network, 20));
    tokio::time::advance(Duration::from_secs(16)).await;
    // The probe fails, so that the host gets another pause; the next one decides for all.
    assert!(matches!(ask(&client).await, Err(Error::CustomTransport { .. })));
    assert!(matches!(ask(&client).await, Err(Error::NotSent { .. })));
    tokio::time::advance(Duration::from_secs(16)).await;
    ask(&client).await.unwrap();
    ask(&client).await.unwrap();
    assert_eq!(host.asked(), 23);
}

/// A request with its retries is one failure: 20 requests open the circuit, and not 20 messages.
#[tokio::test(start_paused = true)]
async fn the_circuit_counts_requests() {
    let host = Host::saying(&[503]);
    let client = host.client(RequestParams::new());
    for number in 1..=20 {
        assert_eq!(ask(&client).await.unwrap_err().status(), Some(503), "{number}");
    }
    assert_eq!(host.asked(), 60);
    assert!(matches!(ask(&client).await, Err(Error::NotSent { .. })));
    // A request that a retry cures is no failure, however many messages failed.
    let host = Host::new(|number| match number % 3 {
        2 => Ok(well()),
        _ => Err(broken()),
    });
    let client =
        host.builder(RequestParams::new()).circuit_breaker(CircuitBreaker::new(1, LONG)).build().unwrap();
    for _ in 0..30 {
        ask(&client).await.unwrap();
    }
    // Those of many requests at once neither: all of them fail once before the first is sent again.
    let host = Host::new(|number| match number {
        0..64 => Err(broken()),
        _ => Ok(well()),
    });
    let client = host.builder(RequestParams::new()).rate_limit(RateLimit::none()).build().unwrap();
    let asks = (0..64).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { ask(&client).await.map(drop) })
    });
    for ask in asks.collect::<Vec<_>>() {
        ask.await.unwrap().unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_circuit_that_opens_in_between_leaves_what_the_attempt_met() {
    let host = Host::new(|_| Err(broken()));
    let params = RequestParams::new().retries(Retries::new().base(LONG, LONG).max_wait(LONG).attempts(2));
    let breaker = CircuitBreaker::new(1, LONG);
    let client = host.builder(params.deadline(2 * LONG)).circuit_breaker(breaker).build().unwrap();
    let waiting = {
        let client = client.clone();
        tokio::spawn(async move { ask(&client).await })
    };
    tokio::task::yield_now().await;
    // Another request fails while it waits for its retry, which is not sent then.
    let other = client.with_request_params(RequestParams::new().retries(Retries::none()));
    ask(&other).await.unwrap_err();
    let error = waiting.await.unwrap().unwrap_err();
    assert!(matches!(error, Error::CustomTransport { .. }), "{error}");
    assert_eq!((error.attempts().len(), host.asked()), (0, 2));
}

#[tokio::test(start_paused = true)]
async fn after_a_429_the_whole_client_waits() {
    let host = Host::new(|number| {
        Ok(if number == 0 { refusal(StatusCode::TOO_MANY_REQUESTS, "9") } else { well() })
    });
    let client = host.client(RequestParams::new());
    let first = {
        let client = client.clone();
        tokio::spawn(async move { ask(&client).await.map(drop) })
    };
    tokio::task::yield_now().await;
    let began = Instant::now();
    ask(&client).await.unwrap();
    first.await.unwrap().unwrap();
    assert_eq!(began.elapsed().as_secs(), 9);
    assert_eq!(host.asked(), 3);
    // Also without a word of the host, and where the request itself is not sent again.
    let host = Host::saying(&[429, 200]);
    let client = host.client(RequestParams::new().retries(Retries::none()));
    ask(&client).await.unwrap_err();
    let began = Instant::now();
    ask(&client).await.unwrap();
    assert_eq!(began.elapsed().as_secs(), 1);
}

#[tokio::test]
async fn a_connection_that_breaks_off_is_hidden() {
    let number = Arc::new(AtomicUsize::new(0));
    let host = TestHost::start(move |_| match number.fetch_add(1, Ordering::SeqCst) % 3 {
        // No reply at all, then a cut one.
        0 => Vec::new(),
        1 => b"HTTP/1.1 200 OK\r\ncontent-length: 40\r\n\r\n{".to_vec(),
        _ => good(),
    });
    let client = host.client().request_params(RequestParams::new().no_proxy()).build().unwrap();
    for _ in 0..5 {
        ask(&client).await.unwrap();
    }
    assert_eq!(host.requests().len(), 15);
    let refusing = TestHost::saying(reply(404, &[], ""));
    let client = refusing.client().request_params(RequestParams::new().no_proxy()).build().unwrap();
    ask(&client).await.unwrap_err();
    assert_eq!(refusing.requests().len(), 1);
}

/// A host that closes each kept connection when it is used again, without a word.
#[tokio::test]
async fn a_kept_connection_that_closes_on_reuse_is_hidden() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let reused = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&reused);
    tokio::spawn(async move {
        loop {
            let (mut stream, _) = listener.accept().await.unwrap();
            let count = Arc::clone(&count);
            tokio::spawn(async move {
                let mut request = [0; 4096];
                if stream.read(&mut request).await.unwrap_or(0) > 0 {
                    let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", GOOD.len());
                    stream.write_all(&[head.as_bytes(), GOOD].concat()).await.unwrap();
                }
                if stream.read(&mut request).await.unwrap_or(0) > 0 {
                    count.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    // No wait between attempts: the test runs on the real clock.
    let retries = Retries::new().base(Duration::ZERO, Duration::ZERO);
    let params = RequestParams::new().no_proxy().retries(retries);
    let client = Client::builder().host(&HOST, &url).request_params(params).build().unwrap();
    for _ in 0..200 {
        ask(&client).await.unwrap();
    }
    assert!(reused.load(Ordering::SeqCst) > 50, "{reused:?}");
}
