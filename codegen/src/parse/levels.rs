//! Finds keys that stand one level too high or too low, so that one wrong indentation is one message.

use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Fault, Span};

use super::keys::{Key, Shape};
use super::tree::{Content, Entry, Node};
use super::worded::has_shape;

/// Returns the fault of names whose keys stand beside them, or that are missing above their keys.
pub(super) fn of_names(key: &str, entries: &[Entry], of: &Shape) -> Option<(Span, Fault)> {
    let Shape::Keys(keys) = of else { return None };
    if let Some(name) = outdented(entries, keys) {
        let message = format!("the keys of '{}' are not indented below it", name.key.text);
        let advice = "indent them two spaces further than its name";
        return Some((name.key_span, Fault::new(codes::MISSING_KEY, message, advice)));
    }
    let first =
        entries.first().filter(|entry| is_of(&entry.key.text, keys) && !is_name(&entry.value, keys))?;
    let message =
        format!("'{}' is a key, and '{key}' has names of your own, each with its keys", first.key.text);
    let advice = "write a name and ':' above the keys, and indent them two spaces further";
    Some((first.key_span, Fault::new(codes::MISSING_KEY, message, advice)))
}

/// Returns the fault of keys all of which stand one level too low, below a name that is no key.
pub(super) fn too_low(what: &str, entries: &[Entry], keys: &[Key]) -> Option<(Span, Fault)> {
    let [only] = entries else { return None };
    (!is_of(&only.key.text, keys) && has_keys(&only.value, keys, 2)).then(|| {
        let name = &only.key.text;
        let message = format!("the keys of {what} stand one level too low, below '{name}'");
        let advice = format!("remove '{name}', and indent the keys two spaces less");
        (only.key_span, Fault::new(codes::UNKNOWN_KEY, message, advice))
    })
}

/// Returns the fault of an entry among names that is a key of the one before it, or of what is around them.
pub(super) fn among_names(entry: &Entry, of: &Shape, around: Option<&(&[Key], String)>) -> Option<Fault> {
    let (name, Shape::Keys(own)) = (&entry.key.text, of) else { return None };
    if is_name(&entry.value, own) {
        return None;
    }
    let advice = match around {
        _ if is_of(name, own) => {
            "indent it two spaces further, as far as the keys of the name before it".to_owned()
        }
        Some((keys, what)) if is_of(name, keys) => format!("indent it as far as the other keys of {what}"),
        _ => return None,
    };
    let message = format!("'{name}' is a key, and stands among names");
    Some(Fault::new(codes::UNKNOWN_KEY, message, advice))
}

/// Returns the fault of an unknown key that belongs below the key before it, which is empty.
pub(super) fn below_empty(what: &str, entry: &Entry, empty: &Entry, keys: &[Key]) -> Option<Fault> {
    let Shape::Named(_, of) = &keys.iter().find(|key| key.name == empty.key.text)?.shape else { return None };
    let fits = match (of, &entry.value.content) {
        (Shape::Keys(own), Content::Mapping(_)) => has_keys(&entry.value, own, 1),
        (of, Content::Scalar(literal)) => has_shape(literal, of),
        _ => false,
    };
    let (name, key) = (&entry.key.text, &empty.key.text);
    (fits && is_null(&empty.value) && !is_of(name, keys)).then(|| {
        let advice = format!("indent '{name}' two spaces further than '{key}', below which it belongs");
        Fault::new(codes::UNKNOWN_KEY, format!("{what} has no key '{name}'"), advice)
    })
}

/// Returns true for the value of a name that has keys of the mapping that it stands in: an entry that is indented too far.
pub(super) fn is_sibling(value: &Node, keys: &[Key]) -> bool {
    has_keys(value, keys, 3)
}

/// Returns a name without a value that the keys of its value follow as if they were names, too.
fn outdented<'e>(entries: &'e [Entry], keys: &[Key]) -> Option<&'e Entry> {
    let is_key = |entry: &Entry| is_of(&entry.key.text, keys);
    entries.windows(3).find_map(|three| match three {
        [name, first, second] if is_null(&name.value) && !is_key(name) && is_key(first) && is_key(second) => {
            Some(name)
        }
        _ => None,
    })
}

fn is_null(value: &Node) -> bool {
    value.scalar().is_some_and(|literal| literal.value == Value::Null)
}

/// Returns true for what can stand behind a name: keys of its own, or nothing yet.
fn is_name(value: &Node, own: &[Key]) -> bool {
    let is_empty = value.entries().is_empty() && matches!(value.content, Content::Mapping(_));
    is_null(value) || is_empty || has_keys(value, own, 1)
}

fn is_of(name: &str, keys: &[Key]) -> bool {
    keys.iter().any(|key| key.name == name)
}

/// Returns true for a value with so many of these keys.
fn has_keys(value: &Node, keys: &[Key], least: usize) -> bool {
    value.entries().iter().filter(|entry| is_of(&entry.key.text, keys)).count() >= least
}
