//! The parts of the head of a reply that endpoints read: the media type, and the address of the next page in `Link`
//! (RFC 8288). A cache reads the entity tag and the time of the last change (RFC 9110).

use std::collections::BTreeMap;

use http::header::{CONTENT_TYPE, ETAG, HeaderMap, HeaderName, HeaderValue, LAST_MODIFIED, LINK};
use url::Url;

use crate::raw::ReplyHead;

/// The maximum length of a media type in bytes. Real ones have some tens.
const MAX_MEDIA_TYPE: usize = 127;

/// The maximum length of an entity tag in bytes. One that is longer is not sent back.
const MAX_TAG: usize = 1024;

/// Returns the parts of a head. `url` is the address that replied, and `names` are the headers that the table names.
pub(crate) fn read(headers: &HeaderMap, url: &Url, names: &[&str]) -> ReplyHead {
    let links = headers.get_all(LINK).iter().filter_map(|value| value.to_str().ok());
    let next = links.flat_map(links_of).find(Link::is_next);
    // An address that cannot be read is kept as it is: the page before it is good.
    let absolute = |link: Link<'_>| url.join(link.target).map_or_else(|_| link.target.to_owned(), Url::into);
    ReplyHead {
        media_type: media_type(headers),
        next: next.map(absolute),
        etag: text(headers, ETAG).filter(|tag| is_tag(tag)),
        modified: text(headers, LAST_MODIFIED).filter(|time| httpdate::parse_http_date(time).is_ok()),
        named: named(headers, names),
        wait: None,
    }
}

/// Returns the headers of those names, as the table writes them.
pub(crate) fn named(headers: &HeaderMap, names: &[&str]) -> BTreeMap<String, String> {
    names.iter().filter_map(|name| Some(((*name).to_owned(), joined(headers, name)?))).collect()
}

/// Joins the values of a header into the single value that RFC 9110 calls equal; `None` if it is missing or not text.
fn joined(headers: &HeaderMap, name: &str) -> Option<String> {
    let values: Result<Vec<&str>, _> = headers.get_all(name).iter().map(HeaderValue::to_str).collect();
    values.ok().filter(|values| !values.is_empty()).map(|values| values.join(", "))
}

/// Returns the one value of a header.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<String> {
    let mut values = headers.get_all(name).iter();
    let (value, other) = (values.next()?, values.next());
    let text = value.to_str().ok()?.trim();
    (other.is_none() && text.len() <= MAX_TAG).then(|| text.to_owned())
}

/// Returns true for an entity tag: `"…"` or `W/"…"`.
fn is_tag(text: &str) -> bool {
    let opaque = text.strip_prefix("W/").unwrap_or(text);
    opaque
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .is_some_and(|inner| !inner.contains(['"', ' ']))
}

/// Returns the media type in lower case and without parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<String> {
    let text = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let kind = text.split(';').next()?.trim();
    let is_one = kind.len() <= MAX_MEDIA_TYPE
        && kind.split_once('/').is_some_and(|(kind, of)| is_token(kind) && is_token(of));
    is_one.then(|| kind.to_ascii_lowercase())
}

/// Returns true for a token of HTTP.
fn is_token(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_sign)
}

/// A link of the header.
struct Link<'h> {
    target: &'h str,
    /// The parameters, with a `;` before each.
    params: &'h str,
}

impl Link<'_> {
    /// Returns true if it leads to the next page of this one. A link with an `anchor` is one of another page.
    fn is_next(&self) -> bool {
        let mut rel = None;
        for (name, value) in params_of(self.params) {
            if name.eq_ignore_ascii_case("anchor") {
                return false;
            }
            // Of several the first counts.
            if name.eq_ignore_ascii_case("rel") && rel.is_none() {
                rel = Some(value);
            }
        }
        rel.is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("next")))
    }
}

/// Returns the links of one header: `<target>; name=value; name="value", <target>`. What follows a fault is left out.
fn links_of(header: &str) -> Vec<Link<'_>> {
    let mut links = Vec::new();
    let mut rest = header;
    loop {
        rest = rest.trim_start_matches([' ', '\t', ',']);
        let Some((target, after)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) else {
            return links;
        };
        let (params, others) = split_at_sign(after, ',');
        links.push(Link { target: target.trim(), params });
        rest = others;
    }
}

/// Returns the names and values of parameters.
fn params_of(params: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut rest = params;
    while !rest.is_empty() {
        let (param, others) = split_at_sign(rest, ';');
        let (name, value) = param.split_once('=').unwrap_or((param, ""));
        let value = value.trim();
        let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        found.push((name.trim(), bare.unwrap_or(value)));
        rest = others;
    }
    found
}

/// Returns the text before and behind the first such sign outside of quotes.
fn split_at_sign(text: &str, sign: char) -> (&str, &str) {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let at_sign = |found: char| {
        match found {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' => is_quoted = !is_quoted,
            _ => return found == sign && !is_quoted,
        }
        false
    };
    match text.split_once(at_sign) {
        Some(parts) => parts,
        None => (text, ""),
    }
}
