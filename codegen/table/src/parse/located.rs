//! Values of a table together with their places, for the checks.

use std::ops::{Deref, RangeInclusive};

use indexmap::IndexMap;

use crate::diagnostic::Span;

use super::scalar::Literal;
use super::tree::{Content, Entry, Node, Role};

/// A value of the table with its place. It derefs to the value, and every key of the value is a method that
/// returns the value of this key with its own place.
#[derive(Debug)]
pub struct Located<'t, T> {
    value: &'t T,
    position: Position<'t>,
}

/// The place of a value, or of the nearest part above it that exists.
#[derive(Debug, Clone, Copy)]
pub struct Position<'t> {
    /// `None` if the value is missing.
    node: Option<&'t Node>,
    /// The place to report faults of the value at.
    pub span: Span,
    /// The place to report faults of the key at.
    pub key_span: Span,
    /// True if the value, or anything above it, is broken: its faults are not reported.
    pub is_broken: bool,
    /// True if anything above the value is broken: the faults of its key are not reported.
    pub is_above_broken: bool,
}

impl<T> Clone for Located<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Located<'_, T> {}

impl<T> Deref for Located<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
    }
}

impl<'t, T> Located<'t, T> {
    /// Returns the root of a table with the root of its tree.
    pub const fn root(value: &'t T, node: &'t Node) -> Self {
        let position = Position {
            node: Some(node),
            span: node.span,
            key_span: node.span,
            is_broken: node.broken,
            is_above_broken: false,
        };
        Self { value, position }
    }

    /// Returns the value, which lives as long as the table.
    pub const fn value(self) -> &'t T {
        self.value
    }

    pub const fn position(self) -> Position<'t> {
        self.position
    }

    /// Returns the value of a key of this one.
    pub fn child<U>(self, key: &str, value: &'t U) -> Located<'t, U> {
        Located { value, position: self.position.child(key) }
    }

    /// Returns another value with this place.
    pub const fn map<U>(self, value: &'t U) -> Located<'t, U> {
        Located { value, position: self.position }
    }

    /// Returns the item of a list that has this index.
    pub fn at_index<U>(self, index: usize, value: &'t U) -> Located<'t, U> {
        Located { value, position: self.position.item(index) }
    }

    /// Returns true if the value is there and no part of it is broken.
    pub fn is_whole(self) -> bool {
        !self.position.is_broken && self.position.node.is_some_and(Node::is_whole)
    }

    /// Returns true if a part of the value is broken. One that is not there has none.
    pub fn has_broken(self) -> bool {
        self.position.is_broken || self.position.node.is_some_and(|node| !node.is_whole())
    }

    /// Returns the lines from its key to its end. One that is not there has none.
    pub fn extent(self) -> Option<RangeInclusive<usize>> {
        self.position.node.map(|node| self.position.key_span.line..=node.last_line())
    }

    /// Returns the scalar as it stands in the text.
    pub fn literal(self) -> Option<&'t Literal> {
        self.position.node.and_then(Node::scalar)
    }
}

impl<'t, T> Located<'t, Option<T>> {
    /// Returns the value with its place, if there is one.
    pub fn some(self) -> Option<Located<'t, T>> {
        Some(Located { value: self.value.as_ref()?, position: self.position })
    }
}

impl<'t, T> Located<'t, IndexMap<String, T>> {
    /// Returns every name with its value, in the order of the table.
    pub fn entries(self) -> impl Iterator<Item = (&'t str, Located<'t, T>)> {
        self.value.iter().enumerate().map(move |(index, (name, value))| {
            (name.as_str(), Located { value, position: self.position.child_near(index, name) })
        })
    }

    /// Returns all names in the order of the table.
    pub fn names(self) -> impl Iterator<Item = &'t str> + Clone {
        self.value.keys().map(String::as_str)
    }

    /// Returns the value of a name.
    pub fn named(self, name: &str) -> Option<Located<'t, T>> {
        self.value.get(name).map(|value| self.child(name, value))
    }

    /// Returns true if there is such a name, or it may be in a part that is broken.
    pub fn has(self, name: &str) -> bool {
        self.value.contains_key(name) || self.position.is_broken
    }
}

impl<'t, T> Located<'t, Vec<T>> {
    /// Returns every item of a list.
    pub fn items(self) -> impl Iterator<Item = Located<'t, T>> {
        self.value.iter().enumerate().map(move |(index, value)| self.at_index(index, value))
    }
}

impl<'t> Position<'t> {
    fn child(self, key: &str) -> Self {
        self.of_entry(self.node.and_then(|node| node.entry(key)))
    }

    /// Returns the place of the value of a key that most likely stands at an index: a search for each of many names
    /// would take quadratic time.
    fn child_near(self, index: usize, key: &str) -> Self {
        let near = self.node.and_then(|node| node.entries().get(index));
        match near.filter(|entry| entry.role == Role::First && entry.key.text == key) {
            None => self.child(key),
            found => self.of_entry(found),
        }
    }

    fn of_entry(self, entry: Option<&'t Entry>) -> Self {
        let Some(entry) = entry else { return self.missing() };
        let value = &entry.value;
        let is_mapping = matches!(value.content, Content::Mapping(_));
        Self {
            node: Some(value),
            span: if is_mapping { entry.key_span } else { value.span },
            key_span: entry.key_span,
            is_broken: self.is_broken || value.broken,
            is_above_broken: self.is_broken,
        }
    }

    fn item(self, index: usize) -> Self {
        let item = self.node.and_then(|node| node.items().get(index));
        let Some(item) = item else { return self.missing() };
        let is_broken = self.is_broken || item.broken;
        Self { node: Some(item), span: item.span, is_broken, is_above_broken: self.is_broken, ..self }
    }

    /// Returns the place of a part of this value that is not there.
    fn missing(self) -> Self {
        let span = self.node.map_or(self.span, |node| node.span);
        Self { node: None, span, is_above_broken: self.is_broken, ..self }
    }
}
