//! HTTP/2: connections that fall silent, and bodies that end before they are whole.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use h2::server;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, sleep};
use tokio_rustls::server::TlsStream;
use virtual_finance_core::settings::{CircuitBreaker, Retries};
use virtual_finance_core::{Client, ClientBuilder, Error, RequestParams};
use virtual_finance_loopback::{AUTHORITY, acceptor};

use super::support::{HOST, Probe, class, once};

/// A host that speaks HTTP/2, in the runtime of the test.
#[derive(Default)]
struct Host {
    /// The number of connections so far.
    connections: AtomicUsize,
    /// The number of connections that are open.
    open: AtomicUsize,
    /// The greatest number of connections that were open at once.
    most: AtomicUsize,
    /// The number of requests so far.
    asked: AtomicUsize,
}

impl Host {
    /// Starts a host with connections that each follow `talk`, which gets the number of those before it.
    async fn start<T, F>(talk: T) -> (Arc<Self>, ClientBuilder)
    where
        T: Fn(Arc<Self>, TlsStream<TcpStream>, usize) -> F + Send + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://{}", listener.local_addr().unwrap());
        let host = Arc::new(Self::default());
        let (listening, acceptor) = (Arc::clone(&host), acceptor(&["h2"]));
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                // A client may go away before.
                let Ok(stream) = acceptor.accept(stream).await else { continue };
                let number = listening.connections.fetch_add(1, Ordering::SeqCst);
                let open = listening.open.fetch_add(1, Ordering::SeqCst).saturating_add(1);
                listening.most.fetch_max(open, Ordering::SeqCst);
                let talking = talk(Arc::clone(&listening), stream, number);
                let host = Arc::clone(&listening);
                tokio::spawn(async move {
                    talking.await;
                    host.open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        let builder = Client::builder().host(&HOST, &url).root_certificates(AUTHORITY).random_seed(7);
        (host, builder.request_params(RequestParams::new().no_proxy()))
    }

    /// Starts a host with connections that each give so many replies and are then silent until the client has gone:
    /// also pings get no answer.
    async fn silent_after(replies: impl Fn(usize) -> usize + Send + 'static) -> (Arc<Self>, ClientBuilder) {
        Self::start(move |host, stream, number| host.answer(stream, replies(number))).await
    }

    async fn answer(self: Arc<Self>, stream: TlsStream<TcpStream>, replies: usize) {
        let Ok(mut connection) = server::handshake(stream).await else { return };
        for _ in 0..replies {
            let Some(asked) = connection.accept().await else { return };
            let Ok((_, mut answer)) = asked else { return };
            self.asked.fetch_add(1, Ordering::SeqCst);
            // The client may have given the request up.
            let Ok(mut body) = answer.send_response(http::Response::new(()), false) else { continue };
            let _ = body.send_data(br#"{"good":true}"#.as_slice().into(), true);
        }
        // What was said goes out, and nothing is read.
        let _ = tokio::time::timeout(Duration::from_millis(1), connection.accept()).await;
        sleep(Duration::from_secs(600)).await;
    }
}

/// Lets the paused clock run, with time for the sockets at each step. By itself it would jump to the next limit whenever
/// the system is still on its way with some bytes.
fn run_clock() {
    const STEP: Duration = Duration::from_millis(100);
    const REAL: Duration = Duration::from_millis(2);
    tokio::spawn(async {
        loop {
            let began = std::time::Instant::now();
            while began.elapsed() < REAL {
                tokio::task::yield_now().await;
            }
            tokio::time::advance(STEP).await;
        }
    });
}

/// Asks so many times, 16 at once. Returns how many fail, and the time of all.
async fn ask_many(client: &Client, requests: usize) -> (usize, Duration) {
    let began = Instant::now();
    let mut replies = client.many((0..requests).map(|number| Probe::new(&format!("T{number}"))));
    while replies.next().await.is_some() {}
    (replies.progress().failed, began.elapsed())
}

/// Each connection is silent after 40 replies. With one that is never given up 80 of 120 fail.
#[tokio::test(start_paused = true)]
async fn a_silent_connection_costs_no_request() {
    run_clock();
    for (requests, timeout) in [(120, 5), (400, 3)] {
        let (host, builder) = Host::silent_after(|_| 40).await;
        let params = RequestParams::new().no_proxy().timeout(Duration::from_secs(timeout));
        let (failed, time) = ask_many(&builder.request_params(params).build().unwrap(), requests).await;
        assert_eq!(failed, 0, "of {requests}");
        assert!(host.asked.load(Ordering::SeqCst) >= requests);
        assert!(time <= Duration::from_secs(timeout * 12), "{time:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_falls_silent_while_idle_is_given_up() {
    run_clock();
    let (host, builder) = Host::silent_after(|_| 1).await;
    let client = builder.request_params(once()).build().unwrap();
    for connections in 1..=3 {
        let began = Instant::now();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), "good");
        // A dead connection would take the 5 s of a ping. The clock goes on by itself, a second or two of it here.
        assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
        assert_eq!(host.connections.load(Ordering::SeqCst), connections);
        sleep(Duration::from_secs(11)).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_answers_pings_is_kept() {
    run_clock();
    let (host, builder) = Host::silent_after(|_| usize::MAX).await;
    let client = builder.request_params(once()).build().unwrap();
    for _ in 0..3 {
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), "good");
        sleep(Duration::from_secs(30)).await;
    }
    assert_eq!(host.connections.load(Ordering::SeqCst), 1);
}

/// A reply is waited for as long as the client allows, and the ping finds a dead connection sooner.
#[tokio::test(start_paused = true)]
async fn a_request_on_a_dead_connection_has_time_for_another_one() {
    run_clock();
    let (_, builder) = Host::silent_after(|number| usize::from(number > 0)).await;
    let began = Instant::now();
    assert_eq!(class(&builder.build().unwrap().request(&Probe::new("IBM")).await), "good");
    // Two pings of 5 s; the deadline is 30 s. The clock goes on by itself, some seconds of it where the machine is busy.
    assert!(began.elapsed() <= Duration::from_secs(20), "{:?}", began.elapsed());
}

/// The host is silent for its first connections, so that the circuit opens; the probe has a connection of its own.
#[tokio::test(start_paused = true)]
async fn the_probe_of_a_circuit_has_a_fresh_connection() {
    run_clock();
    let (host, builder) = Host::silent_after(|number| if number < 20 { 0 } else { 1000 }).await;
    let client = builder.request_params(once().timeout(Duration::from_secs(4))).build().unwrap();
    for _ in 0..20 {
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), "timeout Attempt");
    }
    assert!(matches!(client.request(&Probe::new("IBM")).await, Err(Error::NotSent { .. })));
    sleep(Duration::from_secs(16)).await;
    assert_eq!(class(&client.request(&Probe::new("IBM")).await), "good");
    assert_eq!(host.connections.load(Ordering::SeqCst), 21);
}

/// Requests that are never answered, each on a host whose connections fall silent at once: what is given up ends.
#[tokio::test(start_paused = true)]
async fn connections_that_are_given_up_do_not_stay() {
    run_clock();
    let (host, builder) = Host::start(|host, stream, _| async move {
        let Ok(mut connection) = server::handshake(stream).await else { return };
        // Pings are answered, requests are not.
        let mut unanswered = Vec::new();
        while let Some(Ok(asked)) = connection.accept().await {
            host.asked.fetch_add(1, Ordering::SeqCst);
            unanswered.push(asked);
        }
    })
    .await;
    let params = once().timeout(Duration::from_secs(5));
    let client = builder.request_params(params).circuit_breaker(CircuitBreaker::none());
    let client = client.build().unwrap();
    for _ in 0..20 {
        let asks = (0..8).map(|_| {
            let client = client.clone();
            tokio::spawn(async move { class(&client.request(&Probe::new("IBM")).await) })
        });
        for ask in asks.collect::<Vec<_>>() {
            assert_eq!(ask.await.unwrap(), "timeout Attempt");
        }
    }
    let (asked, most) = (host.asked.load(Ordering::SeqCst), host.most.load(Ordering::SeqCst));
    assert_eq!(asked, 160);
    // Those of two rounds, where each request has a connection before one of them is shared, and one that is kept.
    assert!((2..=17).contains(&most), "{most} at once");
}

/// A frame: its kind, its stream and its bytes.
type Frame = (u8, u32, &'static [u8]);

/// The frames of a reply without a length: the head, a part of the body, and an end.
fn frames(end: Option<Frame>) -> Vec<u8> {
    let frame = |kind: u8, flags: u8, stream: u32, payload: &[u8]| {
        let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
        [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
    };
    const STATUS_200: u8 = 0x88;
    let head = frame(1, 4, 1, &[STATUS_200]);
    let body = frame(0, u8::from(end.is_none()), 1, br#"{"good":true}"#);
    let end = end.map_or_else(Vec::new, |(kind, stream, payload)| frame(kind, 0, stream, payload));
    [head, body, end].concat()
}

/// Reads the frames of a client until it has sent the head of a request.
async fn read_request(stream: &mut TlsStream<TcpStream>) -> std::io::Result<()> {
    let mut preface = [0; 24];
    stream.read_exact(&mut preface).await?;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]);
        let mut payload = vec![0; usize::try_from(length).unwrap()];
        stream.read_exact(&mut payload).await?;
        if head[3] == 1 {
            return Ok(());
        }
    }
}

/// A body without a length ends with a flag of its own. RST_STREAM and GOAWAY are no such end, also without an error.
#[tokio::test]
async fn a_body_that_is_taken_back_is_cut() {
    const NO_ERROR: &[u8] = &[0; 4];
    let cases: [(&str, Option<Frame>, &str, usize); 6] = [
        ("whole", None, "good", 1),
        ("reset without an error", Some((3, 1, NO_ERROR)), "cut", 3),
        ("reset with an error", Some((3, 1, &[0, 0, 0, 2])), "cut", 3),
        ("going away before the request", Some((7, 0, &[0; 8])), "cut", 3),
        ("going away after the request", Some((7, 0, &[0, 0, 0, 1, 0, 0, 0, 0])), "cut", 3),
        ("going away with an error", Some((7, 0, &[0, 0, 0, 1, 0, 0, 0, 2])), "cut", 3),
    ];
    for (case, end, expected, times) in cases {
        let bytes = frames(end);
        let (host, builder) = Host::start(move |host, mut stream, _| {
            let bytes = bytes.clone();
            async move {
                const SETTINGS: &[u8] = &[0, 0, 0, 4, 0, 0, 0, 0, 0];
                stream.write_all(SETTINGS).await.unwrap();
                if read_request(&mut stream).await.is_ok() {
                    host.asked.fetch_add(1, Ordering::SeqCst);
                    stream.write_all(&bytes).await.unwrap();
                    let _ = stream.shutdown().await;
                }
            }
        })
        .await;
        let params = RequestParams::new().no_proxy();
        let retries = Retries::new().base(Duration::ZERO, Duration::ZERO);
        let client = builder.request_params(params.retries(retries)).build().unwrap();
        let result = client.request(&Probe::new("IBM")).await;
        assert_eq!((class(&result).as_str(), host.asked.load(Ordering::SeqCst)), (expected, times), "{case}");
        assert!(result.is_ok() || result.is_err_and(|error| error.kind().exit_code() == 6), "{case}");
    }
}
