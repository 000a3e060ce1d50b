//! The types of Rust by the types of JSON that they stand for.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use crate::catalogue::JsonKind;
use crate::params::Enumeration;
use crate::time::{Date, DateTime};
use crate::upload::Upload;

/// A type of values in JSON.
pub trait JsonType {
    /// The type in the catalogue.
    const KIND: JsonKind;
    /// True if null is a value of it.
    const IS_NULLABLE: bool = false;

    /// Returns the schema of the type for a generator, which has the schemas of records.
    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> Value {
        let _ = generator;
        Self::KIND.read_schema()
    }
}

/// Implements the trait for the types that every table has.
macro_rules! json_types {
    ($($type:ty => $kind:ident;)+) => {$(
        impl JsonType for $type {
            const KIND: JsonKind = JsonKind::$kind;
        }
    )+};
}

json_types! {
    String => String;
    i64 => Integer;
    Number => Number;
    bool => Boolean;
    Date => Date;
    DateTime => DateTime;
    Value => Any;
    Upload => Bytes;
}

impl JsonType for Map<String, Value> {
    const KIND: JsonKind = JsonKind::Map(&JsonKind::Any);
}

// A value that the table does not list is one, too.
impl<E: Enumeration> JsonType for E {
    const KIND: JsonKind = JsonKind::String;
}

impl<T: JsonType> JsonType for Vec<T> {
    const KIND: JsonKind = JsonKind::List(&T::KIND);

    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> Value {
        serde_json::json!({ "type": "array", "items": T::schema(generator) })
    }
}

impl<T: JsonType> JsonType for BTreeMap<String, T> {
    const KIND: JsonKind = JsonKind::Map(&T::KIND);

    #[cfg(feature = "schema")]
    fn schema(generator: &mut schemars::SchemaGenerator) -> Value {
        serde_json::json!({ "type": "object", "additionalProperties": T::schema(generator) })
    }
}

impl<T: JsonType> JsonType for Option<T> {
    const KIND: JsonKind = T::KIND;
    const IS_NULLABLE: bool = true;
}
