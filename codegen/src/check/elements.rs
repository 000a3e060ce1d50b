//! Reads the XML of examples as a client does: elements become JSON of the types that the table declares.

use indexmap::IndexMap;
use serde_json::{Map, Value as Json};

use crate::parse::table::{ItemType, Table};

use super::replies::first;

/// The member that has the text of an element.
const TEXT: &str = "$text";

/// The number of elements in each other that a client reads.
const MAX_DEPTH: usize = 100;

/// An element, or an attribute, which has text alone.
#[derive(Default)]
pub(super) struct Element {
    text: String,
    /// The attributes and the elements by their names, in their order.
    members: IndexMap<String, Vec<Element>>,
}

impl Element {
    fn of_text(text: String) -> Self {
        Self { text, members: IndexMap::new() }
    }

    fn has_elements(&self) -> bool {
        self.members.keys().any(|name| !name.starts_with('@'))
    }

    /// Returns the name of the root of a document.
    pub(super) fn root(&self) -> &str {
        self.members.first().map_or("", |(name, _)| name)
    }
}

/// Reads a document: an element whose one member is the root.
///
/// # Errors
/// Says what is wrong with the reply.
pub(super) fn document(reply: &str) -> Result<Element, String> {
    let mut open = vec![("", Element::default())];
    let mut rest = reply;
    while let Some((before, after)) = rest.split_once('<') {
        add_text(&mut open, &unescaped(before)?);
        let cut = || format!("'<{}' in the reply has no end", name_of(after));
        if after.starts_with("!DOCTYPE") {
            rest = behind_type(after).ok_or_else(cut)?;
            continue;
        }
        let marks = [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>"), ("!", ">")];
        if let Some((begin, end)) = marks.iter().find(|(begin, _)| after.starts_with(begin)) {
            let (inner, next) = after.split_once(end).ok_or_else(cut)?;
            if let Some(text) = inner.strip_prefix(begin).filter(|_| *begin == "![CDATA[") {
                add_text(&mut open, text);
            }
            rest = next;
            continue;
        }
        let (tag, next) = split_tag(after).ok_or_else(cut)?;
        rest = next;
        match tag.strip_prefix('/').map(str::trim) {
            Some(closed) => close(&mut open, closed)?,
            None if open.len() > MAX_DEPTH => {
                return Err(format!("the elements of the reply nest more than {MAX_DEPTH} deep"));
            }
            None => {
                let (inner, is_empty) = tag.strip_suffix('/').map_or((tag, false), |inner| (inner, true));
                let name = name_of(inner);
                open.push((name, opened(name, inner)?));
                if is_empty {
                    close(&mut open, name)?;
                }
            }
        }
    }
    let (name, whole) = open.pop().unwrap_or_default();
    let roots = whole.members.values().map(Vec::len).sum::<usize>();
    match roots {
        _ if !open.is_empty() => Err(format!("'{name}' in the reply has no end")),
        1 if whole.text.trim().is_empty() && rest.trim().is_empty() => Ok(whole),
        0 => Err("the reply has no element".to_owned()),
        _ => Err("something stands beside the root of the reply".to_owned()),
    }
}

/// Returns what follows a document type, which may have declarations in brackets.
fn behind_type(text: &str) -> Option<&str> {
    let (mut depth, mut quote) = (0_usize, None);
    let end = text.find(|character| {
        match (character, quote) {
            (character, Some(own)) if character == own => quote = None,
            (_, Some(_)) => {}
            ('"' | '\'', None) => quote = Some(character),
            ('<' | '[', None) => depth = depth.saturating_add(1),
            (']', None) => depth = depth.saturating_sub(1),
            ('>', None) if depth == 0 => return true,
            ('>', None) => depth = depth.saturating_sub(1),
            _ => {}
        }
        false
    })?;
    text.get(end..)?.strip_prefix('>')
}

/// Returns a tag and what follows it. A '>' in the quotes of an attribute is no end.
fn split_tag(text: &str) -> Option<(&str, &str)> {
    let mut quote = None;
    let end = text.find(|character| match (character, quote) {
        ('"' | '\'', None) => {
            quote = Some(character);
            false
        }
        (character, Some(own)) => {
            quote = quote.filter(|_| character != own);
            false
        }
        (character, None) => character == '>',
    })?;
    Some((text.get(..end)?, text.get(end..)?.strip_prefix('>')?))
}

/// Begins an element with its attributes.
fn opened(name: &str, tag: &str) -> Result<Element, String> {
    let mut element = Element::default();
    let mut rest = tag.strip_prefix(name).unwrap_or_default().trim();
    while !rest.is_empty() {
        let attribute = rest.split_once('=').and_then(|(attribute, value)| {
            let value = value.trim_start();
            let quote = value.chars().next().filter(|first| matches!(first, '"' | '\''))?;
            let (value, rest) = value.strip_prefix(quote)?.split_once(quote)?;
            Some((attribute.trim(), value, rest.trim()))
        });
        let Some((attribute, value, next)) = attribute else {
            return Err(format!("an attribute of '{name}' in the reply has no value in quotes"));
        };
        let member = Element::of_text(unescaped(value)?);
        element.members.entry(format!("@{attribute}")).or_default().push(member);
        rest = next;
    }
    Ok(element)
}

fn close(open: &mut Vec<(&str, Element)>, closed: &str) -> Result<(), String> {
    match open.pop() {
        Some((name, mut element)) if name == closed && !open.is_empty() => {
            element.text = element.text.trim().to_owned();
            if let Some((_, around)) = open.last_mut() {
                around.members.entry(name.to_owned()).or_default().push(element);
            }
            Ok(())
        }
        Some((name, _)) if !open.is_empty() => {
            Err(format!("'{closed}' ends in the reply where '{name}' does"))
        }
        _ => Err(format!("'{closed}' ends in the reply and does not begin")),
    }
}

fn add_text(open: &mut [(&str, Element)], text: &str) {
    if let Some((_, last)) = open.last_mut() {
        last.text.push_str(text);
    }
}

/// Returns a text with the characters that its references stand for.
fn unescaped(text: &str) -> Result<String, String> {
    let mut parts = text.split('&');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let found = part.split_once(';').and_then(|(name, rest)| Some((referred(name)?, rest)));
        let (character, rest) =
            found.ok_or_else(|| "a '&' in the reply begins no reference such as '&amp;'".to_owned())?;
        whole.push(character);
        whole.push_str(rest);
    }
    Ok(whole)
}

/// Returns the character of a reference.
fn referred(name: &str) -> Option<char> {
    let number = |text: &str, radix: u32| char::from_u32(u32::from_str_radix(text, radix).ok()?);
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => match name.strip_prefix("#x") {
            Some(digits) => number(digits, 16),
            None => number(name.strip_prefix('#')?, 10),
        },
    }
}

/// Returns the name of the element that begins with a text.
fn name_of(text: &str) -> &str {
    let end = text.find(|character: char| character.is_whitespace() || matches!(character, '>' | '/'));
    text.get(..end.unwrap_or(text.len())).unwrap_or_default()
}

/// Returns a document as JSON, whose data at a path is of a type.
pub(super) fn json(table: &Table, path: &str, data: &ItemType, document: &Element) -> Json {
    along(table, path, data, std::slice::from_ref(document))
}

fn along(table: &Table, path: &str, data: &ItemType, elements: &[Element]) -> Json {
    let Some((name, rest)) = first(path) else { return member(table, data, elements) };
    let next = |is_next: bool, elements: &[Element]| match is_next {
        true => along(table, rest, data, elements),
        false => untyped(elements),
    };
    match elements {
        [one] if one.members.is_empty() => untyped(elements),
        [one] => object(one, |member, elements| next(member == name, elements)),
        several => {
            let items = several.iter().map(std::slice::from_ref).enumerate();
            items.map(|(index, item)| next(name.parse() == Ok(index), item)).collect()
        }
    }
}

/// Returns the elements that a member of an object consists of. An empty one is null.
fn member(table: &Table, kind: &ItemType, elements: &[Element]) -> Json {
    match elements {
        [one] if one.members.is_empty() && one.text.is_empty() => Json::Null,
        elements => typed(table, kind, elements),
    }
}

/// Returns elements as the values of a type; what is not of the type as it is.
fn typed(table: &Table, kind: &ItemType, elements: &[Element]) -> Json {
    match (kind, elements) {
        (ItemType::List(item), elements) => {
            elements.iter().map(|one| typed(table, item, std::slice::from_ref(one))).collect()
        }
        (ItemType::Map(item), [one]) => object(one, |_, elements| typed(table, item, elements)),
        (ItemType::One(name), [one]) => match table.records.get(name) {
            Some(record) => object(one, |wire, elements| {
                let is_wire = |own: &str, field: &Option<String>| field.as_deref().unwrap_or(own) == wire;
                match record.fields.iter().find(|(own, field)| is_wire(own, &field.wire)) {
                    Some((_, field)) => member(table, &field.kind, elements),
                    None => untyped(elements),
                }
            }),
            // Attributes say how a text is written; elements in it are more than text.
            None if one.members.is_empty() || !one.has_elements() && is_text(name) => {
                cell_value(Some(name), one.text.clone())
            }
            None => untyped(elements),
        },
        (_, elements) => untyped(elements),
    }
}

fn untyped(elements: &[Element]) -> Json {
    match elements {
        [one] if one.members.is_empty() => cell_value(None, one.text.clone()),
        [one] => object(one, |_, elements| untyped(elements)),
        several => several.iter().map(|one| untyped(std::slice::from_ref(one))).collect(),
    }
}

/// Returns an element as an object: its members, and its text beside them.
fn object(one: &Element, mut value: impl FnMut(&str, &[Element]) -> Json) -> Json {
    let mut members: Map<String, Json> =
        one.members.iter().map(|(name, elements)| (name.clone(), value(name, elements))).collect();
    if !one.text.is_empty() {
        members.insert(TEXT.to_owned(), value(TEXT, &[Element::of_text(one.text.clone())]));
    }
    Json::Object(members)
}

/// Returns true for the name of a type whose values are texts: a string, a date, or an enumeration.
fn is_text(name: &str) -> bool {
    matches!(name, "string" | "date") || name.starts_with(|first: char| first.is_ascii_uppercase())
}

/// Returns the value of a text, as a reader of the type takes it: a text, or what is written as in JSON. An empty one is null.
pub(super) fn cell_value(kind: Option<&str>, cell: String) -> Json {
    match cell.as_str() {
        "" => Json::Null,
        _ if kind.is_some_and(is_text) => Json::String(cell),
        "true" => Json::Bool(true),
        "false" => Json::Bool(false),
        text => text.parse().map(Json::Number).unwrap_or(Json::String(cell)),
    }
}
