//! Masks the caller's secrets in texts and bodies.

use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

use memchr::memmem;

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
    /// Creates a redactor that masks these values, to test a [`CustomFault`](crate::error::CustomFault) with.
    pub fn new<S: Into<String>>(secrets: impl IntoIterator<Item = S>) -> Self {
        Self { values: secrets.into_iter().map(Into::into).collect(), private: HashSet::new() }
    }

    /// Adds a value that no text may show.
    pub(crate) fn add(&mut self, value: impl Into<String>) {
        self.values.insert(value.into());
    }

    /// Adds a value that is replaced in bodies.
    pub(crate) fn add_private(&mut self, value: impl Into<String>) {
        self.private.insert(value.into());
    }

    /// Returns the text with every secret replaced, in any case, however its characters are written (quoted, or encoded for
    /// an address, JSON or HTML), and cut off at the end of the text too.
    pub fn redact(&self, text: &str) -> String {
        // A host may repeat a part alone, such as the token of `Bearer token` or the value of a cookie.
        let parts = self.values.iter().flat_map(|value| value.split([' ', ';', ',', '=']));
        let parts = parts.filter(|part| part.len() >= MIN_PART);
        let whole = self.values.iter().map(String::as_str).filter(|value| value.len() >= MIN_VALUE);
        let mut secrets: Vec<String> = whole.chain(parts).map(str::to_ascii_lowercase).collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let secrets: Vec<Spelled> =
            secrets.iter().map(|secret| Spelled::new(secret, str::to_ascii_lowercase)).collect();
        let redacted = secrets.iter().fold(text.to_owned(), |text, secret| replace_all(&text, secret));
        secrets.iter().fold(redacted, without_cut_secret)
    }

    /// Replaces the private secrets in a body, and returns how many it replaced.
    ///
    /// Values of less than eight bytes stay: a region or a language is part of the data.
    pub(crate) fn redact_body(&self, body: &mut Vec<u8>) -> usize {
        let mut secrets: Vec<&String> = self.private.iter().filter(|value| value.len() >= MIN_PART).collect();
        secrets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        let replaced = secrets.iter().map(|secret| replace_bytes(body, &Spelled::new(secret, str::to_owned)));
        replaced.fold(0, usize::saturating_add)
    }
}

impl fmt::Debug for Redactor {
    /// Shows the number of values only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redactor").field("values", &self.values.len()).finish_non_exhaustive()
    }
}

/// A secret with every way in which a host may write its characters: as they are, quoted as `Debug` does it, in an address, in
/// JSON, in a script, and in HTML.
struct Spelled {
    characters: Vec<Vec<String>>,
    /// The longest part that is written in one way only, and the greatest length of what comes before it.
    anchor: String,
    before: usize,
}

impl Spelled {
    /// Spells a secret for texts as they are, or in lower case.
    fn new(secret: &str, case: fn(&str) -> String) -> Self {
        let spellings = |character| spellings(character).iter().map(|spelling| case(spelling)).collect();
        let characters: Vec<Vec<String>> = secret.chars().map(spellings).collect();
        let parts = secret.split(|character: char| !character.is_ascii_alphanumeric());
        let anchor = parts.max_by_key(|part| part.len()).unwrap_or_default().to_owned();
        let place = secret.find(&anchor).and_then(|place| secret.get(..place)).unwrap_or_default();
        let before = longest(characters.iter().take(place.chars().count()));
        Self { characters, anchor, before }
    }

    /// Returns where the secret is in a text.
    fn find(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for index in memmem::find_iter(text, &self.anchor) {
            let free = found.last().map_or(0, |last| last.end);
            let first = index.saturating_sub(self.before).max(free);
            let mut starts = first..=index;
            found.extend(starts.find_map(|start| Some(start..self.end(text, start)?)));
        }
        found
    }

    /// Returns the end of the secret that starts there.
    fn end(&self, text: &[u8], start: usize) -> Option<usize> {
        self.characters.iter().try_fold(start, |at, spellings| {
            let rest = text.get(at..)?;
            let found = spellings.iter().find(|spelling| rest.starts_with(spelling.as_bytes()))?;
            at.checked_add(found.len())
        })
    }

    /// Returns where a secret begins that the end of a text cuts off.
    fn cut_off(&self, text: &[u8]) -> Option<usize> {
        let first = text.len().saturating_sub(longest(self.characters.iter()));
        (first..text.len()).find(|start| self.known_before_end(text, *start) >= MIN_PART)
    }

    /// Returns the number of characters of the secret from there to the end of a text; 0 if something else is there.
    fn known_before_end(&self, text: &[u8], start: usize) -> usize {
        let mut rest = text.get(start..).unwrap_or_default();
        for (count, spellings) in self.characters.iter().enumerate() {
            let next = spellings.iter().find_map(|spelling| rest.strip_prefix(spelling.as_bytes()));
            match next {
                Some(next) => rest = next,
                None if spellings.iter().any(|spelling| spelling.as_bytes().starts_with(rest)) => {
                    return count;
                }
                None => return 0,
            }
        }
        0
    }
}

/// Returns the greatest length of some characters.
fn longest<'s>(characters: impl Iterator<Item = &'s Vec<String>>) -> usize {
    let lengths = characters.map(|spellings| spellings.first().map_or(0, String::len));
    lengths.fold(0, usize::saturating_add)
}

/// Returns the ways in which a character is written, the longest first. Letters and digits have one.
fn spellings(character: char) -> Vec<String> {
    if character.is_ascii_alphanumeric() {
        return vec![character.to_string()];
    }
    let mut bytes = [0; 4];
    let bytes = character.encode_utf8(&mut bytes).as_bytes();
    let mut units = [0; 2];
    let units = character.encode_utf16(&mut units);
    let joined = |parts: &mut dyn Iterator<Item = String>| parts.collect::<String>();
    let code = u32::from(character);
    let named = match character {
        '&' => "&amp;",
        '<' => "&lt;",
        '>' => "&gt;",
        '"' => "&quot;",
        '\'' => "&apos;",
        ' ' => "+",
        _ => "",
    };
    let mut spellings = vec![
        character.to_string(),
        format!("\\{character}"),
        character.escape_debug().to_string(),
        joined(&mut bytes.iter().map(|byte| format!("%{byte:02X}"))),
        joined(&mut bytes.iter().map(|byte| format!("%{byte:02x}"))),
        joined(&mut units.iter().map(|unit| format!("\\u{unit:04X}"))),
        joined(&mut units.iter().map(|unit| format!("\\u{unit:04x}"))),
        format!("&#{code};"),
        format!("&#x{code:X};"),
        format!("&#x{code:x};"),
        named.to_owned(),
    ];
    spellings.retain(|spelling| !spelling.is_empty());
    spellings.sort_by_key(|spelling| std::cmp::Reverse(spelling.len()));
    spellings
}

fn replace_all(text: &str, secret: &Spelled) -> String {
    // Lower case of ASCII keeps the index of every character.
    let found = secret.find(text.to_ascii_lowercase().as_bytes());
    String::from_utf8_lossy(&masked(text.as_bytes(), &found, MASK.as_bytes())).into_owned()
}

/// Returns the text without the beginning of a secret at its end, where a message was cut.
fn without_cut_secret(mut text: String, secret: &Spelled) -> String {
    let shown = text.trim_end_matches(['…', '"', ')']).len();
    let lower = text.get(..shown).unwrap_or_default().to_ascii_lowercase();
    if let Some(cut) = secret.cut_off(lower.as_bytes()) {
        text.replace_range(cut..shown, MASK);
    }
    text
}

/// Replaces every occurrence, and returns how many there were.
fn replace_bytes(body: &mut Vec<u8>, secret: &Spelled) -> usize {
    let found = secret.find(body);
    if found.is_empty() {
        return 0;
    }
    *body = masked(body, &found, BODY_MASK);
    found.len()
}

/// Returns a text with a mask in the place of what was found.
fn masked(text: &[u8], found: &[Range<usize>], mask: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = 0;
    for Range { start, end } in found {
        out.extend_from_slice(text.get(rest..*start).unwrap_or_default());
        out.extend_from_slice(mask);
        rest = *end;
    }
    out.extend_from_slice(text.get(rest..).unwrap_or_default());
    out
}
