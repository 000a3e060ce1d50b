//! Connections: how many there are, how long idle ones stay, and how long the heads of replies may be.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::sleep;
use virtual_finance_core::settings::RateLimit;
use virtual_finance_core::{Client, ClientBuilder};

use super::support::{HOST, HostClient as _, Probe, TestHost, class, once, reply};

/// A host that keeps its connections, in the runtime of the test.
#[derive(Default)]
struct KeepingHost {
    open: AtomicUsize,
    most: AtomicUsize,
    closed: Notify,
}

impl KeepingHost {
    async fn start() -> (Arc<Self>, ClientBuilder) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let host = Arc::new(Self::default());
        let keeping = Arc::clone(&host);
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let keeping = Arc::clone(&keeping);
                let open = keeping.open.fetch_add(1, Ordering::SeqCst).saturating_add(1);
                keeping.most.fetch_max(open, Ordering::SeqCst);
                tokio::spawn(async move {
                    while stream.read(&mut [0; 4096]).await.is_ok_and(|bytes| bytes > 0) {
                        // So that the next request finds the connection in use.
                        tokio::task::yield_now().await;
                        let reply = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
                        if stream.write_all(reply).await.is_err() {
                            break;
                        }
                    }
                    keeping.open.fetch_sub(1, Ordering::SeqCst);
                    keeping.closed.notify_one();
                });
            }
        });
        (host, Client::builder().host(&HOST, &url).request_params(once()))
    }

    /// Waits until no more than that many connections are open.
    async fn wait_for(&self, connections: usize) {
        while self.open.load(Ordering::SeqCst) > connections {
            self.closed.notified().await;
        }
    }
}

async fn ask_many(client: &Client, requests: usize) {
    let mut running = JoinSet::new();
    for _ in 0..requests {
        let client = client.clone();
        running.spawn(async move { class(&client.request(&Probe::new("IBM")).await) });
    }
    while let Some(result) = running.join_next().await {
        assert_eq!(result.unwrap(), "good");
    }
}

/// Each connection is a file handle, and programs have few.
#[tokio::test]
async fn a_thousand_requests_at_once_take_32_connections() {
    let (host, client) = KeepingHost::start().await;
    ask_many(&client.build().unwrap(), 1000).await;
    assert!((1..=32).contains(&host.most.load(Ordering::SeqCst)), "{}", host.most.load(Ordering::SeqCst));
}

#[tokio::test]
async fn idle_connections_are_few_and_do_not_stay() {
    let (host, client) = KeepingHost::start().await;
    let many = RateLimit::none().at_once(64);
    let client = client.rate_limit(many).idle_connections(3, Duration::from_secs(3600)).build().unwrap();
    ask_many(&client, 64).await;
    assert!(host.most.load(Ordering::SeqCst) > 3);
    host.wait_for(3).await;
    drop(client);
    host.wait_for(0).await;
}

#[tokio::test(start_paused = true)]
async fn an_idle_connection_is_closed_after_a_minute() {
    let (host, client) = KeepingHost::start().await;
    let client = client.build().unwrap();
    ask_many(&client, 1).await;
    sleep(Duration::from_secs(50)).await;
    assert_eq!(host.open.load(Ordering::SeqCst), 1);
    sleep(Duration::from_secs(130)).await;
    host.wait_for(0).await;
    ask_many(&client, 1).await;
}

#[tokio::test]
async fn long_heads_are_refused() {
    let head = |length: usize| reply(200, &[("x-long", &"x".repeat(length))], "{}");
    let many: Vec<(String, String)> = (0..5000).map(|index| (format!("x-{index}"), "y".to_owned())).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let endless = [b"HTTP/1.1 200 OK\r\nx-long: ".to_vec(), vec![b'x'; 16 << 20]].concat();
    for (case, bytes, expected) in [
        ("60 KiB", head(60 << 10), "good"),
        ("64 KiB", head(64 << 10), "LargeHead { limit: 65536 }"),
        ("5,000 headers", reply(200, &many, "{}"), "transport"),
        ("16 MiB", head(16 << 20), "transport"),
        ("without an end", endless, "transport"),
    ] {
        let host = TestHost::saying(bytes);
        let client = host.client().build().unwrap();
        assert_eq!(class(&client.request(&Probe::new("IBM")).await), expected, "{case}");
    }
}
