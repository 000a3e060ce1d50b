//! Checks that every value has the shape that its key takes, and that required keys are there.

use std::collections::HashSet;

use serde_yaml::Value;

use crate::codes;
use crate::diagnostic::{Diagnostic, Fault, Faults, Span, nearest, suggest};

use super::events::TABLE_ADVICE;
use super::flat;
use super::keys::{Form, Key, Part, Shape};
use super::levels;
use super::misfit::{is_schema, misfit};
use super::remedies::{self, Remedy};
use super::scalar::{Literal, in_quotes, string_fault, typed_fault};
use super::table::Table;
use super::tree::{Content, Entry, Node, Role};
use super::worded::{as_written, has_shape, taken, with_sample};

/// Reports every value of the wrong shape and marks it broken. Returns true if the rest can be checked.
pub(super) fn check(tree: &mut Node, faults: &mut Faults<'_>) -> bool {
    if !matches!(tree.content, Content::Mapping(_)) {
        faults.add(tree.span, Fault::new(codes::NO_TABLE, "a table begins with keys", TABLE_ADVICE));
        return false;
    }
    let hosts = tree.entry("hosts").map(|hosts| hosts.value.entries()).unwrap_or_default();
    let hosts = hosts.iter().map(|host| host.key.text.clone()).collect();
    Checker { faults, around: Vec::new(), hosts }.keys(tree, Table::KEYS, "the table", tree.span);
    true
}

struct Checker<'c, 'f> {
    faults: &'c mut Faults<'f>,
    /// The keys around a value, from those of the table on, each with the words for what has them.
    around: Vec<(&'static [Key], String)>,
    /// The names of the hosts.
    hosts: Vec<String>,
}

impl Checker<'_, '_> {
    /// Checks the value of a key.
    fn value(&mut self, key: &str, key_span: Span, node: &mut Node, shape: &Shape, sample: &str) {
        if node.broken {
            return;
        }
        if let Content::Mapping(entries) = &mut node.content {
            self.cut(entries, shape);
        }
        match (shape, &mut node.content) {
            (Shape::TypeName(_), Content::Mapping(entries)) if is_map(entries) => {
                self.value(key, key_span, node, &Shape::ItemType, sample);
            }
            (Shape::TypeName(_), Content::Mapping(entries)) if is_schema(entries) => {
                self.faults.add(node.span, misfit(key, node, shape, sample));
                node.broken = true;
            }
            (Shape::TypeName(keys), Content::Mapping(entries)) if is_other(entries, keys) => {
                self.faults.add(node.span, misfit(key, node, shape, sample));
                node.broken = true;
            }
            (Shape::Keys(keys) | Shape::TypeName(keys), Content::Mapping(_)) => {
                self.keys(node, keys, &format!("'{key}'"), key_span);
            }
            (Shape::Named(form, of), Content::Mapping(_)) => self.named(key, node, *form, of),
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
            (Shape::String, Content::Scalar(literal)) if HOSTS.contains(&key) && literal.text.is_empty() => {
                let message = format!("'{key}' takes a string, not nothing");
                let advice = suggest("", self.hosts.iter().map(String::as_str));
                self.faults.add(node.span, Fault::new(codes::WRONG_SHAPE, message, advice));
                node.broken = true;
            }
            (Shape::ItemType, Content::Scalar(literal)) if self.is_no_data(literal) => {
                let message = format!("'{key}' takes {}, not nothing", taken(shape));
                self.faults.add(node.span, Fault::new(codes::WRONG_SHAPE, message, "write empty"));
                node.broken = true;
            }
            _ => {
                self.faults.add(node.span, misfit(key, node, shape, sample));
                node.broken = true;
            }
        }
    }

    /// Checks the names that a table chooses, and their values.
    fn named(&mut self, key: &str, node: &mut Node, form: Form, of: &Shape) {
        let Content::Mapping(entries) = &mut node.content else { return };
        if let Some((span, fault)) = levels::of_names(key, entries, of) {
            self.faults.add(span, fault);
            node.broken = true;
            return;
        }
        let before = self.faults.count();
        for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
            if let Some(fault) = levels::among_names(entry, of, self.around.last()) {
                self.faults.add(entry.key_span, fault);
                entry.role = Role::Refused;
                continue;
            }
            self.name(&mut entry.key, entry.key_span, form);
            self.value(&entry.key.text, entry.key_span, &mut entry.value, of, "");
        }
        // What several names have is one mistake.
        let names: HashSet<&str> = entries.iter().map(|entry| entry.key.text.as_str()).collect();
        let of_names = |fault: &Diagnostic| {
            let (name, rest) = fault.message.strip_prefix('\'')?.split_once('\'')?;
            let is_same = fault.code == codes::UNKNOWN_KEY;
            let is_alike = fault.code == codes::WRONG_SHAPE && rest.starts_with(" takes keys");
            let said = if is_same { rest } else { "" };
            (names.contains(name) && (is_same || is_alike)).then(|| format!("{said}; {}", fault.help))
        };
        self.faults.merge_since(before, of_names, |others| match others {
            1 => "at 1 other name".to_owned(),
            others => format!("at {others} other names"),
        });
    }

    /// Returns true for null as the type of a response.
    fn is_no_data(&self, literal: &Literal) -> bool {
        let is_response = self.around.last().is_some_and(|(_, what)| what == "'response'");
        is_response && literal.value == Value::Null && !literal.text.is_empty()
    }

    /// Reports the rest of a value behind a ',' in braces, which YAML reads as a key without a value.
    fn cut(&mut self, entries: &mut [Entry], shape: &Shape) {
        let is_key =
            |name: &str| matches!(shape, Shape::Keys(keys) if keys.iter().any(|key| key.name == name));
        for index in 1..entries.len() {
            let Some([.., before, rest]) = entries.get_mut(..=index) else { continue };
            let span = before.value.span;
            let next =
                Span { column: span.column.saturating_add(span.length).saturating_add(1), ..rest.key_span };
            let is_rest = rest.value.scalar().is_some_and(|literal| literal.text.is_empty() && literal.plain)
                && rest.key_span == next
                && !is_key(&rest.key.text)
                && span.line == next.line;
            let Some(literal) = before.value.scalar().filter(|_| is_rest && !before.value.broken) else {
                continue;
            };
            let (text, more) = (&literal.text, &rest.key.text);
            let message = format!("the ',' ends the value, and '{more}' behind it is no key");
            let advice =
                format!("write a list of values as [{text}, {more}], and one text as \"{text},{more}\"");
            self.faults.add(span, Fault::new(codes::WRONG_SHAPE, message, advice));
            before.value.broken = true;
            rest.role = Role::Refused;
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

    /// Reports the names that stand beside the key below which they belong.
    fn outdented(&mut self, what: &str, entries: &mut [Entry], keys: &[Key]) {
        for index in 1..entries.len() {
            let Some((before, [entry, ..])) = entries.split_at_mut_checked(index) else { continue };
            let Some(empty) = before.iter_mut().rfind(|entry| entry.role != Role::Refused) else { continue };
            if let Some(fault) = levels::below_empty(what, entry, empty, keys) {
                self.faults.add(entry.key_span, fault);
                (entry.role, empty.value.broken) = (Role::Refused, true);
            }
        }
    }

    /// Returns where a key belongs that stands one level too high, or too low.
    fn place_of(&self, name: &str) -> Option<String> {
        let (own, outer) = self.around.split_last()?;
        let has = |keys: &[Key]| keys.iter().any(|key| key.name == name);
        let below = own.0.iter().filter_map(|key| match &key.shape {
            Shape::Keys(below) if has(below) => Some(format!("'{}'", key.name)),
            Shape::Named(_, Shape::Keys(below)) if has(below) => Some(format!("a name of '{}'", key.name)),
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
        if let Some((span, fault)) = levels::too_low(what, entries, keys) {
            self.faults.add(span, fault);
            node.broken = true;
            return;
        }
        self.around.push((keys, what.to_owned()));
        let is_there = |entries: &[Entry], name: &str| entries.iter().any(|entry| entry.key.text == name);
        let absent: Vec<&str> =
            keys.iter().map(|key| key.name).filter(|name| !is_there(entries, name)).collect();
        self.outdented(what, entries, keys);
        if let Some((span, fault)) = flat::fault(what, entries, keys) {
            self.faults.add(span, fault);
        }
        for entry in entries.iter_mut().filter(|entry| entry.role != Role::Refused) {
            let (name, key_span) = (&entry.key.text, entry.key_span);
            match keys.iter().find(|known| known.name == name) {
                Some(key) => self.value(name, key_span, &mut entry.value, &key.shape, key.sample),
                None => {
                    let is_sibling = levels::is_sibling(&entry.value, keys);
                    let is_known = |key: &str| keys.iter().any(|known| known.name == key);
                    let remedy = remedies::of_key(name, is_known, |key| absent.contains(&key));
                    let near = match remedy {
                        Some((own, Remedy::Own)) => Some(own),
                        Some((_, Remedy::Instead(others, _))) => {
                            misspelt.extend(others);
                            None
                        }
                        _ => nearest(name, keys.iter().map(|key| key.name)),
                    };
                    // What most likely is a misspelt key is missing under its own name.
                    let place =
                        self.place_of(name).filter(|_| near.is_none_or(|near| !absent.contains(&near)));
                    if place.is_none() {
                        misspelt.extend(near);
                    }
                    let fault = unknown_key(what, name, keys, remedy, is_sibling, place);
                    self.faults.add(key_span, fault);
                    entry.role = Role::Refused;
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

fn unknown_key(
    what: &str,
    name: &str,
    keys: &[Key],
    remedy: Option<(&str, Remedy)>,
    is_sibling: bool,
    place: Option<String>,
) -> Fault {
    let message = format!("{what} has no key '{name}'");
    match remedy {
        Some((own, Remedy::Own)) => return Fault::new(codes::UNKNOWN_KEY, message, format!("write '{own}'")),
        Some((_, Remedy::Advice(advice) | Remedy::Instead(_, advice))) => {
            return Fault::new(codes::UNKNOWN_KEY, message, advice);
        }
        Some((_, Remedy::Former(advice))) => {
            return Fault::new(codes::UNKNOWN_KEY, format!("{message} any more"), advice);
        }
        None => {}
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

/// Returns the fault of a scalar of the right shape that not every YAML reader gives this shape.
fn ambiguity(key: &str, literal: &Literal, shape: &Shape) -> Option<Fault> {
    match shape {
        Shape::String | Shape::TypeName(_) | Shape::ItemType => string_fault(key, literal),
        Shape::Bool | Shape::Integer | Shape::Number => typed_fault(key, taken(shape), literal),
        _ => None,
    }
}

/// The keys whose strings name a host.
const HOSTS: &[&str] = &["host", "token_host"];

/// The key whose string is a time with its unit.
const TIME: &str = "fresh_for";

/// Returns the fault of a number or a bool where a string is due.
fn unquoted(key: &str, literal: &Literal) -> Fault {
    let message = format!("'{key}' takes a string, not {}", as_written(literal));
    let advice = match key {
        "other" => Some("write a regular expression that other values match, like \"[A-Z]+\"".to_owned()),
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

/// Returns true for `{ map: … }`.
fn is_map(entries: &[Entry]) -> bool {
    matches!(entries, [entry] if entry.key.text == "map")
}

/// Returns true for a type that is no list, and has a key that lists do not have.
fn is_other(entries: &[Entry], keys: &[Key]) -> bool {
    let is_list = entries.iter().any(|entry| entry.key.text == "list");
    let is_known = |entry: &Entry| keys.iter().any(|key| nearest(&entry.key.text, [key.name]).is_some());
    !is_list && !entries.iter().all(is_known)
}
