//! Values whose types are known at run time alone, read as generated code reads its structures.

use std::collections::BTreeMap;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Unexpected,
    Visitor,
};
use serde_json::{Map, Number, Value};

use super::at::MaybeNull;
use super::error_path::Reader;
use super::json_type::JsonType;
use super::key::Key;
use super::places::Places;
use super::record_reader::{self, Milliseconds, fill, present, unless_null};
use super::rows::{Row, RowReader};
use super::time::time;
use super::variants::{labelled, one_of_with, seeded};
use super::whole::{make_whole, whole};
use crate::catalogue::{FieldInfo, JsonKind, OneOfItem, RecordInfo, Written};
use crate::expecting;
use crate::time::{Date, DateTime};

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

impl Reader<'_> for DataReader {
    type Finder = Self;

    fn finder(&self) -> Self {
        *self
    }
}

/// Reads a type that the catalogue knows: [`DataReader`] finds the paths of errors.
pub(super) struct OfType<T>(PhantomData<T>);

impl<T> OfType<T> {
    pub(super) const NEW: Self = Self(PhantomData);
}

impl<T> Clone for OfType<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for OfType<T> {}

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for OfType<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

impl<'de, T: Deserialize<'de> + JsonType> Reader<'de> for OfType<T> {
    type Finder = DataReader;

    fn finder(&self) -> DataReader {
        DataReader::new(T::KIND)
    }
}

impl<T: Row + JsonType> RowReader for OfType<T> {
    type Own = T;

    fn key(self) -> &'static str {
        T::NAME
    }

    fn name(self, row: &T) -> Option<&str> {
        row.name()
    }
}

/// Reads a value that a host may write as text.
fn text<'de, T: record_reader::Textual, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    record_reader::Written::deserialize(deserializer).map(|written| written.0)
}

impl<'de> DeserializeSeed<'de> for DataReader {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        Ok(match (self.kind, self.written) {
            (JsonKind::Boolean, Written::Text) => text::<bool, _>(deserializer)?.into(),
            (JsonKind::Integer, Written::Text) => text::<i64, _>(deserializer)?.into(),
            (JsonKind::Number, Written::Text) => text::<Number, _>(deserializer)?.into(),
            (JsonKind::Number, Written::Whole) => whole(Number::deserialize(deserializer)?).into(),
            (JsonKind::Number, _) => Number::deserialize(deserializer)?.into(),
            (JsonKind::Boolean, _) => bool::deserialize(deserializer)?.into(),
            (JsonKind::Integer, _) => i64::deserialize(deserializer)?.into(),
            (JsonKind::String, _) => String::deserialize(deserializer)?.into(),
            (JsonKind::Date, _) => Date::deserialize(deserializer)?.to_string().into(),
            (JsonKind::DateTime, Written::Milliseconds) => {
                Milliseconds::deserialize(deserializer)?.0.epoch_seconds().into()
            }
            (JsonKind::DateTime, _) => DateTime::deserialize(deserializer)?.epoch_seconds().into(),
            // No reply has a file.
            (JsonKind::Any | JsonKind::Bytes, _) => Value::deserialize(deserializer)?,
            (JsonKind::List(item), _) => deserializer.deserialize_seq(ListReader(Self::new(*item)))?,
            (JsonKind::Map(item), _) => deserializer.deserialize_map(MapReader(Self::new(*item)))?,
            (JsonKind::Record(record), _) if record.layout.is_some() => {
                deserializer.deserialize_any(RecordReader(record))?
            }
            (JsonKind::Record(record), _) => deserializer.deserialize_map(RecordReader(record))?,
            (JsonKind::OneOf(info), _) => {
                let read = |_: usize, item: &OneOfItem, value: &Value| {
                    let found = seeded(&Self::new(item.kind), value);
                    Some(found.map(|found| labelled(info, item.key, found)))
                };
                one_of_with(deserializer, info, read, Some)?
            }
        })
    }
}

impl RowReader for DataReader {
    type Own = Value;

    fn key(self) -> &'static str {
        match self.kind {
            JsonKind::Record(record) => record.key_wire,
            _ => "",
        }
    }

    fn name(self, row: &Value) -> Option<&str> {
        row.get(self.key())?.as_str()
    }
}

struct ListReader(DataReader);

impl<'de> Visitor<'de> for ListReader {
    type Value = Value;

    expecting!("a sequence");

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = values.next_element_seed(self.0)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }
}

struct MapReader(DataReader);

impl<'de> Visitor<'de> for MapReader {
    type Value = Value;

    expecting!("a map");

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        // The members of a generated map are in order.
        let mut map = BTreeMap::<String, Value>::new();
        while let Some(name) = members.next_key()? {
            map.insert(name, members.next_value_seed(self.0)?);
        }
        Ok(map.into_iter().collect())
    }
}

/// Reads a record as [`record_type!`](crate::record_type) does.
#[derive(Clone, Copy)]
struct RecordReader(&'static RecordInfo);

impl<'de> Visitor<'de> for RecordReader {
    type Value = Value;

    expecting!("an object");

    fn visit_seq<A: SeqAccess<'de>>(self, places: A) -> Result<Value, A::Error> {
        if self.0.layout.is_none() {
            return Err(A::Error::invalid_type(Unexpected::Seq, &self));
        }
        self.visit_map(Places::new(self.0.fields().iter().map(|field| field.wire), places))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let (info, fields) = (self.0, self.0.fields());
        let mut values: Vec<Option<Value>> = vec![None; fields.len()];
        let (mut record, mut other) = (Map::new(), Map::new());
        while let Some(Key(key)) = members.next_key()? {
            match fields.iter().zip(&mut values).find(|(field, _)| field.wire == key) {
                Some((field, slot)) => fill(slot, members.next_value_seed(field)?, field.wire)?,
                None if info.is_open => {
                    let mut value: Value = members.next_value()?;
                    make_whole(&mut value, &key, info.whole);
                    other.insert(key.into_owned(), value);
                }
                None => {
                    members.next_value::<IgnoredAny>()?;
                }
            }
        }
        for (field, value) in fields.iter().zip(values) {
            // Hosts write null for what their documents call absent.
            let value = value.filter(|value| !value.is_null() || field.nullable || field.is_any());
            let value = if field.required { Some(present(value, field.wire)?) } else { value };
            record.extend(value.map(|value| (field.wire.to_owned(), value)));
        }
        record.extend(other);
        Ok(Value::Object(record))
    }
}

impl FieldInfo {
    const fn is_any(&self) -> bool {
        matches!(self.kind, JsonKind::Any)
    }
}

impl<'de> DeserializeSeed<'de> for &FieldInfo {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        let reader = DataReader { kind: self.kind, written: self.written };
        // Null is a value of it.
        if self.is_any() && !self.nullable {
            return reader.deserialize(deserializer);
        }
        let found = match self.nulls {
            [] => deserializer.deserialize_option(MaybeNull(reader))?,
            texts => unless_null(deserializer, texts, self.kind, reader)?,
        };
        let found = found.unwrap_or_default();
        if self.written == Written::Time {
            time(found.as_i64())?;
        }
        Ok(found)
    }
}
