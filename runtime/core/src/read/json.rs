//! JSON documents: a whole reply, with the faults of a reply that is something else.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use memchr::memchr_iter;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};

use super::error_path::Reader;
pub use super::key::Entries;
use super::{host_error, refusal};
use crate::error::{ConversionError, Fault};
use crate::expecting;
use crate::raw::RawReply;
use crate::text::shortened;

/// Reads the reply as one JSON document, which `name` names in messages.
///
/// # Errors
/// 422: the reply is not JSON, is the host's own error, or is not a `T`.
pub fn document<'a, T: Deserialize<'a>>(
    reply: RawReply<'a>,
    name: &'static str,
) -> Result<T, ConversionError> {
    let text = text(reply, name)?;
    serde_json::from_str(text).map_err(|error| host_error_or(text, || malformed(name, &error)))
}

/// Returns the error that the host sent instead of data, or else another fault.
pub(super) fn host_error_or(text: &str, fault: impl FnOnce() -> Fault) -> ConversionError {
    match host_error::host_error(text.as_bytes()) {
        Some((code, description)) => refusal::of_host(None, code, description).into(),
        None => fault().into(),
    }
}

/// Returns the text of a reply that begins like a JSON document, which `name` names in messages.
///
/// # Errors
/// 422: the reply is a page or another text, nests deeper than [`MAX_DEPTH`], or has more values than
/// [`check_value_count`] allows.
pub fn text<'a>(reply: RawReply<'a>, name: &'static str) -> Result<&'a str, ConversionError> {
    let text = reply.text()?;
    match text.trim_start().as_bytes().first() {
        Some(b'{' | b'[') => {
            let survey = Survey::of(text.as_bytes());
            survey.check_value_count(text.len(), name)?;
            survey.check_depth(text, "the reply")?;
            Ok(text)
        }
        Some(b'<') => Err(refusal::of_page(text, "JSON").into()),
        _ => Err(refusal::of_text(text, "JSON").into()),
    }
}

/// Returns true for a reply that is null.
pub(super) fn is_null(reply: RawReply<'_>) -> bool {
    reply.bytes().trim_ascii() == b"null"
}

/// Returns the value of a reply that is neither an object nor a list and that the reader takes all the same.
pub(super) fn scalar<'r, S: DeserializeSeed<'r>>(reply: RawReply<'r>, reader: S) -> Option<S::Value> {
    let text = reply.text().ok()?;
    let is_container = text.trim_start().starts_with(['{', '[']);
    if is_container { None } else { seeded(text, reader).ok() }
}

/// Reads the whole of a text.
pub(super) fn seeded<'t, S: DeserializeSeed<'t>>(
    text: &'t str,
    reader: S,
) -> Result<S::Value, serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    let found = reader.deserialize(&mut json)?;
    json.end().map(|()| found)
}

/// The maximum depth of the objects and lists of a reply. What a response keeps of them stands deeper in it by a few
/// levels, and in a result of many by one more; readers such as `serde_json` stop at 127.
pub const MAX_DEPTH: usize = 100;

/// Shorter texts take less memory than the longest reply may, whatever they consist of.
const SMALL: usize = 1 << 20;

/// Refuses a text whose first value nests deeper than [`MAX_DEPTH`]: a response that keeps it could be written and not be
/// read again.
///
/// # Errors
/// It nests deeper.
pub fn check_depth(text: &str, path: &'static str) -> Result<(), Fault> {
    Survey::of(text.as_bytes()).check_depth(text, path)
}

/// Refuses a text as [`check_value_count`] and [`check_depth`] do, in one pass over it.
///
/// # Errors
/// It has more values, or nests deeper.
pub fn check_bounds(text: &str, path: &'static str) -> Result<(), Fault> {
    let survey = Survey::of(text.as_bytes());
    survey.check_value_count(text.len(), path)?;
    survey.check_depth(text, path)
}

/// The depth and the values of a text, from one pass over it.
struct Survey {
    signs: Signs,
    /// False for a text that closes about as much as it opens all along, as every real one does. Counting is a small part of
    /// the time of reading. Only a text made to deceive it, with brackets in strings, could be deep after all.
    may_be_deep: bool,
}

impl Survey {
    fn of(text: &[u8]) -> Self {
        /// So short that a real reply does not open [`MAX_DEPTH`] in it.
        const PIECE: usize = 5 * Signs::FEW;
        let (mut depth, mut survey) = (0_usize, Self { signs: Signs::default(), may_be_deep: false });
        for piece in text.chunks(PIECE) {
            let signs = Signs::of(piece);
            let most = depth.saturating_add(signs.opening);
            depth = most.saturating_sub(signs.closing);
            survey.may_be_deep |= most > MAX_DEPTH;
            survey.signs = survey.signs.and(signs);
        }
        survey
    }

    fn check_depth(&self, text: &str, path: &'static str) -> Result<(), Fault> {
        if self.may_be_deep { walk_depth(text, path) } else { Ok(()) }
    }

    fn check_value_count(&self, length: usize, path: &'static str) -> Result<(), Fault> {
        /// So many objects and lists, and so many values, are in order in a text of any length.
        const NESTED: usize = 20_000;
        const VALUES: usize = 100_000;
        let Signs { opening: nested, commas: values, .. } = self.signs;
        if length > SMALL && (nested > NESTED.max(length / 20) || values > VALUES.max(length / 6)) {
            let reason = "it has more values than any real reply of its length".to_owned();
            return Err(Fault::Malformed { path: path.into(), reason });
        }
        Ok(())
    }
}

/// Checks the depth byte by byte. The text behind its first object or list is another reader's.
#[cold]
fn walk_depth(text: &str, path: &'static str) -> Result<(), Fault> {
    let (mut depth, mut is_string, mut is_escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_string => is_escaped = true,
            b'"' => is_string = !is_string,
            b'{' | b'[' if !is_string && depth == MAX_DEPTH => {
                let reason = format!("its objects and lists nest more than {MAX_DEPTH} deep");
                return Err(Fault::Malformed { path: path.into(), reason });
            }
            b'{' | b'[' if !is_string => depth = depth.saturating_add(1),
            b'}' | b']' if !is_string && depth <= 1 => break,
            b'}' | b']' if !is_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// How many signs of each kind a text has, in strings and outside of them.
#[derive(Clone, Copy, Default)]
struct Signs {
    opening: usize,
    closing: usize,
    commas: usize,
}

impl Signs {
    /// So few bytes that a byte can count the signs among them.
    const FEW: usize = 192;

    /// Counts all kinds in one pass, which compilers make a few instructions for many bytes of.
    fn of(text: &[u8]) -> Self {
        /// The bit by which `[` differs from `{`, and `]` from `}`.
        const BIT: u8 = b'[' ^ b'{';
        let count = |all: Self, few: &[u8]| {
            let (mut opening, mut closing, mut commas) = (0_u8, 0_u8, 0_u8);
            for byte in few {
                opening = opening.wrapping_add(u8::from(byte | BIT == b'{'));
                closing = closing.wrapping_add(u8::from(byte | BIT == b'}'));
                commas = commas.wrapping_add(u8::from(*byte == b','));
            }
            all.and(Self { opening: opening.into(), closing: closing.into(), commas: commas.into() })
        };
        let (chunks, rest) = text.as_chunks::<{ Self::FEW }>();
        count(chunks.iter().fold(Self::default(), |all, few| count(all, few)), rest)
    }

    const fn and(self, others: Self) -> Self {
        Self {
            opening: self.opening.saturating_add(others.opening),
            closing: self.closing.saturating_add(others.closing),
            commas: self.commas.saturating_add(others.commas),
        }
    }
}

/// Refuses a text of smaller values than any real reply has: each takes many times its own length in memory. Values
/// are counted by the signs before them, also within texts.
///
/// # Errors
/// It has more.
pub fn check_value_count(text: &[u8], path: &'static str) -> Result<(), Fault> {
    if text.len() > SMALL { Survey::of(text).check_value_count(text.len(), path) } else { Ok(()) }
}

/// Refuses a text of shorter lines than any real reply has, each of which is read as a value.
///
/// # Errors
/// It has more.
pub(super) fn check_row_count(text: &str, path: &'static str) -> Result<(), Fault> {
    /// The minimum length of the lines of a longer text, on average.
    const SHORTEST: usize = 12;
    if text.len() <= SMALL || memchr_iter(b'\n', text.as_bytes()).count() <= text.len() / SHORTEST {
        return Ok(());
    }
    let reason = "it has more lines than any real reply of its length".to_owned();
    Err(Fault::Malformed { path: path.into(), reason })
}

/// The most values that a list may have, each of which takes much memory; the longest real one has some 900.
pub const MAX_ROWS: usize = 5000;

/// A list that no real reply has more values of than `MOST`, each of which takes much memory.
pub struct List<T, const MOST: usize = MAX_ROWS>(pub Vec<T>);

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        AtMost::new(MOST, PhantomData).deserialize(deserializer).map(List)
    }
}

/// Reads the values of a list of at most so many, each with a reader of its own.
#[derive(Clone)]
pub(super) struct AtMost<S> {
    most: usize,
    item: S,
}

impl<S> AtMost<S> {
    pub(super) const fn new(most: usize, item: S) -> Self {
        Self { most, item }
    }
}

impl<'de, S: Reader<'de>> Reader<'de> for AtMost<S> {
    type Finder = AtMost<S::Finder>;

    fn finder(&self) -> Self::Finder {
        AtMost::new(self.most, self.item.finder())
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for AtMost<S> {
    type Value = Vec<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> Visitor<'de> for AtMost<S> {
    type Value = Vec<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.most {
            usize::MAX => f.write_str("a list"),
            most => write!(f, "a list of at most {most} values"),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Self::Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(self.item.clone())? {
            if list.len() == self.most {
                return Err(A::Error::invalid_length(self.most.saturating_add(1), &self));
            }
            list.push(value);
        }
        Ok(list)
    }
}

/// Returns the fault for a part that the JSON reader cannot read.
pub fn malformed(path: impl Into<Cow<'static, str>>, error: &serde_json::Error) -> Fault {
    if error.is_eof() {
        return Fault::Cut("its JSON ends too early");
    }
    Fault::Malformed { path: path.into(), reason: shortened(error.to_string()) }
}

/// The first value of a list; the others are passed over unread.
#[derive(Debug, Clone, Copy)]
pub struct First<T>(pub Option<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for First<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for List<T> {
            type Value = First<T>;

            expecting!("a list");

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<First<T>, A::Error> {
                let first = values.next_element()?;
                while values.next_element::<IgnoredAny>()?.is_some() {}
                Ok(First(first))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
