//! Connections by HTTP/2, in clear text and encrypted.

use std::time::Duration;

use http::{Request, Version};
use http_body_util::{BodyExt as _, Empty};
use hyper::body::Bytes;
use hyper::client::conn::http2::{Builder, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use virtual_finance_gateway::{Settings, Tokens};
use virtual_finance_loopback::{LoopbackHost, reply};

use crate::support::{Served, weather_host};

type Connection = JoinHandle<hyper::Result<()>>;

/// The number of bytes of a response that come before they are read.
const WINDOW: u32 = (1 << 16) - 1;

pub(crate) async fn connect<S>(stream: S) -> (SendRequest<Empty<Bytes>>, Connection)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let mut builder = Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(WINDOW);
    let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    (sender, tokio::spawn(connection))
}

pub(crate) fn request(target: &str) -> Request<Empty<Bytes>> {
    Request::get(format!("http://localhost{target}")).body(Empty::new()).unwrap()
}

/// Starts a host whose readings are longer than a window.
fn long_host() -> LoopbackHost {
    let rows = vec![r#"{ "time": "2024-06-28T06:00:00Z", "tempC": 14.5, "wind": 3.2 }"#; 2_000].join(",");
    let body = format!("{{ \"readings\": [{rows}] }}");
    LoopbackHost::start(move |_| reply(200, &[("content-type", "application/json")], &body))
}

#[tokio::test]
async fn many_requests_go_over_one_connection() {
    let gateway = Served::start(&weather_host(), Settings::default()).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let (sender, _connection) = connect(stream).await;
    let all = (0..50).map(|_| {
        let mut sender = sender.clone();
        async move { sender.send_request(request("/observations/Oslo.csv?limit=1")).await.unwrap() }
    });
    for response in futures_util::future::join_all(all).await {
        assert_eq!((response.status().as_u16(), response.version()), (200, Version::HTTP_2));
        assert_eq!(response.headers()["content-length"], "46");
        let body = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!(body, "time,tempC,wind\n2024-06-28T06:00:00Z,14.5,3.2\n");
    }
    gateway.stop().await;
}

#[tokio::test]
async fn the_authority_is_the_host() {
    let origins = Vec::new();
    let gateway = Served::start(&weather_host(), Settings { origins, ..Settings::default() }).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let (mut sender, _connection) = connect(stream).await;
    for (host, origin, status) in [
        ("evil.example", None, 421),
        ("localhost", Some("http://localhost"), 400),
        ("localhost", Some("http://evil.example"), 403),
    ] {
        let mut request = Request::post(format!("http://{host}/around"));
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let response = sender.send_request(request.body(Empty::new()).unwrap()).await.unwrap();
        assert_eq!(response.status(), status, "{host} {origin:?}");
    }
}

#[tokio::test]
async fn who_begins_and_does_not_go_on_is_cut_off() {
    let read_timeout = Duration::from_millis(50);
    let gateway = Served::start(&weather_host(), Settings { read_timeout, ..Settings::default() }).await;
    for begin in [&b"PRI"[..], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let mut stream = TcpStream::connect(gateway.address).await.unwrap();
        stream.write_all(begin).await.unwrap();
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes).await;
        assert!(!bytes.starts_with(b"HTTP"), "{bytes:?}");
    }
}

#[tokio::test]
async fn who_reads_nothing_is_cut_off_although_its_connection_lives() {
    let limits = Settings {
        read_timeout: Duration::from_secs(5),
        write_timeout: Duration::from_millis(100),
        ..Settings::default()
    };
    let gateway = Served::start(&long_host(), limits).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let (mut sender, connection) = connect(stream).await;
    let response = sender.send_request(request("/observations/Oslo.jsonl")).await.unwrap();
    assert_eq!(response.status(), 200);
    let _ = connection.await;
    assert!(response.into_body().collect().await.is_err());
}

#[tokio::test]
async fn who_reads_small_responses_beside_a_long_one_is_cut_off_too() {
    let limits = Settings {
        read_timeout: Duration::from_secs(1),
        write_timeout: Duration::from_millis(100),
        ..Settings::default()
    };
    let gateway = Served::start(&long_host(), limits).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let (mut sender, connection) = connect(stream).await;
    let unread = sender.send_request(request("/observations/Oslo.jsonl")).await.unwrap();
    assert_eq!(unread.status(), 200);
    let small = async {
        let mut pause = tokio::time::interval(Duration::from_millis(10));
        while let Ok(response) = sender.send_request(request("/healthz")).await {
            let _ = response.into_body().collect().await;
            pause.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), small).await.unwrap();
    let _ = connection.await;
}

#[tokio::test]
async fn tokens_are_asked_for_here_too() {
    let tokens = Tokens::read("alice 0123456789abcdef").unwrap();
    let gateway = Served::start(&weather_host(), Settings { tokens, ..Settings::default() }).await;
    let stream = TcpStream::connect(gateway.address).await.unwrap();
    let (mut sender, _connection) = connect(stream).await;
    let response = sender.send_request(request("/observations/Oslo")).await.unwrap();
    assert_eq!(response.status(), 401);
}
