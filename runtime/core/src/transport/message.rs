//! The seam between the client and the HTTP library: one message to a host and its reply. Redirects,
//! time limits, bounds, decoding and the hiding of secrets are above it and hold for every transport.

use std::error::Error as StdError;
use std::fmt;
use std::future::Future;
use std::mem;
use std::pin::Pin;
use std::time::{Duration, Instant};

use http::header::HeaderMap;
use http::{Method, StatusCode};
use url::Url;

/// The result of an [`Transport`]: a boxed future, so that a client can hold any transport.
pub type TransportFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, TransportError>> + Send + 'a>>;

/// Sends one message to a host and gives the head of its reply; the body is read afterwards.
///
/// The default sends with reqwest. Another one may imitate a browser's TLS, or answer from memory:
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::http::StatusCode;
/// use virtual_finance::transport::{Transport, TransportReply, TransportRequest, TransportFuture};
/// use virtual_finance::{Client, Error};
///
/// struct Memory;
///
/// impl Transport for Memory {
///     fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply> {
///         Box::pin(async move {
///             let found = request.url().path().ends_with("/IBM");
///             let status = if found { StatusCode::OK } else { StatusCode::NOT_FOUND };
///             Ok(TransportReply::new(status, br#"{"good":true}"#.to_vec()))
///         })
///     }
/// }
///
/// let client = Client::builder().transport(Memory).build()?;
/// # Ok::<(), Error>(())
/// ```
///
/// The client does for every transport: the addresses, the caller's headers, query and hooks, redirects and
/// what goes along with them, the time limits and the minimum speed (it drops the future), the bounds of the
/// head and the body, its content encoding and character set, and it takes the caller's secrets out of messages.
///
/// A transport does itself:
/// - It follows no redirect: a reply with a status of 3xx is given as it is.
/// - It leaves the body as it came, or decodes it and takes `Content-Encoding` out of the headers.
/// - It checks certificates, and limits the time for connecting; `RequestParams::connect_timeout` and the
///   proxy are settings of the default.
/// - It adds what a browser sends (`User-Agent`, `Accept`, `Accept-Encoding`) where the request has no such
///   header: these have to fit its TLS.
/// - It reports a body that ends too early ([`TransportError::Cut`]).
/// - It keeps no cookies and writes no addresses or headers to a log.
pub trait Transport: Send + Sync {
    /// Sends the message and waits for the head of the reply.
    ///
    /// # Errors
    /// No reply came.
    fn send(&self, request: TransportRequest) -> TransportFuture<'_, TransportReply>;

    /// Sends no further request to the host of that address on a connection that is as old as `sent`: a message that was
    /// sent then met a time limit, so its connection may be dead. What is under way there may go on.
    ///
    /// It is for transports whose connections carry several messages at once, as in HTTP/2; a connection of HTTP/1.1
    /// ends with the future that waits for its reply. Without it nothing happens.
    fn give_up(&self, url: &Url, sent: Instant) {
        let _ = (url, sent);
    }
}

/// One message to a host.
pub struct TransportRequest {
    method: Method,
    url: Url,
    headers: HeaderMap,
    body: Option<Vec<u8>>,
    end: Option<Instant>,
    max_body: usize,
}

impl TransportRequest {
    pub(crate) fn new(method: Method, url: Url, end: Option<Instant>, max_body: usize) -> Self {
        Self { method, url, headers: HeaderMap::new(), body: None, end, max_body }
    }

    /// Returns the method, the address, the headers and the body.
    pub(crate) fn into_parts(self) -> (Method, Url, HeaderMap, Option<Vec<u8>>) {
        (self.method, self.url, self.headers, self.body)
    }

    /// Returns the method, for example `GET`.
    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// Returns the whole address. Its query may carry secrets.
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Adds a pair to the query of the address.
    pub fn add_query(&mut self, name: &str, value: &str) {
        self.url.query_pairs_mut().append_pair(name, value);
    }

    /// Returns the headers that the caller set. They may carry secrets.
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the headers to change them.
    pub const fn headers_mut(&mut self) -> &mut HeaderMap {
        &mut self.headers
    }

    /// Returns the bytes to send as a body, if there are any.
    pub fn body(&self) -> Option<&[u8]> {
        self.body.as_deref()
    }

    pub(crate) fn set_body(&mut self, body: Option<Vec<u8>>) {
        self.body = body;
    }

    /// Returns how much of the time for the whole request is left, for transports that cannot be stopped by
    /// dropping their future. `None` means that there is no limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.end.map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// Returns the maximum number of bytes that the client takes of a body.
    pub const fn max_body(&self) -> usize {
        self.max_body
    }
}

impl fmt::Debug for TransportRequest {
    /// Leaves out the address's query and the values of the headers, which may be secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers().keys().collect();
        f.debug_struct("TransportRequest")
            .field("method", self.method())
            .field("host", &self.url().host_str())
            .field("headers", &headers)
            .field("max_body", &self.max_body)
            .finish_non_exhaustive()
    }
}

/// The head of a reply, with the body still to be read.
pub struct TransportReply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    body: Box<dyn TransportBody>,
}

impl TransportReply {
    /// Creates a reply with a body and no headers. A `Vec<u8>` is a body.
    pub fn new(status: StatusCode, body: impl TransportBody + 'static) -> Self {
        Self { status, headers: HeaderMap::new(), body: Box::new(body) }
    }

    /// Sets the headers. The client reads `Location`, `Content-Encoding` and `Content-Type`.
    #[must_use]
    pub fn headers(mut self, headers: HeaderMap) -> Self {
        self.headers = headers;
        self
    }

    pub(crate) fn body(&mut self) -> &mut dyn TransportBody {
        &mut *self.body
    }
}

impl fmt::Debug for TransportReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TransportReply").field("status", &self.status).finish_non_exhaustive()
    }
}

/// A piece of a body: `Bytes` of the crate `bytes`, which HTTP libraries hand over without copying it. A `Vec<u8>` becomes
/// one with `into`.
pub use ::bytes::Bytes as Chunk;

/// The body of a reply, read piece by piece, so that the client can stop at its limits.
pub trait TransportBody: Send {
    /// Returns the next bytes, or nothing at the end.
    ///
    /// # Errors
    /// The body breaks off.
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>>;

    /// Returns the number of bytes to come, if the host says so.
    fn length(&self) -> Option<u64> {
        None
    }
}

impl TransportBody for Vec<u8> {
    fn chunk(&mut self) -> TransportFuture<'_, Option<Chunk>> {
        let bytes = mem::take(self);
        Box::pin(async move { Ok((!bytes.is_empty()).then(|| bytes.into())) })
    }

    fn length(&self) -> Option<u64> {
        u64::try_from(self.len()).ok()
    }
}

/// An error of a transport.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TransportError {
    /// The connection ended before the body did.
    #[error("the connection ended before the body did")]
    Cut,
    /// The transport failed for a reason of its own. The client shows the text without the caller's secrets.
    #[error("{0}")]
    Failed(Box<dyn StdError + Send + Sync>),
}
