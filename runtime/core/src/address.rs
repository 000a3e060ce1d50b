//! Builds safe addresses from the segments of a path: a parameter never changes the host, the depth of
//! the path or the query.

use std::borrow::Cow;
use std::net::{Ipv4Addr, Ipv6Addr};

use url::{Host, Position, Url};

use crate::catalogue::Host as TableHost;
use crate::segment::{Segment, segment_fault};

/// Returns the address of a host, of the table or of an override, from its text.
///
/// The reason of a failure never repeats the address, which may carry a secret.
pub(crate) fn base(text: &str) -> Result<Url, &'static str> {
    let Ok(url) = Url::parse(text.trim()) else {
        return Err("cannot be read; write one such as https://example.com");
    };
    if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
        return Err("is neither http nor https; write one such as https://example.com");
    }
    if has_credentials(&url) {
        return Err("has a user name or a password; give them as a header");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err("has a query or a fragment; give a query with RequestParams::query");
    }
    Ok(url)
}

/// Returns the address of a next page, whose path and query stand below `base`.
///
/// The reason of a failure never repeats the address, which may carry a secret.
pub(crate) fn linked(base: &Url, link: &str) -> Result<Url, String> {
    let (path, query) = match link.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (link, None),
    };
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    url.set_query(query);
    url.set_fragment(None);
    let is_below = url.path().starts_with(base.path().trim_end_matches('/'));
    if url.origin() != base.origin() || !is_below {
        return Err("its next page would change the host; check the host's address".to_owned());
    }
    Ok(url)
}

/// Returns the table's own address of a host.
pub(crate) fn table_base(host: &TableHost) -> Result<Url, String> {
    base(host.default).map_err(|reason| format!("the table's address of {} {reason}", host.name))
}

/// Returns the address of a path and a query at the table's own host.
pub(crate) fn in_table(
    host: &TableHost,
    segments: &[Segment<'_>],
    query: &[(&'static str, Cow<'_, str>)],
) -> Result<Url, String> {
    build(&table_base(host)?, segments, query)
}

/// Returns true for an address with a user name or a password.
pub(crate) fn has_credentials(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

/// Returns true for an address on this machine.
pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Returns true for an address of this machine or of a private network, by its text: such an IP address, a name without
/// a point, or one of the names that networks of homes and companies have. A public name may lead there, too.
pub fn is_private_address(url: &str) -> bool {
    const NAMES: [&str; 5] = [".localhost", ".local", ".internal", ".lan", ".home.arpa"];
    let Ok(url) = Url::parse(url.trim()) else { return false };
    let is_private = |address: Ipv4Addr| {
        let [first, second, third, _] = address.octets();
        address.is_private()
            || address.is_loopback()
            || address.is_link_local()
            || first == 0
            // Shared by the customers of a provider (RFC 6598), for protocols, and for measurements (RFC 6890).
            || first == 100 && (64..128).contains(&second)
            || [first, second, third] == [192, 0, 0]
            || first == 198 && (18..20).contains(&second)
            // Reserved.
            || first >= 240
    };
    match url.host() {
        Some(Host::Ipv4(address)) => is_private(address),
        Some(Host::Ipv6(address)) => match address.to_ipv4().or_else(|| behind_nat64(address)) {
            // `::` and `::1`, too.
            Some(mapped) => is_private(mapped),
            None => address.is_unique_local() || address.is_unicast_link_local(),
        },
        Some(Host::Domain(name)) => {
            let name = name.trim_end_matches('.');
            !name.contains('.') || NAMES.iter().any(|end| name.ends_with(end))
        }
        None => false,
    }
}

/// Returns the address behind a gateway to IPv4 that an address names (RFC 6052).
fn behind_nat64(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let [0x64, 0xff9b, 0, 0, 0, 0, high, low] = address.segments() else { return None };
    Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
}

/// Returns the address of a request below `base`.
///
/// The reason of a failure never repeats the address, which may carry a secret.
pub(crate) fn build(
    base: &Url,
    segments: &[Segment<'_>],
    query: &[(&'static str, Cow<'_, str>)],
) -> Result<Url, String> {
    let mut path = base.path().trim_end_matches('/').to_owned();
    for segment in segments {
        if !segment.is_end()
            && let Some(fault) = segment_fault(&segment.text())
        {
            return Err(fault);
        }
        path.push('/');
        path.push_str(&segment.encoded());
    }
    if segments.is_empty() {
        path.push('/');
    }
    let mut url = base.clone();
    url.set_path(&path);
    url.set_fragment(None);
    if !query.is_empty() {
        url.query_pairs_mut().extend_pairs(query.iter().map(|(name, value)| (*name, value.as_ref())));
    }
    // The encoding above keeps these; a change to it that does not must not get out.
    if url[..Position::AfterPort] != base[..Position::AfterPort] || url.path() != path {
        return Err("its parameters would change the host or the path; check them".to_owned());
    }
    Ok(url)
}
