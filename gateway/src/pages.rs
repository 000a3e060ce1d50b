//! The way from a page of items to the next one: the header `Link` (RFC 8288).

use http::{HeaderValue, Uri};
use quick_cache::sync::Cache;
use url::form_urlencoded;

use crate::served::short;

/// The name in the query of a page that its host named by an address, unless the endpoint has a parameter of that name.
pub(crate) const NEXT: &str = "next";

/// The addresses of pages that hosts named, each by a digest. A caller gives the digest: no address of a caller is asked.
pub(crate) type Links = Cache<String, String>;

/// Remembers the address of a page. Returns its digest.
pub(crate) fn remember(links: &Links, link: &str) -> String {
    let name = short(&hmac_sha256::Hash::hash(link.as_bytes()));
    links.insert(name.clone(), link.to_owned());
    name
}

/// Returns the header `Link` of a page: the first page and, with the value of the parameter that chooses it, the next one.
/// The addresses have no path, so that they are right behind a proxy that serves the gateway below a path of its own.
pub(crate) fn header(uri: &Uri, parameter: &str, next: Option<&str>) -> Option<HeaderValue> {
    let target = |value: Option<&str>| {
        let pairs = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs.filter(|(name, _)| name != parameter));
        query.extend_pairs(value.map(|value| (parameter, value)));
        query.finish()
    };
    let first = format!("<?{}>; rel=\"first\"", target(None));
    let next = next.map(|next| format!(", <?{}>; rel=\"next\"", target(Some(next))));
    HeaderValue::from_str(&format!("{first}{}", next.unwrap_or_default())).ok()
}
