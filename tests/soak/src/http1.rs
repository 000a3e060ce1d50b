//! The replies of the host in HTTP/1.1.

use std::io;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::fault::Fault;
use crate::replies::{Replies, number};

/// Answers the requests of a connection until one of them ends it.
pub(crate) async fn serve(mut stream: TcpStream, replies: &Replies) -> io::Result<()> {
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
        let number = std::str::from_utf8(&head).ok().and_then(number);
        let number = number.ok_or_else(|| io::Error::other("a request without a number"))?;
        head.clear();
        if !replies.answer(&mut stream, number).await? {
            return Ok(());
        }
    }
}

impl Replies {
    /// Answers a request; false means that the connection ends.
    async fn answer(&self, stream: &mut TcpStream, number: u64) -> io::Result<bool> {
        let good = || reply("200 OK", "content-type: application/json\r\n", self.good(number).as_bytes());
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
}

fn reply(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}
