//! The head of a request: its checks, and the facts that are read of it.

use http::header::{ACCEPT, HOST, IF_MATCH};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};

use crate::headers::{list, weighted};
use crate::problem::Problem;
use crate::served::{bare, has_tag};

/// The maximum length of a path with its query, in bytes.
const MAX_TARGET: usize = 16 << 10;

/// Returns what a request by HTTP/2 has in place of the header `Host`.
pub(crate) fn authority(head: &http::request::Parts) -> Option<HeaderValue> {
    let authority = head.uri.authority().filter(|_| head.version == Version::HTTP_2)?;
    HeaderValue::from_str(authority.as_str()).ok()
}

/// Checks what no request may have, whatever it asks for.
pub(crate) fn well_formed(head: &http::request::Parts) -> Result<(), Problem> {
    let hosts = head.headers.get_all(HOST).iter().count();
    // Two machines on the way could each take another one (RFC 9112).
    if hosts > 1 || (hosts == 0 && head.version == Version::HTTP_11) {
        return Err(Problem::bad(format!("the request has {hosts} headers Host: send one")));
    }
    let target = head.uri.path_and_query().map_or(0, |target| target.as_str().len());
    if target > MAX_TARGET {
        let detail = format!(
            "the address has {target} bytes, and {MAX_TARGET} are the most: ask for fewer subjects at once"
        );
        return Err(Problem::new(StatusCode::URI_TOO_LONG, detail));
    }
    Ok(())
}

/// Returns true for a method that only reads.
pub(crate) fn is_read(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Checks that what the gateway has itself is asked for as a document is.
pub(crate) fn require_read(head: &http::request::Parts) -> Result<(), Problem> {
    if is_read(&head.method) {
        return Ok(());
    }
    let detail = format!("{} is asked with GET", head.uri.path());
    Err(Problem::of_method(detail, methods("GET", true)))
}

/// Returns true unless the header `If-Match` names other responses than the response of that entity tag.
pub(crate) fn is_wanted(headers: &HeaderMap, tag: Option<&HeaderValue>) -> bool {
    let Some(wanted) = list(headers, IF_MATCH) else { return true };
    let is_strong =
        |one: &str| !one.starts_with("W/") && tag.and_then(bare).is_some_and(|tag| has_tag(one, tag));
    wanted.split(',').map(str::trim).any(|one| one == "*" || is_strong(one))
}

pub(crate) fn other() -> Problem {
    let detail = "the response is not the one that If-Match names: ask without it for the new one";
    Problem::new(StatusCode::PRECONDITION_FAILED, detail)
}

/// Returns the methods of an endpoint of that method of the host. One that only reads has GET in any case.
pub(crate) fn methods(own: &str, only_reads: bool) -> &'static str {
    match own {
        "GET" => "GET, HEAD, OPTIONS",
        "PUT" => "PUT, OPTIONS",
        "PATCH" => "PATCH, OPTIONS",
        "DELETE" => "DELETE, OPTIONS",
        _ if only_reads => "GET, HEAD, POST, OPTIONS",
        _ => "POST, OPTIONS",
    }
}

/// Returns a header of a caller that a line of the log can have: a short word of letters, digits and marks.
pub(crate) fn plain(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let text = headers.get(name)?.to_str().ok()?;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    ((1..=64).contains(&text.len()) && text.bytes().all(is_plain)).then(|| text.to_owned())
}

/// Returns true if the caller is a browser that wants a page.
pub(crate) fn takes_html(headers: &HeaderMap) -> bool {
    weighted(headers, ACCEPT).any(|(range, _)| range == "text/html")
}
