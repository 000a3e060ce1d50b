//! What the caller added to a request: the values that no message may show and the query parameters
//! that no other host may see.

use std::collections::HashSet;

use reqwest::Request;
use url::{Url, form_urlencoded};

use crate::client::RequestParams;

/// A shorter value, such as a region, is found in any text by chance and is no secret.
const SHORTEST: usize = 4;
/// Nor is a shorter part of a value, such as `Bearer`.
const SHORTEST_PART: usize = 8;

/// The caller's additions to a request.
pub(crate) struct Secrets {
    /// The names of query parameters.
    names: HashSet<String>,
    /// The values of query parameters and headers.
    values: HashSet<String>,
}

impl Secrets {
    pub(super) fn new(params: &RequestParams) -> Self {
        let pairs = || params.query_pairs();
        let names = pairs().map(|(name, _)| name.to_owned()).collect();
        Self { names, values: pairs().map(|(_, value)| value.to_owned()).collect() }
    }

    /// Takes what a hook added to an address, and the values of the headers.
    pub(super) fn learn(&mut self, before: &Url, request: &Request) {
        let known: HashSet<_> = before.query_pairs().map(|(name, _)| name).collect();
        for (name, value) in request.url().query_pairs().filter(|(name, _)| !known.contains(name)) {
            self.names.insert(name.into_owned());
            self.values.insert(value.into_owned());
        }
        let headers = request.headers().values().filter_map(|value| value.to_str().ok());
        self.values.extend(headers.map(str::to_owned));
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
        let mut forms: Vec<String> = whole.chain(parts).flat_map(forms).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let hidden = forms.iter().fold(text.to_owned(), |text, secret| replaced(&text, secret));
        forms.iter().fold(hidden, |text, secret| without_beginning(text, secret))
    }
}

/// What stands for a secret.
const HIDDEN: &str = "…";

/// A secret as a host may write it, in lower case.
fn forms(secret: &str) -> [String; 3] {
    let quoted = format!("{secret:?}");
    let quoted = quoted.strip_prefix('"').and_then(|quoted| quoted.strip_suffix('"')).unwrap_or(secret);
    let encoded: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    [secret, quoted, &encoded].map(str::to_ascii_lowercase)
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
