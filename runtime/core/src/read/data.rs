//! Values whose types are known at run time alone, read as generated code reads its structures.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::{Map, Number, Value};

use super::at::MaybeNull;
use super::key::Key;
use super::record_reader::{self, fill, present};
use super::rows::RowReader;
use super::time::time;
use super::whole::{make_whole, whole};
use crate::catalogue::{FieldInfo, JsonKind, RecordInfo, Written};
use crate::time::{Date, DateTime};

/// A value of a type that is known at run time. It is written as a generated structure is.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Data {
    /// Null.
    Null,
    /// A bool.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// A number, as the host sent it.
    Number(Number),
    /// A string, or a value of an open enumeration.
    String(String),
    /// A date.
    Date(Date),
    /// A timestamp.
    DateTime(DateTime),
    /// Any JSON.
    Any(Value),
    /// A list.
    List(Vec<Data>),
    /// An object whose names are data.
    Map(BTreeMap<String, Data>),
    /// A record.
    Record(RecordData),
}

/// A record that is known at run time.
#[derive(Debug, Clone)]
pub struct RecordData {
    info: &'static RecordInfo,
    /// The values in the order of the fields; `None` for an absent value.
    values: Box<[Option<Data>]>,
    other: Map<String, Value>,
}

impl RecordData {
    /// Creates a record that has these values alone, by the indexes of their fields.
    pub(crate) fn of(info: &'static RecordInfo, given: impl IntoIterator<Item = (usize, Data)>) -> Self {
        let mut values: Box<[Option<Data>]> = info.fields().iter().map(|_| None).collect();
        for (index, value) in given {
            if let Some(place) = values.get_mut(index) {
                *place = Some(value);
            }
        }
        Self { info, values, other: Map::new() }
    }

    /// Returns the value of a field by its name in JSON, unless it is absent.
    #[must_use]
    pub fn get(&self, wire: &str) -> Option<&Data> {
        let index = self.info.fields().iter().position(|field| field.wire == wire)?;
        self.values.get(index)?.as_ref()
    }
}

impl Data {
    /// Returns the text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns a member of a record that is neither absent nor null.
    pub(crate) fn member(&self, wire: &str) -> Option<&Self> {
        match self {
            Self::Record(record) => record.get(wire).filter(|value| !matches!(value, Self::Null)),
            _ => None,
        }
    }
}

impl Serialize for Data {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Boolean(value) => value.serialize(serializer),
            Self::Integer(value) => value.serialize(serializer),
            Self::Number(value) => value.serialize(serializer),
            Self::String(value) => value.serialize(serializer),
            Self::Date(value) => value.serialize(serializer),
            Self::DateTime(value) => value.serialize(serializer),
            Self::Any(value) => value.serialize(serializer),
            Self::List(values) => values.serialize(serializer),
            Self::Map(members) => members.serialize(serializer),
            Self::Record(record) => record.serialize(serializer),
        }
    }
}

impl Serialize for RecordData {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut members = serializer.serialize_map(None)?;
        for (field, value) in self.info.fields().iter().zip(&self.values) {
            if let Some(value) = value {
                members.serialize_entry(field.wire, value)?;
            }
        }
        for (name, value) in &self.other {
            members.serialize_entry(name, value)?;
        }
        members.end()
    }
}

/// Reads a value of a type, as the reader of the type in Rust does.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DataReader {
    kind: JsonKind,
    written: Written,
}

impl DataReader {
    pub(crate) const fn new(kind: JsonKind) -> Self {
        Self { kind, written: Written::Plain }
    }
}

/// Reads a value that a host may write as text.
fn text<'de, T: record_reader::Textual, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    record_reader::Written::deserialize(deserializer).map(|written| written.0)
}

impl<'de> DeserializeSeed<'de> for DataReader {
    type Value = Data;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Data, D::Error> {
        match (self.kind, self.written) {
            (JsonKind::Boolean, Written::Text) => text(deserializer).map(Data::Boolean),
            (JsonKind::Integer, Written::Text) => text(deserializer).map(Data::Integer),
            (JsonKind::Number, Written::Text) => text(deserializer).map(Data::Number),
            (JsonKind::Number, Written::Whole) => {
                Number::deserialize(deserializer).map(whole).map(Data::Number)
            }
            (JsonKind::Number, _) => Number::deserialize(deserializer).map(Data::Number),
            (JsonKind::Boolean, _) => bool::deserialize(deserializer).map(Data::Boolean),
            (JsonKind::Integer, _) => i64::deserialize(deserializer).map(Data::Integer),
            (JsonKind::String, _) => String::deserialize(deserializer).map(Data::String),
            (JsonKind::Date, _) => Date::deserialize(deserializer).map(Data::Date),
            (JsonKind::DateTime, _) => DateTime::deserialize(deserializer).map(Data::DateTime),
            // No reply has a file.
            (JsonKind::Any | JsonKind::Bytes, _) => Value::deserialize(deserializer).map(Data::Any),
            (JsonKind::List(item), _) => {
                deserializer.deserialize_seq(ListReader(Self::new(*item))).map(Data::List)
            }
            (JsonKind::Map(item), _) => {
                deserializer.deserialize_map(MapReader(Self::new(*item))).map(Data::Map)
            }
            (JsonKind::Record(record), _) => {
                deserializer.deserialize_map(RecordReader(record)).map(Data::Record)
            }
        }
    }
}

impl RowReader for DataReader {
    type Own = Data;

    fn key(self) -> &'static str {
        match self.kind {
            JsonKind::Record(record) => record.key_wire,
            _ => "",
        }
    }

    fn name(self, row: &Data) -> Option<&str> {
        row.member(self.key())?.as_str()
    }
}

struct ListReader(DataReader);

impl<'de> Visitor<'de> for ListReader {
    type Value = Vec<Data>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Vec<Data>, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(self.0)? {
            list.push(value);
        }
        Ok(list)
    }
}

struct MapReader(DataReader);

impl<'de> Visitor<'de> for MapReader {
    type Value = BTreeMap<String, Data>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Self::Value, A::Error> {
        let mut map = BTreeMap::new();
        while let Some(name) = members.next_key()? {
            map.insert(name, members.next_value_seed(self.0)?);
        }
        Ok(map)
    }
}

/// Reads a record as [`record_type!`](crate::record_type) does.
struct RecordReader(&'static RecordInfo);

impl<'de> Visitor<'de> for RecordReader {
    type Value = RecordData;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<RecordData, A::Error> {
        let (info, fields) = (self.0, self.0.fields());
        let mut record = RecordData::of(info, []);
        while let Some(Key(key)) = members.next_key()? {
            let named = fields.iter().zip(&mut record.values).find(|(field, _)| field.wire == key);
            match named {
                Some((field, place)) => {
                    let value = members.next_value_seed(field)?;
                    fill(place, value, field.wire)?;
                }
                None if info.is_open => {
                    let mut value: Value = members.next_value()?;
                    make_whole(&mut value, &key, info.whole);
                    record.other.insert(key.into_owned(), value);
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        for (field, value) in fields.iter().zip(&mut record.values) {
            let is_null = matches!(value, Some(Data::Null));
            *value = match (field.required, field.nullable) {
                (true, false) if is_null => present(None, field.wire).map(Some)?,
                (true, _) => present(value.take(), field.wire).map(Some)?,
                // Hosts write null for what their documents call absent.
                (false, false) if is_null => None,
                (false, _) => value.take(),
            };
        }
        Ok(record)
    }
}

impl<'de> DeserializeSeed<'de> for &FieldInfo {
    type Value = Data;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Data, D::Error> {
        let reader = DataReader { kind: self.kind, written: self.written };
        // Null is a value of it.
        if matches!(self.kind, JsonKind::Any) && !self.nullable {
            return reader.deserialize(deserializer);
        }
        match (deserializer.deserialize_option(MaybeNull(reader))?, self.written) {
            (Some(Data::Integer(seconds)), Written::Time) => {
                time(Some(seconds))?;
                Ok(Data::Integer(seconds))
            }
            (found, _) => Ok(found.unwrap_or(Data::Null)),
        }
    }
}
