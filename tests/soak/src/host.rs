//! The host: on loopback with kept connections, on a thread of its own.

use std::io;
use std::sync::{Arc, mpsc};

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::protocol::Protocol;
use crate::replies::Replies;
use crate::{http1, http2};

/// A running host. It ends with the program.
pub(crate) struct Host {
    url: String,
    /// The number of the round; connections of an earlier one are closed.
    round: watch::Sender<u64>,
}

impl Host {
    /// Starts a host that speaks a protocol and whose faults are those of a seed.
    pub(crate) fn start(seed: u64, protocol: Protocol) -> io::Result<Self> {
        let (round, rounds) = watch::channel(0);
        let (started, address) = mpsc::channel();
        let replies = Replies::new(seed)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::spawn(move || {
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await?;
                // The one that started it waits for the address.
                let _ = started.send(listener.local_addr()?);
                accept(listener, Arc::new(replies), rounds, protocol).await
            })
        });
        let address = address.recv().map_err(|_| io::Error::other("the host did not start"))?;
        let scheme = match protocol {
            Protocol::Http1 => "http",
            Protocol::Http2 => "https",
        };
        Ok(Self { url: format!("{scheme}://{address}"), round })
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
    protocol: Protocol,
) -> io::Result<()> {
    let acceptor = virtual_finance_loopback::acceptor(&["h2"]);
    loop {
        let (stream, _) = listener.accept().await?;
        let (replies, mut rounds, acceptor) = (Arc::clone(&replies), rounds.clone(), acceptor.clone());
        rounds.mark_unchanged();
        tokio::spawn(async move {
            let serving = async {
                // A client that goes away is no concern of the host.
                match protocol {
                    Protocol::Http1 => drop(http1::serve(stream, &replies).await),
                    Protocol::Http2 => drop(http2::serve(stream, &acceptor, &replies).await),
                }
            };
            tokio::select! {
                () = serving => {}
                _ = rounds.changed() => {}
            }
        });
    }
}
