//! Checks that every value has the shape that its key takes, and that required keys are there.

use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span, nearest, suggest};

use super::events::TABLE_ADVICE;
use super::keys::{Form, Key, Part, Shape};
use super::misfit::misfit;
use super::remedies;
use super::scalar::{Literal, in_quotes, string_fault, typed_fault};
use super::table::Table;
use super::tree::{Content, Entry, Node, Role};
use super::worded::{as_written, has_shape, taken, with_sample};

/// Reports every value of the wrong shape and marks it broken. Returns true if the rest can be checked.
pub(super) fn check(tree: &mut Node, faults: &mut Faults<'_>) -> bool {
    if !matches!(tree.content, Content::Mapping(_)) {
        faults.add(tree.span, codes::NO_TABLE.fault("a table begins with keys", TABLE_ADVICE));
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
        match (shape, &mut node.content) {
            (Shape::TypeName(_), Content::Mapping(entries)) if is_map(entries) => {
                self.value(key, key_span, node, &Shape::ItemType, sample);
            }
            (Shape::Keys(keys) | Shape::TypeName(keys), Content::Mapping(_)) => {
                self.keys(node, keys, &format!("'{key}'"), key_span);
            }
            (Shape::Named(form, of), Content::Mapping(entries)) => {
                for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
                    self.name(&mut entry.key, entry.key_span, *form);
                    self.value(&entry.key.text, entry.key_span, &mut entry.value, of, "");
                }
            }
            (Shape::ItemType, Content::Mapping(entries)) => match entries.as_mut_slice() {
                [entry] if matches!(entry.key.text.as_str(), "list" | "map") => {
                    self.value(&entry.key.text, entry.key_span, &mut entry.value, shape, sample);
                }
                _ => self.misfit(key, node, shape, sample),
            },
            (Shape::Strings, Content::Sequence(items)) => self.items(key, key_span, items, &Shape::String),
            (Shape::Scalars, Content::Sequence(items)) => self.items(key, key_span, items, &Shape::Scalar),
            (_, Content::Scalar(literal)) if has_shape(literal, shape) => {
                if let Some(fault) = ambiguity(key, literal, shape) {
                    self.faults.add(node.span, fault);
                }
            }
            (Shape::String, Content::Scalar(literal)) if literal.value != Value::Null => {
                self.faults.add(node.span, unquoted(key, literal, sample));
                // Without its quotes a string is still the one that is meant.
                literal.quote();
                node.broken = WORDS_ALONE.contains(&key);
            }
            _ => self.misfit(key, node, shape, sample),
        }
    }

    /// Reports a value that has not the shape of its key.
    fn misfit(&mut self, key: &str, node: &mut Node, shape: &Shape, sample: &str) {
        self.faults.add(node.span, misfit(key, node, shape, sample));
        node.broken = true;
    }

    /// Checks the items of a list.
    fn items(&mut self, key: &str, key_span: Span, items: &mut [Node], of: &Shape) {
        for item in items {
            self.value(key, key_span, item, of, "");
        }
    }

    /// Checks that every reader takes a name for a string. Names of the wrong form are reported elsewhere.
    fn name(&mut self, name: &mut Literal, span: Span, form: Form) {
        let has_form = name.text.starts_with(|first: char| match form {
            Form::Word => first.is_ascii_lowercase(),
            Form::Type | Form::Record => first.is_ascii_uppercase(),
            // It is never a keyword, and no reader takes it for another number.
            Form::Status => false,
            Form::Value => true,
        });
        // `true` and `false` are keywords, and reported as such.
        if !has_form || !name.text.bytes().all(|letter| letter.is_ascii_alphabetic()) || is_keyword(name) {
            return;
        }
        let doubt = name.doubt();
        if doubt.is_some() || !name.value.is_string() {
            let code = if doubt.is_some() { codes::AMBIGUOUS } else { codes::UNQUOTED_STRING };
            let misreading =
                doubt.map_or_else(|| format!(", not {}", as_written(name)), |doubt| format!(", but {doubt}"));
            self.faults.add(span, code.fault(format!("a name is a string{misreading}"), in_quotes(name)));
            name.quote();
        }
    }

    /// Checks a mapping of these keys. Adds missing keys as broken ones.
    fn keys(&mut self, node: &mut Node, keys: &'static [Key], what: &str, span: Span) {
        let mut misspelt: Vec<&str> = Vec::new();
        let Content::Mapping(entries) = &mut node.content else { return };
        let is_there = |entries: &[Entry], name: &str| entries.iter().any(|entry| entry.key.text == name);
        let absent: Vec<&str> =
            keys.iter().map(|key| key.name).filter(|name| !is_there(entries, name)).collect();
        for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
            let (name, key_span) = (&entry.key.text, entry.key_span);
            if let Some(key) = keys.iter().find(|known| known.name == name) {
                self.value(name, key_span, &mut entry.value, &key.shape, key.sample);
                continue;
            }
            let advice = remedies::advice(name);
            let meant = remedies::key(name, |key| absent.contains(&key)).or_else(|| match advice {
                Some(_) => None,
                None => nearest(name, keys.iter().map(|key| key.name)),
            });
            // What most likely is a misspelt key is missing under its own name.
            misspelt.extend(meant);
            let advice = match (meant, advice) {
                (Some(own), _) => format!("write '{own}'"),
                (None, Some(advice)) => advice.to_owned(),
                // Most often the rest of a string behind a comma, or a value right behind the colon.
                _ if name.contains([' ', ':']) => {
                    "write one space behind the ':' of a key, and put a string with ',' in it in quotes"
                        .to_owned()
                }
                _ => suggest(name, keys.iter().map(|key| key.name)),
            };
            self.faults
                .add(key_span, codes::UNKNOWN_KEY.fault(format!("{what} has no key '{name}'"), advice));
            entry.role = Role::Refused;
        }
        for key in keys.iter().filter(|key| key.required || misspelt.contains(&key.name)) {
            if node.entry(key.name).is_some() {
                continue;
            }
            if !misspelt.contains(&key.name) {
                self.faults.add(span, missing_key(what, key));
            }
            node.put_broken(key.name);
        }
        for key in keys.iter().filter(|key| key.has_default) {
            put_default(node, key, span);
        }
    }
}

/// Adds a key with its default, unless it is there.
fn put_default(node: &mut Node, key: &Key, span: Span) {
    if node.entry(key.name).is_some() {
        return;
    }
    let literal = |text: &str| Literal::new(text.to_owned(), true);
    let content = Content::Scalar(literal(key.sample));
    let value = Node { span, content, broken: false };
    node.put(Entry { key: literal(key.name), key_span: span, value, role: Role::First });
}

fn missing_key(what: &str, key: &Key) -> Fault {
    let name = key.name;
    let advice = match key.shape {
        Shape::Named(..) => format!("add '{name}:' and names of your own below it"),
        _ => format!("add '{name}: …', for example {}", with_sample(name, key.sample)),
    };
    codes::MISSING_KEY.fault(format!("{what} has no '{name}'"), advice)
}

fn is_keyword(name: &Literal) -> bool {
    matches!(name.text.as_str(), "true" | "false")
}

/// Returns the fault of a scalar of the right shape that not every YAML reader gives this shape.
fn ambiguity(key: &str, literal: &Literal, shape: &Shape) -> Option<Fault> {
    match shape {
        Shape::String | Shape::TypeName(_) | Shape::ItemType => string_fault(key, literal),
        Shape::Bool | Shape::Integer | Shape::Number => typed_fault(key, taken(shape), literal),
        _ => None,
    }
}

/// The keys whose strings are never a number or a bool in quotes.
const WORDS_ALONE: &[&str] = &["deprecated", "fresh_for", "other"];

/// Returns the fault of a number or a bool where a string is due.
fn unquoted(key: &str, literal: &Literal, sample: &str) -> Fault {
    let message = format!("'{key}' takes a string, not {}", as_written(literal));
    if WORDS_ALONE.contains(&key) {
        let advice = format!("write for example {}", with_sample(key, sample));
        return codes::UNQUOTED_STRING.fault(message, advice);
    }
    let fault = codes::UNQUOTED_STRING.fault(message, in_quotes(literal));
    string_fault(key, literal).unwrap_or(fault)
}

/// Returns true for `{ map: … }`.
fn is_map(entries: &[Entry]) -> bool {
    matches!(entries, [entry] if entry.key.text == "map")
}
