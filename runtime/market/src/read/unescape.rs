//! Texts of JSON with many escapes, such as the JSON of another reply: eight bytes at a time up to the next one.

use crate::read::eight::{self, EIGHT};

/// Returns the text that goes on from behind its quote, with its escapes resolved, and what follows it; `None` where it
/// is no text of JSON, and where it has a character as two escapes.
pub(super) fn text(json: &[u8]) -> Option<(String, &[u8])> {
    let mut rest = json;
    // Escapes are longer than what they stand for.
    let mut text = vec![0; json.len()];
    let mut places = text.as_mut_slice();
    loop {
        if let Some((eight, place)) = rest.first_chunk().zip(places.first_chunk_mut::<EIGHT>()) {
            *place = *eight;
            let plain = plain_bytes(*eight);
            (rest, places) = (rest.get(plain..)?, places.get_mut(plain..)?);
            if plain == EIGHT {
                continue;
            }
        }
        match rest {
            // Nearly all escapes are of quotes.
            [b'\\', byte @ (b'"' | b'\\' | b'/'), after @ ..] => {
                let (place, others) = places.split_first_mut()?;
                *place = *byte;
                (rest, places) = (after, others);
            }
            [b'\\', after @ ..] => {
                let (char, after) = escaped(after)?;
                let (place, others) = places.split_at_mut_checked(char.len_utf8())?;
                char.encode_utf8(place);
                (rest, places) = (after, others);
            }
            [b'"', after @ ..] => {
                let left = places.len();
                text.truncate(json.len().checked_sub(left)?);
                return Some((String::from_utf8(text).ok()?, after));
            }
            [b'\0'..=b'\x1f', ..] | [] => return None,
            [byte, after @ ..] => {
                let (place, others) = places.split_first_mut()?;
                *place = *byte;
                (rest, places) = (after, others);
            }
        }
    }
}

/// Returns how many of the bytes stand for themselves, from the first one on.
fn plain_bytes(bytes: [u8; EIGHT]) -> usize {
    let bytes = u64::from_le_bytes(bytes);
    let signs = eight::marks(bytes, b'"') | eight::marks(bytes, b'\\');
    eight::before(signs | eight::control_marks(bytes))
}

/// Returns the character of an escape from behind its backslash on, and what follows it.
fn escaped(json: &[u8]) -> Option<(char, &[u8])> {
    let [kind, rest @ ..] = json else { return None };
    let char = match kind {
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => {
            let (digits, rest) = rest.split_first_chunk::<4>()?;
            let hexadecimal = |code: u32, digit: &u8| Some(code << 4 | char::from(*digit).to_digit(16)?);
            return Some((char::from_u32(digits.iter().try_fold(0, hexadecimal)?)?, rest));
        }
        _ => return None,
    };
    Some((char, rest))
}
