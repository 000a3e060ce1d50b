//! Cookies: the host that set each, and the hosts that may see it. A library's jar has rules for paths, expiry and public
//! suffixes, which a chain of redirects does not need.

use std::fmt;

use http::header::{COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use serde::{Deserialize, Serialize};
use url::{Host, Url};

/// The maximum number of cookies.
const MAX_COOKIES: usize = 50;
/// The maximum length of a cookie, in bytes.
const MAX_COOKIE: usize = 4096;

/// The cookies that hosts have set, 50 at most. Each goes to the host that set it and, with a `Domain`, to the hosts below
/// that domain.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cookies(Vec<Cookie>);

/// A cookie, by its name and the hosts that may see it.
#[derive(Clone, Serialize, Deserialize)]
struct Cookie {
    name: String,
    value: String,
    /// The host that set it, or the domain whose hosts share it.
    domain: String,
    /// True if the hosts below the domain see it too.
    below: bool,
}

impl Cookies {
    /// Returns true if there is none.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes the cookies of a reply from that address.
    pub fn take(&mut self, url: &Url, headers: &HeaderMap) {
        let lines = headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
        for (cookie, gone) in lines.filter_map(|line| read(url, line)) {
            self.0.retain(|known| known.name != cookie.name || known.domain != cookie.domain);
            if !gone && self.0.len() < MAX_COOKIES {
                self.0.push(cookie);
            }
        }
    }

    /// Returns the value of the header `Cookie` for an address.
    pub fn header(&self, url: &Url) -> Option<HeaderValue> {
        let pairs: Vec<String> =
            self.seen(url).map(|cookie| format!("{}={}", cookie.name, cookie.value)).collect();
        HeaderValue::from_str(&pairs.join("; ")).ok().filter(|value| !value.is_empty())
    }

    /// Adds the cookies for an address to the headers of a message, replacing cookies of the same names.
    pub(super) fn add_to(&self, url: &Url, headers: &mut HeaderMap) {
        let Some(own) = self.header(url) else { return };
        let is_old = |pair: &&str| {
            let name = pair.split('=').next().unwrap_or_default();
            self.seen(url).any(|cookie| cookie.name == name)
        };
        let sent = headers.get(COOKIE).and_then(|sent| sent.to_str().ok()).unwrap_or_default();
        let kept = sent.split(';').map(str::trim).filter(|pair| !pair.is_empty() && !is_old(pair));
        let all: Vec<&str> = kept.chain(own.to_str().ok()).collect();
        if let Ok(all) = HeaderValue::from_str(&all.join("; ")) {
            headers.insert(COOKIE, all);
        }
    }

    /// Returns the cookies for an address.
    fn seen(&self, url: &Url) -> impl Iterator<Item = &Cookie> {
        self.0.iter().filter(|cookie| cookie.is_for(url))
    }

    /// Returns the values of all cookies.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|cookie| cookie.value.as_str())
    }
}

impl fmt::Debug for Cookies {
    /// Shows names only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|cookie| &cookie.name)).finish()
    }
}

impl Cookie {
    fn is_for(&self, url: &Url) -> bool {
        url.host_str().is_some_and(|host| host == self.domain) || (self.below && is_below(url, &self.domain))
    }
}

/// Reads a line of `Set-Cookie`; the second value is true where it takes the cookie away. A domain that the host is not in is refused.
fn read(url: &Url, line: &str) -> Option<(Cookie, bool)> {
    let mut parts = line.split(';').map(str::trim);
    let (name, value) = parts.next()?.split_once('=')?;
    let (name, value) = (name.trim().to_owned(), value.trim().to_owned());
    if name.is_empty() || line.len() > MAX_COOKIE {
        return None;
    }
    let attributes: Vec<(String, &str)> = parts
        .map(|part| part.split_once('=').unwrap_or((part, "")))
        .map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim()))
        .collect();
    let attribute = |wanted| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
    let host = url.host_str()?;
    let domain = attribute("domain").map(|text| text.trim_start_matches('.').to_ascii_lowercase());
    let domain = domain.filter(|domain| !domain.is_empty() && domain != host);
    if domain.as_ref().is_some_and(|domain| !domain.contains('.') || !is_below(url, domain)) {
        return None;
    }
    let gone = value.is_empty()
        || attribute("max-age").and_then(|age| age.parse::<i64>().ok()).is_some_and(|age| age <= 0);
    let below = attribute("domain").is_some_and(|text| !text.is_empty());
    Some((Cookie { name, value, domain: domain.unwrap_or_else(|| host.to_owned()), below }, gone))
}

/// Returns true for a host with a name below a domain.
fn is_below(url: &Url, domain: &str) -> bool {
    let Some(Host::Domain(name)) = url.host() else { return false };
    name.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
}
