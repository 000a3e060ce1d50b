//! A transport of the caller's own: what the client still does for it, and what it sees.

use std::future;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use http::StatusCode;
use http::header::{
    CONTENT_ENCODING, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, LOCATION, SET_COOKIE,
};
use virtual_finance_core::transport::{
    Chunk, Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
use virtual_finance_core::{Client, ClientBuilder, DateTime, Error, RequestParams};

use super::support::{Probe, class, once};

const GOOD: &[u8] = br#"{"good":true}"#;

type Answer = Result<TransportReply, TransportError>;

/// Answers from memory and keeps what it was asked.
#[derive(Clone)]
struct Memory {
    answer: Arc<dyn Fn(&TransportRequest) -> Answer + Send + Sync>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Memory {
    fn new(answer: impl Fn(&TransportRequest) -> Answer + Send + Sync + 'static) -> Self {
        Self { answer: Arc::new(answer), asked: Arc::default() }
    }

    fn client(&self) -> ClientBuilder {
        Client::builder().clock(|| DateTime::from(7)).request_params(once()).transport(self.clone())
    }
}

impl Transport for Memory {
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
        let headers: Vec<_> = request.headers().iter().map(|pair| format!("{pair:?}")).collect();
        let line = format!("{} {} {}", request.method(), request.url(), headers.len());
        self.asked.lock().unwrap().push(line);
        let answer = (self.answer)(&request);
        Box::pin(future::ready(answer))
    }
}

fn ok(body: impl TransportBody + 'static) -> TransportReply {
    TransportReply::new(StatusCode::OK, body)
}

fn with(status: StatusCode, name: HeaderName, value: &str, body: &[u8]) -> TransportReply {
    let headers = HeaderMap::from_iter([(name, value.parse().unwrap())]);
    TransportReply::new(status, body.to_vec()).headers(headers)
}

/// Gives pieces one after another, then stays silent, breaks off, or goes on for ever.
struct Pieces {
    piece: &'static [u8],
    end: fn() -> TransportFuture<'static, Option<Chunk>>,
}

impl TransportBody for Pieces {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        if self.piece.is_empty() {
            return (self.end)();
        }
        let piece = std::mem::take(&mut self.piece).to_vec();
        Box::pin(future::ready(Ok(Some(piece.into()))))
    }
}

fn pieces(end: fn() -> TransportFuture<'static, Option<Chunk>>) -> TransportReply {
    ok(Pieces { piece: GOOD, end })
}

/// A good body that has another length than it declares.
struct Declared(Vec<u8>, u64);

impl TransportBody for Declared {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        self.0.chunk()
    }

    fn length(&self) -> Option<u64> {
        Some(self.1)
    }
}

#[tokio::test]
async fn it_gets_the_caller_s_additions_and_gives_the_reply() {
    let memory = Memory::new(|request| {
        assert!(request.time_left().unwrap() <= Duration::from_secs(9));
        assert_eq!((request.body(), request.max_body()), (None, 100));
        let shown = format!("{request:?}");
        assert!(!shown.contains("canary") && shown.contains("x-mine"), "{shown}");
        Ok(ok(GOOD.to_vec()))
    });
    let params =
        RequestParams::new().deadline(Duration::from_secs(9)).query("key", "canary").hook(|request| {
            request.headers_mut().insert("x-hook", HeaderValue::from_static("canary"));
        });
    let client =
        memory.client().max_body(100).header("X-Mine", "canary").request_params(params).build().unwrap();
    let reply = client.reply(&Probe::new("IBM")).await.unwrap();
    assert_eq!((reply.status, reply.bytes), (200, GOOD.len()));
    let expected = "GET https://query1.finance.yahoo.com/v1/probe/IBM?now=7&key=canary 3";
    assert_eq!(*memory.asked.lock().unwrap(), [expected]);
}

#[tokio::test]
async fn every_rule_of_the_client_holds() {
    type Case = (&'static str, fn(&TransportRequest) -> Answer, &'static str);
    let cases: [Case; 15] = [
        ("status", |_| Ok(TransportReply::new(StatusCode::NOT_FOUND, GOOD.to_vec())), "api 404"),
        ("empty", |_| Ok(ok(Vec::new())), "conversion 422"),
        ("encoding", |_| Ok(with(StatusCode::OK, CONTENT_ENCODING, "pack", GOOD)), "encoding is unknown"),
        ("charset", |_| Ok(with(StatusCode::OK, CONTENT_TYPE, "a/b;charset=x", GOOD)), "charset x"),
        ("too large", |_| Ok(ok(vec![b'1'; 101])), "too large"),
        (
            "too large, piece by piece",
            |_| Ok(pieces(|| Box::pin(future::ready(Ok(Some(vec![b' '; 50].into())))))),
            "too large",
        ),
        ("cut", |_| Ok(pieces(|| Box::pin(future::ready(Err(TransportError::Cut))))), "cut"),
        ("declared", |_| Ok(ok(Declared(GOOD.to_vec(), 13))), "good"),
        ("shorter than declared", |_| Ok(ok(Declared(GOOD.to_vec(), 14))), "cut"),
        ("longer than declared", |_| Ok(ok(Declared(GOOD.to_vec(), 12))), "cut"),
        ("a part", |_| Ok(TransportReply::new(StatusCode::PARTIAL_CONTENT, GOOD.to_vec())), "cut"),
        ("for ever", |_| Ok(with(StatusCode::FOUND, LOCATION, "/again", b"")), "TooMany { limit: 10 }"),
        (
            "elsewhere",
            |_| Ok(with(StatusCode::FOUND, LOCATION, "https://evil.example/", b"")),
            "ForeignHost { host: \"evil.example\" }",
        ),
        (
            "unencrypted",
            |_| Ok(with(StatusCode::FOUND, LOCATION, "http://127.0.0.1/", b"")),
            "Insecure { host: \"127.0.0.1\" }",
        ),
        ("good", |_| Ok(pieces(|| Box::pin(future::ready(Ok(None))))), "good"),
    ];
    for (name, answer, expected) in cases {
        let client = Memory::new(answer).client().max_body(100).build().unwrap();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected, "{name}");
    }
}

#[tokio::test]
async fn nothing_of_the_caller_s_leaves_the_origin() {
    let memory = Memory::new(|request| {
        let at_home = request.url().host_str() == Some("query1.finance.yahoo.com");
        let next = format!("https://finance.yahoo.com/next?{}", request.url().query().unwrap());
        Ok(if at_home { with(StatusCode::FOUND, LOCATION, &next, b"") } else { ok(GOOD.to_vec()) })
    });
    let params = RequestParams::new().query("key", "canary");
    let client = memory.client().header("Cookie", "canary").request_params(params).build().unwrap();
    client.request(&Probe::new("IBM")).await.unwrap();
    assert_eq!(memory.asked.lock().unwrap()[1], "GET https://finance.yahoo.com/next?now=7 0");
}

/// The cookies that a message of a chain has; its host answers with the next location and what that reply sets.
type ChainStep = (&'static str, Option<&'static str>, &'static str, &'static [&'static str]);

#[tokio::test]
async fn the_cookies_of_a_chain_go_along_to_the_hosts_that_may_have_them() {
    const HERE: &str = "https://query1.finance.yahoo.com/v1/probe/IBM?now=7";
    const BACK: &str = "https://query1.finance.yahoo.com/back";
    const THERE: &str = "https://finance.yahoo.com/consent";
    const CHAIN: [ChainStep; 6] = [
        (HERE, Some("mine=1; A3=mine"), THERE, &["first=canary-1; Path=/"]),
        // The caller's stay behind; the first host's own do not go to another.
        (
            THERE,
            None,
            BACK,
            &[
                "GUC=canary-2; Domain=.yahoo.com; Path=/; Secure",
                "A3=canary-3; Domain=yahoo.com",
                "own=canary-4",
                "foreign=canary-5; Domain=example.com",
                "top=canary-6; Domain=com",
            ],
        ),
        (BACK, Some("first=canary-1; GUC=canary-2; A3=canary-3"), THERE, &["first=; Max-Age=0"]),
        (THERE, Some("GUC=canary-2; A3=canary-3; own=canary-4"), BACK, &["GUC=canary-7; Domain=yahoo.com"]),
        (BACK, Some("A3=canary-3; GUC=canary-7"), "/page/", &[]),
        ("https://query1.finance.yahoo.com/page/", Some("A3=canary-3; GUC=canary-7"), "", &[]),
    ];
    let steps = Arc::new(Mutex::new(CHAIN.iter()));
    let memory = Memory::new(move |request| {
        let (address, sent, next, set) = steps.lock().unwrap().next().unwrap();
        assert_eq!(request.url().as_str(), *address);
        let cookie = request.headers().get(COOKIE).map(|value| value.to_str().unwrap());
        assert_eq!(cookie, *sent, "{address}");
        assert!(!format!("{request:?}").contains("canary"));
        if next.is_empty() {
            let body = b"{\"error\": \"canary-7\"}".to_vec();
            return Ok(TransportReply::new(StatusCode::BAD_REQUEST, body));
        }
        let cookies = set.iter().map(|line| (SET_COOKIE, line.parse().unwrap()));
        let mut headers: HeaderMap = cookies.collect();
        headers.insert(LOCATION, next.parse().unwrap());
        Ok(TransportReply::new(StatusCode::TEMPORARY_REDIRECT, Vec::new()).headers(headers))
    });
    let client = memory.client().header("Cookie", "mine=1; A3=mine").build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert_eq!(memory.asked.lock().unwrap().len(), CHAIN.len());
    assert!(matches!(error, Error::Api(_)) && !format!("{error} {error:?}").contains("canary"), "{error}");
}

#[tokio::test]
async fn a_cookie_of_a_chain_replaces_the_caller_s_of_the_same_name() {
    let memory = Memory::new(|request| {
        if request.url().path() == "/next" {
            assert_eq!(request.headers()[COOKIE], "mine=1; A3=new");
            return Ok(ok(GOOD.to_vec()));
        }
        let headers = [(SET_COOKIE, "A3=new"), (LOCATION, "/next")];
        let headers: HeaderMap =
            headers.map(|(name, value)| (name, value.parse().unwrap())).into_iter().collect();
        Ok(TransportReply::new(StatusCode::FOUND, Vec::new()).headers(headers))
    });
    let client = memory.client().header("Cookie", "mine=1; A3=mine").build().unwrap();
    client.request(&Probe::new("IBM")).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn one_that_never_answers_runs_out_of_time() {
    struct Silent;
    impl Transport for Silent {
        fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
            Box::pin(future::pending())
        }
    }
    let limits = [(5, 60, "timeout Total"), (60, 5, "timeout Idle")];
    for (total, idle, expected) in limits {
        let params = || {
            once()
                .deadline(Duration::from_secs(total))
                .idle_timeout(Duration::from_secs(idle))
                .connect_timeout(Duration::ZERO)
        };
        let began = Instant::now();
        let client = Client::builder().transport(Silent).request_params(params()).build().unwrap();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected);
        // Nor one whose body never ends.
        let memory = Memory::new(|_| Ok(pieces(|| Box::pin(future::pending()))));
        let client = memory.client().request_params(params()).build().unwrap();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected);
        assert!(began.elapsed() < Duration::from_secs(5), "the test's clock is not the machine's");
    }
}

#[tokio::test]
async fn its_own_error_is_kept_and_shown_without_secrets() {
    let memory = Memory::new(|request| {
        let text = format!("no way to {}", request.url());
        Err(TransportError::Failed(Box::new(std::io::Error::other(text))))
    });
    let params = once().query("crumb", "canary-query");
    let client = memory.client().request_params(params).build().unwrap();
    let error = client.request(&Probe::new("IBM")).await.unwrap_err();
    assert!(error.is_network() && error.status().is_none());
    assert_eq!(
        error.to_string(),
        "Probe IBM: the request failed: no way to https://query1.finance.yahoo.com/v1/probe/IBM?now=7&crumb=…; \
         check the network and the client's transport"
    );
    assert!(!format!("{error:?}").contains("canary"), "{error:?}");
    let Error::CustomTransport { source, .. } = error else { panic!("{error:?}") };
    assert!(source.get_ref().downcast_ref::<std::io::Error>().is_some());
}
