//! Finds types that stand in a table with their parts beside them, as JSON Schema writes them: `type: array, items: string`.

use crate::codes;
use crate::diagnostic::{Fault, Span};

use super::keys::{Key, Shape};
use super::misfit::schema_type;
use super::tree::{Entry, Node, Role};
use super::worded::{found, taken};

/// The names of lists in other formats and languages.
const LISTS: &[&str] = &["array", "list"];

/// The names of structures in other formats and languages.
const OBJECTS: &[&str] = &["object", "dict", "map"];

/// The keys that say what a list consists of.
const ITEMS: &[&str] = &["items", "item", "of", "elements"];

/// The keys that say what stands between the values of a list.
const MARKS: &[&str] = &["separator", "sep", "delimiter"];

/// The keys that say how a list is written.
const STYLES: &[&str] = &["style", "explode", "collectionFormat", "collection_format"];

/// The keys that say what a structure consists of.
const MEMBERS: &[&str] = &["properties", "additionalProperties", "additional_properties"];

/// The types of parameters that formats of JSON Schema are, with the places that have them, or none for each.
const FORMATS: &[(&str, &str, &[&str])] =
    &[("date", "date", &[]), ("date-time", "iso_datetime", &[]), ("binary", "bytes", &["part", "content"])];

/// Returns the fault of a type whose parts stand beside it, with its place. The type is then broken, and its parts are refused.
pub(super) fn fault(what: &str, entries: &mut [Entry], keys: &[Key]) -> Option<(Span, Fault)> {
    let key = keys.iter().find(|key| matches!(key.shape, Shape::TypeName(_) | Shape::ItemType))?;
    let is_param = matches!(key.shape, Shape::TypeName(_));
    let of = |names: &[&str]| {
        entries.iter().find(|entry| names.contains(&entry.key.text.as_str()) && entry.role == Role::First)
    };
    let is_key = |name: &str| keys.iter().any(|key| key.name == name);
    let of_type = of(&[key.name]).map(|entry| &entry.value);
    let name = of_type.and_then(Node::scalar).map(|literal| literal.text.to_lowercase()).unwrap_or_default();
    let (items, mark, members) = (of(ITEMS), of(MARKS).filter(|_| is_param), of(MEMBERS));
    let part = items.or(mark).filter(|_| LISTS.contains(&name.as_str()));
    let (span, fault, refused) = match (of_type, part, mark) {
        (Some(of_type), Some(part), _) => {
            let item = items.map_or_else(|| Some("string".to_owned()), |items| schema_type(&items.value));
            let item = item.unwrap_or_else(|| "…".to_owned());
            let separator = if is_param { separator(entries, mark) } else { String::new() };
            let advice = format!(
                "write 'type: {{ list: {item}{separator} }}' in the place of 'type' and '{}'",
                part.key.text
            );
            (of_type.span, wrong(key, of_type, advice), [ITEMS, MARKS, STYLES].concat())
        }
        (Some(of_type), None, _) if members.is_some() && OBJECTS.contains(&name.as_str()) => {
            let advice = "declare a record below 'records', and write its name".to_owned();
            (of_type.span, wrong(key, of_type, advice), MEMBERS.to_vec())
        }
        (_, _, Some(mark)) => {
            let list = of_type.and_then(|of_type| of_type.entry("list"));
            let item = list.map(|list| &list.value).or(of_type).and_then(Node::scalar);
            let item = item.map_or("integer", |literal| literal.text.as_str());
            let message = format!("{what} has no key '{}'", mark.key.text);
            let advice = format!(
                "write it in 'type', like 'type: {{ list: {item}{} }}'",
                separator(entries, Some(mark))
            );
            (mark.key_span, Fault::new(codes::UNKNOWN_KEY, message, advice), MARKS.to_vec())
        }
        (Some(_), None, None) => {
            let format = of(&["format"]).filter(|_| name == "string" && !is_key("format"))?;
            let advice = of_format(&format.value, entries, is_param)?;
            let message = format!("{what} has no key 'format'");
            (format.key_span, Fault::new(codes::UNKNOWN_KEY, message, advice), vec!["format"])
        }
        _ => return None,
    };
    for entry in entries.iter_mut() {
        if entry.key.text == key.name {
            entry.value.broken = true;
        } else if refused.contains(&entry.key.text.as_str()) {
            entry.role = Role::Refused;
        }
    }
    Some((span, fault))
}

/// Returns what to write for a string that JSON Schema gives a format.
fn of_format(format: &Node, entries: &[Entry], is_param: bool) -> Option<String> {
    let place = entries.iter().find(|entry| entry.key.text == "in").and_then(|entry| entry.value.scalar());
    let place = place.map(|literal| literal.text.as_str()).unwrap_or_default();
    let format = &format.scalar()?.text;
    let (_, own, places) = FORMATS.iter().find(|(name, ..)| name == format)?;
    let instead = "in the place of 'type' and 'format'";
    match *own {
        "bytes" if !is_param => None,
        "iso_datetime" if !is_param => {
            Some(format!("write 'type: datetime' {instead} for what is read, and remove it for what is sent"))
        }
        own => {
            (places.is_empty() || places.contains(&place)).then(|| format!("write 'type: {own}' {instead}"))
        }
    }
}

/// Returns the fault of a type that is the word of another format.
fn wrong(key: &Key, of_type: &Node, advice: String) -> Fault {
    let message = format!("'{}' takes {}, not {}", key.name, taken(&key.shape), found(of_type));
    Fault::new(codes::WRONG_SHAPE, message, advice)
}

/// Returns the separator of a list with the words before it, unless each value is sent by itself.
fn separator(entries: &[Entry], mark: Option<&Entry>) -> String {
    let text = |name: &str| {
        let entry = entries.iter().find(|entry| entry.key.text == name)?;
        entry.value.scalar().map(|literal| literal.text.as_str())
    };
    let is_apart = matches!(text("in"), Some("body" | "part")) || text("explode") == Some("true");
    match mark.and_then(|mark| mark.value.scalar()) {
        Some(literal) => format!(", separator: {:?}", literal.text),
        None if is_apart => String::new(),
        None => ", separator: \",\"".to_owned(),
    }
}
