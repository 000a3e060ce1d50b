//! Websockets: the opening handshake, which is an HTTP request with the client's settings, and the messages within
//! their limits. The HTTP library makes the connection, so proxy, certificates and `https_only` hold for it too.

use std::fmt;
use std::future::poll_fn;
use std::sync::OnceLock;
use std::task::Poll;
use std::time::{Duration, SystemTime};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{SinkExt as _, StreamExt as _};
use http::header::{
    CONNECTION, HeaderMap, HeaderValue, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION,
    UPGRADE,
};
use http::{Method, StatusCode};
use reqwest::Upgraded;
use ring::digest;
use tokio::time::{Instant, timeout, timeout_at};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::CapacityError;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use super::body::{self, BodyUse};
use super::content::Content;
use super::cookies::Cookies;
use super::credentials::Credentials;
use super::prepared::HttpRequest;
use super::repeat::{Repeat, failure};
use super::side::MAX_SIDE_BODY;
use super::stack::HttpStack;
use crate::convert::api_error;
use crate::error::{AttemptFailure, Error, RequestName, SocketFault};
use crate::head::retry_after;
use crate::transport::default::{Received, failed};
use crate::transport::{NoTls, TransportError, TransportReply};

/// The maximum number of bytes that wait to be sent, such as the answers to pings of a host that reads nothing.
const MAX_UNSENT: usize = 1 << 20;

/// The number of bytes read at once. The runtime gives others their turn after a number of reads, and between two
/// reads every frame is processed: more bytes of empty frames would take seconds.
const READ_AT_ONCE: usize = 4 << 10;

/// The text that RFC 6455 adds to a key.
const MAGIC: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// Makes the connections of websockets. Its HTTP client is made when the first one is opened.
pub(crate) struct Sockets {
    make: Box<MakeClient>,
    made: OnceLock<reqwest::Client>,
}

type MakeClient = dyn Fn() -> Result<reqwest::Client, Error> + Send + Sync;

/// The limits of a websocket.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SocketLimits {
    pub(crate) max_message: usize,
    pub(crate) idle: Duration,
}

/// An open websocket. Dropping it closes the connection.
pub struct Socket {
    name: RequestName,
    limits: SocketLimits,
    messages: WebSocketStream<Upgraded>,
    received_at: Instant,
    /// The time of the ping that has no answer yet.
    pinged: Option<Instant>,
    /// The time since which the host does not take an answer to one of its pings.
    owing: Option<Instant>,
}

impl Sockets {
    /// Creates what makes connections with the HTTP clients of that function, which speak HTTP/1.1 alone.
    pub(crate) fn new(make: impl Fn() -> Result<reqwest::Client, Error> + Send + Sync + 'static) -> Self {
        Self { make: Box::new(make), made: OnceLock::new() }
    }

    fn client(&self) -> Result<&reqwest::Client, Error> {
        if let Some(client) = self.made.get() {
            return Ok(client);
        }
        let client = (self.make)()?;
        Ok(self.made.get_or_init(|| client))
    }
}

impl HttpStack<'_> {
    /// Opens a websocket; tries again as a request that only reads.
    pub(crate) async fn open(
        &self,
        sockets: &Sockets,
        request: &HttpRequest,
        limits: SocketLimits,
    ) -> Result<Socket, Error> {
        let client = sockets.client()?;
        let mut repeat = self.repeat(&request.url, &Method::GET, true);
        loop {
            repeat.start();
            let opened = self.attempt_open(client, request, limits, &repeat).await;
            let (failed, wait) = match &opened {
                Ok(_) => (None, None),
                Err(Error::Api(error)) => (Some(AttemptFailure::Status(error.status())), error.retry_after()),
                Err(error) => (Some(failure(error)), None),
            };
            if !repeat.again(failed, wait).await {
                return opened.map_err(|error| self.secrets.redact(error.with_attempts(repeat.earlier())));
            }
        }
    }

    async fn attempt_open(
        &self,
        client: &reqwest::Client,
        request: &HttpRequest,
        limits: SocketLimits,
        repeat: &Repeat<'_>,
    ) -> Result<Socket, Error> {
        let name = &request.name;
        let refused = |fault| Error::Socket { request: name.clone(), fault };
        let key = STANDARD.encode(std::array::from_fn::<u8, 16, _>(|_| fastrand::u8(..)));
        let content = Content { method: Method::GET, body: None };
        let asked = self.message(
            request,
            &content,
            (&request.url, &Cookies::default()),
            Some(&Credentials::default()),
        );
        let mut message = reqwest::Request::new(Method::GET, asked.url().clone());
        *message.headers_mut() = asked.headers().clone();
        message.headers_mut().extend(handshake(&key));

        let host = self.pace.host(message.url());
        let longest = self.params.repeated().max_retry_after;
        let permit = self.deadline.uncounted(host.permit(longest)).await;
        let mut permit = permit.map_err(|fault| Error::NotSent { request: name.clone(), fault })?;
        let answer = async {
            NoTls::check(message.url()).map_err(|error| TransportError::Failed(error.into()))?;
            client.execute(message).await.map_err(failed)
        };
        let answer = self.deadline.send(answer, name).await;
        repeat.note(&mut permit, answer.as_ref().map(reqwest::Response::status));
        let answer = answer.map_err(|error| error.at(&request.url))?;
        let status = answer.status();
        self.span.record("status", status.as_u16());
        if status != StatusCode::SWITCHING_PROTOCOLS {
            return Err(match status.as_u16() {
                400.. => self.refusal(answer, name).await,
                status => refused(SocketFault::NotOpened { status }),
            });
        }
        let reported = answer.headers().get(SEC_WEBSOCKET_ACCEPT);
        if reported.is_none_or(|reported| reported.as_bytes() != accept_key(&key).as_bytes()) {
            return Err(refused(SocketFault::WrongKey));
        }
        let connection = self.deadline.send(async { answer.upgrade().await.map_err(failed) }, name).await?;
        Ok(Socket::new(name.clone(), limits, connection).await)
    }

    /// Reads the error of a host that opens no websocket.
    async fn refusal(&self, mut answer: reqwest::Response, name: &RequestName) -> Error {
        let status = answer.status();
        let headers = std::mem::take(answer.headers_mut());
        let wait = retry_after(&headers, SystemTime::now());
        let reply = TransportReply::new(status, Received::new(answer)).headers(headers);
        let limit = self.max_body.min(MAX_SIDE_BODY);
        let body = body::read(reply, name, &self.deadline, limit, BodyUse::Text).await.unwrap_or_default();
        let mut error = api_error(name.clone(), None, status.as_u16(), &body);
        error.retry_after = wait;
        error.into()
    }
}

impl Socket {
    async fn new(name: RequestName, limits: SocketLimits, connection: Upgraded) -> Self {
        let config = WebSocketConfig::default()
            .max_message_size(Some(limits.max_message))
            .max_frame_size(Some(limits.max_message))
            .read_buffer_size(READ_AT_ONCE)
            .max_write_buffer_size(MAX_UNSENT);
        let messages = WebSocketStream::from_raw_socket(connection, Role::Client, Some(config)).await;
        Self { name, limits, messages, received_at: Instant::now(), pinged: None, owing: None }
    }

    /// Sends a message of text, which has less than a MiB.
    ///
    /// # Errors
    /// [`Error::Socket`]: the websocket is closed or broke off, or the host takes nothing within the idle limit or while
    /// a MiB waits to be sent.
    pub async fn send(&mut self, text: String) -> Result<(), Error> {
        self.put(Message::text(text)).await
    }

    /// Waits for the next message and returns its bytes, whether it is of text or not. Pings are answered, and a host
    /// that is silent for the idle limit is sent one. A host that does not take the answers to its own for that long is
    /// dead. Dropping the future loses nothing.
    ///
    /// # Errors
    /// [`Error::Socket`]: the websocket ended, and has to be opened again.
    pub async fn next(&mut self) -> Result<Vec<u8>, Error> {
        loop {
            let since = self.pinged.unwrap_or(self.received_at);
            let since = self.owing.map_or(since, |owing| owing.min(since));
            let next = match since.checked_add(self.limits.idle) {
                Some(end) => timeout_at(end, self.hear()).await,
                None => Ok(self.hear().await),
            };
            // A host that goes on to say something keeps the time from running out.
            if self.owing.is_some_and(|owing| owing.elapsed() >= self.limits.idle) {
                return Err(self.ended(SocketFault::Silent { limit: self.limits.idle }));
            }
            let Ok(next) = next else {
                if self.pinged.is_some() {
                    return Err(self.ended(SocketFault::Silent { limit: self.limits.idle }));
                }
                self.pinged = Some(Instant::now());
                self.put(Message::Ping(Vec::new().into())).await?;
                continue;
            };
            let message = match next {
                Some(Ok(message)) => message,
                Some(Err(error)) => return Err(self.failed(error)),
                None => return Err(self.ended(SocketFault::Closed { code: None, reason: String::new() })),
            };
            (self.received_at, self.pinged) = (Instant::now(), None);
            match message {
                Message::Text(_) | Message::Binary(_) => return Ok(message.into_data().into()),
                Message::Close(frame) => {
                    let code = frame.as_ref().map(|frame| frame.code.into());
                    let reason = frame.map(|frame| frame.reason.to_string()).unwrap_or_default();
                    return Err(self.ended(SocketFault::Closed { code, reason }));
                }
                Message::Ping(_) => {
                    self.owing.get_or_insert_with(Instant::now);
                }
                Message::Pong(_) | Message::Frame(_) => {}
            }
        }
    }

    /// Waits for the next message, and sends what waits to be sent meanwhile.
    async fn hear(&mut self) -> Option<Result<Message, WsError>> {
        poll_fn(|cx| {
            if self.owing.is_some()
                && let Poll::Ready(sent) = self.messages.poll_flush_unpin(cx)
            {
                self.owing = None;
                if let Err(error) = sent {
                    return Poll::Ready(Some(Err(error)));
                }
            }
            self.messages.poll_next_unpin(cx)
        })
        .await
    }

    /// Returns the time since the host's last sign of life.
    pub fn silent_for(&self) -> Duration {
        self.received_at.elapsed()
    }

    async fn put(&mut self, message: Message) -> Result<(), Error> {
        match timeout(self.limits.idle, self.messages.send(message)).await {
            Ok(sent) => sent.map_err(|error| self.failed(error)),
            Err(_) => Err(self.ended(SocketFault::Silent { limit: self.limits.idle })),
        }
    }

    fn failed(&self, error: WsError) -> Error {
        let closed = SocketFault::Closed { code: None, reason: String::new() };
        self.ended(match error {
            WsError::ConnectionClosed | WsError::AlreadyClosed => closed,
            WsError::Io(error) => SocketFault::Broken { reason: error.to_string() },
            WsError::WriteBufferFull(_) => SocketFault::Silent { limit: self.limits.idle },
            WsError::Capacity(CapacityError::MessageTooLong { .. }) => {
                SocketFault::TooLarge { limit: self.limits.max_message }
            }
            error => SocketFault::Garbled { reason: error.to_string() },
        })
    }

    fn ended(&self, fault: SocketFault) -> Error {
        Error::Socket { request: self.name.clone(), fault }
    }
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Socket").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Returns the answer of a host to the key of an opening handshake, for hosts of tests.
#[doc(hidden)]
pub fn accept_key(key: &str) -> String {
    let hash = digest::digest(&digest::SHA1_FOR_LEGACY_USE_ONLY, format!("{key}{MAGIC}").as_bytes());
    STANDARD.encode(hash)
}

/// Returns the headers that ask for a websocket.
fn handshake(key: &str) -> HeaderMap {
    let key = HeaderValue::from_str(key).ok().map(|key| (SEC_WEBSOCKET_KEY, key));
    let others = [(CONNECTION, "Upgrade"), (UPGRADE, "websocket"), (SEC_WEBSOCKET_VERSION, "13")];
    others.into_iter().map(|(name, value)| (name, HeaderValue::from_static(value))).chain(key).collect()
}
