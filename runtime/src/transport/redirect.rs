//! Where a redirect may lead: https, hosts of the table and their consent hosts, nowhere else.

use reqwest::header::{HeaderMap, LOCATION};
use url::Url;

use super::address::{has_credentials, is_loopback};
use crate::error::RedirectFault;

/// The hosts that ask visitors for consent before a page.
const CONSENT_HOSTS: [&str; 2] = ["guce.yahoo.com", "consent.yahoo.com"];

/// Whether a status is a redirect to follow.
pub(crate) fn is_redirect(status: u16) -> bool {
    matches!(status, 301 | 302 | 303 | 307 | 308)
}

/// The address that a redirect of `current` leads to. `first` is the address that was asked for.
pub(crate) fn target(
    current: &Url,
    headers: &HeaderMap,
    first: &Url,
    hosts: &[Url],
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
    if !is_known(&next, hosts) {
        return Err(RedirectFault::ForeignHost { host });
    }
    Ok(next)
}

/// A host of the table with its port, or a consent host with the port of https.
fn is_known(next: &Url, hosts: &[Url]) -> bool {
    let of_table = hosts.iter().any(|host| {
        host.host() == next.host() && host.port_or_known_default() == next.port_or_known_default()
    });
    let of_consent = next.port_or_known_default() == Some(443)
        && next.host_str().is_some_and(|host| CONSENT_HOSTS.contains(&host));
    of_table || of_consent
}
