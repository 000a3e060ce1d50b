//! Callers who want to do harm or fail, and hosts that hang: each gets an answer or an end, and the others theirs.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use virtual_finance_core::settings::Retries;
use virtual_finance_core::{Client, RequestParams};
use virtual_finance_gateway::{Gateway, Log, Settings, Tokens};
use virtual_finance_loopback::LoopbackHost;

use crate::support::{PROGRAM, Response, Served, stalled_host, weather_host};

/// A time that is over before a test is.
const SHORT: Duration = Duration::from_millis(50);

/// Sends bytes, and returns what comes until the gateway ends the connection.
async fn sent(gateway: &Served, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(gateway.address).await.unwrap();
    // The gateway may have ended it before it has all.
    let _ = stream.write_all(bytes).await;
    let mut received = Vec::new();
    let _ = stream.read_to_end(&mut received).await;
    received
}

#[tokio::test]
async fn half_requests_end_and_hold_up_nobody() {
    let settings =
        Settings { read_timeout: SHORT, max_connections: 64, max_requests: 4, ..Settings::default() };
    let host = weather_host();
    let gateway = Served::start(&host, settings).await;
    let halves: [&[u8]; 4] = [
        b"",
        b"GET /observations/Oslo HTTP/1.1\r\nHost: local",
        b"POST /report HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"station\":",
        b"POST /report HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"s",
    ];
    for half in halves {
        let all = (0..16).map(|_| sent(&gateway, half));
        let others = async {
            // The half requests have no place of those that are answered, or lose it in time.
            while gateway.get("/observations/Oslo").await.status == 503 {}
        };
        let (all, ()) = futures_util::future::join(futures_util::future::join_all(all), others).await;
        for received in all {
            let is_in_time = received.is_empty() || [408, 503].contains(&Response::read(&received).status);
            assert!(is_in_time, "{}", String::from_utf8_lossy(&received));
        }
    }
    // A body that is cut off is told so, or nobody is there to be told.
    let mut stream = TcpStream::connect(gateway.address).await.unwrap();
    stream.write_all(halves[2]).await.unwrap();
    stream.shutdown().await.unwrap();
    let mut received = Vec::new();
    stream.read_to_end(&mut received).await.unwrap();
    assert!(received.is_empty() || Response::read(&received).status == 400, "{received:?}");
    assert!(host.requests().iter().all(|request| request.starts_with("GET ")));
}

#[tokio::test]
async fn a_head_that_comes_byte_by_byte_has_the_time_of_a_head() {
    let settings = Settings { read_timeout: SHORT, ..Settings::default() };
    let host = weather_host();
    let gateway = Served::start(&host, settings).await;
    let mut slow = TcpStream::connect(gateway.address).await.unwrap();
    let head =
        format!("GET /observations/Oslo HTTP/1.1\r\nHost: localhost\r\nX-Slow: {}", "x".repeat(60_000));
    let mut received = [0; 1 << 10];
    let mut sent = 0_usize;
    let answer = loop {
        // Others are answered between two bytes.
        assert_eq!(gateway.get("/healthz").await.status, 200);
        match slow.try_read(&mut received) {
            Ok(length) => break received[..length].to_vec(),
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break Vec::new(),
        }
        let byte = head.as_bytes().get(sent).copied().unwrap();
        if slow.write_all(&[byte]).await.is_err() {
            break Vec::new();
        }
        sent += 1;
    };
    assert!(
        answer.is_empty() || Response::read(&answer).status == 408,
        "{}",
        String::from_utf8_lossy(&answer)
    );
    assert!(host.requests().is_empty());
}

#[tokio::test]
async fn connections_that_wait_make_room_for_others() {
    let settings = Settings { max_connections: 8, ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    let mut idle = Vec::new();
    for _ in 0..8 {
        idle.push(TcpStream::connect(gateway.address).await.unwrap());
    }
    for _ in 0..32 {
        assert_eq!(gateway.get("/observations/Oslo").await.status, 200);
    }
    let mut received = Vec::new();
    idle.remove(0).read_to_end(&mut received).await.unwrap();
    assert!(received.is_empty());
}

#[tokio::test]
async fn a_caller_who_reads_nothing_is_cut_off() {
    let settings = Settings { write_timeout: SHORT, ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    let mut stream = TcpStream::connect(gateway.address).await.unwrap();
    // More requests than the buffers between both have room for responses.
    let requests = "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(1_000);
    while stream.write_all(requests.as_bytes()).await.is_ok() {}
}

#[tokio::test]
async fn the_health_is_told_while_every_connection_answers() {
    let (host, mut asks, end) = stalled_host();
    let settings = Settings { max_connections: 1, ..Settings::default() };
    let gateway = Served::start(&host, settings).await;
    let slow = gateway.get("/observations/Oslo");
    let others = async {
        asks.recv().await.unwrap();
        assert_eq!(gateway.get("/healthz").await.status, 200);
        let refused = gateway.get("/stations").await;
        assert_eq!((refused.status, refused.header("connection")), (503, "close"));
        drop(end);
    };
    futures_util::future::join(slow, others).await;
}

#[tokio::test]
async fn slow_bodies_take_no_slot_of_a_request() {
    let settings = Settings { max_requests: 1, ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    let mut slow = Vec::new();
    for _ in 0..16 {
        let mut stream = TcpStream::connect(gateway.address).await.unwrap();
        let half = b"POST /report HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{\"station\":";
        stream.write_all(half).await.unwrap();
        slow.push(stream);
    }
    for _ in 0..16 {
        assert_eq!(gateway.get("/observations/Oslo").await.status, 200);
    }
}

#[tokio::test]
async fn connections_that_wait_for_their_caller_or_a_guess_make_room_for_others() {
    const TOKEN: &str = "0123456789abcdef";
    let body = format!(
        "POST /report HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 9\r\n\r\n{{"
    );
    let guess = "GET /stations HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\n\r\n".repeat(99);
    for busy in [body, guess] {
        let tokens = Tokens::read(&format!("alice {TOKEN}")).unwrap();
        let settings = Settings { max_connections: 8, tokens, ..Settings::default() };
        let gateway = Served::start(&weather_host(), settings).await;
        let mut all = Vec::new();
        for _ in 0..16 {
            let mut stream = TcpStream::connect(gateway.address).await.unwrap();
            stream.write_all(busy.as_bytes()).await.unwrap();
            all.push(stream);
        }
        for _ in 0..16 {
            let token = format!("Authorization: Bearer {TOKEN}");
            let response = gateway.send("GET", "/observations/Oslo", &[&token], "").await;
            assert_eq!(response.status, 200, "{busy:.40}");
        }
    }
}

#[tokio::test]
async fn a_request_is_for_one_host() {
    let host = weather_host();
    let gateway = Served::start(&host, Settings::default()).await;
    for hosts in ["Host: localhost\r\nHost: localhost\r\n", "Host: localhost\r\nhost: evil.example\r\n", ""] {
        let head = format!("GET /observations/Oslo HTTP/1.1\r\n{hosts}Connection: close\r\n\r\n");
        let response = Response::read(&sent(&gateway, head.as_bytes()).await);
        let content_type = response.header("content-type");
        assert_eq!((response.status, content_type), (400, "application/problem+json"), "{hosts}");
        assert!(response.text().contains("headers Host: send one"), "{}", response.text());
    }
    assert!(host.requests().is_empty());
}

#[tokio::test]
async fn a_body_whose_head_says_that_it_is_too_long_is_not_waited_for() {
    let settings = Settings { read_timeout: SHORT, ..Settings::default() };
    let gateway = Served::start(&weather_host(), settings).await;
    let head =
        b"POST /report HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\nConnection: close\r\n\r\n";
    assert_eq!(Response::read(&sent(&gateway, head).await).status, 413);
}

#[tokio::test]
async fn an_address_that_is_too_long_is_a_problem() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    for (length, status) in [(16_000, 400), (17_000, 414), (60_000, 414)] {
        let response = gateway.get(&format!("/observations?station={}", "x".repeat(length))).await;
        let content_type = response.header("content-type");
        assert_eq!((response.status, content_type), (status, "application/problem+json"), "{length}");
        assert_eq!(response.json()["status"], status);
    }
}

#[tokio::test]
async fn heads_have_an_end() {
    let host = weather_host();
    let gateway = Served::start(&host, Settings::default()).await;
    let many: String = (0..1_000).map(|number| format!("X-{number}: {number}\r\n")).collect();
    for flood in [many, format!("X-Long: {}\r\n", "x".repeat(1 << 17))] {
        let head = format!("GET /observations/Oslo HTTP/1.1\r\nHost: localhost\r\n{flood}\r\n");
        let received = sent(&gateway, head.as_bytes()).await;
        assert!(received.is_empty() || Response::read(&received).status == 431);
    }
    let address =
        format!("GET /observations?station={} HTTP/1.1\r\nHost: localhost\r\n\r\n", "x".repeat(1 << 17));
    let received = sent(&gateway, address.as_bytes()).await;
    assert!(received.is_empty() || [414, 431].contains(&Response::read(&received).status));
    for nonsense in [&b"\0\0\0\0\r\n\r\n"[..], b"GET / HTTP/9.9\r\n\r\n"] {
        let received = sent(&gateway, nonsense).await;
        assert!(received.is_empty() || Response::read(&received).status >= 400);
    }
    // Two lengths of one body would be two requests to a proxy in front.
    let smuggled =
        "POST /report HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\n{}";
    let received = sent(&gateway, smuggled.as_bytes()).await;
    assert!(received.is_empty() || Response::read(&received).status == 400);
    assert_eq!(gateway.get("/healthz").await.status, 200);
    assert!(host.requests().is_empty());
}

#[tokio::test]
async fn a_path_leads_to_an_endpoint_or_nowhere() {
    let host = weather_host();
    let gateway = Served::start(&host, Settings::default()).await;
    for (target, status) in [
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/etc/passwd", 404),
        ("//observations/Oslo", 404),
        ("/observations/Oslo/..", 404),
        ("/observations//Oslo", 404),
        ("/./observations/Oslo", 404),
        ("/s/..%2f..%2fetc", 404),
        ("/OBSERVATIONS/Oslo", 404),
        ("*", 404),
        ("/observations/..", 400),
        ("/observations/%2e%2e", 400),
        // A subject is one segment of the path to the host, whatever it has.
        ("/observations/..%2f..%2fadmin", 200),
        ("/observations/Oslo%3Fadmin=1%23x", 200),
        ("http://localhost/observations/Oslo", 200),
        ("http://evil.example/observations/Oslo", 421),
    ] {
        let response = gateway.get(target).await;
        assert_eq!(response.status, status, "{target}: {}", response.text());
    }
    for target in host.targets() {
        let subject =
            target.strip_prefix("/v1/stations/").and_then(|rest| rest.strip_suffix("/observations"));
        let subject = subject.unwrap_or_else(|| panic!("{target} was asked"));
        assert!(!subject.contains(['/', '?', '#']) && subject != "..", "{target}");
    }
    assert!(host.requests().iter().all(|request| !request.contains("evil")));
}

#[tokio::test]
async fn a_host_that_hangs_costs_its_callers_their_time_and_others_nothing() {
    // It takes the request and says nothing until the test ends.
    let (end, ended) = std::sync::mpsc::channel::<()>();
    let ended = std::sync::Mutex::new(ended);
    let host = LoopbackHost::start(move |_| {
        let _ = ended.lock().unwrap().recv();
        Vec::new()
    });
    let params = RequestParams::new().no_proxy().timeout(SHORT).retries(Retries::new().attempts(1));
    let builder =
        weather::HOSTS.iter().fold(Client::builder(), |builder, known| builder.host(known, host.url()));
    let client = builder.request_params(params).build().unwrap();
    let settings = Settings { log: Log::Off, max_requests: 2, ..Settings::default() };
    let gateway = Served::serve(Gateway::new(&PROGRAM, client, settings)).await;
    for _ in 0..3 {
        let slow = [gateway.get("/observations/Oslo"), gateway.get("/observations/Bergen")];
        let ready = gateway.get("/readyz");
        let (slow, ready) = futures_util::future::join(futures_util::future::join_all(slow), ready).await;
        assert_eq!(ready.status, 200);
        for response in slow {
            assert_eq!((response.status, response.header("content-type")), (504, "application/problem+json"));
        }
    }
    drop(end);
}
