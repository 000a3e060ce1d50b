//! Replies that are XML, such as Atom: elements are objects, whose members are their attributes (`@href`), the elements
//! in them, and their text beside those (`$text`). An element with nothing but text is a value.

use std::collections::HashMap;

use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use serde::de::value::{SeqDeserializer, StrDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::Error;

use super::cell::Cell;
use super::json::{self, MAX_DEPTH};
use super::refusal;
use crate::error::{ConversionError, Fault};
use crate::text::shortened;

/// The member that has the text of an element.
const TEXT: &str = "$text";

/// The minimum length of an element or attribute of a long document, in bytes: each takes more in memory.
const SHORTEST: usize = 16;

/// So many elements and attributes are in order in a document of any length.
const FEW: usize = 20_000;

/// An element, or an attribute, which has text alone.
#[derive(Default)]
pub(super) struct Element {
    /// The text without white space around it.
    text: String,
    /// The attributes and the elements by their names, as they are written, in the order in which they are met first.
    members: Vec<(String, Vec<Element>)>,
}

/// An element that is not closed yet.
#[derive(Default)]
struct Open {
    name: String,
    element: Element,
    /// The members by their names.
    places: HashMap<String, usize>,
}

impl Open {
    fn add(&mut self, name: String, member: Element) {
        let count = self.element.members.len();
        let place = *self.places.entry(name.clone()).or_insert(count);
        match self.element.members.get_mut(place) {
            Some((_, known)) => known.push(member),
            None => self.element.members.push((name, vec![member])),
        }
    }

    fn close(mut self) -> (String, Element) {
        self.element.text = self.element.text.trim().to_owned();
        (self.name, self.element)
    }
}

/// Reads a document: an element whose one member is the root.
///
/// # Errors
/// 422: the text is no XML, is cut, or is larger or deeper than any real one.
pub(super) fn document(text: &str, name: &'static str) -> Result<Element, ConversionError> {
    let beginning = text.trim_start();
    let is_page = ["<!doctype html", "<html"]
        .iter()
        .any(|tag| beginning.get(..tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag)));
    match beginning.as_bytes().first() {
        Some(b'<') if is_page => Err(refusal::of_page(text, "XML").into()),
        Some(b'<') => Ok(read(text, name)?),
        Some(b'{' | b'[') => {
            Err(json::host_error_or(text, || Fault::WrongKind { expected: "XML", found: "JSON" }))
        }
        _ => Err(refusal::of_text(text, "XML").into()),
    }
}

fn read(text: &str, name: &'static str) -> Result<Element, Fault> {
    let malformed = |reason: String| Fault::Malformed { path: name.into(), reason: shortened(reason) };
    let cut = || Fault::Cut("its XML ends too early");
    let mut reader = Reader::from_str(text);
    let mut open = vec![Open::default()];
    let mut left = FEW.max(text.len() / SHORTEST);
    loop {
        let event = reader.read_event().map_err(|error| match error {
            quick_xml::Error::Syntax(_) => cut(),
            other => malformed(other.to_string()),
        })?;
        let is_empty = matches!(event, Event::Empty(_));
        let depth = open.len();
        match event {
            Event::Start(start) | Event::Empty(start) => {
                if depth > MAX_DEPTH {
                    return Err(malformed(format!("its elements nest more than {MAX_DEPTH} deep")));
                }
                let element = opened(&start).map_err(|error| malformed(error.to_string()))?;
                let parts = element.element.members.len().saturating_add(1);
                left = left.checked_sub(parts).ok_or_else(|| {
                    malformed("it has more values than any real reply of its length".to_owned())
                })?;
                open.push(element);
                if is_empty {
                    close(&mut open);
                }
            }
            Event::End(_) => close(&mut open),
            Event::Text(text) => add_text(&mut open, &text.xml10_content()),
            Event::CData(text) => add_text(&mut open, &text.xml10_content()),
            Event::GeneralRef(entity) => {
                let text =
                    resolved(&entity).ok_or_else(|| malformed(format!("&{}; is no entity", &*entity)))?;
                add_text(&mut open, &text);
            }
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            Event::Eof => break,
        }
    }
    let document = open.pop().filter(|_| open.is_empty()).ok_or_else(cut)?.close().1;
    let roots = document.members.iter().map(|(_, elements)| elements.len()).fold(0, usize::saturating_add);
    match roots {
        1 if document.text.is_empty() => Ok(document),
        0 => Err(cut()),
        _ => Err(malformed("something stands beside its root".to_owned())),
    }
}

/// Begins an element with its attributes.
fn opened(start: &BytesStart<'_>) -> quick_xml::Result<Open> {
    let mut open = Open { name: start.name().as_ref().to_owned(), ..Open::default() };
    for attribute in start.attributes() {
        let attribute = attribute?;
        let text = attribute.normalized_value(XmlVersion::Implicit1_0)?.into_owned();
        open.add(format!("@{}", attribute.key.as_ref()), Element { text, members: Vec::new() });
    }
    Ok(open)
}

/// Closes the last element. The reader has checked that there is one.
fn close(open: &mut Vec<Open>) {
    if let Some((name, element)) = open.pop().map(Open::close)
        && let Some(parent) = open.last_mut()
    {
        parent.add(name, element);
    }
}

fn add_text(open: &mut [Open], text: &str) {
    if let Some(last) = open.last_mut() {
        last.element.text.push_str(text);
    }
}

/// Returns the text that an entity stands for. One that a document declares itself is unknown: its text could be of any
/// length.
fn resolved(entity: &BytesRef<'_>) -> Option<String> {
    match entity.resolve_char_ref() {
        Ok(Some(char)) => Some(char.to_string()),
        Ok(None) => resolve_predefined_entity(entity).map(str::to_owned),
        Err(_) => None,
    }
}

impl Element {
    /// Returns the reader of this element alone.
    pub(super) const fn reader(&self) -> Elements<'_> {
        Elements(std::slice::from_ref(self))
    }

    /// Returns true if it has elements, not only attributes.
    fn has_elements(&self) -> bool {
        self.members.iter().any(|(name, _)| !name.starts_with('@'))
    }
}

/// The elements of one name beside each other: a list, or one value.
#[derive(Clone, Copy)]
pub(super) struct Elements<'t>(&'t [Element]);

/// Returns a reader of no elements.
pub(super) const fn none() -> Elements<'static> {
    Elements(&[])
}

impl<'de, 't> IntoDeserializer<'de, Error> for &'t Element {
    type Deserializer = Elements<'t>;

    fn into_deserializer(self) -> Elements<'t> {
        self.reader()
    }
}

impl<'t> Elements<'t> {
    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(SeqDeserializer::new(self.0.iter()))
    }

    fn object<'de, V: Visitor<'de>>(element: &'t Element, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_map(Members { element, next: 0 })
    }
}

impl<'de> Deserializer<'de> for Elements<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            [one] if one.members.is_empty() => Cell(&one.text).deserialize_any(visitor),
            [one] => Self::object(one, visitor),
            _ => self.list(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            [one] if one.members.is_empty() && one.text.is_empty() => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            [one] => Self::object(one, visitor),
            _ => self.list(visitor),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            // Attributes say how a text is written; elements in it are more than text.
            [one] if !one.has_elements() => visitor.visit_str(&one.text),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_string(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf unit unit_struct
        tuple tuple_struct struct enum identifier ignored_any
    }
}

/// The members of an element, and its text after them.
struct Members<'t> {
    element: &'t Element,
    /// The index of the next member.
    next: usize,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let members = &self.element.members;
        let has_text = self.next == members.len() && !self.element.text.is_empty();
        let name = members.get(self.next).map(|(name, _)| name.as_str()).or_else(|| has_text.then_some(TEXT));
        let Some(name) = name else { return Ok(None) };
        let name: StrDeserializer<'_, Error> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        let member = self.element.members.get(self.next);
        self.next = self.next.saturating_add(1);
        match member {
            Some((_, elements)) => seed.deserialize(Elements(elements)),
            None => seed.deserialize(Cell(&self.element.text)),
        }
    }
}
