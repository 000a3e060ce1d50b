//! Websockets: the opening with the client's settings, the messages within their limits, and every way to end.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use virtual_finance_core::error::{RequestName, SocketFault};
use virtual_finance_core::http::Socket;
use virtual_finance_core::settings::Retries;
use virtual_finance_core::transport::{Transport, TransportFuture, TransportReply, TransportRequest};
use virtual_finance_core::{Client, ClientBuilder, Error, ErrorKind, RequestParams, SocketRequest};
use virtual_finance_loopback::{HostSocket, SocketHost};

use super::support::{HOST, TestHost, header, once, reply, target};

/// The maximum length of a message in these tests.
const LIMIT: usize = 1000;

pub(crate) fn asked() -> SocketRequest {
    SocketRequest {
        name: RequestName::new("Stream", None),
        host: HOST,
        query: &[("version", "2")],
        max_message: LIMIT,
        idle: Duration::from_secs(10),
    }
}

fn client(url: &str) -> ClientBuilder {
    Client::builder().host(&HOST, url).request_params(once().no_proxy())
}

async fn open(client: ClientBuilder) -> Result<Socket, Error> {
    client.build().unwrap().socket(&asked()).await
}

async fn end(script: impl Fn(&mut HostSocket) + Send + Sync + 'static) -> SocketFault {
    let host = SocketHost::start(script);
    let mut socket = open(client(host.url())).await.unwrap();
    loop {
        if let Err(error) = socket.next().await {
            let Error::Socket { fault, .. } = error else { panic!("{error}") };
            return fault;
        }
    }
}

#[tokio::test]
async fn messages_go_both_ways() {
    let host = SocketHost::start(|socket| {
        while let Some(text) = socket.hear() {
            socket.say(&format!("heard {text}"));
        }
    });
    let params = once().no_proxy().query("region", "US").hook(|request| {
        request.headers_mut().insert("x-hook", "here".parse().unwrap());
    });
    let builder = client(host.url()).header("X-Name", "value").request_params(params);
    let mut socket = open(builder).await.unwrap();
    for text in ["one", "two"] {
        socket.send(text.to_owned()).await.unwrap();
        assert_eq!(socket.next().await.unwrap(), format!("heard {text}").as_bytes());
    }
    let head = &host.heads()[0];
    assert_eq!(target(head), "/?version=2&region=US");
    for (name, value) in [
        ("X-Name", Some("value")),
        ("X-Hook", Some("here")),
        ("Upgrade", Some("websocket")),
        ("Sec-WebSocket-Version", Some("13")),
        ("Cookie", None),
    ] {
        assert_eq!(header(head, name).as_deref(), value, "{name}");
    }
}

#[tokio::test]
async fn a_dropped_websocket_closes_its_connection() {
    let host = SocketHost::start(|socket| assert_eq!(socket.hear(), None));
    drop(open(client(host.url())).await.unwrap());
    assert_eq!(host.wait_ended(), 0);
}

#[tokio::test]
async fn pings_are_answered() {
    let host = SocketHost::start(|socket| {
        socket.say_raw(&[0x89, 0]);
        // The pong is no text; what comes after it is.
        assert_eq!(socket.hear().as_deref(), Some("after the pong"));
        socket.say("good");
    });
    let mut socket = open(client(host.url())).await.unwrap();
    socket.send("after the pong".to_owned()).await.unwrap();
    assert_eq!(socket.next().await.unwrap(), b"good");
}

#[tokio::test]
async fn every_way_to_end_is_told() {
    let closed = |code, reason: &str| SocketFault::Closed { code, reason: reason.to_owned() };
    assert_eq!(end(|socket| socket.close(None)).await, closed(None, ""));
    assert_eq!(
        end(|socket| socket.close(Some((1001, "going away")))).await,
        closed(Some(1001), "going away")
    );
    let too_large = SocketFault::TooLarge { limit: LIMIT };
    assert_eq!(end(|socket| socket.say(&"x".repeat(LIMIT + 1))).await, too_large);
    // A frame that says to have 2^62 bytes, of which none come.
    assert_eq!(
        end(|socket| {
            socket.say_raw(&[0x81, 127, 0x40, 0, 0, 0, 0, 0, 0, 0]);
            socket.hear();
        })
        .await,
        too_large
    );
    for garbage in [&b"HTTP/1.1 200 OK\r\n\r\n"[..], &[0xff; 40], &[0x81, 2, 0xc3, 0x28]] {
        let garbage = garbage.to_vec();
        let fault = end(move |socket| socket.say_raw(&garbage)).await;
        assert!(matches!(fault, SocketFault::Garbled { .. }), "{fault:?}");
    }
    // The connection ends in the middle of a frame.
    let fault = end(|socket| socket.say_raw(&[0x81, 10, b'a'])).await;
    assert!(
        matches!(
            fault,
            SocketFault::Closed { code: None, .. } | SocketFault::Broken { .. } | SocketFault::Garbled { .. }
        ),
        "{fault:?}"
    );
}

#[tokio::test]
async fn the_longest_message_is_read() {
    let host = SocketHost::start(|socket| {
        socket.say(&"x".repeat(LIMIT));
        socket.hear();
    });
    let mut socket = open(client(host.url())).await.unwrap();
    assert_eq!(socket.next().await.unwrap().len(), LIMIT);
}

#[tokio::test]
async fn a_host_that_plays_dead_is_found_out_and_one_that_is_only_silent_is_not() {
    let dead = SocketHost::start(HostSocket::play_dead);
    let limit = Duration::from_millis(20);
    let request = SocketRequest { idle: limit, ..asked() };
    let mut socket = client(dead.url()).build().unwrap().socket(&request).await.unwrap();
    let error = socket.next().await.unwrap_err();
    assert!(
        matches!(error, Error::Socket { fault: SocketFault::Silent { limit: told }, .. } if told == limit)
    );
    assert_eq!(error.kind(), ErrorKind::Network);
    assert!(socket.silent_for() >= limit * 2, "{:?}", socket.silent_for());

    let answers = AtomicUsize::new(0);
    // It answers pings, and speaks once it has answered some.
    let silent = SocketHost::start(move |socket| {
        while socket.hear_ping() {
            if answers.fetch_add(1, Ordering::SeqCst) == 3 {
                socket.say("still here");
            }
        }
    });
    let request = SocketRequest { idle: Duration::from_millis(200), ..asked() };
    let mut socket = client(silent.url()).build().unwrap().socket(&request).await.unwrap();
    assert_eq!(socket.next().await.unwrap(), b"still here");
}

/// The answers to pings that nobody reads would fill the memory. The connection is as dead as a silent one.
#[tokio::test]
async fn a_host_that_reads_no_pongs_is_given_up() {
    let ping = [[0x89, 125].as_slice(), &[b'x'; 125]].concat();
    let host = SocketHost::start(move |socket| socket.say_for(Duration::from_secs(60), &ping.repeat(100)));
    let request = SocketRequest { idle: Duration::from_millis(300), ..asked() };
    let mut socket = client(host.url()).build().unwrap().socket(&request).await.unwrap();
    let ended = tokio::time::timeout(Duration::from_secs(20), socket.next()).await;
    let Ok(Err(Error::Socket { fault, .. })) = ended else { panic!("{ended:?}") };
    assert!(matches!(fault, SocketFault::Silent { .. } | SocketFault::Broken { .. }), "{fault:?}");
}

/// Frames that never end a message keep nobody else from their turn, such as a time limit.
#[tokio::test]
async fn a_message_of_empty_frames_without_an_end_lets_others_have_their_turn() {
    let continued = [0x00, 0x00].repeat(1 << 19);
    let host = SocketHost::start(move |socket| {
        socket.say_raw(&[0x01, 0x00]);
        socket.say_for(Duration::from_secs(15), &continued);
    });
    let mut socket = open(client(host.url())).await.unwrap();
    let began = Instant::now();
    let ended = tokio::time::timeout(Duration::from_millis(100), socket.next()).await;
    assert!(ended.is_err(), "{ended:?}");
    // The host goes on for longer.
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[tokio::test]
async fn hosts_that_open_no_websocket_are_errors() {
    let refusing = |status: u16| TestHost::saying(reply(status, &[], "no"));
    for status in [200, 302, 400, 403, 404, 426] {
        let host = refusing(status);
        let error = open(client(host.url())).await.unwrap_err();
        match &error {
            Error::Socket { fault: SocketFault::NotOpened { status: told }, .. } => assert_eq!(*told, status),
            Error::Api(error) => assert_eq!((error.status(), error.body()), (status, "no")),
            error => panic!("{error}"),
        }
        assert!(error.to_string().starts_with("Stream: the host answered with status "), "{error}");
        assert_eq!(host.requests().len(), 1, "{status} is not asked again");
    }
    let head = "HTTP/1.1 101 Said\r\nconnection: upgrade\r\nupgrade: websocket\r\n";
    for key in ["", "sec-websocket-accept: dGhlIHNhbXBsZSBub25jZQ==\r\n"] {
        let host = TestHost::saying(format!("{head}{key}\r\n"));
        let error = open(client(host.url())).await.unwrap_err();
        assert!(matches!(error, Error::Socket { fault: SocketFault::WrongKey, .. }), "{error}");
    }
}

#[tokio::test]
async fn an_opening_that_fails_is_tried_again() {
    let times = AtomicUsize::new(0);
    let host = TestHost::start(move |_| match times.fetch_add(1, Ordering::SeqCst) {
        0 | 1 => reply(503, &[], ""),
        _ => reply(404, &[], ""),
    });
    let fast = Retries::new().base(Duration::ZERO, Duration::ZERO);
    let params = RequestParams::new().no_proxy().retries(fast);
    let error = open(client(host.url()).request_params(params)).await.unwrap_err();
    assert_eq!((error.status(), error.attempts().len()), (Some(404), 2));
}

#[tokio::test]
async fn the_proxy_is_asked_for_a_tunnel() {
    let proxy = TestHost::saying(reply(502, &[], ""));
    let builder = client("https://127.0.0.1:9").request_params(once().proxy(proxy.url()));
    let error = open(builder).await.unwrap_err();
    assert!(matches!(error, Error::Transport { .. }), "{error}");
    assert!(proxy.requests()[0].starts_with("CONNECT 127.0.0.1:9 "));
}

#[tokio::test]
async fn clients_that_ask_no_host_open_none() {
    struct Memory;
    impl Transport for Memory {
        fn send(&self, _: TransportRequest) -> TransportFuture<'_, TransportReply> {
            unreachable!("a websocket is not sent by it")
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for (builder, word) in [
        (Client::builder().transport(Memory), "`transport`"),
        (Client::builder().replay(folder.path()), "`replay`"),
    ] {
        let error = open(builder).await.unwrap_err();
        assert!(matches!(error, Error::Socket { fault: SocketFault::Unavailable { .. }, .. }), "{error}");
        assert!(error.to_string().contains(word), "{error}");
        assert_eq!(error.kind(), ErrorKind::Config);
    }
}
