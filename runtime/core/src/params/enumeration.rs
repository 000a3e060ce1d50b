//! Enumerations of the table: closed sets of texts, and open ones that also take newer values.

use crate::catalogue::EnumInfo;
use crate::text::nearest;

/// The prefix of a value that an open enumeration does not list, in text: `other:NEW_ONE`.
pub const OTHER_PREFIX: &str = "other:";

/// A generated enumeration. It knows its text on the wire both ways.
pub trait Enumeration: Sized {
    /// The data of the table about the enumeration.
    const INFO: &'static EnumInfo;

    /// Returns the text on the wire.
    fn wire(&self) -> &str;

    /// Returns the value with that text on the wire; with `other:` before it, any value of an open enumeration.
    fn from_wire(text: &str) -> Option<Self>;
}

/// A text that is not a value of an enumeration.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a value of {name}; write {allowed}")]
pub struct UnknownVariant {
    name: &'static str,
    text: String,
    allowed: String,
}

impl UnknownVariant {
    /// Returns the error for `text` where a value of `E` was wanted.
    #[must_use]
    pub fn of<E: Enumeration>(text: &str) -> Self {
        Self::new(E::INFO, text)
    }

    /// Returns the error for `text` where a value of `info` was wanted.
    #[must_use]
    pub fn new(info: &'static EnumInfo, text: &str) -> Self {
        Self { name: info.name, text: text.to_owned(), allowed: allowed(info, text) }
    }
}

/// "one of a, b, c", with the nearest value to `text` named when there is one.
pub(crate) fn allowed(info: &EnumInfo, text: &str) -> String {
    use std::fmt::Write as _;

    let wires: Vec<&str> = info.variants.iter().map(|variant| variant.wire).collect();
    let mut out = format!("one of {}", wires.join(", "));
    if info.other.is_some() {
        // Writing to a String cannot fail.
        let _ = write!(out, ", or {OTHER_PREFIX}NAME for a newer one");
    }
    if let Some(near) = meant(text, &wires) {
        let _ = write!(out, " (did you mean {near:?}?)");
    }
    out
}

/// Returns the value that a text is rather like, or the first one that it is a part of.
fn meant<'w>(text: &str, wires: &[&'w str]) -> Option<&'w str> {
    let lower = text.to_lowercase();
    let has_it = |wire: &&&str| lower.len() > 2 && wire.to_lowercase().contains(&lower);
    nearest(text, wires.iter().copied()).or_else(|| wires.iter().find(has_it).copied())
}
