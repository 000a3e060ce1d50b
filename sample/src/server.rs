//! The replies behind HTTP: a listener on loopback, on a thread and a runtime of its own, so that programs
//! with and without an async runtime can use it alike.

use std::convert::Infallible;
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::pin::pin;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use flate2::{Compression, write::GzEncoder};
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{
    ACCEPT_ENCODING, ALLOW, CONTENT_ENCODING, CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, LOCATION,
    SET_COOKIE, VARY,
};
use hyper::{Method, Request, Response, StatusCode, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::sync::watch;
use tokio::task::JoinSet;
use virtual_finance::{Client, ClientBuilder, DateTime, HOSTS, Host, RequestParams};

use crate::answer::{methods, reply_of, wrong_method};
use crate::asked::SampleRequest;
use crate::era::Era;
use crate::reply::{DEFAULT_NOW, Reply};
use crate::session::{self, Answer, Crumb, SessionRequest};
#[cfg(feature = "stream")]
use crate::stream;

/// The time that running requests have left once the host is stopped.
const GRACE: Duration = Duration::from_millis(500);
/// The maximum length of the body of a request, in bytes.
const MAX_BODY: usize = 64 * 1024;
/// The time for the head of a request: a client that sends it byte by byte holds no connection for longer.
const HEAD: Duration = Duration::from_secs(10);
/// Pause after a failed accept, so that a lack of file handles does not spin.
const ACCEPT_PAUSE: Duration = Duration::from_millis(10);

/// A running host on 127.0.0.1. Dropping it stops it and waits for its thread.
#[derive(Debug)]
pub struct SampleHost {
    addr: SocketAddr,
    url: String,
    now: i64,
    stopper: Stopper,
    thread: Option<JoinHandle<()>>,
}

impl SampleHost {
    /// Starts a host on a free port, with its clock at [`DEFAULT_NOW`].
    ///
    /// # Errors
    /// When no port can be bound or no thread started.
    pub fn start() -> io::Result<Self> {
        Self::builder().start()
    }

    /// For a host on a given port or with another clock.
    #[must_use]
    pub fn builder() -> Builder {
        Builder { port: 0, head: HEAD, settings: Settings::default() }
    }

    /// Returns the address, for example `http://127.0.0.1:40123`, without a slash at the end. It serves as
    /// finance_url, query_url, cookie_url, isin_url and, with the feature `stream`, streamer_url.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the builder of a client that asks this host instead of the hosts of the table, at the time of
    /// this host's clock and without a proxy.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let sample = virtual_finance_sample::SampleHost::start()?;
    /// let client = sample.client_builder().build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn client_builder(&self) -> ClientBuilder {
        let now = DateTime::from(self.now);
        // A proxy has no way to the loopback.
        let builder = Client::builder().clock(move || now).request_params(RequestParams::new().no_proxy());
        let served = HOSTS.iter().filter(|host| Self::serves(host));
        served.fold(builder, |builder, host| builder.host(host, &self.url))
    }

    /// Returns true if it stands for that host of the table.
    #[must_use]
    pub fn serves(host: &Host) -> bool {
        session::serves(host)
    }

    /// Returns the socket address.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// Returns the host's clock, in epoch seconds: its latest prices are of this instant.
    #[must_use]
    pub const fn now(&self) -> i64 {
        self.now
    }

    /// Returns a handle that stops the host from elsewhere, for example from a signal handler.
    #[must_use]
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
#[derive(Clone, Copy, Debug)]
pub struct Builder {
    port: u16,
    head: Duration,
    settings: Settings,
}

/// The settings that replies depend on beside the request.
#[derive(Clone, Copy, Debug)]
struct Settings {
    now: i64,
    era: Era,
    crumb: Crumb,
}

impl Default for Settings {
    fn default() -> Self {
        Self { now: DEFAULT_NOW, era: Era::default(), crumb: Crumb::default() }
    }
}

impl Builder {
    /// Sets the port to listen on; 0, the default, takes a free one.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.port = port;
        self
    }

    /// Sets the time for the head of a request; 10 s unless set. A connection whose next head takes longer is closed.
    #[must_use]
    pub fn head_timeout(mut self, limit: Duration) -> Self {
        self.head = limit;
        self
    }

    /// Sets the host's clock, in epoch seconds; [`DEFAULT_NOW`] unless set.
    #[must_use]
    pub fn now(mut self, epoch_seconds: i64) -> Self {
        self.settings.now = epoch_seconds;
        self
    }

    /// Sets the page format; [`Era::Stores`] unless set. Agreed tickers keep their own.
    #[must_use]
    pub fn era(mut self, era: Era) -> Self {
        self.settings.era = era;
        self
    }

    /// Sets the answer to a request for a crumb; a good crumb unless set.
    #[must_use]
    pub fn crumb(mut self, crumb: Crumb) -> Self {
        self.settings.crumb = crumb;
        self
    }

    /// Starts the host.
    ///
    /// # Errors
    /// When the port cannot be bound or no thread started.
    pub fn start(self) -> io::Result<SampleHost> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))?;
        listener.set_nonblocking(true)?;
        let addr = listener.local_addr()?;
        let (stopper, stopped) = watch::channel(false);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = thread::Builder::new().name("sample-host".into()).spawn(move || {
            // The listener is already bound; without a reactor for it there is nothing to serve.
            drop(runtime.block_on(serve(listener, self.settings, self.head, stopped)));
        })?;
        Ok(SampleHost {
            addr,
            url: format!("http://{addr}"),
            now: self.settings.now,
            stopper: Stopper(stopper),
            thread: Some(thread),
        })
    }
}

async fn serve(
    listener: TcpListener,
    settings: Settings,
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
        let service =
            service_fn(move |request| async move { Ok::<_, Infallible>(answer(request, settings).await) });
        let mut server = http1::Builder::new();
        server.timer(TokioTimer::new()).header_read_timeout(head);
        let connection = server.serve_connection(TokioIo::new(stream), service).with_upgrades();
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

async fn answer(request: Request<Incoming>, settings: Settings) -> Response<Full<Bytes>> {
    #[cfg(feature = "stream")]
    if stream::is_asked(&request) {
        return stream::open(request, settings.now);
    }
    let (head, body) = request.into_parts();
    let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
    let is_form = head.method == Method::POST && session::takes_form(path);
    let body = if head.method == Method::GET { String::new() } else { read_body(body).await };
    let asked = SampleRequest { method: head.method.as_str(), path, query, body: &body };
    if !is_form && let Some(reply) = wrong_method(&asked) {
        let mut refusal = response(reply, false);
        let allowed = HeaderValue::try_from(methods(path).join(", "));
        refusal.headers_mut().extend(allowed.ok().map(|allowed| (ALLOW, allowed)));
        return refusal;
    }
    let cookies: Vec<&str> =
        head.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).collect();
    let in_session = SessionRequest { asked, cookies: &cookies.join(";"), is_form };
    let gzip = accepts_gzip(&head.headers);
    match session::answer(&in_session, settings.crumb) {
        Some(answer) => with_headers(answer, gzip),
        None => response(reply_of(&asked, settings.now, settings.era), gzip),
    }
}

/// Returns the text of a body; an unreadable one is empty.
async fn read_body(body: Incoming) -> String {
    let body = Limited::new(body, MAX_BODY).collect().await;
    body.map(|body| String::from_utf8_lossy(&body.to_bytes()).into_owned()).unwrap_or_default()
}

fn with_headers(answer: Answer, gzip: bool) -> Response<Full<Bytes>> {
    let mut response = response(answer.reply, gzip);
    let location = answer.location.and_then(|location| HeaderValue::try_from(location).ok());
    let cookie =
        answer.cookie.and_then(|cookie| HeaderValue::try_from(format!("{cookie}; Path=/; HttpOnly")).ok());
    for (name, value) in [(LOCATION, location), (SET_COOKIE, cookie)] {
        if let Some(value) = value {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn response(reply: Reply, gzip: bool) -> Response<Full<Bytes>> {
    let packed = if gzip && !reply.body.is_empty() { pack(&reply.body).ok() } else { None };
    let is_packed = packed.is_some();
    let body = packed.unwrap_or_else(|| reply.body.into_bytes());
    let mut response = Response::new(Full::new(Bytes::from(body)));
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(reply.content_type));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
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

fn pack(body: &str) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(body.as_bytes())?;
    encoder.finish()
}
