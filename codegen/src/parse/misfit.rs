//! The faults of values that have not the shape of their keys, with what to write.

use serde_json::Value as Json;

use crate::codes;
use crate::diagnostic::{Fault, suggest};

use super::keys::Shape;
use super::remedies;
use super::scalar::in_quotes;
use super::tree::{Content, Entry, Node};
use super::worded::{found, has_shape, taken, unquote, with_sample, without_marks};

/// The keys whose lists have names with values: `name=value`.
const PAIRS: &[&str] = &["headers", "query", "gone", "labels", "facts", "words", "conflicts"];

/// The keys whose lists have words without blanks.
const WORDS: &[&str] = &["scopes", "conflicts", "aliases", "required", "optional", "reply_headers"];

/// The keys by which JSON Schema says that a value is of one of several types, or of all of them.
const UNIONS: &[&str] = &["oneOf", "anyOf", "allOf"];

/// The keys by which a structure is declared.
const STRUCTURES: &[&str] = &["fields", "properties"];

/// Returns the fault of a value that has not the shape of its key.
pub(super) fn misfit(key: &str, node: &Node, shape: &Shape, sample: &str) -> Fault {
    if let Shape::OneOf(words) = shape {
        return wrong_word(key, node, words, sample);
    }
    let message = format!("'{key}' takes {}, not {}", taken(shape), found(node));
    if let Some(text) = in_brackets(node).filter(|_| matches!(shape, Shape::String)) {
        let advice = match text.get(1..text.len().saturating_sub(1)) {
            Some(inner) if !WITH_BRACKETS.contains(&key) => format!("write it without brackets: {inner}"),
            _ => format!("write it in quotes: \"{text}\""),
        };
        return Fault::new(codes::WRONG_SHAPE, message, advice);
    }
    if matches!(shape, Shape::String) && sample.starts_with("'{") && node.scalar().is_none() {
        let advice = format!("write it as JSON in quotes: '{}'", json(node).to_string().replace('\'', "''"));
        return Fault::new(codes::WRONG_SHAPE, message, advice);
    }
    if let Some(advice) = of_pairs(key, node, shape).or_else(|| of_type(node, shape)) {
        return Fault::new(codes::WRONG_SHAPE, message, advice);
    }
    let advice = match (node.scalar(), shape) {
        (_, Shape::Keys(keys)) => {
            let needed: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
            let all = || keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
            match needed.as_slice() {
                [] => format!("write some of its keys indented below it: {}", all()),
                needed => format!("write its keys indented below it: {}", needed.join(", ")),
            }
        }
        (_, Shape::Named(..)) => format!("write names indented below '{key}:', each with its keys"),
        (Some(literal), Shape::Strings) if key == "query" && literal.text.contains('{') => {
            "write 'graphql' in the place of 'query' for a document of GraphQL, and constants as [name=value]"
                .to_owned()
        }
        (Some(literal), Shape::Strings) if WORDS.contains(&key) && literal.value.is_string() => {
            let words = literal.text.split([' ', ',']).filter(|word| !word.is_empty());
            format!("write {key}: [{}]", words.collect::<Vec<_>>().join(", "))
        }
        (Some(literal), Shape::Number) if is_date(&literal.text) => {
            "remove it; a date has no limits".to_owned()
        }
        (Some(literal), Shape::Strings) if literal.value.is_string() => {
            format!("write {key}: [{}]", literal.text)
        }
        (Some(literal), _) if has_shape(&unquote(literal), shape) => {
            format!("write it without quotes: {}", literal.text)
        }
        (Some(literal), Shape::Integer | Shape::Number) if has_shape(&without_marks(literal), shape) => {
            format!("write {}", without_marks(literal).text)
        }
        (Some(literal), Shape::Scalars) if literal.text == "null" => in_quotes(literal),
        // What no data become.
        (Some(literal), Shape::String) if literal.text == "null" && key == "response" => in_quotes(literal),
        (_, Shape::Bool) => "write true or false".to_owned(),
        (None, Shape::Scalars) => {
            "write JSON in quotes: '{ \"name\": 1 }', and a list of values as [one, two]".to_owned()
        }
        (None, Shape::TypeName(_)) if node.entry("map").is_some() => {
            "write { map: … }, which has no other keys".to_owned()
        }
        (None, Shape::TypeName(_)) => {
            let item = node.items().first().and_then(Node::scalar).map_or("integer", |literal| &literal.text);
            format!("write {{ list: {item}, separator: \",\" }}")
        }
        (None, Shape::ItemType) => "write { list: number } or { map: number }".to_owned(),
        _ if sample.is_empty() => format!("write {}", taken(shape)),
        _ => format!("write for example {}", with_sample(key, sample)),
    };
    Fault::new(codes::WRONG_SHAPE, message, advice)
}

/// Returns true for a date, with or without a time behind it.
fn is_date(text: &str) -> bool {
    let day = text.get(..10).unwrap_or_default();
    day.parse::<jiff::civil::Date>().is_ok() && day.matches('-').count() == 2
}

/// Returns the JSON that a value of YAML is.
fn json(node: &Node) -> Json {
    match &node.content {
        Content::Scalar(literal) => serde_json::to_value(&literal.value).unwrap_or_default(),
        Content::Sequence(items) => items.iter().map(json).collect(),
        Content::Mapping(entries) => {
            entries.iter().map(|entry| (entry.key.text.clone(), json(&entry.value))).collect()
        }
    }
}

/// Returns what to write for keys where strings are due.
fn of_pairs(key: &str, node: &Node, shape: &Shape) -> Option<String> {
    let Content::Mapping(entries) = &node.content else { return None };
    let pair = |entry: &Entry| {
        let value = entry.value.scalar().filter(|literal| !literal.text.is_empty())?;
        Some((entry.key.text.clone(), value.text.clone()))
    };
    let pairs: Vec<(String, String)> = entries.iter().map(pair).collect::<Option<_>>()?;
    match (shape, pairs.as_slice()) {
        (Shape::String, [(name, value)]) if PAIRS.contains(&key) => Some(format!("write '{name}={value}'")),
        (Shape::String, [(_, value)]) => Some(format!("write '{value}'")),
        (Shape::Strings, [_, ..]) if PAIRS.contains(&key) => {
            let pairs = pairs.iter().map(|(name, value)| in_list(&format!("{name}={value}")));
            Some(format!("write {key}: [{}]", pairs.collect::<Vec<_>>().join(", ")))
        }
        _ => None,
    }
}

/// Returns a text as an item of a list in brackets, in quotes unless no reader takes it for more.
fn in_list(text: &str) -> String {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.=".contains(&byte))
        && text.starts_with(|first: char| first.is_ascii_alphabetic());
    if is_plain { text.to_owned() } else { format!("{text:?}") }
}

/// Returns true for keys by which JSON Schema says a type.
pub(super) fn is_schema(entries: &[Entry]) -> bool {
    let is_of_schema = |name: &str| matches!(name, "$ref" | "type" | "items") || UNIONS.contains(&name);
    entries.iter().any(|entry| is_of_schema(&entry.key.text))
        && !entries.iter().any(|entry| matches!(entry.key.text.as_str(), "list" | "map"))
}

/// Returns what to write for a type in the notation of JSON Schema.
fn of_type(node: &Node, shape: &Shape) -> Option<String> {
    let is_param = matches!(shape, Shape::TypeName(_));
    if !is_param && !matches!(shape, Shape::ItemType) {
        return None;
    }
    let no_union = || {
        let in_query = if is_param { " in a JSON body, or string" } else { "" };
        Some(format!("there is no union of types; write any{in_query}"))
    };
    match &node.content {
        Content::Mapping(entries)
            if entries.iter().any(|entry| UNIONS.contains(&entry.key.text.as_str())) =>
        {
            no_union()
        }
        Content::Mapping(_) if STRUCTURES.iter().any(|key| node.entry(key).is_some()) => {
            Some("declare a record below 'records', and write its name".to_owned())
        }
        Content::Mapping(_) => schema_type(node).map(|own| format!("write {own}")),
        Content::Sequence(items) => {
            let names: Vec<&str> =
                items.iter().map(|item| Some(item.scalar()?.text.as_str())).collect::<Option<_>>()?;
            match names.as_slice() {
                [name, "null"] | ["null", name] => Some(format!("write {name} with 'nullable: true'")),
                // Lists of simple values are most often sent as one text.
                [name] if is_param && !name.starts_with(|first: char| first.is_ascii_uppercase()) => None,
                [name] => Some(format!("write {{ list: {name} }}")),
                [_, ..] => no_union(),
                [] => None,
            }
        }
        Content::Scalar(_) => None,
    }
}

/// Returns the type that JSON Schema says with keys, as tables write it.
pub(super) fn schema_type(node: &Node) -> Option<String> {
    let text = |key: &str| Some(node.entry(key)?.value.scalar()?.text.as_str());
    if let Some(literal) = node.scalar() {
        return Some(literal.text.clone());
    }
    if let Some(path) = text("$ref") {
        return Some(path.rsplit(['/', '#']).next().unwrap_or(path).to_owned());
    }
    let items = node.entry("items").map(|entry| schema_type(&entry.value));
    match (text("type"), items) {
        (None | Some("array"), Some(item)) => Some(format!("{{ list: {} }}", item?)),
        (Some("array"), None) => Some("{ list: … }".to_owned()),
        (Some("object"), _) => Some("any, or the name of a record".to_owned()),
        (own, _) => own.map(str::to_owned),
    }
}

fn wrong_word(key: &str, node: &Node, words: &[&str], sample: &str) -> Fault {
    let list = match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    let foreign = node.scalar().and_then(|literal| remedies::of_word(&literal.text, words));
    let advice = match (foreign, node.scalar()) {
        (Some(advice), _) => advice,
        (None, Some(literal)) if words.len() > 1 => suggest(&literal.text, words.iter().copied()),
        _ => format!("write {}", with_sample(key, sample)),
    };
    Fault::new(codes::WRONG_WORD, format!("'{key}' takes {list}, not {}", found(node)), advice)
}

/// The keys whose strings may begin with a bracket.
const WITH_BRACKETS: &[&str] = &["path", "pattern", "other", "doc"];

/// Returns the text that a string in braces or brackets without quotes is: `{name}` or `[A-Z]`.
fn in_brackets(node: &Node) -> Option<String> {
    match &node.content {
        Content::Mapping(entries) => match entries.as_slice() {
            [Entry { key, value, .. }] => {
                value.scalar().filter(|literal| literal.text.is_empty()).map(|_| format!("{{{}}}", key.text))
            }
            _ => None,
        },
        Content::Sequence(items) => match items.as_slice() {
            // The item of a list in lines stands behind '- '.
            [item] if item.span.column == node.span.column.saturating_add(1) => {
                item.scalar().map(|literal| format!("[{}]", literal.text))
            }
            _ => None,
        },
        Content::Scalar(_) => None,
    }
}
