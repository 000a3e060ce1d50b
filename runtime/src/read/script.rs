//! Pages that carry replies of JSON services in scripts, each with the address that it was fetched from
//! (pages of today). The page is walked once by its bytes; no tree of it is built.

use std::borrow::Cow;

use memchr::memmem;
use percent_encoding::percent_decode_str;
use url::form_urlencoded;

use crate::error::Fault;
use crate::read::{envelope, json, refusal};

const SCRIPT: &str = "<script";
const SCRIPT_END: &str = "</script";
/// The attribute with the address.
const URL: &str = "data-url";

/// A reply that a page carries.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Embedded<'a> {
    /// The address as the attribute has it.
    url: &'a str,
    /// The script's text.
    text: &'a str,
}

members! {
    struct Fetched {
        status: "status" => Option<u16>,
        body: "body" => Option<String>,
    }
}

/// The body of the first reply from a path, where the page carries one with such a parameter.
///
/// # Errors
/// It cannot be read, or the page's own server was refused.
pub(crate) fn body_from(
    page: &str,
    path: &str,
    is_wanted: impl Fn(&Embedded<'_>) -> bool,
) -> Result<Option<String>, Fault> {
    let is_from = |script: &Embedded<'_>| script.after(path).is_some_and(|rest| rest.is_empty());
    embedded(page).find(|script| is_from(script) && is_wanted(script)).map(|script| script.body()).transpose()
}

/// The replies that a page carries, in its order.
pub(crate) fn embedded(page: &str) -> impl Iterator<Item = Embedded<'_>> {
    let mut rest = page;
    std::iter::from_fn(move || {
        loop {
            let start = memmem::find(rest.as_bytes(), SCRIPT.as_bytes())?;
            let tag = rest.get(start..)?.strip_prefix(SCRIPT)?;
            let (url, text) = attribute(tag, URL);
            let end = memmem::find(text.as_bytes(), SCRIPT_END.as_bytes())?;
            let (text, after) = text.split_at_checked(end)?;
            rest = after;
            if let Some(url) = url {
                return Some(Embedded { url, text });
            }
        }
    })
}

impl Embedded<'_> {
    /// What follows `prefix` in the path of the address, decoded, where the path begins with it.
    pub(crate) fn after(&self, prefix: &str) -> Option<String> {
        let url = unescaped(self.url);
        let path = url.split_once("://").map_or(&*url, |(_, rest)| rest);
        let path = path.find('/').and_then(|start| path.get(start..))?;
        let last = path.split(['?', '#']).next()?.strip_prefix(prefix)?;
        Some(percent_decode_str(last).decode_utf8_lossy().into_owned())
    }

    /// A parameter of the address's query, decoded.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        let url = unescaped(self.url);
        let (_, query) = url.split_once('?')?;
        let mut parameters = form_urlencoded::parse(query.as_bytes());
        parameters.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    }

    /// The reply's own body, most often JSON.
    ///
    /// # Errors
    /// The script holds something else, or the page's own server was refused.
    pub(crate) fn body(&self) -> Result<String, Fault> {
        let fetched: Fetched =
            serde_json::from_str(self.text).map_err(|error| json::malformed("the page's script", &error))?;
        let (status, body) = (fetched.status.unwrap_or_default(), fetched.body.unwrap_or_default());
        if status < 400 {
            return Ok(body);
        }
        let (code, description) = envelope::host_error(body.as_bytes())
            .unwrap_or_else(|| (status.to_string(), json::shortened(body)));
        Err(refusal::of_host(Some(status), code, description))
    }
}

/// The value of an attribute of a tag, where the tag has it, and what follows the tag.
fn attribute<'a>(tag: &'a str, wanted: &str) -> (Option<&'a str>, &'a str) {
    let (mut rest, mut found) = (tag, None);
    loop {
        rest = rest.trim_start_matches(|letter: char| letter.is_ascii_whitespace() || letter == '/');
        if let Some(after) = rest.strip_prefix('>') {
            return (found, after);
        }
        let ends = |letter: char| letter.is_ascii_whitespace() || matches!(letter, '=' | '>' | '/');
        let (name, after) = split_before(rest, ends);
        let value = after.trim_ascii_start().strip_prefix('=').map(str::trim_ascii_start);
        let (value, after) = match value {
            None => ("", after),
            Some(value) => match value.chars().next().filter(|quote| matches!(quote, '"' | '\'')) {
                Some(quote) => value.get(1..).and_then(|value| value.split_once(quote)).unwrap_or_default(),
                None => split_before(value, |letter| letter.is_ascii_whitespace() || letter == '>'),
            },
        };
        if name.eq_ignore_ascii_case(wanted) {
            found = Some(value);
        }
        // A tag that goes on to nowhere has no text.
        if after.is_empty() || (name.is_empty() && after.len() == rest.len()) {
            return (None, "");
        }
        rest = after;
    }
}

fn split_before(text: &str, ends: impl Fn(char) -> bool) -> (&str, &str) {
    text.find(ends).and_then(|end| text.split_at_checked(end)).unwrap_or((text, ""))
}

/// An attribute's text without the character references that addresses need.
fn unescaped(text: &str) -> Cow<'_, str> {
    const REFERENCES: [(&str, &str); 6] =
        [("&quot;", "\""), ("&#34;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    if !text.contains('&') {
        return text.into();
    }
    let replaced = REFERENCES.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    replaced.into()
}
