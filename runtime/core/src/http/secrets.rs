//! Collects what the caller and the credentials add to requests: the values that no message may show, and
//! the query parameters that no other host may see.

use std::collections::HashSet;
use std::mem;
use std::sync::Mutex;

use http::header::{
    CACHE_CONTROL, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, ORIGIN, PRAGMA, REFERER,
    UPGRADE_INSECURE_REQUESTS, USER_AGENT,
};
use url::Url;

use super::credentials::Credentials;
use crate::error::Error;
use crate::lock::Lock as _;
use crate::redact::Redactor;
use crate::settings::RequestParams;
use crate::transport::TransportRequest;

/// Headers that describe the client. They are no secrets and occur in many pages.
const PLAIN: [HeaderName; 7] =
    [CACHE_CONTROL, CONTENT_TYPE, ORIGIN, PRAGMA, REFERER, UPGRADE_INSECURE_REQUESTS, USER_AGENT];

/// The secrets of one request of a program, of all messages that it takes.
pub(crate) struct Secrets(Mutex<Collected>);

#[derive(Default)]
struct Collected {
    /// The names of query parameters.
    names: HashSet<String>,
    redactor: Redactor,
    /// The messages whose values are still to be collected: redirects, errors and records alone ask for them.
    sent: Vec<SentMessage>,
}

/// The parts of a message that may have secrets.
struct SentMessage {
    /// Its address without what a hook added.
    before: Url,
    url: Url,
    headers: HeaderMap,
    of_table: HeaderMap,
}

impl Secrets {
    /// Begins with the settings of a request and the private parts of the client's addresses.
    pub(crate) fn new(params: &RequestParams, private: &[String]) -> Self {
        let mut collected = Collected::default();
        for (name, value) in params.query_pairs() {
            collected.add_pair(name, value);
        }
        for part in private {
            collected.redactor.add(part);
            collected.redactor.add_private(part);
        }
        Self(Mutex::new(collected))
    }

    /// Adds the caller's headers, for a request that is answered without being sent.
    pub(crate) fn add_headers(&self, headers: &HeaderMap) {
        self.with(|collected| {
            for (name, value) in headers {
                let Ok(value) = value.to_str() else { continue };
                collected.add_header(name, value);
            }
        });
    }

    /// Adds what the credentials add to a request.
    pub(crate) fn add(&self, credentials: &Credentials) {
        self.with(|collected| {
            for (name, value) in credentials.query_pairs() {
                collected.add_pair(name, value);
            }
            for value in credentials.secrets() {
                collected.redactor.add(value);
                collected.redactor.add_private(value);
            }
        });
    }

    /// Adds what a hook added to an address, and the values of all headers but the table's.
    pub(super) fn learn(&self, before: Url, request: &TransportRequest, of_table: &HeaderMap) {
        let (url, headers) = (request.url().clone(), request.headers().clone());
        let message = SentMessage { before, url, headers, of_table: of_table.clone() };
        self.with(|collected| collected.sent.push(message));
    }

    /// Returns an address without the caller's parameters.
    pub(crate) fn strip(&self, mut url: Url) -> Url {
        let pairs: Vec<_> = url.query_pairs().into_owned().collect();
        let kept: Vec<_> = self
            .with_all(|collected| pairs.iter().filter(|(name, _)| !collected.names.contains(name)).collect());
        if kept.is_empty() {
            url.set_query(None);
        } else if kept.len() < pairs.len() {
            url.query_pairs_mut().clear().extend_pairs(kept);
        }
        url
    }

    /// Returns the error without the secrets that a host may have repeated.
    pub(crate) fn redact(&self, error: Error) -> Error {
        self.with_all(|collected| error.redacted(&collected.redactor))
    }

    /// Replaces the secrets in a body, and returns how many it replaced.
    pub(crate) fn redact_body(&self, body: &mut Vec<u8>) -> usize {
        self.with_all(|collected| collected.redactor.redact_body(body))
    }

    /// Collects the values of what was sent before.
    fn with_all<T>(&self, f: impl FnOnce(&mut Collected) -> T) -> T {
        self.with(|collected| {
            for message in mem::take(&mut collected.sent) {
                collected.add_message(&message);
            }
            f(collected)
        })
    }

    fn with<T>(&self, f: impl FnOnce(&mut Collected) -> T) -> T {
        f(&mut self.0.locked())
    }
}

impl Collected {
    fn add_message(&mut self, message: &SentMessage) {
        let SentMessage { before, url, headers, of_table } = message;
        if before.query() != url.query() {
            let named: HashSet<_> = before.query_pairs().map(|(name, _)| name).collect();
            for (name, value) in url.query_pairs().filter(|(name, _)| !named.contains(name)) {
                self.add_pair(&name, &value);
            }
        }
        let known =
            |name: &HeaderName, value: &HeaderValue| of_table.get_all(name).iter().any(|own| own == value);
        for (name, value) in headers.iter().filter(|(name, value)| !known(name, value)) {
            let Ok(value) = value.to_str() else { continue };
            self.add_header(name, value);
        }
    }

    fn add_pair(&mut self, name: &str, value: &str) {
        self.names.insert(name.to_owned());
        self.redactor.add(value);
        self.redactor.add_private(value);
    }

    fn add_header(&mut self, name: &HeaderName, value: &str) {
        self.redactor.add(value);
        if *name == COOKIE {
            for (_, value) in value.split(';').filter_map(|cookie| cookie.split_once('=')) {
                self.redactor.add_private(value.trim());
            }
        } else if !is_plain(name) {
            for word in value.split(' ') {
                self.redactor.add_private(word);
            }
        }
    }
}

fn is_plain(name: &HeaderName) -> bool {
    PLAIN.contains(name) || name.as_str().starts_with("accept") || name.as_str().starts_with("sec-")
}
