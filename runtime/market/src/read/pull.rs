//! A reader of plain JSON, which takes what stands there from the front. It knows no escapes and checks no more than it
//! needs, so that what it takes must be read as JSON, or stand for nothing by itself. Where a text is not plain it gives up:
//! everything is then for the reader that knows all of JSON.

use memchr::memchr2;
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::Number;

use crate::read::eight::{self, EIGHT};
use crate::read::{decimal, unescape};

/// The rest of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pull<'a>(&'a [u8]);

impl<'a> Pull<'a> {
    pub(crate) const fn new(text: &'a [u8]) -> Self {
        Self(text)
    }

    /// Takes an object, member by member: `read` gets the name of each, and takes its value.
    pub(crate) fn members(&mut self, mut read: impl FnMut(&mut Self, &'a [u8]) -> Option<()>) -> Option<()> {
        self.sign(b'{')?;
        if self.next() == Some(b'}') {
            return self.sign(b'}');
        }
        loop {
            let name = self.string()?;
            self.sign(b':')?;
            read(self, name)?;
            match self.take()? {
                b',' => {}
                b'}' => return Some(()),
                _ => return None,
            }
        }
    }

    /// Takes the only value of a list.
    pub(crate) fn only<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        self.sign(b'[')?;
        let value = read(self)?;
        self.sign(b']')?;
        Some(value)
    }

    /// Takes a list of numbers and nulls.
    pub(crate) fn numbers(&mut self) -> Option<Vec<Option<Number>>> {
        let usual = |text| decimal::number(text).map(|(number, rest)| (Some(number), rest));
        self.list(usual, |text| match text {
            [b'n', ..] => Some((None, text.strip_prefix(b"null")?)),
            _ => decimal::any(text).map(|(number, rest)| (Some(number), rest)),
        })
    }

    /// Takes a list of integers.
    pub(crate) fn integers(&mut self) -> Option<Vec<i64>> {
        self.list(decimal::integer, |text| {
            let (integer, rest) = decimal::any(text)?;
            Some((integer.as_i64()?, rest))
        })
    }

    /// Takes a list of values, each as it usually stands there, or else as any: readers return a value and what follows it.
    #[inline]
    fn list<T>(
        &mut self,
        usual: impl Fn(&'a [u8]) -> Option<(T, &'a [u8])>,
        any: impl Fn(&'a [u8]) -> Option<(T, &'a [u8])>,
    ) -> Option<Vec<T>> {
        self.sign(b'[')?;
        if self.next() == Some(b']') {
            return self.sign(b']').map(|()| Vec::new());
        }
        let length = memchr::memchr(b']', self.0)?;
        let commas = memchr::memchr_iter(b',', self.0.get(..length)?).count();
        let mut values = Vec::with_capacity(commas.checked_add(1)?);
        // A local slice stays in registers.
        let mut text = self.0;
        loop {
            let value = usual(text).or_else(|| any(without_space(text)));
            let (value, rest) = value?;
            values.push(value);
            text = match rest {
                [b',', rest @ ..] => rest,
                _ => match without_space(rest) {
                    [b',', rest @ ..] => rest,
                    [b']', rest @ ..] => {
                        self.0 = rest;
                        return Some(values);
                    }
                    _ => return None,
                },
            };
        }
    }

    /// Takes a value and reads it as JSON.
    pub(crate) fn read<T: DeserializeOwned>(&mut self) -> Option<T> {
        serde_json::from_slice(self.value()?).ok()
    }

    /// Takes a value that is JSON and that nobody wants.
    pub(crate) fn skip(&mut self) -> Option<()> {
        self.read::<IgnoredAny>().map(|_| ())
    }

    /// Takes a value, of which only the brackets and the texts are looked at.
    pub(crate) fn value(&mut self) -> Option<&'a [u8]> {
        self.space();
        let start = self.0;
        // A local slice stays in registers.
        let (mut text, mut depth) = (start, 0_usize);
        loop {
            text = match text {
                _ if depth == 0 => text,
                // Most texts follow the one before.
                [b':' | b',', after @ ..] if after.starts_with(b"\"") => after,
                _ => text.get(before_sign(text)..)?,
            };
            let [sign, rest @ ..] = text else { return None };
            match sign {
                b'"' => text = after_string(rest)?,
                b'{' | b'[' => {
                    depth = depth.checked_add(1)?;
                    text = rest;
                }
                b',' if depth == 0 => break,
                b'}' | b']' if depth == 0 => break,
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    text = rest;
                    if depth == 0 {
                        break;
                    }
                }
                _ => text = rest,
            }
        }
        self.0 = text;
        start.get(..start.len().checked_sub(text.len())?)
    }

    /// Takes a text with its escapes resolved, but for halves of surrogate pairs.
    pub(crate) fn text(&mut self) -> Option<String> {
        self.sign(b'"')?;
        let (text, rest) = unescape::text(self.0)?;
        self.0 = rest;
        Some(text)
    }

    /// Takes the end of the text.
    pub(crate) fn end(&mut self) -> Option<()> {
        self.space();
        self.0.is_empty().then_some(())
    }

    /// Takes a text without escapes.
    fn string(&mut self) -> Option<&'a [u8]> {
        self.sign(b'"')?;
        let end = self.0.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' '))?;
        let (text, rest) = self.0.split_at_checked(end)?;
        self.0 = rest.strip_prefix(b"\"")?;
        Some(text)
    }

    /// Takes a sign, which must be the next one.
    fn sign(&mut self, sign: u8) -> Option<()> {
        (self.take()? == sign).then_some(())
    }

    /// Takes the next sign.
    fn take(&mut self) -> Option<u8> {
        let sign = self.next()?;
        self.0 = self.0.get(1..)?;
        Some(sign)
    }

    /// Returns the next sign.
    pub(crate) fn next(&mut self) -> Option<u8> {
        self.space();
        self.0.first().copied()
    }

    /// Passes over white space.
    fn space(&mut self) {
        self.0 = without_space(self.0);
    }
}

/// Returns what follows the white space at the beginning of a text.
const fn without_space(text: &[u8]) -> &[u8] {
    let mut rest = text;
    while let [b' ' | b'\t' | b'\r' | b'\n', after @ ..] = rest {
        rest = after;
    }
    rest
}

/// Returns how many of the next eight bytes are before the first quote or bracket, or before another byte that looks like one
/// here: none where there are fewer bytes.
fn before_sign(text: &[u8]) -> usize {
    /// The bit by which `[` differs from `{`, and `]` from `}`. Quotes have it.
    const BIT: u64 = u64::from_le_bytes([b'[' ^ b'{'; EIGHT]);
    text.first_chunk().map_or(0, |eight| {
        let bytes = u64::from_le_bytes(*eight) | BIT;
        eight::before(eight::marks(bytes, b'"') | eight::marks(bytes, b'{') | eight::marks(bytes, b'}'))
    })
}

/// Returns what follows the end of a text.
fn after_string(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    loop {
        match rest.get(plain_length(rest)?..)? {
            [b'"', after @ ..] => return Some(after),
            [_, _, after @ ..] => rest = after,
            _ => return None,
        }
    }
}

/// Returns how many bytes are before the first quote or backslash. Most texts are short.
fn plain_length(text: &[u8]) -> Option<usize> {
    let (eights, _) = text.as_chunks();
    for (start, eight) in [0, EIGHT].into_iter().zip(eights) {
        let bytes = u64::from_le_bytes(*eight);
        let length = eight::before(eight::marks(bytes, b'"') | eight::marks(bytes, b'\\'));
        if length < EIGHT {
            return start.checked_add(length);
        }
    }
    memchr2(b'"', b'\\', text)
}
