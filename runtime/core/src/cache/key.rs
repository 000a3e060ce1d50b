//! The key of a kept reply: a digest of all that a reply depends on. It names the file of the reply, so that nothing of
//! the caller's stands there.

use std::fmt;

use hmac_sha256::Hash as Sha256;
use http::Method;
use http::header::HeaderMap;
use url::Url;

/// The version of the digest. Replies under the keys of another one are not found.
const VERSION: &str = "virtual-finance 1";

/// The length of a digest in bytes.
const LENGTH: usize = 32;

/// The key of a kept reply.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key([u8; LENGTH]);

/// All that a reply depends on.
pub(crate) struct KeyParts<'a> {
    pub(crate) endpoint: &'a str,
    /// The names of the source and of its step; none for the endpoint's own source.
    pub(crate) source: Option<(&'a str, &'a str)>,
    pub(crate) method: &'a Method,
    /// The whole address that is asked, without the caller's query.
    pub(crate) url: &'a Url,
    /// The address as it would be at the start of all time, if it follows the clock, as a span until now does.
    pub(crate) timeless: Option<&'a Url>,
    /// The body of the message, if it has one.
    pub(crate) body: &'a [u8],
    /// The headers of the table and the caller.
    pub(crate) headers: [&'a HeaderMap; 2],
    /// The caller's query.
    pub(crate) query: &'a [(&'a str, &'a str)],
    /// The name of the credentials.
    pub(crate) credentials: &'a str,
}

impl Key {
    pub(crate) fn new(parts: &KeyParts<'_>) -> Self {
        let KeyParts { endpoint, source, method, url, timeless, body, headers, query, credentials } = parts;
        let mut digest = Digest(Sha256::new());
        digest.text(VERSION);
        digest.text(endpoint);
        let (source, step) = source.unwrap_or_default();
        digest.text(source);
        digest.text(step);
        digest.text(method.as_str());
        digest.text(if timeless.is_some() { "timeless" } else { "timed" });
        digest.text(timeless.unwrap_or(url).as_str());
        digest.bytes(body);
        digest.text(credentials);
        // In an order of their own: that of a map of headers is none.
        for headers in headers {
            let mut headers: Vec<_> =
                headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
            headers.sort_unstable();
            digest.count(headers.len());
            for (name, value) in headers {
                digest.text(name);
                digest.bytes(value);
            }
        }
        digest.count(query.len());
        for (name, value) in *query {
            digest.text(name);
            digest.text(value);
        }
        Self(digest.finish())
    }
}

impl fmt::Display for Key {
    /// As the name of a file has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A digest of texts, each with its length, so that no two lists of texts are the same bytes.
struct Digest(Sha256);

impl Digest {
    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.update(bytes);
    }

    fn count(&mut self, count: usize) {
        self.0.update(u64::try_from(count).unwrap_or(u64::MAX).to_le_bytes());
    }

    fn finish(self) -> [u8; LENGTH] {
        self.0.finalize()
    }
}
