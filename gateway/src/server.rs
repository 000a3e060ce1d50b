//! The server: connections within their limits, and an end in order.

use std::convert::Infallible;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::future::{Either, select};
use http::header::CONNECTION;
use http::{HeaderValue, Request};
use hyper::body::{Body, Bytes, Incoming};
use hyper::server::conn::http1;
use hyper::service::{HttpService, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
#[cfg(feature = "stream")]
use virtual_finance_command::Feed;
use virtual_finance_command::Program;
use virtual_finance_core::Client;
#[cfg(feature = "stream")]
use virtual_finance_core::Error;

use crate::answer::State;
use crate::callers::{Callers, MAX_BODIES};
use crate::connections::{Admission, Connections};
use crate::documents::Documents;
use crate::kept::Kept;
use crate::lines::Lines;
#[cfg(feature = "mcp")]
use crate::mcp::Models;
use crate::metrics::Metrics;
use crate::requests::Requests;
use crate::settings::Settings;
#[cfg(feature = "stream")]
use crate::stream::{Hub, Upstream};
#[cfg(feature = "tls")]
use crate::tls::Certificate;

/// The maximum length of the head of a request, in bytes.
const MAX_HEAD: usize = 64 << 10;

/// A gateway over the table of a program.
///
/// ```no_run
/// use virtual_finance_command::Program;
/// use virtual_finance_core::Client;
/// use virtual_finance_core::settings::Cache;
/// use virtual_finance_gateway::{Gateway, Settings};
///
/// # const ENDPOINTS: &[&virtual_finance_core::request::EndpointInfo] = &[];
/// static PROGRAM: Program = Program::new("weatherapi", ENDPOINTS);
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let client = Client::builder().cache(Cache::new()).build()?;
/// let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
/// Gateway::new(&PROGRAM, client, Settings::default()).serve(listener, std::future::pending()).await?;
/// # Ok(())
/// # }
/// ```
pub struct Gateway {
    program: &'static Program,
    client: Client,
    settings: Settings,
    #[cfg(feature = "stream")]
    live: Option<Upstream>,
}

impl Gateway {
    /// Creates a gateway that asks the hosts of a program's table with that client.
    #[must_use]
    pub fn new(program: &'static Program, client: Client, settings: Settings) -> Self {
        #[cfg(feature = "stream")]
        let live = program.live.map(|live| {
            let client = client.clone();
            Upstream { check: live.check, open: Box::new(move || (live.open)(&client)) }
        });
        Self {
            program,
            client,
            settings,
            #[cfg(feature = "stream")]
            live,
        }
    }

    /// Sets what checks the subjects of a listener and what begins to listen to live values, in place of
    /// [`Program::live`].
    #[cfg(feature = "stream")]
    #[must_use]
    pub fn live(
        self,
        check: fn(&[String]) -> Result<(), Error>,
        open: impl Fn() -> Box<dyn Feed> + Send + Sync + 'static,
    ) -> Self {
        Self { live: Some(Upstream { check, open: Box::new(open) }), ..self }
    }

    /// Serves connections until `stop` is ready. Then requests under way have the time of [`Settings::grace`].
    ///
    /// # Errors
    /// The address of the listener is not known.
    pub async fn serve(self, listener: TcpListener, stop: impl Future<Output = ()>) -> io::Result<()> {
        let Self { program, client, settings, .. } = self;
        #[cfg(feature = "stream")]
        let hub = self.live.map(|upstream| Arc::new(Hub::new(upstream, settings.max_streams)));
        let (lines, grace) = (Arc::new(Lines::begin(settings.log)), settings.grace);
        let (read_timeout, write_timeout) = (settings.read_timeout, settings.write_timeout);
        #[cfg(feature = "tls")]
        let acceptor = settings.certificate.as_ref().map(Certificate::acceptor);
        let connections = Connections::new(settings.max_connections);
        #[cfg(feature = "mcp")]
        let models = {
            let models = Models::new(program, client.clone(), settings.tools.clone());
            crate::mcp::service(models, &settings.origins)
        };
        let state = Arc::new(State {
            #[cfg(feature = "mcp")]
            models,
            #[cfg(feature = "stream")]
            hub: hub.clone(),
            program,
            requests: Arc::new(Requests::new(program.version, client, &settings)),
            is_local: listener.local_addr()?.ip().is_loopback(),
            callers: Callers::new(&settings),
            slots: Arc::new(Semaphore::new(settings.max_requests)),
            bodies: Semaphore::new(MAX_BODIES),
            kept: Kept::new(settings.max_kept),
            settings,
            documents: Documents::default(),
            metrics: Metrics::default(),
        });
        let (served, ids) = (Arc::new(AtomicU64::new(0)), RandomState::new());
        let ending = watch::Sender::new(false);
        let mut stop = pin!(stop);
        loop {
            let next = pin!(accepted(&listener, &connections));
            let (stream, place) = match select(next, &mut stop).await {
                Either::Left((Some(accepted), _)) => accepted,
                Either::Left((None, _)) => continue,
                Either::Right(_) => break,
            };
            let (state, served, lines) = (Arc::clone(&state), Arc::clone(&served), Arc::clone(&lines));
            let (own, ids) = (Arc::clone(&place), ids.clone());
            let service = service_fn(move |mut request: Request<Incoming>| {
                let number = served.fetch_add(1, Ordering::Relaxed);
                let (state, place, lines) = (Arc::clone(&state), Arc::clone(&own), Arc::clone(&lines));
                let ids = ids.clone();
                async move {
                    let busy = Arc::new(place.busy());
                    request.extensions_mut().insert(Arc::clone(&busy));
                    let (mut response, line) =
                        state.answer(request, ids.hash_one(number), place.is_spare).await;
                    if place.is_spare {
                        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                    }
                    lines.write(&line);
                    Ok::<_, Infallible>(response)
                }
            });
            let head_timeout = connections.head_timeout(read_timeout);
            let stream = place.watch(stream, write_timeout);
            #[cfg(feature = "tls")]
            let acceptor = acceptor.clone();
            let ended = ending.subscribe();
            let served = async move {
                #[cfg(feature = "tls")]
                if let Some(acceptor) = acceptor {
                    // Who begins slowly is as slow as with the head of a request.
                    let encrypted = tokio::time::timeout(head_timeout, acceptor.accept(stream)).await;
                    return match encrypted {
                        Ok(Ok(stream)) => connection(stream, service, head_timeout, ended).await,
                        Ok(Err(error)) => tracing::debug!(%error, "a connection was not encrypted"),
                        Err(_) => tracing::debug!("a connection was not encrypted in time"),
                    };
                }
                connection(stream, service, head_timeout, ended).await;
            };
            tokio::spawn(async move {
                select(pin!(served), pin!(place.evicted())).await;
            });
        }
        #[cfg(feature = "stream")]
        if let Some(hub) = hub {
            hub.close();
        }
        // What is not done by then is cut.
        ending.send_replace(true);
        let _ = tokio::time::timeout(grace, ending.closed()).await;
        lines.end().await;
        Ok(())
    }
}

/// Serves a connection until its caller or the gateway ends it.
async fn connection<I, S, B>(stream: I, service: S, read_timeout: Duration, mut ended: watch::Receiver<bool>)
where
    I: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    S: HttpService<Incoming, ResBody = B, Error = Infallible> + Send + 'static,
    S::Future: Send,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(read_timeout)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let stopped = match select(connection.as_mut(), pin!(ended.wait_for(|ended| *ended))).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    };
    let done = match stopped {
        Some(done) => done,
        None => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    // A connection that breaks off concerns its caller alone.
    if let Err(error) = done {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Accepts a connection; `None` if it is gone already, or if there is no place for it.
async fn accepted(
    listener: &TcpListener,
    connections: &Arc<Connections>,
) -> Option<(tokio::net::TcpStream, Arc<Admission>)> {
    match listener.accept().await {
        Ok((stream, caller)) => {
            // Without the delay of small writes; a system that has no such setting does without.
            let _ = stream.set_nodelay(true);
            Some((stream, Arc::new(connections.admit(caller.ip())?)))
        }
        Err(error) => {
            tracing::debug!(%error, "no connection was accepted");
            // There may be no file handle left; others end.
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            None
        }
    }
}
