//! The host: HTTP/1.1 on loopback with kept connections, on a thread of its own.

use std::collections::HashMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::fault::Fault;

/// The ticker of the reply of which all others are made.
const TICKER: &str = "SOAKED";

/// A running host. It ends with the program.
pub(crate) struct Host {
    url: String,
    /// The number of the round; connections of an earlier one are closed.
    round: watch::Sender<u64>,
}

/// The state that all connections share.
struct Replies {
    seed: u64,
    /// The good reply with [`TICKER`].
    good: String,
    /// A gzip stream of spaces.
    bomb: Vec<u8>,
    /// The attempts of the requests that have not ended.
    attempts: Mutex<HashMap<u64, u32>>,
}

impl Host {
    /// Starts a host whose faults are those of a seed.
    pub(crate) fn start(seed: u64) -> io::Result<Self> {
        let (round, rounds) = watch::channel(0);
        let (started, address) = mpsc::channel();
        let good = virtual_finance_sample::reply(
            &format!("/v8/finance/chart/{TICKER}"),
            "range=5d",
            virtual_finance_sample::DEFAULT_NOW,
        );
        let replies = Replies { seed, good: good.body, bomb: bomb()?, attempts: Mutex::default() };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || {
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await?;
                // The one that started it waits for the address.
                let _ = started.send(listener.local_addr()?);
                accept(listener, Arc::new(replies), rounds).await
            })
        });
        let address = address.recv().map_err(|_| io::Error::other("the host did not start"))?;
        Ok(Self { url: format!("http://{address}"), round })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    /// Closes all connections.
    pub(crate) fn close_connections(&self) {
        self.round.send_modify(|round| *round = round.saturating_add(1));
    }
}

async fn accept(
    listener: TcpListener,
    replies: Arc<Replies>,
    rounds: watch::Receiver<u64>,
) -> io::Result<()> {
    loop {
        let (stream, _) = listener.accept().await?;
        let (replies, mut rounds) = (Arc::clone(&replies), rounds.clone());
        rounds.mark_unchanged();
        tokio::spawn(async move {
            tokio::select! {
                // A client that goes away is no concern of the host.
                _ = serve(stream, &replies) => {}
                _ = rounds.changed() => {}
            }
        });
    }
}

/// Answers the requests of a connection until one of them ends it.
async fn serve(mut stream: TcpStream, replies: &Replies) -> io::Result<()> {
    let mut head = Vec::new();
    let mut buffer = [0; 2048];
    loop {
        while !head.ends_with(b"\r\n\r\n") {
            let read = stream.read(&mut buffer).await?;
            if read == 0 {
                return Ok(());
            }
            head.extend_from_slice(buffer.get(..read).unwrap_or_default());
        }
        let number = number(&head).ok_or_else(|| io::Error::other("a request without a number"))?;
        head.clear();
        if !replies.answer(&mut stream, number).await? {
            return Ok(());
        }
    }
}

/// Returns the number in the ticker of a request, `/v8/finance/chart/S12?…`.
fn number(head: &[u8]) -> Option<u64> {
    let line = std::str::from_utf8(head).ok()?.lines().next()?;
    let (_, ticker) = line.split_once("/chart/S")?;
    ticker.split(['?', ' ']).next()?.parse().ok()
}

impl Replies {
    /// Answers a request; false means that the connection ends.
    async fn answer(&self, stream: &mut TcpStream, number: u64) -> io::Result<bool> {
        let good = || {
            let body = self.good.replace(TICKER, &format!("S{number}"));
            reply("200 OK", "content-type: application/json\r\n", body.as_bytes())
        };
        match Fault::of(self.seed, number) {
            Fault::None => stream.write_all(&good()).await.map(|()| true),
            Fault::Busy if self.is_among_first(number, 2) => {
                stream.write_all(&reply("503 Busy", "", b"{}")).await.map(|()| true)
            }
            Fault::Closed if self.is_among_first(number, 1) => Ok(false),
            Fault::Busy | Fault::Closed => stream.write_all(&good()).await.map(|()| true),
            Fault::Cut => {
                let whole = good();
                let half = whole.len().checked_div(2).and_then(|half| whole.get(..half));
                stream.write_all(half.unwrap_or_default()).await.map(|()| false)
            }
            Fault::Silent => std::future::pending().await,
            Fault::Drip => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n").await?;
                loop {
                    stream.write_all(b" ").await?;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
            Fault::Garbage => stream.write_all(b"\x16\x03\x01 no HTTP\r\n\r\n").await.map(|()| false),
            Fault::Bomb => {
                let bomb = reply("200 OK", "content-encoding: gzip\r\n", &self.bomb);
                stream.write_all(&bomb).await.map(|()| true)
            }
            Fault::Foreign => {
                let moved = reply("302 Found", "location: https://elsewhere.example/\r\n", b"");
                stream.write_all(&moved).await.map(|()| true)
            }
        }
    }

    /// Counts an attempt, and returns true for the first ones.
    fn is_among_first(&self, number: u64, count: u32) -> bool {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        let attempt = attempts.entry(number).or_default();
        if *attempt < count {
            *attempt = attempt.saturating_add(1);
            return true;
        }
        attempts.remove(&number);
        false
    }
}

fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

/// Returns a little more than the MiB that may have any ratio, in 1 kB.
fn bomb() -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&vec![b' '; 9 << 17])?;
    encoder.finish()
}
