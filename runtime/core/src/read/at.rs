//! The value at a path of a JSON reply, and beside it the error of the host: all other values are passed over unread.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;

use super::document::{Document, Json};
use super::error_path::{PathError, Reader};
use super::expecting::scalars;
use super::key::Key;
use super::refusal;
use crate::catalogue::{ErrorObject, PagesInfo};
use crate::expecting;
use crate::text::shortened;

/// The name in a path of a member whose name is data: the first one that is an object or a list.
pub const ANY_NAME: &str = "*";

/// The outcome of a search for a path.
pub(super) enum Found<T> {
    /// A name of the path is not there: the one of that index.
    Missing(usize),
    /// Null is there, at the end of the path or in place of the name of that index.
    Null(usize),
    Value(T),
}

/// The data of a reply, and the error of the host where it was met on the way.
pub(super) struct Both<T> {
    pub(super) data: Found<T>,
    pub(super) error: Option<Value>,
}

/// Returns the first name of a path, of a member or the index of a list, and the rest; none at the end.
pub(super) fn first(path: &str) -> Option<(&str, &str)> {
    (!path.is_empty()).then(|| path.split_once('.').unwrap_or((path, "")))
}

/// Returns true if a path is another one or goes on from there.
fn starts_with(path: &str, other: &str) -> bool {
    other.is_empty() || path.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Reads the value at a path.
pub(super) fn at<'de, T: DeserializeOwned>(
    document: &impl Document<'de>,
    path: &str,
) -> Result<Found<T>, PathError> {
    read(document, path, None, PhantomData).map(|both| both.data)
}

/// Reads the value at a path with a reader of its own, and the error of the host.
pub(super) fn at_with<'de, S: Reader<'de>>(
    document: &impl Document<'de>,
    path: &str,
    error: Option<&ErrorObject>,
    reader: S,
) -> Result<Both<S::Value>, PathError> {
    match error.map(|error| error.at) {
        // An error around the data or within it is read by itself.
        Some(error) if starts_with(error, path) || starts_with(path, error) => {
            let found = at::<Value>(document, error);
            let found = match found {
                Ok(Found::Value(found)) => Some(found),
                // Another fault of the reply is found where its data is read.
                Ok(Found::Missing(_) | Found::Null(_)) | Err(_) => None,
            };
            let both = read(document, path, None, reader)?;
            Ok(Both { error: found, ..both })
        }
        error => read(document, path, error, reader),
    }
}

impl ErrorObject {
    /// Returns the code and the message of the error in a reply, where there is one.
    pub(crate) fn of(&self, text: &str) -> Option<(String, String)> {
        self.of_document(&Json(text))
    }

    /// Returns true for a code and a message which say that the host does not know what was asked for.
    pub(crate) fn is_not_found(&self, (code, message): &(String, String)) -> bool {
        self.not_found.iter().any(|known| match self.code {
            Some(_) => code == known,
            None => refusal::contains(message, known),
        })
    }

    /// Returns the code and the message of the error in a document, where there is one.
    pub(super) fn of_document<'t>(&self, document: &impl Document<'t>) -> Option<(String, String)> {
        match at::<Value>(document, self.at) {
            Ok(Found::Value(error)) => self.of_value(&error),
            Ok(Found::Missing(_) | Found::Null(_)) | Err(_) => None,
        }
    }

    /// Returns the code and the message of what stands in the place of the error, if it is one.
    pub(super) fn of_value(&self, error: &Value) -> Option<(String, String)> {
        let shown = |value: &Value| match value {
            Value::String(text) => shortened(text.clone()),
            other => shortened(other.to_string()),
        };
        match error {
            Value::Null | Value::Bool(false) => None,
            Value::Object(members) if members.is_empty() => None,
            Value::Object(_) => {
                let member = |path: Option<&str>| path?.split('.').try_fold(error, |of, name| of.get(name));
                let text = |value: Option<&Value>| value.filter(|value| !value.is_null()).map(shown);
                let (code, message) = (member(self.code), member(self.message));
                Some(match (code, message) {
                    (None, None) => (String::new(), shown(error)),
                    (code, message) => (text(code).unwrap_or_default(), text(message).unwrap_or_default()),
                })
            }
            _ => Some((String::new(), shown(error))),
        }
    }
}

fn read<'de, S: Reader<'de>>(
    document: &impl Document<'de>,
    data: &str,
    error: Option<&str>,
    reader: S,
) -> Result<Both<S::Value>, PathError> {
    let found = document.read(&PathReader { data, error, depth: 0, reader: reader.clone() })?;
    match found.data {
        // In XML a list without items is not there, and what stands around it is.
        Found::Missing(depth) if is_last(data, depth) => {
            let data = document.empty_list(reader).map_or(Found::Missing(depth), Found::Value);
            Ok(Both { data, ..found })
        }
        _ => Ok(found),
    }
}

/// Returns true if that name of a path is its last, and not its first.
fn is_last(path: &str, depth: usize) -> bool {
    depth > 0 && path.split('.').count() == depth.saturating_add(1)
}

/// The rest of a path on the way to the data. The error is on the same way as long as its path is there, and its path
/// parts from the other before either ends.
#[derive(Clone)]
struct PathReader<'p, S> {
    data: &'p str,
    error: Option<&'p str>,
    /// The number of names before these.
    depth: usize,
    reader: S,
}

impl<'de, 'p, S: Reader<'de>> Reader<'de> for PathReader<'p, S> {
    type Finder = PathReader<'p, S::Finder>;

    fn finder(&self) -> Self::Finder {
        let Self { data, error, depth, reader } = self;
        PathReader { data, error: *error, depth: *depth, reader: reader.finder() }
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for PathReader<'_, S> {
    type Value = Both<S::Value>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        if self.data.is_empty() {
            let depth = self.depth;
            let found = deserializer.deserialize_option(MaybeNull(self.reader))?;
            return Ok(Both { data: found.map_or(Found::Null(depth), Found::Value), error: None });
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> Visitor<'de> for PathReader<'_, S> {
    type Value = Both<S::Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match first(self.data) {
            Some((name, _)) => write!(f, "an object with {name:?}"),
            None => f.write_str("the data"),
        }
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Both { data: Found::Null(self.depth), error: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut both = Both { data: Found::Missing(self.depth), error: None };
        let Some((wanted, data)) = first(self.data) else { return Ok(both) };
        let depth = self.depth.saturating_add(1);
        if wanted == ANY_NAME {
            let reader = PathReader { data, error: None, depth, reader: self.reader };
            while members.next_key::<IgnoredAny>()?.is_some() {
                if let Some(found) = members.next_value_seed(Compound(reader.clone()))? {
                    both = found;
                    break;
                }
            }
            while members.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(both);
        }
        // The reader of the data, until it is used.
        let mut reader = Some(self.reader);
        while let Some(Key(key)) = members.next_key()? {
            let error = self.error.and_then(|names| below(names, &key));
            if key == wanted {
                let Some(reader) = reader.take() else {
                    return Err(A::Error::custom(format!("{wanted:?} is there twice")));
                };
                let found = members.next_value_seed(PathReader { data, error, depth, reader })?;
                both = Both { data: found.data, error: both.error.or(found.error) };
            } else if let Some(names) = error {
                let value: Value = members.next_value()?;
                both.error = both.error.or_else(|| part(value, names));
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(both)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
        let mut both = Both { data: Found::Missing(self.depth), error: None };
        let Some((wanted, data)) = first(self.data) else { return Ok(both) };
        let depth = self.depth.saturating_add(1);
        if wanted == PagesInfo::LAST_ITEM {
            let reader = PathReader { data, error: None, depth, reader: self.reader };
            while let Some(item) = items.next_element_seed(reader.clone())? {
                both = item;
            }
            return Ok(both);
        }
        let Ok(wanted) = wanted.parse::<usize>() else {
            return Err(A::Error::invalid_type(serde::de::Unexpected::Seq, &self));
        };
        let mut reader = Some(self.reader);
        for index in 0.. {
            let error = self.error.and_then(|names| below(names, &index.to_string()));
            let item = if let Some(reader) = reader.take_if(|_| index == wanted) {
                let found = items.next_element_seed(PathReader { data, error, depth, reader })?;
                found.map(|found| both = Both { data: found.data, error: both.error.take().or(found.error) })
            } else if let Some(names) = error {
                let value = items.next_element::<Value>()?;
                value.map(|value| both.error = both.error.take().or_else(|| part(value, names)))
            } else {
                items.next_element::<IgnoredAny>()?.map(|_| ())
            };
            if item.is_none() {
                break;
            }
        }
        Ok(both)
    }
}

/// Reads an object or a list, and passes over all other values.
struct Compound<'p, S>(PathReader<'p, S>);

impl<'de, S: DeserializeSeed<'de> + Clone> Compound<'_, S> {
    fn read<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Both<S::Value>>, D::Error> {
        let Self(path) = self;
        // Null is no object.
        if path.data.is_empty() {
            let data = Found::Value(path.reader.deserialize(deserializer)?);
            return Ok(Some(Both { data, error: None }));
        }
        path.deserialize(deserializer).map(Some)
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> DeserializeSeed<'de> for Compound<'_, S> {
    type Value = Option<Both<S::Value>>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, S: DeserializeSeed<'de> + Clone> Visitor<'de> for Compound<'_, S> {
    type Value = Option<Both<S::Value>>;

    expecting!("a value");

    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Self::Value, A::Error> {
        self.read(MapAccessDeserializer::new(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<Self::Value, A::Error> {
        self.read(SeqAccessDeserializer::new(items))
    }

    scalars!(None);
}

/// Returns the rest of a path below a name, if the path leads there.
fn below<'p>(path: &'p str, name: &str) -> Option<&'p str> {
    first(path).filter(|(first, _)| *first == name).map(|(_, rest)| rest)
}

/// Returns the part of a value that a path leads to.
fn part(mut value: Value, mut path: &str) -> Option<Value> {
    while let Some((name, rest)) = first(path) {
        path = rest;
        value = match value {
            Value::Object(mut members) => members.swap_remove(name)?,
            Value::Array(mut items) => {
                let index = name.parse::<usize>().ok().filter(|index| *index < items.len())?;
                items.swap_remove(index)
            }
            _ => return None,
        };
    }
    Some(value)
}

/// A value that may be null, with the reader of the others.
pub(super) struct MaybeNull<S>(pub(super) S);

impl<'de, S: DeserializeSeed<'de>> Visitor<'de> for MaybeNull<S> {
    type Value = Option<S::Value>;

    expecting!("the data");

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        self.0.deserialize(deserializer).map(Some)
    }
}
