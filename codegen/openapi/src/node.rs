//! The tree of a table, and its text: a key a line, so that every line belongs to one key.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use virtual_finance_table::quoting::{is_yaml_block, yaml_key, yaml_string};

/// A part of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Node {
    /// Names with what belongs to them, in their order.
    Map(Vec<(String, Node)>),
    /// Values in brackets on one line.
    List(Vec<Node>),
    /// A string.
    Text(String),
    /// A number or a bool, as it is written.
    Plain(String),
}

impl Node {
    pub(super) const fn map() -> Self {
        Self::Map(Vec::new())
    }

    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn plain<T: ToString + ?Sized>(value: &T) -> Self {
        Self::Plain(value.to_string())
    }

    /// Returns a value of the document as a part of the table; `None` for null.
    pub(super) fn of(value: &Json) -> Option<Self> {
        Some(match value {
            Json::Null => return None,
            Json::Bool(_) | Json::Number(_) => Self::plain(value),
            Json::String(text) => Self::text(text),
            Json::Array(items) => Self::List(items.iter().filter_map(Self::of).collect()),
            Json::Object(members) => Self::Map(
                members.iter().filter_map(|(name, of)| Some((name.clone(), Self::of(of)?))).collect(),
            ),
        })
    }

    pub(super) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => entries.iter().find(|(known, _)| known == name).map(|(_, of)| of),
            _ => None,
        }
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Map(entries) => entries.iter_mut().find(|(known, _)| known == name).map(|(_, of)| of),
            _ => None,
        }
    }

    /// Returns the part at a path.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, name| node.get(name))
    }

    /// Returns the part at a path.
    pub(super) fn at_mut(&mut self, path: &[&str]) -> Option<&mut Self> {
        path.iter().try_fold(self, |node, name| node.get_mut(name))
    }

    /// Sets what belongs to a name. A known name keeps its place.
    pub(super) fn set(&mut self, name: &str, node: Self) {
        if let Some(known) = self.get_mut(name) {
            *known = node;
        } else if let Self::Map(entries) = self {
            entries.push((name.to_owned(), node));
        }
    }

    /// Adds a name that is not there yet, without looking for it.
    pub(super) fn push(&mut self, name: &str, node: Self) {
        if let Self::Map(entries) = self {
            entries.push((name.to_owned(), node));
        }
    }

    /// Sets what belongs to a name, if there is something.
    pub(super) fn set_some(&mut self, name: &str, node: Option<Self>) {
        if let Some(node) = node {
            self.set(name, node);
        }
    }

    /// Removes the part at a path. Returns false if there is none.
    pub(super) fn remove(&mut self, path: &[&str]) -> bool {
        let Some((last, above)) = path.split_last() else { return false };
        let Some(Self::Map(entries)) = self.at_mut(above) else { return false };
        let before = entries.len();
        entries.retain(|(name, _)| name != last);
        entries.len() < before
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Map(entries) if entries.is_empty())
    }

    /// Returns the number of entries.
    pub(super) const fn count(&self) -> usize {
        if let Self::Map(entries) = self { entries.len() } else { 0 }
    }

    /// Returns the text of a table.
    pub(super) fn written(&self) -> String {
        let mut writer = Writer::default();
        writer.entries(self, 0);
        writer.out
    }

    /// Returns the YAML of the entries of a section.
    pub(super) fn below(&self) -> String {
        let mut writer = Writer::default();
        writer.entries(self, 2);
        writer.out
    }

    /// Calls a function with every text that is a value, and its key.
    pub(super) fn each_text(&mut self, call: &mut impl FnMut(&str, &mut String)) {
        let Self::Map(entries) = self else { return };
        for (key, value) in entries {
            match value {
                Self::Text(text) => call(key, text),
                value => value.each_text(call),
            }
        }
    }

    /// Returns the paths that these lines of the text belong to.
    pub(super) fn paths(&self, lines: impl IntoIterator<Item = usize>) -> BTreeMap<usize, Vec<String>> {
        let wanted = lines.into_iter().map(|line| (line, Vec::new())).collect();
        let mut writer = Writer { wanted, ..Writer::default() };
        writer.entries(self, 0);
        writer.wanted.retain(|_, path| !path.is_empty());
        writer.wanted
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    line: usize,
    path: Vec<String>,
    wanted: BTreeMap<usize, Vec<String>>,
}

impl Writer {
    fn put(&mut self, indent: usize, text: &str) {
        if !text.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', indent));
            self.out.push_str(text);
        }
        self.out.push('\n');
        self.line = self.line.saturating_add(1);
        if let Some(path) = self.wanted.get_mut(&self.line) {
            path.clone_from(&self.path);
        }
    }

    fn entries(&mut self, node: &Node, indent: usize) {
        let Node::Map(entries) = node else { return };
        for (index, (name, value)) in entries.iter().enumerate() {
            // Endpoints stand apart.
            if indent == 2 && index > 0 && self.path.first().is_some_and(|section| section == "endpoints") {
                self.put(0, "");
            }
            self.path.push(name.clone());
            self.entry(name, value, indent);
            self.path.pop();
        }
    }

    fn entry(&mut self, name: &str, value: &Node, indent: usize) {
        let name = yaml_key(name);
        let below = indent.saturating_add(2);
        match value {
            Node::Map(entries) if !entries.is_empty() => {
                self.put(indent, &format!("{name}:"));
                self.entries(value, below);
            }
            Node::Text(text) if is_yaml_block(text) => {
                let mark = if text.ends_with('\n') { "|" } else { "|-" };
                self.put(indent, &format!("{name}: {mark}"));
                for line in text.trim_end_matches('\n').split('\n') {
                    self.put(below, line);
                }
            }
            value => self.put(indent, &format!("{name}: {}", inline(value, false))),
        }
    }
}

/// Returns a value on one line.
fn inline(value: &Node, in_brackets: bool) -> String {
    match value {
        Node::Map(entries) => {
            let entry = |(name, of): &(String, Node)| format!("{}: {}", yaml_key(name), inline(of, true));
            match entries.iter().map(entry).collect::<Vec<_>>().join(", ").as_str() {
                "" => "{}".to_owned(),
                text => format!("{{ {text} }}"),
            }
        }
        Node::List(items) => {
            let items: Vec<String> = items.iter().map(|item| inline(item, true)).collect();
            format!("[{}]", items.join(", "))
        }
        Node::Text(text) => yaml_string(text, in_brackets),
        Node::Plain(text) => text.clone(),
    }
}
