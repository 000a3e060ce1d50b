//! Masks the caller's secrets in texts and bodies.

use std::collections::HashSet;
use std::fmt;

use memchr::memmem;
use url::form_urlencoded;

/// Shorter values, such as a region, are not masked: they occur in ordinary text.
const MIN_VALUE: usize = 4;
/// Shorter parts of values, such as `Bearer`, are not masked either.
const MIN_PART: usize = 8;

/// Replaces a masked value in a text.
const MASK: &str = "…";
/// Replaces a masked value in a body.
const BODY_MASK: &[u8] = b"hidden";

/// Masks the secrets of a request: what the caller and the client's credentials added to it.
#[derive(Default)]
pub struct Redactor {
    values: HashSet<String>,
    /// The values that are also looked for in data, where a word found by chance would do damage.
    private: HashSet<String>,
}

impl Redactor {
    /// Creates one that masks these values, to test a [`CustomFault`](crate::error::CustomFault) with.
    #[must_use]
    pub fn new<S: Into<String>>(secrets: impl IntoIterator<Item = S>) -> Self {
        Self { values: secrets.into_iter().map(Into::into).collect(), private: HashSet::new() }
    }

    /// Adds a value that no text may show.
    pub(crate) fn add(&mut self, value: impl Into<String>) {
        self.values.insert(value.into());
    }

    /// Adds a value that is replaced in recorded bodies.
    pub(crate) fn add_private(&mut self, value: impl Into<String>) {
        self.private.insert(value.into());
    }

    /// Returns the text with every secret replaced, whatever its case, quoted as `Debug` does it or encoded
    /// as in an address, and cut off at the end of the text too.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        // A host may repeat a part alone, such as the token of `Bearer token` or the value of a cookie.
        let parts = self.values.iter().flat_map(|value| value.split([' ', ';', ',', '=']));
        let parts = parts.filter(|part| part.len() >= MIN_PART);
        let whole = self.values.iter().map(String::as_str).filter(|value| value.len() >= MIN_VALUE);
        let forms = whole.chain(parts).flat_map(forms);
        let mut forms: Vec<String> = forms.map(|form| form.to_ascii_lowercase()).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        let redacted = forms.iter().fold(text.to_owned(), |text, secret| replace_all(&text, secret));
        forms.iter().fold(redacted, |text, secret| without_cut_secret(text, secret))
    }

    /// Replaces the private secrets in a body, and returns how many it replaced.
    ///
    /// Values of less than eight bytes stay: a region or a language is part of the data.
    pub(crate) fn redact_body(&self, body: &mut Vec<u8>) -> usize {
        let values = self.private.iter().filter(|value| value.len() >= MIN_PART);
        let mut forms: Vec<String> = values.flat_map(|value| forms(value)).collect();
        forms.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        forms.dedup();
        forms.iter().map(|form| replace_bytes(body, form.as_bytes())).fold(0, usize::saturating_add)
    }
}

impl fmt::Debug for Redactor {
    /// Shows the number of values only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("values", &self.values.len()).finish_non_exhaustive()
    }
}

/// Returns a secret as a host may write it: as it is, quoted as `Debug` does it, in an address, in a script.
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

fn replace_all(text: &str, secret: &str) -> String {
    // Lower case of ASCII keeps the index of every character.
    let lower = text.to_ascii_lowercase();
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    for (index, found) in lower.match_indices(secret) {
        out.push_str(text.get(rest..index).unwrap_or_default());
        out.push_str(MASK);
        rest = index.saturating_add(found.len());
    }
    out.push_str(text.get(rest..).unwrap_or_default());
    out
}

/// Returns the text without the beginning of a secret at its end, where a message was cut.
fn without_cut_secret(mut text: String, secret: &str) -> String {
    let shown = text.trim_end_matches(['…', '"', ')']).len();
    let lower = text.get(..shown).unwrap_or_default().to_ascii_lowercase();
    let beginnings = secret.char_indices().map(|(end, _)| end).filter(|end| *end >= MIN_PART).rev();
    let cut = beginnings.filter_map(|end| lower.strip_suffix(secret.get(..end)?)).map(str::len).next();
    if let Some(cut) = cut {
        text.replace_range(cut..shown, MASK);
    }
    text
}

/// Replaces every occurrence, and returns how many there were.
fn replace_bytes(body: &mut Vec<u8>, secret: &[u8]) -> usize {
    let indexes: Vec<usize> = memmem::find_iter(body, secret).collect();
    if indexes.is_empty() {
        return 0;
    }
    let mut out = Vec::with_capacity(body.len());
    let mut rest = 0;
    for index in &indexes {
        out.extend_from_slice(body.get(rest..*index).unwrap_or_default());
        out.extend_from_slice(BODY_MASK);
        rest = index.saturating_add(secret.len());
    }
    out.extend_from_slice(body.get(rest..).unwrap_or_default());
    *body = out;
    indexes.len()
}
