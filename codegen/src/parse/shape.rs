//! Whether every value has the shape that its key takes, and whether the keys are there that must be.

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span, nearest, suggest};

use super::keys::{Key, Part, Shape};
use super::table::Table;
use super::tree::{Content, Entry, Node};
use super::values::Resolved;

/// Reports everything whose shape is wrong and marks it as broken; gives whether anything is left.
pub(crate) fn check(tree: &mut Node, faults: &mut Faults<'_>) -> bool {
    if !matches!(tree.content, Content::Mapping { .. }) {
        if tree.open {
            return false;
        }
        let advice = "write 'hosts:' and 'endpoints:', each with names below it or {} for none";
        faults.add(tree.span, Fault::new(codes::NO_TABLE, "a table begins with keys", advice));
        return false;
    }
    Checker { faults }.keys(tree, Table::KEYS, "the table", tree.span);
    true
}

struct Checker<'c, 'f> {
    faults: &'c mut Faults<'f>,
}

impl Checker<'_, '_> {
    /// Checks the value of a key.
    fn value(&mut self, key: &str, key_span: Span, node: &mut Node, shape: &Shape, sample: &str) {
        if node.broken {
            return;
        }
        let of_keys = matches!(node.content, Content::Mapping { .. });
        let fits = match shape {
            Shape::Keys(keys) | Shape::TypeName(keys) if of_keys => {
                self.keys(node, keys, &format!("'{key}'"), key_span);
                true
            }
            Shape::Named(_, of) if of_keys => {
                for Entry { key, key_span, value } in all(node) {
                    self.value(key, *key_span, value, of, "");
                }
                true
            }
            Shape::Texts => self.items(key, key_span, node, &Shape::Text),
            Shape::Values => self.items(key, key_span, node, &Shape::Scalar) || fits(node, shape),
            _ => fits(node, shape),
        };
        if !fits {
            let fault = misfit(key, node, shape, sample);
            // Without its quotes a text is still the one that is meant.
            node.broken = fault.code() != codes::UNQUOTED_TEXT;
            if !node.open || node.scalar() != Some("") {
                self.faults.add(node.span, fault);
            }
        }
    }

    /// Checks the items of a list; gives whether it is one.
    fn items(&mut self, key: &str, key_span: Span, node: &mut Node, of: &Shape) -> bool {
        let Content::Sequence(items) = &mut node.content else { return false };
        for item in items {
            self.value(key, key_span, item, of, "");
        }
        true
    }

    /// Checks a mapping of these keys. What is missing is put there as broken.
    fn keys(&mut self, node: &mut Node, keys: &'static [Key], what: &str, span: Span) {
        let mut absent: Vec<&str> = Vec::new();
        for Entry { key, key_span, value } in all(node) {
            let Some(known) = keys.iter().find(|known| known.name == key) else {
                let names = || keys.iter().map(|key| key.name);
                let message = format!("{what} has no key '{key}'");
                let advice = match suggest(key, names()) {
                    // Most often the rest of a text after a comma.
                    advice if key.contains(' ') => {
                        format!("put a text with ',' in it in quotes, or {advice}")
                    }
                    advice => advice,
                };
                self.faults.add(*key_span, Fault::new(codes::UNKNOWN_KEY, message, advice));
                // What was meant is not missing but misspelt.
                absent.extend(nearest(key, names()));
                continue;
            };
            self.value(key, *key_span, value, &known.shape, known.sample);
        }
        for key in keys {
            if node.entry(&[key.name]).is_some() {
                continue;
            }
            let meant = absent.contains(&key.name);
            if key.required && !meant && !node.open {
                let name = key.name;
                let advice = match key.shape {
                    Shape::Named(..) => format!("add '{name}:' and names of your own below it"),
                    _ => format!("add '{name}: …', for example {}", shown(name, key.sample)),
                };
                self.faults
                    .add(span, Fault::new(codes::MISSING_KEY, format!("{what} has no '{name}'"), advice));
            }
            if key.required || meant {
                node.put_broken(key.name);
            }
        }
    }
}

/// All entries of a mapping, also those whose key was there already.
fn all(node: &mut Node) -> impl Iterator<Item = &mut Entry> {
    let (entries, again): (&mut [Entry], &mut [Entry]) = match &mut node.content {
        Content::Mapping { entries, again } => (entries, again),
        Content::Scalar { .. } | Content::Sequence(_) => (&mut [], &mut []),
    };
    entries.iter_mut().chain(again)
}

/// Whether a scalar has a shape.
fn fits(node: &Node, shape: &Shape) -> bool {
    let Some(text) = node.scalar() else { return false };
    is_read_as(node.resolved(), text, shape)
}

fn is_read_as(found: Resolved, text: &str, shape: &Shape) -> bool {
    match shape {
        Shape::Text | Shape::TypeName(_) => found == Resolved::Text,
        Shape::Word(words) => words.contains(&text),
        Shape::Flag => found == Resolved::Flag,
        Shape::Whole => found == Resolved::Whole,
        Shape::Number => matches!(found, Resolved::Whole | Resolved::Number),
        Shape::Scalar | Shape::Values => found != Resolved::Nothing,
        Shape::Texts | Shape::Keys(_) | Shape::Named(..) => false,
    }
}

/// What is said of a value that has not the shape of its key.
fn misfit(key: &str, node: &Node, shape: &Shape, sample: &str) -> Fault {
    let wanted = match shape {
        Shape::Text => "a text",
        Shape::Word(words) => return wrong_word(key, node, words, sample),
        Shape::Flag => "true or false",
        Shape::Whole => "a whole number",
        Shape::Number => "a number",
        Shape::Scalar => "a text, a number, true or false",
        Shape::Values => "a text, a number, true or false, or a list of these",
        Shape::Texts => "a list of texts",
        Shape::TypeName(_) => "the name of a type, or { list: …, separator: … }",
        Shape::Keys(_) => "keys of its own",
        Shape::Named(..) => "names of your own",
    };
    let message = format!("'{key}' takes {wanted}, not {}", described(node));
    let advice = match (node.scalar(), shape) {
        (_, Shape::Keys(keys)) => {
            let names: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
            format!("write its keys indented below it: {}", names.join(", "))
        }
        (_, Shape::Named(..)) => {
            format!("write names indented below '{key}:', each with its keys")
        }
        (Some(text), Shape::Text) if !matches!(node.resolved(), Resolved::Nothing | Resolved::Text) => {
            return Fault::new(codes::UNQUOTED_TEXT, message, format!("write it in quotes: \"{text}\""));
        }
        (Some(text), Shape::Texts) if node.resolved() == Resolved::Text => format!("write {key}: [{text}]"),
        (Some(text), _) if is_read_as(Resolved::of(text), text, shape) => {
            format!("write it without quotes: {text}")
        }
        (_, Shape::Flag) => "write true or false".to_owned(),
        (None, Shape::TypeName(_)) => "write { list: integer, separator: \",\" }".to_owned(),
        _ if sample.is_empty() => format!("write {wanted}"),
        _ => format!("write for example {}", shown(key, sample)),
    };
    Fault::new(codes::WRONG_SHAPE, message, advice)
}

fn wrong_word(key: &str, node: &Node, words: &[&str], sample: &str) -> Fault {
    let list = match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    let advice = match node.scalar() {
        Some(text) if words.len() > 1 => suggest(text, words.iter().copied()),
        _ => format!("write {}", shown(key, sample)),
    };
    Fault::new(codes::WRONG_WORD, format!("'{key}' takes {list}, not {}", described(node)), advice)
}

fn shown(key: &str, sample: &str) -> String {
    format!("'{key}: {sample}'")
}

/// What a value is, in words.
fn described(node: &Node) -> String {
    match (&node.content, node.resolved()) {
        (Content::Mapping { .. }, _) => "keys".to_owned(),
        (Content::Sequence(_), _) => "a list".to_owned(),
        (Content::Scalar { .. }, Resolved::Nothing) => "nothing".to_owned(),
        (Content::Scalar { text, .. }, Resolved::Text) => format!("the text {text:?}"),
        (Content::Scalar { text, .. }, Resolved::Whole | Resolved::Number) => format!("the number {text}"),
        (Content::Scalar { text, .. }, Resolved::Flag) => format!("the flag {text}"),
    }
}
