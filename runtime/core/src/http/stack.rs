//! Sends one request through the redirects that are safe to follow and within the limits of the client, again where
//! that may help, and reads the body of the reply.

use std::pin::pin;
use std::time::{Duration, SystemTime};

use http::Method;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap};
use tokio::time::{Instant, timeout};
use tracing::Span;
use url::Url;

use super::body::{self, BodyUse};
use super::content::Content;
use super::cookies::Cookies;
use super::credentials::Credentials;
use super::deadline::Deadline;
use super::prepared::HttpRequest;
use super::redirect::{RedirectRules, is_redirect};
use super::repeat::{Repeat, failure, may_be_of_length};
use super::reply::HttpReply;
use super::secrets::Secrets;
use super::streamed::{self, Streamed};
use crate::error::{BodyFault, Error, NotSent, RedirectFault, RequestName, TimeoutPhase};
use crate::head::{self, Wishes};
use crate::pace::{Pace, Permit, may_pass};
use crate::raw::{ReplyHead, WholeReply};
use crate::settings::{GIVEN_UP_FOR, GivenUp, RequestParams};
use crate::transport::{Transport, TransportReply, TransportRequest};

/// The maximum number of redirects.
const MAX_REDIRECTS: usize = 10;

/// The time after which a request that waits for its turn looks whether its run has given the host up.
const LOOK: Duration = Duration::from_secs(1);

/// The maximum length of the head of a reply in bytes; the hosts send some thousand, with cookies and policies.
const MAX_HEAD: usize = 64 << 10;

/// The settings and limits with which the messages of one request are sent.
pub(crate) struct HttpStack<'a> {
    /// Sends them; it follows no redirects and decodes no bodies.
    pub(crate) transport: &'a dyn Transport,
    /// The times at which it may send them.
    pub(crate) pace: &'a Pace,
    /// The caller's headers.
    pub(crate) headers: &'a HeaderMap,
    /// True if messages say the formats of their replies: the client has no formats for all of them.
    pub(crate) says_accept: bool,
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
    /// The headers of replies that the table names.
    pub(crate) reply_headers: &'static [&'static str],
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
            repeat.start();
            if request.is_long {
                self.deadline.shorten_attempt();
            }
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
                Ok(reply) => (reply.failure(), reply.retry_after),
                Err(error) => (Some(failure(error)), None),
            };
            if let (Some(given_up), Some(failure)) = (&self.params.given_up, failed)
                && may_pass(failure)
            {
                given_up.note_failure(began);
            }
            let is_left = request.is_long && sent.as_ref().is_err_and(may_be_of_length);
            if is_left {
                self.deadline.end_attempt();
            }
            if is_last || is_left || !repeat.again(failed, wait).await {
                let attempts = repeat.earlier();
                return match sent {
                    Ok(reply) => Ok(reply.after(attempts)),
                    Err(error) => Err(error.with_attempts(attempts)),
                };
            }
            last = Some(sent);
        }
    }

    /// Returns what a host says of the requests to come. Where it takes no more for now, all of them wait.
    fn wishes(&self, url: &Url, reply: &TransportReply) -> Wishes {
        let wishes = Wishes::of(reply.status.as_u16(), &reply.headers, SystemTime::now());
        if let Some(renewed) = wishes.renewed {
            self.pace.host(url).pause(renewed);
        }
        wishes
    }

    /// Begins the attempts of a request.
    pub(super) fn repeat<'a>(&'a self, url: &Url, method: &'a Method, is_safe: bool) -> Repeat<'a> {
        Repeat::new(self.pace, &self.deadline, self.params.repeated(), url, method, is_safe)
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
        // Hosts that lead through others know by their cookies who comes back.
        let mut cookies = Cookies::default();
        for _ in 0..=MAX_REDIRECTS {
            let message = self.message(request, &content, (&url, &cookies), at_home.then_some(credentials));
            let (reply, permit) = self.send_one(message, &request.name, repeat).await?;
            let status = reply.status.as_u16();
            if url != request.url && intercepts(&url) {
                let head = ReplyHead::default();
                return Ok(HttpReply::new(url, WholeReply { status, head, body: Vec::new(), rate: None }));
            }
            if !is_redirect(status) {
                self.span.record("status", status);
                let Wishes { wait, rate, .. } = self.wishes(&url, &reply);
                let head = ReplyHead { wait, ..head::read(&reply.headers, &url, self.reply_headers) };
                let mut streamed = None;
                let read = if request.body_use == BodyUse::Streamed && status < 400 {
                    Streamed::new(reply, permit, &request.name).map(|body| {
                        streamed = Some(Box::new(body));
                        Vec::new()
                    })
                } else {
                    // An error of the host is text, whatever its good replies are.
                    let body_use = if status < 400 { request.body_use } else { BodyUse::Text };
                    let read =
                        body::read(reply, &request.name, &self.deadline, self.max_body, body_use).await;
                    self.leave(&url, &permit, read.as_ref().err());
                    read
                };
                let (body, unread) = match read {
                    Ok(body) => (body, None),
                    Err(error) => (Vec::new(), Some(error)),
                };
                let reply = HttpReply::new(url, WholeReply { status, head, body, rate });
                return Ok(HttpReply { unread, streamed, cookies, retry_after: wait, ..reply });
            }
            let next = rules.target(&url, &reply.headers, &request.url).map_err(refused)?;
            content = content.redirected(status);
            cookies.take(&url, &reply.headers);
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
    pub(super) async fn send_one(
        &self,
        message: TransportRequest,
        name: &RequestName,
        repeat: &Repeat<'_>,
    ) -> Result<(TransportReply, Permit), Error> {
        let url = message.url().clone();
        let host = self.pace.host(&url);
        let longest = self.params.repeated().max_retry_after;
        let unsent = |fault| Error::NotSent { request: name.clone(), fault };
        let check = || match self.params.given_up.as_ref().and_then(GivenUp::get) {
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
        let reply = self.deadline.send(self.transport.send(message), name).await;
        repeat.note(&mut permit, reply.as_ref().map(|reply| reply.status));
        self.leave(&url, &permit, reply.as_ref().err());
        let reply = reply.map_err(|error| error.at(&url))?;
        let lengths =
            reply.headers.iter().map(|(name, value)| name.as_str().len().saturating_add(value.len()));
        if lengths.fold(0, usize::saturating_add) > MAX_HEAD {
            return Err(Error::body(name, BodyFault::LargeHead { limit: MAX_HEAD }));
        }
        Ok((reply, permit))
    }

    /// Gives up the connections of a host on which a message met a time limit: they may be dead, and a retry would meet
    /// the same on them.
    pub(super) fn leave(&self, url: &Url, permit: &Permit, error: Option<&Error>) {
        if let Some(Error::Timeout { phase, .. }) = error
            && *phase != TimeoutPhase::Connect
        {
            self.transport.give_up(url, permit.since.into_std());
        }
    }

    /// Returns the message for one address, with the cookies that its chain of redirects has for it; with the caller's
    /// additions where there are credentials.
    pub(super) fn message(
        &self,
        request: &HttpRequest,
        content: &Content<'_>,
        (url, cookies): (&Url, &Cookies),
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
        let Some(credentials) = credentials else {
            let mut message = new(url.clone());
            cookies.add_to(url, message.headers_mut());
            self.secrets.learn(url.clone(), &message, &HeaderMap::new());
            return message;
        };
        let mut full = url.clone();
        self.params.add_query(&mut full);
        credentials.add_query(&mut full);
        let mut message = new(full.clone());
        let mut headers = self.headers.clone();
        // The table knows what its endpoint needs.
        headers.extend(request.headers.clone());
        if let Some(accept) = request.accept.clone().filter(|_| self.says_accept) {
            headers.entry(ACCEPT).or_insert(accept);
        }
        if request.body.is_some() && content.body.is_none() {
            headers.remove(CONTENT_TYPE);
        }
        *message.headers_mut() = credentials.merged_with(headers);
        cookies.add_to(url, message.headers_mut());
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
        self.secrets.learn(full, &message, &request.headers);
        message
    }
}
