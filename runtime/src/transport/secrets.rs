//! What the caller added to a request: the values that no message may show and the query parameters
//! that no other host may see.

use std::collections::HashSet;

use memchr::memmem;
use reqwest::Request;
use reqwest::header::{
    CACHE_CONTROL, CONTENT_TYPE, COOKIE, HeaderName, ORIGIN, PRAGMA, REFERER, UPGRADE_INSECURE_REQUESTS,
    USER_AGENT,
};
use url::{Url, form_urlencoded};

use crate::session::{CRUMB, Session};
use crate::settings::RequestParams;

/// A shorter value, such as a region, is found in any text by chance and is no secret.
const SHORTEST: usize = 4;
/// Nor is a shorter part of a value, such as `Bearer`.
const SHORTEST_PART: usize = 8;

/// Headers that say what a caller takes and what it is, which is no secret and stands in many pages.
const PLAIN: [HeaderName; 7] =
    [CACHE_CONTROL, CONTENT_TYPE, ORIGIN, PRAGMA, REFERER, UPGRADE_INSECURE_REQUESTS, USER_AGENT];

/// The caller's additions to a request.
pub(crate) struct Secrets {
    /// The names of query parameters.
    names: HashSet<String>,
    /// The values of query parameters and headers.
    values: HashSet<String>,
    /// Those that are looked for in data, where a word found by chance would do damage: values of query
    /// parameters and cookies, and the words of other headers.
    private: HashSet<String>,
}

impl Secrets {
    pub(super) fn new(params: &RequestParams, session: Option<&Session>) -> Self {
        let pairs = || params.query_pairs();
        let session = || session.into_iter();
        let crumb = session().map(|_| CRUMB);
        let names = pairs().map(|(name, _)| name).chain(crumb).map(str::to_owned).collect();
        let values = || pairs().map(|(_, value)| value).chain(session().flat_map(Session::secrets));
        let all = || values().map(str::to_owned).collect();
        Self { names, values: all(), private: all() }
    }

    /// Takes what a hook added to an address, and the values of the headers.
    pub(super) fn learn(&mut self, before: &Url, request: &Request) {
        let known: HashSet<_> = before.query_pairs().map(|(name, _)| name).collect();
        for (name, value) in request.url().query_pairs().filter(|(name, _)| !known.contains(name)) {
            self.names.insert(name.into_owned());
            self.private.insert(value.clone().into_owned());
            self.values.insert(value.into_owned());
        }
        for (name, value) in request.headers() {
            let Ok(value) = value.to_str() else { continue };
            self.values.insert(value.to_owned());
            if *name == COOKIE {
                let cookies = value.split(';').filter_map(|cookie| cookie.split_once('='));
                self.private.extend(cookies.map(|(_, value)| value.trim().to_owned()));
            } else if !is_plain(name) {
                self.private.extend(value.split(' ').map(str::to_owned));
            }
        }
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

    /// A text of the host with every secret value in it replaced, in whatever case, quoted as `Debug` does
    /// it or encoded as in an address, and cut off at the end of the text too.
    pub(crate) fn hide(&self, text: &str) -> String {
        // A host may repeat a part alone, such as the token of `Bearer token` or the value of a cookie.
        let parts = self.values.iter().flat_map(|value| value.split([' ', ';', ',', '=']));
        let parts = parts.filter(|part| part.len() >= SHORTEST_PART);
        let whole = self.values.iter().map(String::as_str).filter(|value| value.len() >= SHORTEST);
        let forms = whole.chain(parts).flat_map(forms);
        let mut forms: Vec<String> = forms.map(|form| form.to_ascii_lowercase()).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let hidden = forms.iter().fold(text.to_owned(), |text, secret| replaced(&text, secret));
        forms.iter().fold(hidden, |text, secret| without_beginning(text, secret))
    }

    /// Replaces the caller's secrets in a body that is to be recorded, and gives how many there were.
    ///
    /// Values of less than eight bytes stay: a region or a language is part of the data.
    pub(super) fn hide_in_body(&self, body: &mut Vec<u8>) -> usize {
        let values = self.private.iter().filter(|value| value.len() >= SHORTEST_PART);
        let mut forms: Vec<String> = values.flat_map(|value| forms(value)).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        forms.iter().map(|form| replace(body, form.as_bytes())).fold(0, usize::saturating_add)
    }
}

fn is_plain(name: &HeaderName) -> bool {
    PLAIN.contains(name) || name.as_str().starts_with("accept") || name.as_str().starts_with("sec-")
}

/// Replaces every occurrence, and gives how many there were.
fn replace(body: &mut Vec<u8>, secret: &[u8]) -> usize {
    let places: Vec<usize> = memmem::find_iter(body, secret).collect();
    if places.is_empty() {
        return 0;
    }
    let mut out = Vec::with_capacity(body.len());
    let mut rest = 0;
    for place in &places {
        out.extend_from_slice(body.get(rest..*place).unwrap_or_default());
        out.extend_from_slice(b"hidden");
        rest = place.saturating_add(secret.len());
    }
    out.extend_from_slice(body.get(rest..).unwrap_or_default());
    *body = out;
    places.len()
}

/// What stands for a secret.
const HIDDEN: &str = "…";

/// A secret as a host may write it: as it is, quoted as `Debug` does it, in an address, in a script.
fn forms(secret: &str) -> [String; 5] {
    let quoted = format!("{secret:?}");
    let quoted = quoted.strip_prefix('"').and_then(|quoted| quoted.strip_suffix('"')).unwrap_or(secret);
    let encoded = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    [
        secret.to_owned(),
        quoted.to_owned(),
        encoded,
        secret.replace('/', "\\/"),
        secret.replace('/', "\\u002F"),
    ]
}

fn replaced(text: &str, secret: &str) -> String {
    // Lower case of ASCII keeps the place of every letter.
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for (place, found) in lower.match_indices(secret) {
        out.push_str(text.get(rest..place).unwrap_or_default());
        out.push_str(HIDDEN);
        rest = place.saturating_add(found.len());
    }
    out.push_str(text.get(rest..).unwrap_or_default());
    out
}

/// The text without the beginning of a secret at its end, where a message was cut.
fn without_beginning(mut text: String, secret: &str) -> String {
    let shown = text.trim_end_matches(['…', '"', ')']).len();
    let lower = text.get(..shown).unwrap_or_default().to_ascii_lowercase();
    let beginnings = secret.char_indices().map(|(end, _)| end).filter(|end| *end >= SHORTEST_PART).rev();
    let cut = beginnings.filter_map(|end| lower.strip_suffix(secret.get(..end)?)).map(str::len).next();
    if let Some(cut) = cut {
        text.replace_range(cut..shown, HIDDEN);
    }
    text
}
