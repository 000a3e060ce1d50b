//! Replies with a JSON value in each line (NDJSON), and in each event (server-sent events): lists without brackets.

use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::{self, Chain, Enumerate, Once};
use std::slice::Iter;
use std::str::Lines;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

use super::{host_error, json, refusal};
use crate::catalogue::RawKind;
use crate::error::{ConversionError, Fault};
use crate::raw::RawReply;
use crate::text::shortened;

/// The item that many hosts end with.
pub(crate) const DONE: &str = "[DONE]";

/// The name of an event that is an error of the host.
const ERROR: &str = "error";

/// The name of an event that has none.
const MESSAGE: &str = "message";

/// Returns the text of a reply, which may be empty: a list without items.
///
/// # Errors
/// 422: it is a page or another text.
pub(super) fn text<'t>(reply: RawReply<'t>, expected: &'static str) -> Result<&'t str, ConversionError> {
    if reply.bytes().iter().all(u8::is_ascii_whitespace) {
        return Ok("");
    }
    let text = reply.text()?;
    match text.trim_start().as_bytes().first() {
        Some(b'<') => Err(refusal::of_page(text, expected).into()),
        _ => Ok(text),
    }
}

/// Returns the lines of a text that have something, up to the line `end`.
///
/// # Errors
/// The first is no JSON, or they are larger or deeper than any real ones.
pub(super) fn lines<'t>(text: &'t str, name: &'static str, end: &str) -> Result<Vec<Cow<'t, str>>, Fault> {
    json::check_value_count(text.as_bytes(), name)?;
    json::check_row_count(text, name)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<_> = lines.take_while(|line| *line != end).map(Cow::Borrowed).collect();
    if lines.first().is_some_and(|line| !may_be_json(line)) {
        return Err(refusal::of_text(text, "lines of JSON"));
    }
    lines.iter().try_for_each(|line| json::check_depth(line, name))?;
    Ok(lines)
}

/// Returns the data of the events of a text, up to an event with the data `end`. Comments and events without data, which
/// keep a connection alive, are left out. An object gets the name of its event as the member `name_member`, unless it has one. The
/// last event need not have an empty line behind it: if it is cut, so is its
/// JSON.
///
/// # Errors
/// The text has no events, an event that is an error, or data that is larger or deeper than any real one.
pub(super) fn events<'t>(
    text: &'t str,
    name: &'static str,
    end: &str,
    name_member: Option<&str>,
) -> Result<Vec<Cow<'t, str>>, Fault> {
    json::check_value_count(text.as_bytes(), name)?;
    json::check_row_count(text, name)?;
    let mut events: Vec<Cow<'t, str>> = Vec::new();
    for event in Events::of(text) {
        let Event { data, name: event } = event?;
        if data.trim() == end {
            break;
        }
        if event == ERROR {
            return Err(error_of(&data));
        }
        json::check_depth(&data, name)?;
        let named = name_member.and_then(|member| named(&data, member, event));
        events.push(named.map_or(data, Cow::Owned));
    }
    Ok(events)
}

/// Returns an object with the name of its event as a member; `None` if it has the member, or is no object.
fn named(data: &str, member: &str, event: &str) -> Option<String> {
    let members: HashMap<Cow<'_, str>, IgnoredAny> = serde_json::from_str(data).ok()?;
    let rest = data.trim_start().strip_prefix('{').filter(|_| !members.contains_key(member))?;
    let comma = if members.is_empty() { "" } else { "," };
    Some(format!("{{{}:{}{comma}{rest}", Value::from(member), Value::from(event)))
}

/// Returns the error of the host that an event has as its data.
fn error_of(data: &str) -> Fault {
    let found = host_error::host_error(data.as_bytes()).or_else(|| host_error::flat_error(data.as_bytes()));
    let (code, description) = found.unwrap_or_else(|| (String::new(), shortened(data.to_owned())));
    refusal::of_host(None, code, description)
}

/// The content of a part of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// There is nothing but comments.
    Nothing,
    /// There is an item.
    Item,
    /// The items end with it.
    End,
}

/// Returns the content of a line or an event. `end` is the item that the others end with.
pub(crate) fn part(reply: RawReply<'_>, raw: RawKind, end: &str) -> Part {
    if reply.bytes().iter().all(u8::is_ascii_whitespace) {
        return Part::Nothing;
    }
    // What cannot be read is an item all the same: it is an error.
    let Ok(text) = reply.text() else { return Part::Item };
    let of_item = |item: &str| if item.trim() == end { Part::End } else { Part::Item };
    match raw {
        RawKind::Events => match Events::of(text).next() {
            None => Part::Nothing,
            Some(Ok(event)) => of_item(&event.data),
            Some(Err(_)) => Part::Item,
        },
        _ => of_item(text),
    }
}

/// An event that has data.
struct Event<'t> {
    data: Cow<'t, str>,
    name: &'t str,
}

/// The events of a text that have data.
struct Events<'t> {
    text: &'t str,
    lines: Chain<Lines<'t>, Once<&'t str>>,
}

impl<'t> Events<'t> {
    fn of(text: &'t str) -> Self {
        Self { text, lines: text.lines().chain(iter::once("")) }
    }
}

impl<'t> Iterator for Events<'t> {
    type Item = Result<Event<'t>, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut data, mut name) = (None::<Cow<'t, str>>, MESSAGE);
        for line in self.lines.by_ref() {
            let (field, value) = line.split_once(':').unwrap_or((line, ""));
            let value = value.strip_prefix(' ').unwrap_or(value);
            match field {
                "" if line.is_empty() => match data.take().filter(|data| !data.trim().is_empty()) {
                    Some(data) => return Some(Ok(Event { data, name })),
                    None => name = MESSAGE,
                },
                "data" => match &mut data {
                    Some(data) => {
                        data.to_mut().push('\n');
                        data.to_mut().push_str(value);
                    }
                    None => data = Some(Cow::Borrowed(value)),
                },
                "event" => name = if value.is_empty() { MESSAGE } else { value },
                // Comments, and what only a reader that connects again needs.
                "" | "id" | "retry" => {}
                _ => return Some(Err(refusal::of_text(self.text, "server-sent events"))),
            }
        }
        None
    }
}

/// Returns true for a text that begins like a JSON value.
fn may_be_json(text: &str) -> bool {
    let first = text.as_bytes().first();
    first.is_some_and(|byte| matches!(byte, b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n'))
}

/// Returns the reader of the values as a list.
pub(super) fn reader<'l, 't>(lines: &'l [Cow<'t, str>]) -> ListReader<LinesAccess<'l, 't>> {
    ListReader(LinesAccess(lines.iter().enumerate()))
}

/// Reads the items of a document that is a list, whatever its form.
pub(super) struct ListReader<A>(pub(super) A);

impl<'de, A: SeqAccess<'de, Error = Error>> Deserializer<'de> for ListReader<A> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

pub(super) struct LinesAccess<'l, 't>(Enumerate<Iter<'l, Cow<'t, str>>>);

impl<'t> SeqAccess<'t> for LinesAccess<'_, 't> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'t>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some((index, line)) = self.0.next() else { return Ok(None) };
        match line {
            Cow::Borrowed(text) => {
                let mut json = serde_json::Deserializer::from_str(text);
                let value = seed.deserialize(&mut json)?;
                json.end().map(|()| Some(value)).map_err(|_| several(index))
            }
            Cow::Owned(text) => {
                let mut json = serde_json::Deserializer::from_reader(text.as_bytes());
                let value = seed.deserialize(&mut json)?;
                json.end().map(|()| Some(value)).map_err(|_| several(index))
            }
        }
    }
}

/// Returns the error of an item that goes on behind its value.
fn several(index: usize) -> Error {
    Error::custom(format_args!("item {index} has more than one JSON value"))
}
