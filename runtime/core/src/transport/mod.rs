//! HTTP: sends one request through the redirects that are safe to follow and within the limits of the client, again
//! where that may help, and reads and decodes the body of the reply. Nothing here knows endpoints.

pub(crate) mod address;
mod body;
mod charset;
mod content;
mod credentials;
mod deadline;
mod decode;
mod default;
mod exchange;
mod head;
#[cfg(not(feature = "tls"))]
pub(crate) mod no_tls;
pub(crate) mod private;
mod protocols;
mod redirect;
mod repeat;
mod secrets;
#[cfg(feature = "socket")]
mod socket;
mod streamed;
pub(crate) mod system_proxy;
#[cfg(feature = "tls")]
pub(crate) mod tls;

use std::pin::pin;
use std::time::{Duration, SystemTime};

use http::Method;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use tokio::time::{Instant, timeout};
use tracing::Span;
use url::Url;

use crate::circuit::{GIVEN_UP_FOR, GivenUp};
use crate::error::{Attempts, BodyFault, Error, Met, NotSent, RedirectFault, RequestName, TimeoutPhase};

use crate::pace::{Pace, Permit, may_pass, retry_after};
use crate::raw::ReplyHead;
use crate::settings::RequestParams;
pub(crate) use body::BodyUse;
use content::Content;
pub use credentials::Credentials;
pub(crate) use deadline::Deadline;
pub(crate) use default::Reqwest;
pub use exchange::{
    Transport, TransportBody, TransportError, TransportFuture, TransportReply, TransportRequest,
};
#[cfg(not(feature = "tls"))]
pub(crate) use no_tls as tls;
pub(crate) use protocols::Protocols;
pub(crate) use redirect::{RedirectRules, is_redirect};
use repeat::{Repeat, met};
pub(crate) use secrets::Secrets;
#[cfg(feature = "socket")]
pub use socket::{Socket, accept_key};
#[cfg(feature = "socket")]
pub(crate) use socket::{SocketLimits, Sockets};
pub(crate) use streamed::Streamed;

/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 5;

/// The time after which a request that waits for its turn looks whether its run has given the host up.
const LOOK: Duration = Duration::from_secs(1);

/// The maximum length of the head of a reply, in bytes: those of the hosts have some thousand, with cookies and policies.
const MAX_HEAD: usize = 64 << 10;

/// The maximum length of the body of a reply to a side request, in bytes: a form of consent has 100 kB, and
/// nothing else that credentials need is as long.
const MAX_SIDE_BODY: usize = 1 << 20;

/// The settings and limits with which the messages of one request are sent.
pub(crate) struct HttpStack<'a> {
    /// Sends them; it follows no redirects and decodes no bodies.
    pub(crate) exchange: &'a dyn Transport,
    /// The times at which it may send them.
    pub(crate) pace: &'a Pace,
    /// The caller's headers.
    pub(crate) headers: &'a HeaderMap,
    /// The caller's time limits, extra query and hooks.
    pub(crate) params: &'a RequestParams,
    /// The maximum number of bytes of a body, encoded and decoded.
    pub(crate) max_body: usize,
    /// The span that records the status of the reply.
    pub(crate) span: &'a Span,
    /// The time at which the request must be done, its credentials included.
    pub(crate) deadline: Deadline,
    /// The values that no message may show.
    pub(crate) secrets: Secrets,
}

/// One request, ready to be sent.
pub(crate) struct HttpRequest {
    /// Its name in messages.
    pub(crate) name: RequestName,
    pub(crate) method: Method,
    /// Its address without the caller's extra query.
    pub(crate) url: Url,
    /// The headers that the table gives it.
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<Vec<u8>>,
    /// True if the table says that it only reads, whatever its method.
    pub(crate) is_safe: bool,
    /// The use of the body of its reply.
    pub(crate) body_use: BodyUse,
}

/// A reply of any status.
pub struct HttpReply {
    status: u16,
    url: Url,
    head: ReplyHead,
    body: Result<Vec<u8>, Error>,
    /// The body where it is handed over as it comes; `body` is empty then.
    streamed: Option<Box<Streamed>>,
    retry_after: Option<Duration>,
    attempts: Attempts,
}

impl HttpReply {
    /// Creates the reply of that status and body to a request of that address.
    pub(crate) fn new(status: u16, url: Url, body: Result<Vec<u8>, Error>) -> Self {
        Self {
            status,
            url,
            head: ReplyHead::default(),
            body,
            streamed: None,
            retry_after: None,
            attempts: Attempts::new(&[]),
        }
    }

    /// Returns the reply with other parts of its head.
    pub(crate) fn with_head(self, head: ReplyHead) -> Self {
        Self { head, ..self }
    }

    /// Takes the body that is handed over as it comes.
    pub(crate) fn take_streamed(&mut self) -> Option<Box<Streamed>> {
        self.streamed.take()
    }

    /// Returns the parts of its head that endpoints read.
    pub(crate) const fn head(&self) -> &ReplyHead {
        &self.head
    }

    /// Returns the HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the address that replied, after all redirects. Its query may carry secrets.
    #[must_use]
    pub const fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the decoded body; empty where it could not be read.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        self.body.as_deref().unwrap_or_default()
    }

    /// Returns what an attempt with this reply met; `None` for a good reply.
    fn met(&self) -> Option<Met> {
        match &self.body {
            _ if self.status >= 400 => Some(Met::Status(self.status)),
            Err(error) => Some(met(error)),
            Ok(_) => None,
        }
    }

    /// Returns the reply as that of the last attempt after those.
    fn after(self, attempts: Attempts) -> Self {
        let body = self.body.map_err(|error| error.with_attempts(attempts.clone()));
        Self { attempts, body, ..self }
    }

    /// Returns how long the host wants the client to wait before the next request.
    pub(crate) const fn retry_after(&self) -> Option<Duration> {
        self.retry_after
    }

    /// Returns what the attempts before this reply met.
    pub(crate) const fn attempts(&self) -> &Attempts {
        &self.attempts
    }

    pub(crate) fn into_body(self) -> Result<Vec<u8>, Error> {
        self.body
    }

    pub(crate) const fn body_mut(&mut self) -> &mut Result<Vec<u8>, Error> {
        &mut self.body
    }
}

/// A request on the side, for credentials: without the caller's additions, and without following redirects.
#[derive(Clone)]
pub struct SideRequest {
    url: Url,
    headers: HeaderMap,
    form: Option<String>,
}

impl SideRequest {
    /// Creates a GET request of that address.
    #[must_use]
    pub fn new(url: Url) -> Self {
        Self { url, headers: HeaderMap::new(), form: None }
    }

    /// Adds a header, whose value no message shows.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Makes it a POST request of that form, `a=1&b=2`.
    #[must_use]
    pub fn form(mut self, form: String) -> Self {
        self.form = Some(form);
        self
    }
}

/// A reply to a [`SideRequest`], of any status.
pub struct SideReply {
    status: u16,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl SideReply {
    /// Returns the HTTP status.
    #[must_use]
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the headers. They may carry secrets.
    #[must_use]
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the decoded body; empty where the status is an error or a redirect.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.body
    }
}

impl HttpStack<'_> {
    /// Sends a request, as often as it may help, follows its redirects and reads the whole body. A redirect to an
    /// address that `intercepts` ends there, and the body is not read.
    pub(crate) async fn send(
        &self,
        request: &HttpRequest,
        credentials: &Credentials,
        rules: &RedirectRules<'_>,
        intercepts: &(dyn Fn(&Url) -> bool + Sync),
    ) -> Result<HttpReply, Error> {
        let mut repeat = self.repeat(&request.url, &request.method, request.is_safe);
        let mut last = None;
        loop {
            repeat.begin();
            let began = Instant::now();
            let sent = self.attempt(request, credentials, rules, intercepts, &repeat).await;
            // A request that was not sent met nothing: what the attempt before it met stands.
            let (sent, is_last) = match (sent, last.take()) {
                (Err(Error::NotSent { .. }), Some(before)) => {
                    repeat.take_back();
                    (before, true)
                }
                (sent, _) => (sent, false),
            };
            let (failed, wait) = match &sent {
                Ok(reply) => (reply.met(), reply.retry_after),
                Err(error) => (Some(met(error)), None),
            };
            if let (Some(given_up), Some(met)) = (self.params.given_up(), failed)
                && may_pass(met)
            {
                given_up.note_failure(began);
            }
            if is_last || !repeat.again(failed, wait).await {
                let attempts = repeat.earlier();
                return match sent {
                    Ok(reply) => Ok(reply.after(attempts)),
                    Err(error) => Err(error.with_attempts(attempts)),
                };
            }
            last = Some(sent);
        }
    }

    /// Begins the attempts of a request.
    fn repeat<'a>(&'a self, url: &Url, method: &'a Method, is_safe: bool) -> Repeat<'a> {
        Repeat::new(self.pace, &self.deadline, self.params.retry_rules(), url, method, is_safe)
    }

    /// Sends a request once.
    async fn attempt(
        &self,
        request: &HttpRequest,
        credentials: &Credentials,
        rules: &RedirectRules<'_>,
        intercepts: &(dyn Fn(&Url) -> bool + Sync),
        repeat: &Repeat<'_>,
    ) -> Result<HttpReply, Error> {
        self.secrets.add(credentials);
        let refused = |fault| Error::Redirect { request: request.name.clone(), fault };
        let mut url = request.url.clone();
        let mut content = Content { method: request.method.clone(), body: request.body.as_deref() };
        // Once a request has left its origin, what the caller added stays behind, also if it returns.
        let mut at_home = true;
        for _ in 0..=MAX_REDIRECTS {
            let message = self.message(request, &content, &url, at_home.then_some(credentials));
            let (reply, permit) = self.send_one(message, &request.name, repeat).await?;
            let status = reply.status().as_u16();
            if url != request.url && intercepts(&url) {
                return Ok(HttpReply::new(status, url, Ok(Vec::new())));
            }
            if !is_redirect(status) {
                self.span.record("status", status);
                let wait = (status >= 400).then(|| retry_after(reply.head(), SystemTime::now())).flatten();
                let head = head::read(reply.head(), &url);
                let body = match content.method {
                    // It has the headers of a body that does not come.
                    Method::HEAD => Ok(Vec::new()),
                    _ if request.body_use == BodyUse::Streamed && status < 400 => {
                        let streamed = Streamed::new(reply, permit, &request.name).map(Box::new);
                        let (body, streamed) = match streamed {
                            Ok(streamed) => (Ok(Vec::new()), Some(streamed)),
                            Err(error) => (Err(error), None),
                        };
                        return Ok(HttpReply { head, streamed, ..HttpReply::new(status, url, body) });
                    }
                    _ => {
                        // An error of the host is text, whatever its good replies are.
                        let body_use = if status < 400 { request.body_use } else { BodyUse::Text };
                        let read =
                            body::read(reply, &request.name, &self.deadline, self.max_body, body_use).await;
                        self.leave(&url, &permit, read.as_ref().err());
                        read
                    }
                };
                drop(permit);
                return Ok(HttpReply { retry_after: wait, head, ..HttpReply::new(status, url, body) });
            }
            let next = rules.target(&url, reply.head(), &request.url).map_err(refused)?;
            content = content.redirected(status);
            at_home &= next.origin() == url.origin();
            if !at_home && !content.may_leave() {
                let host = next.host_str().unwrap_or_default().to_owned();
                return Err(refused(RedirectFault::OtherOrigin { host, method: content.method.to_string() }));
            }
            url = if at_home { next } else { self.secrets.strip(next) };
        }
        Err(refused(RedirectFault::TooMany { limit: MAX_REDIRECTS }))
    }

    /// Sends one message when its host may get it, and waits for the head of the reply. The permit is to be kept until
    /// the body is read.
    async fn send_one(
        &self,
        message: TransportRequest,
        name: &RequestName,
        repeat: &Repeat<'_>,
    ) -> Result<(TransportReply, Permit), Error> {
        let url = message.url().clone();
        let host = self.pace.host(&url);
        let longest = self.params.retry_rules().retry_after_limit();
        let unsent = |fault| Error::NotSent { request: name.clone(), fault };
        let check = || match self.params.given_up().and_then(GivenUp::get) {
            Some(failures) => Err(unsent(NotSent::Failing { failures, wait: GIVEN_UP_FOR })),
            None => Ok(()),
        };
        check()?;
        let mut turn = pin!(self.deadline.uncounted(host.permit(longest)));
        let permit = loop {
            match timeout(LOOK, turn.as_mut()).await {
                Ok(permit) => break permit,
                // A host may ask for a longer pause than its run has patience.
                Err(_) => check()?,
            }
        };
        let mut permit = permit.map_err(unsent)?;
        // Others may have failed while it waited for its turn.
        check()?;
        let reply = self.deadline.send(self.exchange.send(message), name).await;
        repeat.note(&mut permit, reply.as_ref().map(TransportReply::status));
        self.leave(&url, &permit, reply.as_ref().err());
        let reply = reply.map_err(|error| error.at(&url))?;
        let lengths =
            reply.head().iter().map(|(name, value)| name.as_str().len().saturating_add(value.len()));
        if lengths.fold(0, usize::saturating_add) > MAX_HEAD {
            let (request, fault) = (name.clone(), BodyFault::LargeHead { limit: MAX_HEAD });
            return Err(Error::Body { request, fault, source: None, attempts: Attempts::default() });
        }
        Ok((reply, permit))
    }

    /// Gives up the connections of a host on which a message met a time limit: they may be dead, and a retry would meet
    /// the same on them.
    fn leave(&self, url: &Url, permit: &Permit, error: Option<&Error>) {
        if let Some(Error::Timeout { phase, .. }) = error
            && *phase != TimeoutPhase::Connect
        {
            self.exchange.give_up(url, permit.since().into_std());
        }
    }

    /// Returns the message for one address; with the caller's additions where there are credentials.
    fn message(
        &self,
        request: &HttpRequest,
        content: &Content<'_>,
        url: &Url,
        credentials: Option<&Credentials>,
    ) -> TransportRequest {
        let is_streamed = request.body_use == BodyUse::Streamed;
        let max_body = if is_streamed { usize::MAX } else { self.max_body };
        let new = |url| {
            let mut message =
                TransportRequest::new(content.method.clone(), url, self.deadline.end(), max_body);
            if is_streamed {
                streamed::ask_plain(message.headers_mut());
            }
            message
        };
        let Some(credentials) = credentials else { return new(url.clone()) };
        let mut full = url.clone();
        self.params.add_query(&mut full);
        credentials.add_query(&mut full);
        let mut message = new(full.clone());
        let mut headers = self.headers.clone();
        // The table knows what its endpoint needs.
        headers.extend(request.headers.clone());
        if request.body.is_some() && content.body.is_none() {
            headers.remove(CONTENT_TYPE);
        }
        *message.headers_mut() = credentials.merged_with(&headers);
        if is_streamed {
            streamed::ask_plain(message.headers_mut());
        }
        message.set_body(content.body.map(<[u8]>::to_vec));
        for hook in self.params.hooks() {
            hook(&mut message);
        }
        // A hook may add headers of its own; what goes out is never shown, whoever added it.
        for value in message.headers_mut().values_mut() {
            value.set_sensitive(true);
        }
        self.secrets.learn(&full, &message, &request.headers);
        message
    }

    /// Sends a side request, as often as it may help. Of what the caller adds only the name of the browser goes along.
    pub(crate) async fn send_aside(&self, name: &RequestName, side: SideRequest) -> Result<SideReply, Error> {
        let method = if side.form.is_some() { Method::POST } else { Method::GET };
        let mut repeat = self.repeat(&side.url, &method, false);
        loop {
            repeat.begin();
            let sent = self.attempt_aside(name, &method, side.clone(), &repeat).await;
            // Hosts that set cookies do it with statuses of any kind.
            let (failed, wait) = match &sent {
                Ok(SideReply { status: 429, headers, .. }) => {
                    (Some(Met::Status(429)), retry_after(headers, SystemTime::now()))
                }
                Ok(_) => (None, None),
                Err(error) => (Some(met(error)), None),
            };
            if !repeat.again(failed, wait).await {
                return sent.map_err(|error| error.with_attempts(repeat.earlier()));
            }
        }
    }

    /// Sends a side request once.
    async fn attempt_aside(
        &self,
        name: &RequestName,
        method: &Method,
        side: SideRequest,
        repeat: &Repeat<'_>,
    ) -> Result<SideReply, Error> {
        let SideRequest { url, mut headers, form } = side;
        if let Some(agent) = self.headers.get(USER_AGENT) {
            headers.insert(USER_AGENT, agent.clone());
        }
        if form.is_some() {
            headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
        }
        for value in headers.values_mut() {
            value.set_sensitive(true);
        }
        let limit = self.max_body.min(MAX_SIDE_BODY);
        let mut message = TransportRequest::new(method.clone(), url.clone(), self.deadline.end(), limit);
        *message.headers_mut() = headers;
        self.secrets.learn(&url, &message, &HeaderMap::new());
        message.set_body(form.map(String::into_bytes));
        let (reply, permit) = self.send_one(message, name, repeat).await?;
        let (status, headers) = (reply.status().as_u16(), reply.head().clone());
        // Hosts that set cookies answer with errors of their own making; nobody reads them.
        let body = if (200..300).contains(&status) {
            let read = body::read(reply, name, &self.deadline, limit, BodyUse::Text).await;
            self.leave(&url, &permit, read.as_ref().err());
            read?
        } else {
            Vec::new()
        };
        Ok(SideReply { status, headers, body })
    }
}
