//! A connection by HTTP/1 or HTTP/2, encrypted or not.

use std::convert::Infallible;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::{Either, select};
use hyper::body::Incoming;
use hyper::server::conn::{http1, http2};
use hyper::service::HttpService;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::connections::Admission;
use crate::sending::Sending;
#[cfg(feature = "tls")]
use crate::tls::Certificate;

/// The maximum length of the head of a request, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// The maximum length of the head of a request by HTTP/2, and of the part of bodies that nobody has read yet, in bytes.
const WINDOW: u32 = 64 << 10;

/// The maximum number of requests at once of a connection by HTTP/2.
const MAX_STREAMS: u32 = 64;

/// Serves a connection: by HTTP/2 if its caller begins so, unless it is a spare one.
pub(crate) async fn speak<S>(
    stream: TcpStream,
    service: S,
    place: &Arc<Admission>,
    [head_timeout, write_timeout]: [Duration; 2],
    #[cfg(feature = "tls")] certificate: Option<Certificate>,
    mut ended: watch::Receiver<bool>,
) where
    S: HttpService<Incoming, ResBody = Sending, Error = Infallible> + Send + 'static,
    S::Future: Send + 'static,
{
    let limits = [head_timeout, write_timeout];
    #[cfg(feature = "tls")]
    if let Some(certificate) = certificate {
        let stream = place.watch(stream, write_timeout);
        // Who begins slowly is as slow as with the head of a request.
        let encrypted = timeout(head_timeout, certificate.encrypt(stream, place.is_spare)).await;
        return match encrypted {
            Ok(Ok((stream, true))) => multiplexed(stream, service, place, limits, ended).await,
            Ok(Ok((stream, false))) => connection(stream, service, head_timeout, ended).await,
            Ok(Err(error)) => tracing::debug!(%error, "a connection was not encrypted"),
            Err(_) => tracing::debug!("a connection was not encrypted in time"),
        };
    }
    let begin = {
        let begun = pin!(timeout(head_timeout, begins_http2(&stream)));
        match select(begun, pin!(ended.wait_for(|ended| *ended))).await {
            Either::Left((Ok(begin), _)) => begin,
            Either::Left((Err(_), _)) | Either::Right(_) => return,
        }
    };
    let stream = place.watch(stream, write_timeout);
    if begin && !place.is_spare {
        multiplexed(stream, service, place, limits, ended).await;
    } else {
        connection(stream, service, head_timeout, ended).await;
    }
}

/// Serves a connection by HTTP/1 until its caller or the gateway ends it.
async fn connection<I, S>(stream: I, service: S, read_timeout: Duration, ended: watch::Receiver<bool>)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: HttpService<Incoming, ResBody = Sending, Error = Infallible> + Send + 'static,
    S::Future: Send,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(read_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    finish(connection, http1::UpgradeableConnection::graceful_shutdown, ended).await;
}

/// Serves a connection by HTTP/2 until its caller or the gateway ends it, or its caller does nothing with it.
async fn multiplexed<I, S>(
    stream: I,
    service: S,
    place: &Admission,
    [read_timeout, write_timeout]: [Duration; 2],
    ended: watch::Receiver<bool>,
) where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: HttpService<Incoming, ResBody = Sending, Error = Infallible> + Send + 'static,
    S::Future: Send + 'static,
{
    let connection = http2::Builder::new(TokioExecutor::new())
        .timer(TokioTimer::new())
        .max_concurrent_streams(MAX_STREAMS)
        .max_header_list_size(WINDOW)
        .max_send_buf_size(MAX_HEAD)
        .initial_stream_window_size(WINDOW)
        .initial_connection_window_size(WINDOW)
        .keep_alive_interval(read_timeout)
        .keep_alive_timeout(read_timeout)
        .serve_connection(TokioIo::new(stream), service);
    let served = finish(connection, http2::Connection::graceful_shutdown, ended);
    select(pin!(served), pin!(place.abandoned(read_timeout, write_timeout))).await;
}

/// Runs a connection, and tells it to end once the gateway does.
async fn finish<C>(connection: C, end: fn(Pin<&mut C>), mut ended: watch::Receiver<bool>)
where
    C: Future<Output = hyper::Result<()>>,
{
    let mut connection = pin!(connection);
    let stopped = match select(connection.as_mut(), pin!(ended.wait_for(|ended| *ended))).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    };
    let done = match stopped {
        Some(done) => done,
        None => {
            end(connection.as_mut());
            connection.await
        }
    };
    // A connection that breaks off concerns its caller alone.
    if let Err(error) = done {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Returns true if a connection begins with the preface of HTTP/2, which no method of HTTP/1 resembles.
async fn begins_http2(stream: &TcpStream) -> bool {
    let mut first = [0; 3];
    stream.peek(&mut first).await.is_ok() && &first == b"PRI"
}
