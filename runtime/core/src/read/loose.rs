//! Replies of hosts that are looser than their documents: values that are written otherwise than the schema says, and can be
//! taken as nothing else, are written as it says. Then the strict reader reads them.

use std::borrow::Cow;
use std::collections::HashMap;

use serde::de::{Deserialize as _, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::at::{ANY_NAME, first};
use super::decimal::{Decimal, is_kept};
use super::expecting::scalars;
use super::json::check_value_count;
use super::key::Key;
use crate::catalogue::{RawKind, TABLE_KEYS};
use crate::expecting;
use crate::notes::Leniency;

/// The maximum number of places of a note. Values in more of them stay as they are, and are errors.
const MOST_PLACES: usize = 64;

/// The maximum number of objects and lists around a value that are read twice, to find what they lack and the nulls among
/// them: a reply costs time in proportion to its bytes.
const MOST_LEVELS: usize = 16;

/// The schema of a response that a table declares, with the place of its data.
pub(crate) struct Declared<'s> {
    pub(crate) schema: &'s Value,
    /// The path of the data in the reply.
    pub(crate) at: &'s str,
    /// The member of the response that the data becomes.
    pub(crate) into: Option<&'s str>,
}

/// Returns a reply as the schema says it, and what was changed for that; `None` if there is nothing to change.
pub(crate) fn tightened(
    text: &str,
    raw: RawKind,
    declared: &Declared<'_>,
) -> Option<(String, Vec<Leniency>)> {
    check_value_count(text.as_bytes(), "the reply").ok()?;
    let root = declared.schema;
    let data = match declared.into {
        Some(member) => resolved(root, root).get("properties")?.get(member)?,
        None => root,
    };
    let (written, place, found) = (String::new(), String::new(), Vec::new());
    let mut edits = Edits { text, written, end: 0, place, found, level: 0 };
    match raw {
        RawKind::Json => edits.walk(text, root, data, declared.at),
        RawKind::Lines | RawKind::Events => {
            let item = resolved(data, root).get("items")?;
            edits.place.push_str("[]");
            let before = if raw == RawKind::Lines { "" } else { "data:" };
            text.lines()
                .filter_map(|line| line.strip_prefix(before))
                .for_each(|line| edits.walk(line, root, item, ""));
        }
        // The values of other formats are text, and are read as the type of their fields.
        _ => return None,
    }
    edits.finished()
}

/// Returns a schema without references and without null beside it.
fn resolved<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    let name = |schema: &'s Value| schema.get("$ref")?.as_str()?.strip_prefix("#/$defs/");
    let either = schema.get("anyOf").and_then(Value::as_array);
    let own = either.and_then(|of| of.iter().find(|one| one.get("type") != Some(&Value::from("null"))));
    let own = own.unwrap_or(schema);
    name(own).and_then(|name| root.get("$defs")?.get(name)).unwrap_or(own)
}

/// Returns true if null is a value of a schema.
fn may_be_null(schema: &Value) -> bool {
    let is_null = |kind: &Value| kind == "null";
    let either = schema.get("anyOf").and_then(Value::as_array);
    schema.get("type").and_then(Value::as_array).is_some_and(|kinds| kinds.iter().any(is_null))
        || either.is_some_and(|of| of.iter().any(|one| one.get("type").is_some_and(is_null)))
}

/// Returns the members that an object of a schema has and that may be null.
fn nullable(schema: &Value) -> Vec<&str> {
    let member = |name: &str| schema.get("properties").and_then(|of| of.get(name));
    let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
    required.filter_map(Value::as_str).filter(|name| member(name).is_some_and(may_be_null)).collect()
}

/// Returns the form in which replies have a record, if that is not an object.
fn layout_of(schema: &Value) -> Option<&Value> {
    schema.get(TABLE_KEYS)?.get("layout")
}

/// A type that a value may be taken as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Number,
    Boolean,
}

impl Kind {
    /// Returns the type of a schema. Timestamps, whose texts may be dates, are none of them.
    fn of(schema: &Value) -> Option<Self> {
        match type_of(schema)? {
            "integer" if schema.get("format").is_some_and(|format| format == "int64") => Some(Self::Integer),
            "number" => Some(Self::Number),
            "boolean" => Some(Self::Boolean),
            _ => None,
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Integer => "an integer",
            Self::Number => "a number",
            Self::Boolean => "a bool",
        }
    }

    /// Returns a value as this type writes it, with the kind of the written value; `None` for a value that is so
    /// already, and for a value of another kind.
    fn taken(self, written: &str, is_text: bool) -> Option<(Cow<'_, str>, &'static str)> {
        if !written.starts_with('"') {
            // A reader of JSON takes -0 for a double.
            let is_integer = self != Self::Integer || (written.parse::<i64>().is_ok() && written != "-0");
            let integer = if is_integer { None } else { Decimal::of(written)?.integer() };
            return Some((integer?.to_string().into(), "a double"));
        }
        let text: String = serde_json::from_str(written).ok()?;
        let taken = match self {
            // The table says that it may be text.
            Self::Integer if is_text && text.parse::<i64>().is_ok() => return None,
            Self::Number | Self::Boolean if is_text => return None,
            Self::Integer => Decimal::of(&text)?.integer()?.to_string(),
            Self::Number if is_kept(&text) => text,
            Self::Boolean if text == "true" || text == "false" => text,
            Self::Number | Self::Boolean => return None,
        };
        Some((taken.into(), "a string"))
    }
}

/// Returns the type of a schema, beside null.
fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        kind => kind.as_str(),
    }
}

/// The text of a reply with what was changed up to a point.
struct Edits<'t> {
    text: &'t str,
    /// The changed text up to `end`.
    written: String,
    end: usize,
    /// The place of the current value.
    place: String,
    found: Vec<Leniency>,
    /// The number of objects and lists around the current value that are read twice.
    level: usize,
}

impl<'t> Edits<'t> {
    /// Changes a JSON value of the text. A fault of it is for the strict reader to tell.
    fn walk(&mut self, json: &'t str, root: &Value, schema: &Value, at: &str) {
        let _ =
            Walk { root, schema, at, edits: self }.deserialize(&mut serde_json::Deserializer::from_str(json));
    }

    /// Changes a value, if it can be taken as its type.
    fn value(&mut self, written: &'t str, kind: Kind, is_text: bool) {
        let Some((taken, found)) = kind.taken(written, is_text) else { return };
        let Some(start) = self.start(written) else { return };
        if self.note(found, kind.words()) {
            self.put(start, written.len(), &taken);
        }
    }

    /// Adds null for each of the members that an object lacks.
    fn complete(&mut self, object: &'t str, members: &[&str]) {
        let Ok(known) = serde_json::from_str::<HashMap<Cow<'_, str>, IgnoredAny>>(object) else { return };
        let Some(start) = self.start(object) else { return };
        let mut added = Vec::new();
        for name in members.iter().filter(|name| !known.contains_key(**name)) {
            if self.below(name, |edits| edits.note("nothing", "null")) {
                added.push(format!("{}:null", Value::from(*name)));
            }
        }
        if !added.is_empty() {
            let end = if known.is_empty() { "" } else { "," };
            self.put(start.saturating_add(1), 0, &(added.join(",") + end));
        }
    }

    /// Leaves out a null among objects; `is_first` if there is no other item before it.
    fn leave_out(&mut self, null: &'t str, is_first: bool) {
        let Some(start) = self.start(null) else { return };
        let end = start.saturating_add(null.len());
        let (before, after) = (self.text.get(self.end..start), self.text.get(end..));
        let (Some(before), Some(after)) = (before.map(str::trim_end), after.map(str::trim_start)) else {
            return;
        };
        let comma = |text: &str| text.as_ptr().addr().checked_sub(self.text.as_ptr().addr());
        let (from, to) = match (before.strip_suffix(','), after.strip_prefix(',')) {
            (Some(before), _) if !is_first => (self.end.saturating_add(before.len()), end),
            (_, Some(after)) if is_first => (start, comma(after).unwrap_or(end)),
            _ => (start, end),
        };
        if self.note("null", "no item") {
            self.put(from, to.saturating_sub(from), "");
        }
    }

    /// Returns the start of a part of the text.
    fn start(&self, part: &'t str) -> Option<usize> {
        part.as_ptr().addr().checked_sub(self.text.as_ptr().addr()).filter(|start| *start >= self.end)
    }

    /// Writes a text in the place of a part of the text.
    fn put(&mut self, start: usize, length: usize, text: &str) {
        let Some(before) = self.text.get(self.end..start) else { return };
        self.written.push_str(before);
        self.written.push_str(text);
        self.end = start.saturating_add(length);
    }

    /// Reads a part of the text once more, where there are not too many around it.
    fn again(&mut self, read: impl FnOnce(&mut Self)) {
        self.level = self.level.saturating_add(1);
        read(self);
        self.level = self.level.saturating_sub(1);
    }

    /// Notes a change at the current place. Returns false if there are too many places.
    fn note(&mut self, found: &'static str, taken_as: &'static str) -> bool {
        let is_same = |known: &&mut Leniency| known.found == found && known.place == self.place;
        if let Some(known) = self.found.iter_mut().find(is_same) {
            known.count = known.count.saturating_add(1);
            return true;
        }
        let place = if self.place.is_empty() { "the reply" } else { &self.place };
        let is_new = self.found.len() < MOST_PLACES;
        self.found.extend(is_new.then(|| Leniency::new(place, found, taken_as)));
        is_new
    }

    /// Goes on below the current place.
    fn below<T>(&mut self, name: &str, inner: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.place.len();
        if length > 0 && !name.starts_with('[') {
            self.place.push('.');
        }
        self.place.push_str(name);
        let found = inner(self);
        self.place.truncate(length);
        found
    }

    fn finished(mut self) -> Option<(String, Vec<Leniency>)> {
        if self.found.is_empty() {
            return None;
        }
        self.written.push_str(self.text.get(self.end..)?);
        Some((self.written, self.found))
    }
}

/// A value of a reply with its schema.
struct Walk<'w, 't> {
    /// The schema with all definitions.
    root: &'w Value,
    schema: &'w Value,
    /// The rest of the path to the data.
    at: &'w str,
    edits: &'w mut Edits<'t>,
}

impl<'w, 't> Walk<'w, 't> {
    /// Changes the items of a list of objects, and leaves out its nulls.
    fn objects<A: SeqAccess<'t>>(self, mut items: A, schema: &'w Value) -> Result<(), A::Error> {
        let Self { root, edits, .. } = self;
        let mut is_first = true;
        while let Some(item) = items.next_element::<&RawValue>()?.map(RawValue::get) {
            edits.below("[]", |edits| {
                if item == "null" {
                    edits.leave_out(item, is_first);
                } else {
                    is_first = false;
                    edits.again(|edits| edits.walk(item, root, schema, ""));
                }
            });
        }
        Ok(())
    }

    /// Returns the schema of a member of an object, and the path below it, if there is one.
    fn member(&self, key: &str) -> Option<(&'w Value, &'w str, bool)> {
        if let Some((name, rest)) = first(self.at) {
            return (name == key || name == ANY_NAME).then_some((self.schema, rest, true));
        }
        let own = self.schema.get("properties").and_then(|of| of.get(key)).map(|own| (own, "", true));
        own.or_else(|| {
            Some((self.schema.get("additionalProperties").filter(|of| of.is_object())?, "", false))
        })
    }
}

impl<'t> DeserializeSeed<'t> for Walk<'_, 't> {
    type Value = ();

    fn deserialize<D: Deserializer<'t>>(mut self, deserializer: D) -> Result<(), D::Error> {
        if self.at.is_empty() {
            self.schema = resolved(self.schema, self.root);
            if let Some(kind) = Kind::of(self.schema) {
                let is_text = self.schema.get(TABLE_KEYS).is_some_and(|keys| keys.get("text").is_some());
                self.edits.value(<&RawValue>::deserialize(deserializer)?.get(), kind, is_text);
                return Ok(());
            }
            let members = nullable(self.schema);
            if !members.is_empty() && self.edits.level < MOST_LEVELS {
                let object = <&RawValue>::deserialize(deserializer)?.get();
                let Self { root, schema, at, edits } = self;
                edits.complete(object, &members);
                edits.again(|edits| {
                    let mut reader = serde_json::Deserializer::from_str(object);
                    // A fault of it is for the strict reader to tell.
                    let _ = reader.deserialize_any(Walk { root, schema, at, edits });
                });
                return Ok(());
            }
        }
        deserializer.deserialize_any(self)
    }
}

impl<'t> Visitor<'t> for Walk<'_, 't> {
    type Value = ();

    expecting!("a value");

    fn visit_map<A: MapAccess<'t>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = members.next_key()? {
            let Some((schema, at, is_named)) = self.member(&key) else {
                members.next_value::<IgnoredAny>()?;
                continue;
            };
            let (root, name) = (self.root, if is_named { &*key } else { "*" });
            self.edits.below(name, |edits| members.next_value_seed(Walk { root, schema, at, edits }))?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'t>>(self, mut items: A) -> Result<(), A::Error> {
        let root = self.root;
        if let Some((index, at)) = first(self.at) {
            for _ in 0..index.parse::<usize>().unwrap_or(usize::MAX) {
                if items.next_element::<IgnoredAny>()?.is_none() {
                    return Ok(());
                }
            }
            let schema = self.schema;
            let name = if self.edits.place.is_empty() { index.to_owned() } else { format!("[{index}]") };
            self.edits.below(&name, |edits| items.next_element_seed(Walk { root, schema, at, edits }))?;
        } else if let Some(schema) = self.schema.get("items") {
            let is_object = resolved(schema, root).get("properties").is_some() && !may_be_null(schema);
            if is_object && self.edits.level < MOST_LEVELS {
                return self.objects(items, schema);
            }
            let mut item =
                |edits: &mut Edits<'t>| items.next_element_seed(Walk { root, schema, at: "", edits });
            while self.edits.below("[]", &mut item)?.is_some() {}
        }
        if layout_of(self.schema).is_some() {
            let properties = self.schema.get("properties").and_then(Value::as_object);
            for (name, schema) in properties.into_iter().flatten() {
                let mut place =
                    |edits: &mut Edits<'t>| items.next_element_seed(Walk { root, schema, at: "", edits });
                if self.edits.below(name, &mut place)?.is_none() {
                    break;
                }
            }
        }
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(())
    }

    scalars!(());
}
