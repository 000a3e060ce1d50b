//! Checks that every value has the shape that its key takes, and that required keys are there.

use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Fault, Faults, Span, nearest, suggest};

use super::events::TABLE_ADVICE;
use super::keys::{Form, Key, Part, Shape};
use super::scalar::{Literal, described, in_quotes, string_fault, typed_fault};
use super::table::Table;
use super::tree::{Content, Entry, Node, Role};

/// Reports every value of the wrong shape and marks it broken. Returns true if the rest can be checked.
pub(super) fn check(tree: &mut Node, faults: &mut Faults<'_>) -> bool {
    if !matches!(tree.content, Content::Mapping(_)) {
        faults.add(tree.span, Fault::new(codes::NO_TABLE, "a table begins with keys", TABLE_ADVICE));
        return false;
    }
    Checker { faults, around: Vec::new() }.keys(tree, Table::KEYS, "the table", tree.span);
    true
}

struct Checker<'c, 'f> {
    faults: &'c mut Faults<'f>,
    /// The keys around a value, from those of the table on, each with the words for what has them.
    around: Vec<(&'static [Key], String)>,
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
                if let Some(name) = outdented(entries, of) {
                    let message = format!("the keys of '{}' are not indented below it", name.key.text);
                    let advice = "indent them two spaces further than its name";
                    self.faults.add(name.key_span, Fault::new(codes::MISSING_KEY, message, advice));
                    node.broken = true;
                    return;
                }
                for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
                    self.name(&mut entry.key, entry.key_span, *form);
                    self.value(&entry.key.text, entry.key_span, &mut entry.value, of, "");
                }
            }
            (Shape::ItemType, Content::Mapping(entries)) => match entries.as_mut_slice() {
                [entry] if matches!(entry.key.text.as_str(), "list" | "map") => {
                    self.value(&entry.key.text, entry.key_span, &mut entry.value, shape, sample);
                }
                _ => {
                    self.faults.add(node.span, misfit(key, node, shape, sample));
                    node.broken = true;
                }
            },
            (Shape::Strings, Content::Sequence(items)) => self.items(key, key_span, items, &Shape::String),
            (Shape::Scalars, Content::Sequence(items)) => self.items(key, key_span, items, &Shape::Scalar),
            (_, Content::Scalar(literal)) if has_shape(literal, shape) => {
                if let Some(fault) = ambiguity(key, literal, shape) {
                    self.faults.add(node.span, fault);
                }
            }
            (Shape::String, Content::Scalar(literal)) if literal.value != Value::Null => {
                self.faults.add(node.span, unquoted(key, literal));
                let is_integer = literal.value.is_u64();
                // Without its quotes a string is still the one that is meant, and a time is none without its unit.
                literal.quote();
                node.broken = key == TIME && is_integer;
            }
            _ => {
                self.faults.add(node.span, misfit(key, node, shape, sample));
                node.broken = true;
            }
        }
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
            Form::Type => first.is_ascii_uppercase(),
            // It is never a keyword, and no reader takes it for another number.
            Form::Status => false,
        });
        // `true` and `false` are keywords, and reported as such.
        if !has_form || !name.text.bytes().all(|letter| letter.is_ascii_alphabetic()) || is_keyword(name) {
            return;
        }
        if let Some(misreading) = name.misreading(&Value::String(name.text.clone())) {
            let code = if name.is_ambiguous() { codes::AMBIGUOUS } else { codes::UNQUOTED_STRING };
            let message = format!("a name is a string, but {misreading}");
            self.faults.add(span, Fault::new(code, message, in_quotes(name)));
            name.quote();
        }
    }

    /// Returns where a key belongs that stands one level too high, or too low.
    fn place_of(&self, name: &str) -> Option<String> {
        let (own, outer) = self.around.split_last()?;
        let has = |keys: &[Key]| keys.iter().any(|key| key.name == name);
        let below = own.0.iter().filter_map(|key| match &key.shape {
            Shape::Keys(below) if has(below) => Some(format!("'{}'", key.name)),
            _ => None,
        });
        let below: Vec<String> = below.collect();
        if !below.is_empty() {
            return Some(format!("below {}", below.join(" or ")));
        }
        outer.iter().rev().find(|(keys, _)| has(keys)).map(|(_, what)| format!("among the keys of {what}"))
    }

    /// Checks a mapping of these keys. Adds missing keys as broken ones.
    fn keys(&mut self, node: &mut Node, keys: &'static [Key], what: &str, span: Span) {
        let mut misspelt: Vec<&str> = Vec::new();
        let Content::Mapping(entries) = &mut node.content else { return };
        self.around.push((keys, what.to_owned()));
        let is_there = |entries: &[Entry], name: &str| entries.iter().any(|entry| entry.key.text == name);
        let absent: Vec<&str> =
            keys.iter().map(|key| key.name).filter(|name| !is_there(entries, name)).collect();
        for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
            let (name, key_span) = (&entry.key.text, entry.key_span);
            match keys.iter().find(|known| known.name == name) {
                Some(key) => self.value(name, key_span, &mut entry.value, &key.shape, key.sample),
                None => {
                    let is_sibling = is_indented_sibling(&entry.value, keys);
                    let synonym = synonym(name, &absent);
                    let near = synonym.or_else(|| nearest(name, keys.iter().map(|key| key.name)));
                    // What most likely is a misspelt key is missing under its own name.
                    let place =
                        self.place_of(name).filter(|_| near.is_none_or(|near| !absent.contains(&near)));
                    if place.is_none() {
                        misspelt.extend(near);
                    }
                    let fault = match synonym {
                        Some(own) => {
                            let message = format!("{what} has no key '{name}'");
                            Fault::new(codes::UNKNOWN_KEY, message, format!("write '{own}'"))
                        }
                        None => unknown_key(what, name, keys, is_sibling, place),
                    };
                    self.faults.add(key_span, fault);
                }
            }
        }
        self.around.pop();
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
    let value = serde_yaml::from_str(key.sample).unwrap_or_default();
    let content = Content::Scalar(Literal { value, ..literal(key.sample) });
    let value = Node { span, content, broken: false };
    node.put(Entry { key: literal(key.name), key_span: span, value, role: Role::First });
}

/// The advice about keys that tables do not have, and whose names are like others.
const FOREIGN_KEYS: &[(&[&str], &str)] = &[
    (&["min_length", "minLength"], "write a 'pattern' such as \".{3,}\""),
    (&["min_items", "minItems"], "remove it; a list has a maximum alone, 'max_length'"),
    (
        &["auth", "authentication", "security"],
        "write 'auth' at the host; 'session' of an endpoint says when its credentials are sent",
    ),
    (
        &["key", "api_key", "token", "secret", "password", "user", "client_id", "client_secret"],
        "remove it; a secret never stands in a table: a client is given it, or reads the variable that 'env' names",
    ),
    (
        &["headers"],
        "remove it; 'headers' of a host or an endpoint has those that it needs, and a client is given others in Rust",
    ),
    (
        &["required"],
        "write 'optional: true' at a field that the reply may leave out; all others are required",
    ),
    (&["list", "map"], "write it in 'type', like 'type: { list: Reading }'"),
    (&["enum", "values"], "declare a type below 'types', and name it in 'type'"),
    (
        &["requires", "depends_on", "dependencies"],
        "write 'choices' at the endpoint, with an option whose 'required' lists the parameters that go together",
    ),
    (&["optional"], "remove it; only what says 'required: true' has to be given"),
];

/// The names that keys have in other formats and languages, by the key of a table.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("doc", &["description", "summary", "docs", "comment", "title"]),
    ("hosts", &["servers"]),
    ("endpoints", &["paths", "operations", "requests", "routes"]),
    ("records", &["schemas", "components", "definitions", "models", "structs"]),
    ("types", &["enums", "enumerations"]),
    ("fields", &["properties", "members"]),
    ("variants", &["values", "enum", "members"]),
    ("params", &["parameters", "arguments", "args"]),
    ("fallbacks", &["sources", "alternatives"]),
    ("response", &["responses", "returns"]),
    ("pages", &["pagination", "paging"]),
    ("fresh_for", &["cache", "ttl", "max_age"]),
    ("method", &["verb"]),
    ("raw", &["format", "media_type", "content_type"]),
    ("at", &["path", "pointer", "json_path", "jsonpath"]),
    ("in", &["location", "place"]),
    ("wire", &["wire_name", "rename"]),
    ("type", &["kind", "schema"]),
];

/// The limits of JSON Schema, each with the key that a table has for it.
const LIMITS_OF_SCHEMAS: &[(&str, &str)] =
    &[("minimum", "min"), ("maximum", "max"), ("maxItems", "max_length"), ("max_items", "max_length")];

/// The keys that stand elsewhere: each with a key that stands where it was written, and the advice.
const MISPLACED_KEYS: &[(&str, &str, &str)] = &[
    ("method", "queries", "remove it; each step is a GET"),
    ("key", "echoes", "write it at the record"),
    ("statuses", "converter", "write it below 'response'"),
    ("separator", "conflicts", "write it in 'type', like 'type: { list: integer, separator: \",\" }'"),
    ("token_url", "token_path", "write 'token_host' and 'token_path', the path below it"),
];

/// The keys that tables had once: each with a key that stands beside it, and the advice what to write now.
const FORMER_KEYS: &[(&str, &str, &str)] = &[
    ("since", "doc", "write it into 'doc', like 'Since 1.2.'"),
    ("deprecated", "auth", "write 'deprecated' at the endpoints of the host"),
    ("deprecated", "variants", "write 'deprecated' at its values, or at the parameters of the type"),
    ("deprecated", "fields", "write 'deprecated' at its fields, or at the endpoints that have it"),
    ("subject", "method", "remove it; the first required string among the 'params' names the request"),
    ("body_format", "method", "remove it, and write 'in: form' at the parameters of a form"),
    ("max_items", "cursor", "remove it; all pages have 10000 items at most, and a caller sets another limit"),
    ("limit", "total", "write 'rows', the path of the list of items in the reply"),
    ("from", "last", "write the number of the first page as the 'default' of the parameter"),
];

/// Returns the absent key of a table that a name stands for elsewhere.
fn synonym(name: &str, absent: &[&'static str]) -> Option<&'static str> {
    let is_meant = |(own, names): &&(&'static str, &[&str])| absent.contains(own) && names.contains(&name);
    SYNONYMS.iter().find(is_meant).map(|(own, _)| *own)
}

fn unknown_key(what: &str, name: &str, keys: &[Key], is_sibling: bool, place: Option<String>) -> Fault {
    let message = format!("{what} has no key '{name}'");
    let is_beside = |key: &str| keys.iter().any(|known| known.name == key);
    let misplaced = MISPLACED_KEYS.iter().find(|(key, beside, _)| *key == name && is_beside(beside));
    if let Some((_, _, advice)) = misplaced {
        return Fault::new(codes::UNKNOWN_KEY, message, *advice);
    }
    if let Some((_, advice)) = FOREIGN_KEYS.iter().find(|(names, _)| names.contains(&name)) {
        return Fault::new(codes::UNKNOWN_KEY, message, *advice);
    }
    let former = FORMER_KEYS.iter().find(|(former, beside, _)| *former == name && is_beside(beside));
    if let Some((_, _, advice)) = former {
        return Fault::new(codes::UNKNOWN_KEY, format!("{what} has no key '{name}' any more"), *advice);
    }
    if let Some((_, own)) = LIMITS_OF_SCHEMAS.iter().find(|(limit, own)| *limit == name && is_beside(own)) {
        return Fault::new(codes::UNKNOWN_KEY, message, format!("write '{own}'"));
    }
    if is_sibling {
        let advice = format!("indent '{name}' as far as {what}, beside which it stands");
        return Fault::new(codes::UNKNOWN_KEY, message, advice);
    }
    if let Some(place) = place {
        return Fault::new(codes::UNKNOWN_KEY, message, format!("write it {place}"));
    }
    let advice = match suggest(name, keys.iter().map(|key| key.name)) {
        // Most often the rest of a string after a comma.
        advice if name.contains(' ') => format!("put a string with ',' in it in quotes, or {advice}"),
        advice => advice,
    };
    Fault::new(codes::UNKNOWN_KEY, message, advice)
}

/// Returns true for the value of a name that has keys of the mapping that it stands in: an entry that is indented too far.
fn is_indented_sibling(value: &Node, keys: &[Key]) -> bool {
    let Content::Mapping(entries) = &value.content else { return false };
    entries.iter().filter(|entry| keys.iter().any(|key| key.name == entry.key.text)).count() > 2
}

/// Returns a name without a value that the keys of its value follow as if they were names, too.
fn outdented<'e>(entries: &'e [Entry], of: &Shape) -> Option<&'e Entry> {
    let Shape::Keys(keys) = of else { return None };
    let is_key = |entry: &Entry| keys.iter().any(|key| key.name == entry.key.text);
    let is_empty = |entry: &Entry| entry.value.scalar().is_some_and(|literal| literal.value == Value::Null);
    entries.windows(3).find_map(|three| match three {
        [name, first, second] if is_empty(name) && !is_key(name) && is_key(first) && is_key(second) => {
            Some(name)
        }
        _ => None,
    })
}

fn missing_key(what: &str, key: &Key) -> Fault {
    let name = key.name;
    let advice = match key.shape {
        Shape::Named(..) => format!("add '{name}:' and names of your own below it"),
        _ => format!("add '{name}: …', for example {}", with_sample(name, key.sample)),
    };
    Fault::new(codes::MISSING_KEY, format!("{what} has no '{name}'"), advice)
}

fn is_keyword(name: &Literal) -> bool {
    matches!(name.text.as_str(), "true" | "false")
}

/// Returns true if a scalar has a shape.
fn has_shape(literal: &Literal, shape: &Shape) -> bool {
    let value = &literal.value;
    match shape {
        Shape::String | Shape::TypeName(_) | Shape::ItemType => value.is_string(),
        Shape::OneOf(words) => words.contains(&literal.text.as_str()),
        Shape::Bool => value.is_bool(),
        Shape::Integer => value.is_i64(),
        Shape::Number => value.as_f64().is_some_and(f64::is_finite),
        Shape::Scalar | Shape::Scalars => !value.is_null(),
        Shape::Strings | Shape::Keys(_) | Shape::Named(..) => false,
    }
}

/// Returns the fault of a scalar of the right shape that not every YAML reader gives this shape.
fn ambiguity(key: &str, literal: &Literal, shape: &Shape) -> Option<Fault> {
    match shape {
        Shape::String | Shape::TypeName(_) | Shape::ItemType => string_fault(key, literal),
        Shape::Bool | Shape::Integer | Shape::Number => typed_fault(key, taken(shape), literal),
        _ => None,
    }
}

/// The key whose string is a time with its unit.
const TIME: &str = "fresh_for";

/// Returns the fault of a number or a bool where a string is due.
fn unquoted(key: &str, literal: &Literal) -> Fault {
    let message = format!("'{key}' takes a string, not {}", as_written(literal));
    let advice = match key {
        "deprecated" => Some("say what to use instead, like 'Use Fruits.', or remove it".to_owned()),
        TIME if literal.value.is_u64() => {
            Some(format!("write its unit: {0}s, {0}m, {0}h or {0}d", literal.text))
        }
        _ => None,
    };
    if let Some(advice) = advice {
        return Fault::new(codes::UNQUOTED_STRING, message, advice);
    }
    let fault = Fault::new(codes::UNQUOTED_STRING, message, in_quotes(literal));
    Some(literal)
        .filter(|literal| literal.is_ambiguous())
        .and_then(|literal| string_fault(key, literal))
        .unwrap_or(fault)
}

/// Returns the fault of a value that has not the shape of its key.
fn misfit(key: &str, node: &Node, shape: &Shape, sample: &str) -> Fault {
    if let Shape::OneOf(words) = shape {
        return wrong_word(key, node, words, sample);
    }
    let message = format!("'{key}' takes {}, not {}", taken(shape), found(node));
    if let (Content::Mapping(entries), Shape::String) = (&node.content, shape)
        && let [Entry { key, value, .. }] = entries.as_slice()
        && let Some(value) = value.scalar()
    {
        return Fault::new(codes::WRONG_SHAPE, message, format!("write '{}={}'", key.text, value.text));
    }
    let advice = match (node.scalar(), shape) {
        (_, Shape::Keys(keys)) => {
            let names: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
            format!("write its keys indented below it: {}", names.join(", "))
        }
        (_, Shape::Named(..)) => format!("write names indented below '{key}:', each with its keys"),
        (Some(literal), Shape::Strings) if literal.value.is_string() => {
            format!("write {key}: [{}]", literal.text)
        }
        (Some(literal), _) if has_shape(&unquote(literal), shape) => {
            format!("write it without quotes: {}", literal.text)
        }
        (Some(literal), Shape::Integer | Shape::Number) if has_shape(&without_marks(literal), shape) => {
            format!("write {}", without_marks(literal).text)
        }
        (Some(literal), Shape::String | Shape::Scalars) if literal.text == "null" => in_quotes(literal),
        (_, Shape::Bool) => "write true or false".to_owned(),
        (None, Shape::Scalars) => {
            "write JSON in quotes: '{ \"name\": 1 }', and a list of values as [one, two]".to_owned()
        }
        (None, Shape::TypeName(_)) => "write { list: integer, separator: \",\" }".to_owned(),
        (None, Shape::ItemType) => "write { list: number } or { map: number }".to_owned(),
        _ if sample.is_empty() => format!("write {}", taken(shape)),
        _ => format!("write for example {}", with_sample(key, sample)),
    };
    Fault::new(codes::WRONG_SHAPE, message, advice)
}

/// The words that others have for those of the table, by the latter.
const FOREIGN_WORDS: &[(&str, &[&str])] = &[
    ("ndjson", &["jsonl", "jsonlines", "json_lines"]),
    ("txt", &["text", "html", "string", "plain"]),
    ("sse", &["events", "event-stream", "text/event-stream"]),
    ("bytes", &["binary", "file", "image", "pdf"]),
    ("json", &["application/json"]),
    ("csv", &["text/csv"]),
    ("xml", &["atom", "rss"]),
    ("form", &["formdata", "form_data", "urlencoded"]),
    ("part", &["multipart", "file"]),
    ("bearer", &["token", "jwt"]),
    ("oauth2", &["oauth"]),
];

fn wrong_word(key: &str, node: &Node, words: &[&str], sample: &str) -> Fault {
    let list = match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    };
    let foreign = node.scalar().and_then(|literal| {
        let text = literal.text.to_ascii_lowercase();
        FOREIGN_WORDS.iter().find(|(own, names)| words.contains(own) && names.contains(&text.as_str()))
    });
    let advice = match (foreign, node.scalar()) {
        (Some((own, _)), _) => format!("write {own}"),
        (None, Some(literal)) if words.len() > 1 => suggest(&literal.text, words.iter().copied()),
        _ => format!("write {}", with_sample(key, sample)),
    };
    Fault::new(codes::WRONG_WORD, format!("'{key}' takes {list}, not {}", found(node)), advice)
}

/// Returns true for `{ map: … }`.
fn is_map(entries: &[Entry]) -> bool {
    matches!(entries, [entry] if entry.key.text == "map")
}

/// Describes the values that a shape takes.
fn taken(shape: &Shape) -> &'static str {
    match shape {
        Shape::String => "a string",
        Shape::OneOf(_) => "one of a few words",
        Shape::Bool => "a bool",
        Shape::Integer => "an integer",
        Shape::Number => "a number",
        Shape::Scalar => "a string, a number or a bool",
        Shape::Scalars => "a string, a number or a bool, or a list of these",
        Shape::Strings => "a list of strings",
        Shape::TypeName(_) => "the name of a type, { list: …, separator: … } or { map: … }",
        Shape::ItemType => "the name of a type, { list: … } or { map: … }",
        Shape::Keys(_) => "keys of its own",
        Shape::Named(..) => "names of your own",
    }
}

/// Describes a value that stands in the text.
fn found(node: &Node) -> String {
    match &node.content {
        Content::Mapping(_) => "keys".to_owned(),
        Content::Sequence(_) => "a list".to_owned(),
        Content::Scalar(literal) => as_written(literal),
    }
}

/// Describes a scalar as it stands in the text.
fn as_written(literal: &Literal) -> String {
    let text = &literal.text;
    match &literal.value {
        Value::Bool(_) => format!("the bool {text}"),
        Value::Number(number) if number.is_f64() => format!("the number {text}"),
        Value::Number(_) => format!("the integer {text}"),
        value => described(value),
    }
}

/// Returns the scalar that a quoted one is without its quotes.
fn unquote(literal: &Literal) -> Literal {
    let value = serde_yaml::from_str(&literal.text).unwrap_or_default();
    Literal { value, ..literal.clone() }
}

/// Returns the scalar without the marks that some readers allow between digits: `1_000` and `1,000`.
fn without_marks(literal: &Literal) -> Literal {
    unquote(&Literal { text: literal.text.replace(['_', ','], ""), ..literal.clone() })
}

fn with_sample(key: &str, sample: &str) -> String {
    format!("'{key}: {sample}'")
}
