//! Checks redirects: they may lead to https, to hosts of the table, and to hosts that the authenticator allows.

use http::header::{HeaderMap, LOCATION};
use url::Url;

use crate::address::{has_credentials, is_loopback};
use crate::error::RedirectFault;

/// The hosts that redirects of a request may lead to.
pub(crate) struct RedirectRules<'a> {
    /// Returns true for an address of one of the table's hosts.
    pub(crate) is_of_table: &'a (dyn Fn(&Url) -> bool + Sync),
    /// The names of further hosts, at the port of https.
    pub(crate) other_hosts: &'a [&'a str],
}

/// Returns true for a status that redirects.
pub(crate) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

impl RedirectRules<'_> {
    /// Returns the address that a redirect of `current` leads to. `first` is the address that was asked for.
    pub(crate) fn target(
        &self,
        current: &Url,
        headers: &HeaderMap,
        first: &Url,
    ) -> Result<Url, RedirectFault> {
        let mut next = headers
            .get(LOCATION)
            .and_then(|location| location.to_str().ok())
            .filter(|location| !location.trim().is_empty())
            .and_then(|location| current.join(location).ok())
            .ok_or(RedirectFault::NoAddress)?;
        next.set_fragment(None);
        let host = next.host_str().unwrap_or_default().to_owned();
        if has_credentials(&next) {
            return Err(RedirectFault::Credentials { host });
        }
        // Without encryption only on this machine, and only where the caller began without it.
        let plain = next.scheme() == "http"
            && is_loopback(&next)
            && current.scheme() == "http"
            && first.scheme() == "http";
        if next.scheme() != "https" && !plain {
            return Err(RedirectFault::Insecure { host });
        }
        if !self.is_allowed(&next) {
            return Err(RedirectFault::ForeignHost { host });
        }
        Ok(next)
    }

    /// Returns true for a host of the table with its port, and for another allowed host.
    fn is_allowed(&self, next: &Url) -> bool {
        let other = next.port_or_known_default() == Some(443)
            && next.host_str().is_some_and(|host| self.other_hosts.contains(&host));
        (self.is_of_table)(next) || other
    }
}
