//! Requests on the side, for credentials, and their replies.

use std::time::SystemTime;

use http::Method;
use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use url::Url;

use super::body::{self, BodyUse};
use super::repeat::{Repeat, failure};
use super::stack::HttpStack;
use crate::error::{AttemptFailure, Error, RequestName};
use crate::head::retry_after;
use crate::transport::TransportRequest;

/// The maximum length of the body of a reply to a side request, in bytes: a form of consent has 100 kB, and
/// nothing else that credentials need is as long.
pub(super) const MAX_SIDE_BODY: usize = 1 << 20;

/// A request on the side, for credentials: without the caller's additions, and without following redirects.
#[derive(Clone)]
pub struct SideRequest {
    url: Url,
    headers: HeaderMap,
    form: Option<String>,
}

impl SideRequest {
    /// Creates a GET request of that address.
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
    pub const fn status(&self) -> u16 {
        self.status
    }

    /// Returns the headers. They may carry secrets.
    pub const fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the decoded body; empty where the status is an error or a redirect.
    pub fn body(&self) -> &[u8] {
        &self.body
    }
}

impl HttpStack<'_> {
    /// Sends a side request, as often as it may help. Of what the caller adds only the name of the browser goes along.
    pub(crate) async fn send_aside(&self, name: &RequestName, side: SideRequest) -> Result<SideReply, Error> {
        let method = if side.form.is_some() { Method::POST } else { Method::GET };
        let mut repeat = self.repeat(&side.url, &method, false);
        loop {
            repeat.start();
            let sent = self.attempt_aside(name, &method, side.clone(), &repeat).await;
            // Hosts that set cookies do it with statuses of any kind.
            let (failed, wait) = match &sent {
                Ok(SideReply { status: 429, headers, .. }) => {
                    (Some(AttemptFailure::Status(429)), retry_after(headers, SystemTime::now()))
                }
                Ok(_) => (None, None),
                Err(error) => (Some(failure(error)), None),
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
        self.secrets.learn(url.clone(), &message, &HeaderMap::new());
        message.set_body(form.map(String::into_bytes));
        let (reply, permit) = self.send_one(message, name, repeat).await?;
        let (status, headers) = (reply.status.as_u16(), reply.headers.clone());
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
