//! A table as a tree of keys and values that know their places.

use serde_yaml::Value;

use crate::diagnostic::Span;

use super::scalar::Literal;

/// A value and its place.
#[derive(Debug)]
pub struct Node {
    pub span: Span,
    pub content: Content,
    /// True if a fault of the value is reported already: nothing else is said about it.
    pub broken: bool,
}

/// The content of a value.
#[derive(Debug)]
pub enum Content {
    Scalar(Literal),
    Sequence(Vec<Node>),
    /// The entries in the order of the text.
    Mapping(Vec<Entry>),
}

/// A key with its value.
#[derive(Debug)]
pub struct Entry {
    pub key: Literal,
    pub key_span: Span,
    pub value: Node,
    pub role: Role,
}

/// The part that an entry plays in its mapping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its value counts.
    First,
    /// Its key stands earlier in the mapping. The value is checked and does not count.
    Repeated,
    /// A table has no such key.
    Refused,
}

impl Node {
    /// Returns the value of a scalar, or null.
    pub fn value(&self) -> &Value {
        self.scalar().map_or(&Value::Null, |literal| &literal.value)
    }

    /// Returns the entry of a key.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| entry.role == Role::First && entry.key.text == key)
    }

    /// Returns the entries of a mapping; of anything else, none.
    pub fn entries(&self) -> &[Entry] {
        match &self.content {
            Content::Mapping(entries) => entries,
            Content::Scalar(_) | Content::Sequence(_) => &[],
        }
    }

    /// Returns the items of a sequence; of anything else, none.
    pub fn items(&self) -> &[Self] {
        match &self.content {
            Content::Sequence(items) => items,
            Content::Scalar(_) | Content::Mapping(_) => &[],
        }
    }

    /// Returns the scalar, if it is one.
    pub const fn scalar(&self) -> Option<&Literal> {
        match &self.content {
            Content::Scalar(literal) => Some(literal),
            Content::Sequence(_) | Content::Mapping(_) => None,
        }
    }

    /// Returns true if no part of the value is broken or left out.
    pub fn is_whole(&self) -> bool {
        let is_whole = |entry: &Entry| entry.role == Role::First && entry.value.is_whole();
        !self.broken && self.items().iter().all(Self::is_whole) && self.entries().iter().all(is_whole)
    }

    /// Returns the last line that it has, as far as its places tell.
    pub fn last_line(&self) -> usize {
        let below = self.items().iter().chain(self.entries().iter().map(|entry| &entry.value));
        let lines_more = self.scalar().map_or(0, |literal| literal.text.matches('\n').count());
        below.map(Self::last_line).fold(self.span.line.saturating_add(lines_more), usize::max)
    }

    /// Returns the value of a key, for changes.
    pub fn entry_mut(&mut self, key: &str) -> Option<&mut Self> {
        let Content::Mapping(entries) = &mut self.content else { return None };
        let mut first = entries.iter_mut().filter(|entry| entry.role == Role::First);
        first.find(|entry| entry.key.text == key).map(|entry| &mut entry.value)
    }

    /// Adds an entry to a mapping.
    pub fn put(&mut self, entry: Entry) {
        if let Content::Mapping(entries) = &mut self.content {
            entries.push(entry);
        }
    }

    /// Adds a key with no names below it, unless it is there.
    pub fn put_empty(&mut self, key: &str) {
        if self.entry(key).is_none() {
            let (key, key_span) = (Literal::new(key.to_owned(), true), self.span);
            let value = Self { span: self.span, content: Content::Mapping(Vec::new()), broken: false };
            self.put(Entry { key, key_span, value, role: Role::First });
        }
    }

    /// Moves all places down by that many lines.
    pub fn move_down(&mut self, lines: usize) {
        let moved = |span: Span| Span { line: span.line.saturating_add(lines), ..span };
        self.span = moved(self.span);
        match &mut self.content {
            Content::Scalar(_) => {}
            Content::Sequence(items) => items.iter_mut().for_each(|item| item.move_down(lines)),
            Content::Mapping(entries) => {
                for entry in entries {
                    entry.key_span = moved(entry.key_span);
                    entry.value.move_down(lines);
                }
            }
        }
    }

    /// Adds a key that is missing, and reported as that, with a broken value.
    pub fn put_broken(&mut self, key: &str) {
        let literal = |text: &str| Literal::new(text.to_owned(), true);
        let value = Self { span: self.span, content: Content::Scalar(literal("")), broken: true };
        if let Content::Mapping(entries) = &mut self.content {
            entries.push(Entry { key: literal(key), key_span: self.span, value, role: Role::First });
        }
    }
}
