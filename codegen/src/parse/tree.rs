//! A table as a tree of keys and values that know their places.

use crate::diagnostic::Span;

use super::scalar::Literal;

/// A value and its place.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) span: Span,
    pub(crate) content: Content,
    /// True if a fault of the value is reported already: nothing else is said about it.
    pub(crate) broken: bool,
}

/// The content of a value.
#[derive(Debug)]
pub(crate) enum Content {
    Scalar(Literal),
    Sequence(Vec<Node>),
    /// The entries in the order of the text.
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug)]
pub(crate) struct Entry {
    pub(crate) key: Literal,
    pub(crate) key_span: Span,
    pub(crate) value: Node,
    pub(crate) role: Role,
}

/// The part that an entry plays in its mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its value counts.
    First,
    /// Its key stands earlier in the mapping. The value is checked and does not count.
    Repeated,
    /// Its key is none that a table can have.
    Refused,
}

impl Node {
    /// Returns the entry of a key.
    pub(crate) fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.role == Role::First && entry.key.text == key)
    }

    /// Returns the entries of a mapping; of anything else, none.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Mapping(entries) => entries,
            Content::Scalar(_) | Content::Sequence(_) => &[],
        }
    }

    /// Returns the items of a sequence; of anything else, none.
    pub(crate) fn items(&self) -> &[Self] {
        match &self.content {
            Content::Sequence(items) => items,
            Content::Scalar(_) | Content::Mapping(_) => &[],
        }
    }

    /// Returns the scalar, if it is one.
    pub(crate) const fn scalar(&self) -> Option<&Literal> {
        match &self.content {
            Content::Scalar(literal) => Some(literal),
            Content::Sequence(_) | Content::Mapping(_) => None,
        }
    }

    /// Returns true if no part of the value is broken or left out.
    pub(crate) fn is_whole(&self) -> bool {
        let is_whole = |entry: &Entry| entry.role == Role::First && entry.value.is_whole();
        !self.broken && self.items().iter().all(Self::is_whole) && self.entries().iter().all(is_whole)
    }

    /// Adds a key that is missing, and reported as that, with a broken value.
    pub(crate) fn put_broken(&mut self, key: &str) {
        let literal = |text: &str| Literal::new(text.to_owned(), true);
        let value = Self { span: self.span, content: Content::Scalar(literal("")), broken: true };
        if let Content::Mapping(entries) = &mut self.content {
            entries.push(Entry { key: literal(key), key_span: self.span, value, role: Role::First });
        }
    }
}
