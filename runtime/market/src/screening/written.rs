//! Words, strings and numbers as queries write them.

use std::fmt;

use serde_json::{Number, Value};

/// The prefix of names and values that are not listed.
pub(super) const OTHER: &str = "other:";

/// The words of the grammar, which are strings only in quotes.
const KEYWORDS: [&str; 5] = ["and", "or", "in", "between", "not"];

/// The letters that stand for a power of ten.
const POWERS: [(char, usize); 4] = [('k', 3), ('m', 6), ('b', 9), ('t', 12)];

/// A number that a field is compared with: an `i32`, `u32`, `i64` or `f64`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figure(Kind);

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    Integer(i64),
    Decimal(f64),
}

impl Figure {
    /// Reads a number, such as `1.5`, `10B` or `5%`; none of what has no finite value. A percent sign changes nothing: the
    /// host's fields are in percent.
    pub(super) fn read(text: &str) -> Option<Self> {
        let begins = text.trim_start_matches(['+', '-']);
        if !begins.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
            return None;
        }
        if let Some(number) = text.strip_suffix('%') {
            return Self::plain(number);
        }
        let power = POWERS.iter().find(|(letter, _)| text.ends_with([*letter, letter.to_ascii_uppercase()]));
        let Some((letter, power)) = power else { return Self::plain(text) };
        let number = text.trim_end_matches([*letter, letter.to_ascii_uppercase()]);
        // A second letter is none of a number, and neither is an exponent beside it.
        if number.len().checked_add(1) != Some(text.len()) || number.contains(['e', 'E']) {
            return None;
        }
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        match power.checked_sub(fraction.len()) {
            Some(zeros) => Self::plain(&format!("{whole}{fraction}{}", "0".repeat(zeros))),
            None => Self::plain(&format!("{number}e{power}")),
        }
    }

    /// Reads a number of digits alone.
    fn plain(text: &str) -> Option<Self> {
        let integer = text.parse().ok().map(Kind::Integer);
        let decimal = || text.parse().ok().filter(|number: &f64| number.is_finite()).map(Kind::Decimal);
        integer.or_else(decimal).map(Self)
    }

    /// Returns the number as the host takes it.
    pub(super) fn json(self) -> Value {
        match self.0 {
            Kind::Integer(number) => number.into(),
            Kind::Decimal(number) => Number::from_f64(number).map_or(Value::Null, Value::Number),
        }
    }

    /// Returns true if the number is greater than another one.
    pub(super) fn is_above(self, other: Self) -> bool {
        match (self.0, other.0) {
            (Kind::Integer(own), Kind::Integer(other)) => own > other,
            (own, other) => own.rounded() > other.rounded(),
        }
    }
}

impl Kind {
    #[expect(clippy::as_conversions, reason = "a comparison; what rounding makes equal is in order")]
    fn rounded(self) -> f64 {
        match self {
            Self::Integer(number) => number as f64,
            Self::Decimal(number) => number,
        }
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Integer(number) => number.fmt(f),
            // A decimal keeps its point, so that it is read as one again.
            Kind::Decimal(number) => fmt::Debug::fmt(&number, f),
        }
    }
}

impl From<i32> for Figure {
    fn from(number: i32) -> Self {
        Self(Kind::Integer(number.into()))
    }
}

impl From<u32> for Figure {
    fn from(number: u32) -> Self {
        Self(Kind::Integer(number.into()))
    }
}

impl From<i64> for Figure {
    fn from(number: i64) -> Self {
        Self(Kind::Integer(number))
    }
}

impl From<f64> for Figure {
    fn from(number: f64) -> Self {
        Self(Kind::Decimal(number))
    }
}

/// Returns a string as queries write it: in quotes unless it is one word.
pub(super) fn quoted(text: &str) -> String {
    let is_word = !text.is_empty() && text.chars().all(is_of_word);
    if is_word && !is_keyword(text) && Figure::read(text).is_none() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len().saturating_add(2));
    out.push('"');
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out.push('"');
    out
}

/// Returns true for a character that words have without quotes.
pub(super) fn is_of_word(letter: char) -> bool {
    !letter.is_whitespace() && !letter.is_control() && !"\"'(),=<>!".contains(letter)
}

/// Returns true for a word of the grammar.
pub(super) fn is_keyword(word: &str) -> bool {
    KEYWORDS.iter().any(|known| known.eq_ignore_ascii_case(word))
}
