//! Which keys a table has, what kind of value each takes, and which of them must be there.

use std::ops::Range;

use crate::diagnostic::{DiagnosticKind, Faults, nearest, suggest};

use super::tree::{Content, Entry, Node};

/// What kind of value a key takes.
enum Shape {
    /// A text.
    Text,
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Whole,
    /// A number.
    Number,
    /// A text, a number or a flag.
    Scalar,
    /// A text, a number or a flag, or a list of these.
    Values,
    /// A list of texts.
    Texts,
    /// The name of a type, or a list type.
    TypeName,
    /// These keys.
    Keys(&'static [Key]),
    /// Names of one's own, each with a value of that kind.
    Named(&'static Shape),
}

/// A key of the table.
struct Key {
    name: &'static str,
    shape: Shape,
    required: bool,
}

const fn must(name: &'static str, shape: Shape) -> Key {
    Key { name, shape, required: true }
}

const fn may(name: &'static str, shape: Shape) -> Key {
    Key { name, shape, required: false }
}

const TABLE: &[Key] = &[
    must("hosts", Shape::Named(&Shape::Keys(HOST))),
    may("types", Shape::Named(&Shape::Keys(TYPE))),
    must("endpoints", Shape::Named(&Shape::Keys(ENDPOINT))),
];

const HOST: &[Key] = &[must("doc", Shape::Text), must("default", Shape::Text)];

const TYPE: &[Key] = &[
    must("doc", Shape::Text),
    must("variants", Shape::Named(&Shape::Keys(VARIANT))),
    may("other", Shape::Text),
];

const VARIANT: &[Key] = &[must("wire", Shape::Text), must("doc", Shape::Text)];

const ENDPOINT: &[Key] = &[
    must("doc", Shape::Text),
    must("host", Shape::Text),
    must("path", Shape::Text),
    must("method", Shape::Text),
    must("status", Shape::Whole),
    must("raw", Shape::Text),
    must("converter", Shape::Text),
    may("prepare", Shape::Text),
    may("subject", Shape::Text),
    may("params", Shape::Named(&Shape::Keys(PARAM))),
    may("choices", Shape::Named(&Shape::Keys(CHOICE))),
    may("examples", Shape::Named(&Shape::Keys(EXAMPLE))),
];

const PARAM: &[Key] = &[
    must("doc", Shape::Text),
    must("type", Shape::TypeName),
    must("in", Shape::Text),
    may("wire", Shape::Text),
    may("client", Shape::Flag),
    may("required", Shape::Flag),
    may("default", Shape::Scalar),
    may("min", Shape::Number),
    may("max", Shape::Number),
    may("pattern", Shape::Text),
    may("max_length", Shape::Whole),
    may("conflicts", Shape::Texts),
    may("after", Shape::Text),
    may("aliases", Shape::Texts),
];

const CHOICE: &[Key] = &[must("doc", Shape::Text), must("options", Shape::Named(&Shape::Keys(OPTION)))];

const OPTION: &[Key] =
    &[must("doc", Shape::Text), must("required", Shape::Texts), may("optional", Shape::Texts)];

const EXAMPLE: &[Key] = &[
    must("doc", Shape::Text),
    may("now", Shape::Scalar),
    may("params", Shape::Named(&Shape::Values)),
    must("url", Shape::Text),
    may("reply", Shape::Text),
    may("response", Shape::Text),
];

const LIST: &[Key] = &[must("list", Shape::Text), must("separator", Shape::Text)];

/// Reports everything whose shape is wrong; gives the lines of what is broken, to be left out.
///
/// Gives none when nothing of the table is left.
pub(crate) fn check(tree: &Node, faults: &mut Faults<'_>) -> Option<Vec<Range<usize>>> {
    if !matches!(tree.content, Content::Mapping { .. }) {
        faults.add(
            DiagnosticKind::WrongShape,
            tree.span,
            "a table begins with keys; write 'hosts:', 'types:' and 'endpoints:'",
        );
        return None;
    }
    let mut checker = Checker { faults, broken: Vec::new() };
    for key in missing(TABLE, tree).filter(|key| !misspelt(TABLE, tree, key.name)) {
        let message = format!("the table has no '{}'; add it", key.name);
        checker.faults.add(DiagnosticKind::MissingKey, tree.span, message);
    }
    // What is missing at the top leaves the rest readable.
    checker.entries(tree, |name| known(TABLE, name).map(|(shape, _)| (shape, false)), "the table");
    Some(checker.broken)
}

struct Checker<'c, 'f> {
    faults: &'c mut Faults<'f>,
    broken: Vec<Range<usize>>,
}

impl Checker<'_, '_> {
    /// Whether an entry's value has its shape, apart from broken parts that can be left out.
    fn fits(&mut self, entry: &Entry, shape: &Shape) -> bool {
        let node = &entry.value;
        match (shape, &node.content) {
            (Shape::Keys(keys), Content::Mapping { .. }) => self.has_keys(entry, keys),
            (Shape::TypeName, Content::Mapping { .. }) => self.has_keys(entry, LIST),
            (Shape::Named(of), Content::Mapping { .. }) => {
                self.entries(node, |_| Ok((of, false)), &format!("'{}'", entry.key))
            }
            (Shape::Texts | Shape::Values, Content::Sequence(items)) => {
                let of = if matches!(shape, Shape::Texts) { Shape::Text } else { Shape::Scalar };
                // Every item is looked at, so that each fault is found.
                items.iter().filter(|item| !self.is_scalar(&entry.key, item, &of)).count() == 0
            }
            (Shape::Keys(_) | Shape::Named(_) | Shape::Texts, _) => self.wrong(&entry.key, node, shape),
            _ => self.is_scalar(&entry.key, node, shape),
        }
    }

    fn has_keys(&mut self, entry: &Entry, keys: &'static [Key]) -> bool {
        let what = format!("'{}'", entry.key);
        let mut whole = true;
        for key in missing(keys, &entry.value) {
            whole = false;
            // A key in another spelling is reported as such.
            if misspelt(keys, &entry.value, key.name) {
                continue;
            }
            let message = format!("{what} has no '{}'; add '{}: …'", key.name, key.name);
            self.faults.add(DiagnosticKind::MissingKey, entry.key_span, message);
        }
        self.entries(&entry.value, |name| known(keys, name), &what) && whole
    }

    /// Checks the entries of a mapping; gives whether what is left can be read.
    fn entries<'k>(
        &mut self,
        node: &Node,
        key: impl Fn(&str) -> Result<(&'k Shape, bool), String>,
        what: &str,
    ) -> bool {
        let Content::Mapping { entries, flow } = &node.content else { return false };
        let (mut readable, mut left) = (true, entries.is_empty());
        for entry in entries {
            let (fits, required) = match key(&entry.key) {
                Ok((shape, required)) => (self.fits(entry, shape), required),
                Err(advice) => {
                    let message = format!("{what} has no key '{}'; {advice}", entry.key);
                    self.faults.add(DiagnosticKind::UnknownKey, entry.key_span, message);
                    (false, false)
                }
            };
            if fits {
                left = true;
            } else if *flow || required {
                readable = false;
            } else {
                self.broken.push(entry.lines.clone());
            }
        }
        readable && left
    }

    fn is_scalar(&mut self, key: &str, node: &Node, shape: &Shape) -> bool {
        let Content::Scalar { text, plain } = &node.content else { return self.wrong(key, node, shape) };
        let found = if *plain { resolve(text) } else { Resolved::Text };
        let fits = match shape {
            Shape::Text | Shape::TypeName => found == Resolved::Text,
            Shape::Flag => found == Resolved::Flag,
            Shape::Whole => found == Resolved::Whole,
            Shape::Number => matches!(found, Resolved::Whole | Resolved::Number),
            Shape::Scalar | Shape::Values => found != Resolved::Nothing,
            Shape::Texts | Shape::Keys(_) | Shape::Named(_) => false,
        };
        if !fits && *plain && matches!(shape, Shape::Text) && found != Resolved::Nothing {
            let message = format!("'{key}' takes a text; write it in quotes: \"{text}\"");
            self.faults.add(DiagnosticKind::WrongShape, node.span, message);
            return false;
        }
        fits || self.wrong(key, node, shape)
    }

    fn wrong(&mut self, key: &str, node: &Node, shape: &Shape) -> bool {
        let wanted = match shape {
            Shape::Text => "a text",
            Shape::Flag => "true or false",
            Shape::Whole => "a whole number",
            Shape::Number => "a number",
            Shape::Scalar => "a text, a number, true or false",
            Shape::Values => "a value, or a list of values: [one, two]",
            Shape::Texts => "a list of texts: [one, two]",
            Shape::TypeName => "the name of a type, or { list: its name, separator: \",\" }",
            Shape::Keys(_) => "keys of its own, indented below it",
            Shape::Named(_) => "names of your own, indented below it, or {} for none",
        };
        self.faults.add(DiagnosticKind::WrongShape, node.span, format!("'{key}' takes {wanted}; write that"));
        false
    }
}

/// The keys that must be there and are not.
fn missing<'n>(keys: &'static [Key], node: &'n Node) -> impl Iterator<Item = &'static Key> + use<'n> {
    keys.iter().filter(|key| key.required && node.entry(&[key.name]).is_none())
}

/// Whether a key is there in a spelling of which the right one is suggested.
fn misspelt(keys: &'static [Key], node: &Node, name: &str) -> bool {
    let is_known = |other: &str| keys.iter().any(|key| key.name == other);
    node.keys()
        .filter(|other| !is_known(other))
        .any(|other| nearest(other, keys.iter().map(|key| key.name)) == Some(name))
}

fn known(keys: &'static [Key], name: &str) -> Result<(&'static Shape, bool), String> {
    keys.iter()
        .find(|key| key.name == name)
        .map(|key| (&key.shape, key.required))
        .ok_or_else(|| suggest(name, keys.iter().map(|key| key.name)))
}

/// What a text without quotes is read as.
#[derive(PartialEq, Eq)]
enum Resolved {
    Nothing,
    Flag,
    Whole,
    Number,
    Text,
}

fn resolve(text: &str) -> Resolved {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Resolved::Nothing,
        "true" | "True" | "TRUE" | "false" | "False" | "FALSE" => Resolved::Flag,
        _ if text.parse::<i64>().is_ok() => Resolved::Whole,
        // Rust also reads the words `inf` and `nan`; limits are finite.
        _ if text.parse().is_ok_and(f64::is_finite) => Resolved::Number,
        _ => Resolved::Text,
    }
}
