//! Segments of a path: texts that change neither its depth nor its host.

use std::borrow::Cow;
use std::{fmt, iter, mem};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The maximum length of a ticker, in bytes. The longest real ones are option contracts with 21.
const MAX_TICKER: usize = 64;

/// Everything but the unreserved characters of RFC 3986.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Everything but the characters of RFC 3986 that a path has without an encoding.
const ENCODED_TEXT: &AsciiSet = &without(ENCODED.remove(b'!'), b"$&'()*+,;=:@");

const fn without(set: AsciiSet, bytes: &[u8]) -> AsciiSet {
    match bytes {
        [first, rest @ ..] => without(set.remove(*first), rest),
        [] => set,
    }
}

/// A segment of a path, not yet encoded: text of the table, such as the `:` of `items:search` and the `,` of a list, stands
/// in the address as it is, and values are encoded.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::request::Segment;
///
/// assert_eq!(Segment::from("BRK/B"), "BRK/B");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Segment<'a>(Vec<Piece<'a>>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece<'a> {
    Text(&'a str),
    Value(Cow<'a, str>),
    /// The value of a parameter, with its name and what separates its values: nothing, unless it is a list.
    Param(&'static str, Cow<'a, str>, &'static str),
}

/// A part of the template of a segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Text(&'static str),
    /// A placeholder, by the name of its parameter.
    Param(&'static str),
}

/// Returns the parts of a template. A brace that belongs to no placeholder is text.
pub(crate) fn parts(template: &'static str) -> impl Iterator<Item = Part> {
    let mut rest = template;
    iter::from_fn(move || match next_placeholder(rest) {
        Some(("", name, after)) => {
            rest = after;
            Some(Part::Param(name))
        }
        Some((text, ..)) => {
            rest = rest.get(text.len()..).unwrap_or_default();
            Some(Part::Text(text))
        }
        None => Some(mem::take(&mut rest)).filter(|text| !text.is_empty()).map(Part::Text),
    })
}

/// Returns the text before the next placeholder, its parameter, and the rest.
fn next_placeholder(template: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    let (text, after) = template.split_once('{')?;
    let (name, rest) = after.split_once('}')?;
    Some((text, name, rest))
}

/// Returns the values of a template's placeholders in a segment that is not encoded, or `None` if the template
/// does not make it.
pub(crate) fn values<'s>(template: &[Part], segment: &'s str) -> Option<Vec<(&'static str, &'s str)>> {
    let (first, rest) = match template {
        [] => return segment.is_empty().then(Vec::new),
        [Part::Text(text), rest @ ..] => return values(rest, segment.strip_prefix(text)?),
        [Part::Param(name), rest @ ..] => (*name, rest),
    };
    let (value, mut others) = match rest {
        [] => (segment, Vec::new()),
        [Part::Text(text)] => (segment.strip_suffix(text)?, Vec::new()),
        [Part::Text(text), rest @ ..] => {
            let (value, after) = segment.split_once(text)?;
            (value, values(rest, after)?)
        }
        [Part::Param(_), ..] => return None,
    };
    if value.is_empty() {
        return None;
    }
    others.insert(0, (first, value));
    Some(others)
}

impl<'a> Segment<'a> {
    /// Returns a segment that a template makes; `value` gives each parameter's value.
    pub(crate) fn filled(
        template: &'static str,
        value: impl Fn(&str) -> Option<(Cow<'a, str>, &'static str)>,
    ) -> Self {
        let piece = |part| match part {
            Part::Text(text) => Piece::Text(text),
            Part::Param(name) => {
                let (value, separator) = value(name).unwrap_or_default();
                Piece::Param(name, value, separator)
            }
        };
        Self(parts(template).map(piece).collect())
    }

    /// Returns true for the end of a template with a `/` at its end, which an empty value is not.
    pub(crate) const fn is_end(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the value of a parameter that stands in it.
    pub(crate) fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find_map(|piece| match piece {
            Piece::Param(param, value, _) if *param == name => Some(&**value),
            _ => None,
        })
    }

    /// Returns the segment with another value of a parameter.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let piece = |piece: &Piece<'a>| match piece {
            Piece::Param(param, _, separator) if *param == name => {
                Piece::Param(param, value.to_owned().into(), separator)
            }
            other => other.clone(),
        };
        Self(self.0.iter().map(piece).collect())
    }

    /// Returns the segment without an encoding.
    pub fn text(&self) -> String {
        self.0.iter().map(Piece::text).collect()
    }

    /// Returns the segment as it stands in an address.
    pub fn encoded(&self) -> String {
        let text = |text: &str| utf8_percent_encode(text, ENCODED_TEXT).to_string();
        let value = |value: &str| utf8_percent_encode(value, ENCODED).to_string();
        let piece = |piece: &Piece<'_>| match piece {
            Piece::Text(own) => text(own),
            Piece::Value(one) | Piece::Param(_, one, "") => value(one),
            Piece::Param(_, list, separator) => {
                list.split(separator).map(value).collect::<Vec<_>>().join(&text(separator))
            }
        };
        self.0.iter().map(piece).collect()
    }
}

impl Piece<'_> {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            Self::Value(value) | Self::Param(_, value, _) => value,
        }
    }
}

/// A segment that is one value.
impl<'a, T: Into<Cow<'a, str>>> From<T> for Segment<'a> {
    fn from(value: T) -> Self {
        Self(vec![Piece::Value(value.into())])
    }
}

impl PartialEq<&str> for Segment<'_> {
    fn eq(&self, text: &&str) -> bool {
        self.text() == *text
    }
}

impl fmt::Debug for Segment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// Returns why a text cannot be a ticker, and what to write instead.
pub(crate) fn ticker_fault(ticker: &str) -> Option<String> {
    if ticker.len() > MAX_TICKER {
        return Some(format!("it has {} bytes; write a symbol of at most {MAX_TICKER}", ticker.len()));
    }
    reason(ticker).map(|reason| format!("{reason}; write a symbol such as IBM"))
}

/// Returns why a text cannot be a segment of a path, and what to write instead.
pub(crate) fn segment_fault(segment: &str) -> Option<String> {
    reason(segment).map(|reason| format!("{reason}; write a name"))
}

fn reason(segment: &str) -> Option<&'static str> {
    if segment.trim().is_empty() {
        return Some("it is empty");
    }
    if segment == "." || segment == ".." {
        return Some("it would change the path");
    }
    segment.chars().any(char::is_control).then_some("it has control characters")
}
