//! The replies of the host in HTTP/2: the same faults, each on its own stream of a connection that many requests share.

use std::error::Error;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use h2::server::{Builder, SendResponse};
use h2::{Reason, SendStream};
use http::Response;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, LOCATION};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::fault::Fault;
use crate::replies::{Replies, number};

type Body = std::io::Cursor<Vec<u8>>;

/// Answers the requests of a connection until the client closes it.
pub(crate) async fn serve(
    stream: TcpStream,
    acceptor: &TlsAcceptor,
    replies: &Arc<Replies>,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let mut connection = Builder::new().handshake(acceptor.accept(stream).await?).await?;
    // Those that are not ended end with the connection.
    let mut answers = JoinSet::new();
    while let Some(asked) = connection.accept().await {
        let (request, answer) = asked?;
        let number = number(request.uri().path()).ok_or("a request without a number")?;
        let replies = Arc::clone(replies);
        answers.spawn(async move { replies.answer_http2(answer, number).await });
        while answers.try_join_next().is_some() {}
    }
    Ok(())
}

impl Replies {
    /// Answers a request. What is no HTTP, and a connection that closes, are streams that are taken back.
    async fn answer_http2(&self, mut answer: SendResponse<Body>, number: u64) -> Result<(), h2::Error> {
        let ok = Response::builder().status(200).header(CONTENT_TYPE, "application/json");
        let good = || self.good(number).into_bytes();
        let (head, body) = match Fault::of(self.seed, number) {
            Fault::Busy if self.is_among_first(number, 2) => {
                (Response::builder().status(503), b"{}".to_vec())
            }
            Fault::Closed if self.is_among_first(number, 1) => {
                answer.send_reset(Reason::INTERNAL_ERROR);
                return Ok(());
            }
            Fault::None | Fault::Busy | Fault::Closed => (ok, good()),
            Fault::Cut => {
                let mut half = good();
                half.truncate(half.len() / 2);
                let mut body = begin(&mut answer, ok)?;
                body.send_data(Body::new(half), false)?;
                // What waits to be sent would be taken back with the stream.
                tokio::time::sleep(Duration::from_millis(10)).await;
                body.send_reset(Reason::NO_ERROR);
                return Ok(());
            }
            Fault::Silent => {
                poll_fn(|cx| answer.poll_reset(cx)).await?;
                return Ok(());
            }
            Fault::Drip => {
                let mut body = begin(&mut answer, ok)?;
                loop {
                    body.send_data(Body::new(b" ".to_vec()), false)?;
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
            Fault::Garbage => {
                answer.send_reset(Reason::PROTOCOL_ERROR);
                return Ok(());
            }
            Fault::Bomb => (ok.header(CONTENT_ENCODING, "gzip"), self.bomb.clone()),
            Fault::Foreign => {
                let moved = Response::builder().status(302);
                (moved.header(LOCATION, "https://elsewhere.example/"), Vec::new())
            }
        };
        begin(&mut answer, head)?.send_data(Body::new(body), true)
    }
}

/// Sends the head of a reply.
fn begin(
    answer: &mut SendResponse<Body>,
    head: http::response::Builder,
) -> Result<SendStream<Body>, h2::Error> {
    let head = head.body(()).map_err(|_| h2::Error::from(Reason::INTERNAL_ERROR))?;
    answer.send_response(head, false)
}
