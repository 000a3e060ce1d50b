//! What the caller added to a request: the values that no message may show and the query parameters
//! that no other host may see.

use std::collections::HashSet;

use reqwest::Request;
use url::Url;
use url::form_urlencoded::byte_serialize;

use crate::client::RequestParams;
use crate::session::{CRUMB, Session};

/// A shorter value, such as a region, is found in any text by chance and is no secret.
const SHORTEST: usize = 4;
/// Nor is a shorter part of a value, such as `Bearer`.
const SHORTEST_PART: usize = 8;

/// The caller's additions to a request.
pub(crate) struct Secrets {
    /// The names of query parameters.
    names: HashSet<String>,
    /// The values of query parameters and headers.
    values: HashSet<String>,
}

impl Secrets {
    pub(super) fn new(params: &RequestParams, session: Option<&Session>) -> Self {
        let pairs = || params.query_pairs();
        let session = || session.into_iter();
        let crumb = session().map(|_| CRUMB);
        let names = pairs().map(|(name, _)| name).chain(crumb).map(str::to_owned).collect();
        let values = pairs().map(|(_, value)| value).chain(session().flat_map(Session::secrets));
        // A host may repeat them as they stood in the address, too.
        let encoded = |value: &str| byte_serialize(value.as_bytes()).collect::<String>();
        Self { names, values: values.flat_map(|value| [value.to_owned(), encoded(value)]).collect() }
    }

    /// Takes what a hook added to an address, and the values of the headers.
    pub(super) fn learn(&mut self, before: &Url, request: &Request) {
        let known: HashSet<_> = before.query_pairs().map(|(name, _)| name).collect();
        for (name, value) in request.url().query_pairs().filter(|(name, _)| !known.contains(name)) {
            self.names.insert(name.into_owned());
            self.values.insert(value.into_owned());
        }
        let headers = request.headers().values().filter_map(|value| value.to_str().ok());
        self.values.extend(headers.map(str::to_owned));
    }

    /// An address without the caller's parameters.
    pub(super) fn strip(&self, mut url: Url) -> Url {
        let pairs: Vec<_> = url.query_pairs().into_owned().collect();
        let kept: Vec<_> = pairs.iter().filter(|(name, _)| !self.names.contains(name)).collect();
        if kept.is_empty() {
            url.set_query(None);
        } else if kept.len() < pairs.len() {
            url.query_pairs_mut().clear().extend_pairs(kept);
        }
        url
    }

    /// A text of the host with every secret value in it replaced.
    pub(crate) fn hide(&self, text: &str) -> String {
        // A host may repeat a part alone, such as the token of `Bearer token` or the value of a cookie.
        let parts = self.values.iter().flat_map(|value| value.split([' ', ';', ',', '=']));
        let parts = parts.filter(|part| part.len() >= SHORTEST_PART);
        let whole = self.values.iter().map(String::as_str).filter(|value| value.len() >= SHORTEST);
        let mut found: Vec<&str> = whole.chain(parts).filter(|secret| text.contains(*secret)).collect();
        found.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        found.iter().fold(text.to_owned(), |text, secret| text.replace(secret, "…"))
    }
}
