//! Replies whose texts have half a character: hosts cut titles and names after a number of UTF-16 units, and JSON then has one
//! of the two escapes of an emoji, such as `\ud83d`, which readers of JSON refuse with all that is beside it.

use memchr::memchr;

use crate::context::Context;
use crate::raw::{Conversion, RawReply};

/// The digits of the escape of U+FFFD, which stands for what is no character.
const REPLACEMENT: &[u8] = b"fffd";

/// Converts replies. Those that cannot be read are converted once more with U+FFFD in place of halves, if they have some.
///
/// # Errors
/// The first error, if there are no halves; else the second one.
pub(crate) fn converted<T>(
    cx: &Context<'_>,
    replies: &[RawReply<'_>],
    convert: impl Fn(&Context<'_>, &[RawReply<'_>]) -> Conversion<T>,
) -> Conversion<T> {
    convert(cx, replies).or_else(|error| {
        let whole: Vec<Option<Vec<u8>>> = replies.iter().map(|reply| without_halves(reply.bytes())).collect();
        if whole.iter().all(Option::is_none) {
            return Err(error);
        }
        let replies: Vec<RawReply<'_>> = replies
            .iter()
            .zip(&whole)
            .map(|(reply, whole)| whole.as_deref().map_or(*reply, |body| reply.with_body(body)))
            .collect();
        convert(cx, &replies)
    })
}

/// Returns a JSON text without halves of characters; `None` if it has none.
fn without_halves(body: &[u8]) -> Option<Vec<u8>> {
    let mut whole: Option<Vec<u8>> = None;
    let mut index = 0_usize;
    while let Some(found) = body.get(index..).and_then(|rest| memchr(b'\\', rest)) {
        let escape = index.saturating_add(found);
        let (first, second) = (unit(body, escape), unit(body, escape.saturating_add(6)));
        let length: usize = match (first, second) {
            (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
            (Some(0xD800..=0xDFFF), _) => {
                let digits = escape.saturating_add(2)..escape.saturating_add(6);
                let whole = whole.get_or_insert_with(|| body.to_vec());
                whole.get_mut(digits)?.copy_from_slice(REPLACEMENT);
                6
            }
            (Some(_), _) => 6,
            // A backslash takes what follows it with it, another one above all.
            (None, _) => 2,
        };
        index = escape.saturating_add(length);
    }
    whole
}

/// Returns the UTF-16 unit whose escape is there.
fn unit(body: &[u8], escape: usize) -> Option<u16> {
    let digits = body.get(escape..)?.strip_prefix(b"\\u")?.get(..4)?;
    // A sign would be taken for a digit.
    let is_hex = digits.iter().all(u8::is_ascii_hexdigit);
    u16::from_str_radix(std::str::from_utf8(digits).ok().filter(|_| is_hex)?, 16).ok()
}
