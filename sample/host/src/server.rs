//! The replies behind HTTP: a listener on loopback, on a thread and a runtime of its own, so that programs
//! with and without an async runtime can use it alike.

use std::convert::Infallible;
use std::fmt;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, VARY,
};
use hyper::{Method, Request, Response, StatusCode, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::watch;
use tokio::task::JoinSet;
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{DateTime, ExtendedBuilder, Host, RequestParams};

use crate::credentials;
use crate::examples::Examples;
use crate::reply::{DEFAULT_NOW, Reply};
use crate::request::SampleRequest;
use crate::service::{Catalogue, Service};

/// The time that running requests have left once the host is stopped.
const GRACE: Duration = Duration::from_millis(500);
/// The maximum length of the body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;
/// The time for the head of a request: a client that sends it byte by byte holds no connection for longer.
const HEAD: Duration = Duration::from_secs(10);
/// Pause after a failed accept, so that a lack of file handles does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(10);

/// A running host on 127.0.0.1. Dropping it stops it and waits for its thread.
pub struct SampleHost {
    addr: SocketAddr,
    url: String,
    now: i64,
    service: Arc<dyn Service>,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl SampleHost {
    /// Begins to describe a host with the replies of the examples of a catalogue.
    pub fn of(endpoints: &'static [&'static EndpointInfo]) -> Builder {
        Self::with(Catalogue(Examples::of(endpoints)))
    }

    /// Begins to describe a host with the replies of a service.
    pub fn with(service: impl Service) -> Builder {
        Builder { port: 0, head: HEAD, now: DEFAULT_NOW, service: Arc::new(service) }
    }

    /// Returns the address, for example `http://127.0.0.1:40123`, without a slash at the end. It serves for every
    /// host that the host stands for.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the builder of a client that asks this host instead of those hosts of a table that it stands for, at
    /// the time of this host's clock, without a proxy and with credentials that it takes.
    pub fn configure<X>(&self, builder: ExtendedBuilder<X>, hosts: &[&Host]) -> ExtendedBuilder<X> {
        let served: Vec<&Host> = hosts.iter().copied().filter(|host| self.serves(host)).collect();
        Self::configure_at(&self.url, self.now, builder, &served)
    }

    /// Makes a builder one of a client that asks the sample host at an address, which may run in another process.
    pub fn configure_at<X>(
        url: &str,
        now: i64,
        builder: ExtendedBuilder<X>,
        hosts: &[&Host],
    ) -> ExtendedBuilder<X> {
        let now = DateTime::from(now);
        // A proxy has no way to the loopback.
        let builder = builder.clock(move || now).request_params(RequestParams::new().no_proxy());
        hosts.iter().fold(builder, |builder, host| {
            let builder = builder.host(host, url);
            match credentials::secret(host) {
                Some(secret) => builder.secret(host, secret),
                None => builder,
            }
        })
    }

    /// Returns the reply to a request without HTTP.
    pub fn reply(&self, request: &SampleRequest<'_>) -> Reply {
        self.service.reply(request)
    }

    /// Returns true if it stands for that host of the table.
    pub fn serves(&self, host: &Host) -> bool {
        self.service.serves(host)
    }

    /// Returns the socket address.
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Returns the host's clock, in epoch seconds.
    pub const fn now(&self) -> i64 {
        self.now
    }

    /// Returns a handle that stops the host from elsewhere, for example from a signal handler.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }

    /// Blocks until the host is stopped by a [`Stopper`].
    pub fn wait(mut self) {
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic of the host's thread has been reported there; there is nothing to add.
            drop(thread.join());
        }
    }
}

impl fmt::Debug for SampleHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SampleHost").field("url", &self.url).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Drop for SampleHost {
    fn drop(&mut self) {
        self.stopper.stop();
        self.join();
    }
}

/// Stops a [`SampleHost`].
#[derive(Clone, Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stopper {
    /// Stops the host, without waiting for it.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// Settings of a [`SampleHost`].
#[derive(Clone)]
#[must_use = "a host is started by start()"]
pub struct Builder {
    port: u16,
    head: Duration,
    now: i64,
    service: Arc<dyn Service>,
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("port", &self.port).field("now", &self.now).finish_non_exhaustive()
    }
}

impl Builder {
    /// Sets the port to listen on; 0, the default, takes a free one.
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the time for the head of a request; 10 s unless set. A connection whose next head takes longer is closed.
    pub fn head_timeout(mut self, limit: Duration) -> Self {
        self.head = limit;
        self
    }

    /// Sets the host's clock, in epoch seconds; [`DEFAULT_NOW`] unless set.
    pub fn now(mut self, epoch_seconds: i64) -> Self {
        self.now = epoch_seconds;
        self
    }

    /// Starts the host.
    ///
    /// # Errors
    /// Returns the error of the system if the port cannot be bound or no thread started.
    pub fn start(self) -> io::Result<SampleHost> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))?;
        listener.set_nonblocking(true)?;
        let addr = listener.local_addr()?;
        let (stopper, stopped) = watch::channel(false);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let served = Arc::clone(&self.service);
        let thread = thread::Builder::new().name("sample-host".into()).spawn(move || {
            // The listener is already bound; without a reactor for it there is nothing to serve.
            drop(runtime.block_on(serve(listener, served, self.head, stopped)));
        })?;
        Ok(SampleHost {
            addr,
            url: format!("http://{addr}"),
            now: self.now,
            service: self.service,
            stopper: Stopper(stopper),
            thread: Some(thread),
        })
    }
}

async fn serve(
    listener: TcpListener,
    service: Arc<dyn Service>,
    head: Duration,
    mut stopped: watch::Receiver<bool>,
) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let mut connections = JoinSet::new();
    loop {
        while connections.try_join_next().is_some() {}
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stopped.wait_for(|stop| *stop) => break,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let replies = Arc::clone(&service);
        let answering = service_fn(move |request| {
            let replies = Arc::clone(&replies);
            async move { Ok::<_, Infallible>(answer(request, &*replies).await) }
        });
        let mut server = http1::Builder::new();
        server.timer(TokioTimer::new()).header_read_timeout(head);
        let connection = server.serve_connection(TokioIo::new(stream), answering).with_upgrades();
        let mut stopped = stopped.clone();
        connections.spawn(async move {
            let mut connection = pin!(connection);
            // A client that goes away in the middle is its own affair.
            let has_ended = tokio::select! {
                _ = connection.as_mut() => true,
                _ = stopped.wait_for(|stop| *stop) => false,
            };
            if !has_ended {
                connection.as_mut().graceful_shutdown();
                drop(connection.await);
            }
        });
    }
    drop(listener);
    drop(tokio::time::timeout(GRACE, connections.join_all()).await);
    Ok(())
}

async fn answer(mut request: Request<Incoming>, service: &dyn Service) -> Response<Full<Bytes>> {
    let upgrading = hyper::upgrade::on(&mut request);
    let (head, body) = request.into_parts();
    let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
    let body = if head.method == Method::GET { String::new() } else { read_body(body).await };
    let headers: Vec<(&str, &str)> =
        head.headers.iter().filter_map(|(name, value)| Some((name.as_str(), value.to_str().ok()?))).collect();
    let asked = SampleRequest { method: head.method.as_str(), path, query, headers: &headers, body: &body };
    if let Some(upgrade) = service.upgrade(&asked) {
        let mut response = Response::new(Full::default());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        *response.headers_mut() = upgrade.headers();
        tokio::spawn(upgrade.serve(upgrading));
        return response;
    }
    response(service.reply(&asked), accepts_gzip(&head.headers))
}

/// Returns the text of a body; an unreadable one is empty.
async fn read_body(body: Incoming) -> String {
    let body = Limited::new(body, MAX_BODY).collect().await;
    body.map(|body| String::from_utf8_lossy(&body.to_bytes()).into_owned()).unwrap_or_default()
}

fn response(reply: Reply, gzip: bool) -> Response<Full<Bytes>> {
    let content = reply.content();
    let packed = if gzip && !content.is_empty() { pack(content).ok() } else { None };
    let is_packed = packed.is_some();
    let body = packed.unwrap_or_else(|| content.to_vec());
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    if let Ok(content_type) = HeaderValue::try_from(&*reply.content_type) {
        headers.insert(CONTENT_TYPE, content_type);
    }
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            headers.append(name, value);
        }
    }
    if is_packed {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !refused
    })
}

fn pack(body: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body)?;
    encoder.finish()
}
