//! Credentials: the headers and query parameters that an authenticator adds to a request.

use std::fmt;

use http::header::{COOKIE, HeaderMap, HeaderName, HeaderValue};
use url::Url;

/// The headers and query parameters that prove who sends a request. They go to the request's own origin only, and no
/// message shows their values.
#[derive(Clone, Default)]
pub struct Credentials {
    headers: HeaderMap,
    query: Vec<(String, String)>,
    secrets: Vec<String>,
}

impl Credentials {
    /// Creates credentials that add nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a header. A header that the caller sets too stays the caller's; a cookie follows the caller's cookies.
    #[must_use]
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// Adds a query parameter. One that the caller sets too stays the caller's.
    #[must_use]
    pub fn query(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.query.push((name.into(), value.into()));
        self
    }

    /// Adds a value that no message may show though it is not sent with this request.
    #[must_use]
    pub fn secret(mut self, value: impl Into<String>) -> Self {
        self.secrets.push(value.into());
        self
    }

    pub(super) fn query_pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        self.secrets.iter().map(String::as_str)
    }

    /// Adds the query parameters to an address that does not have them.
    pub(super) fn add_query(&self, url: &mut Url) {
        for (name, value) in self.query_pairs() {
            if !url.query_pairs().any(|(known, _)| known == name) {
                url.query_pairs_mut().append_pair(name, value);
            }
        }
    }

    /// Returns the caller's headers with the headers of the credentials.
    pub(super) fn merged_with(&self, callers: HeaderMap) -> HeaderMap {
        let mut headers = callers;
        for (name, value) in &self.headers {
            match headers.get(name).map(HeaderValue::as_bytes) {
                Some(own) if *name == COOKIE => {
                    if let Ok(all) = HeaderValue::from_bytes(&[own, b"; ", value.as_bytes()].concat()) {
                        headers.insert(name, all);
                    }
                }
                Some(_) => {}
                None => {
                    headers.insert(name, value.clone());
                }
            }
        }
        headers
    }
}

impl fmt::Debug for Credentials {
    /// Shows names only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let query: Vec<_> = self.query_pairs().map(|(name, _)| name).collect();
        let headers: Vec<_> = self.headers.keys().collect();
        f.debug_struct("Credentials")
            .field("headers", &headers)
            .field("query", &query)
            .finish_non_exhaustive()
    }
}
