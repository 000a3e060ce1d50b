//! The types of values in JSON, sent or read: records of the table, and lists and maps of them.

use std::fmt;
use std::sync::OnceLock;

use serde_json::{Map, Value, json};

use super::entry::{Catalogued, Datum, entries, variants, words};
use super::limits::{Limits, limit_value};

/// The type of a value in JSON.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum JsonKind {
    /// A string.
    String,
    /// An integer of 64 bits.
    Integer,
    /// A number.
    Number,
    /// A bool.
    Boolean,
    /// A date, `YYYY-MM-DD`.
    Date,
    /// A timestamp, in epoch seconds.
    DateTime,
    /// Any JSON.
    Any,
    /// A file, as [`Upload`](crate::Upload) is in JSON.
    Bytes,
    /// An object with the fields of a record.
    Record(&'static RecordInfo),
    /// A value of one of several types.
    OneOf(&'static OneOfInfo),
    /// A list of values of one type.
    List(&'static JsonKind),
    /// An object whose names are data, with values of one type.
    Map(&'static JsonKind),
}

impl JsonKind {
    /// Returns the type in words, for messages: `a list of Reading`.
    pub fn words(&self) -> String {
        match self {
            Self::Record(record) => format!("an object, {}", record.name),
            Self::OneOf(info) => info.words(),
            Self::List(item) => format!("a list of {}", item.name()),
            Self::Map(item) => format!("an object of {}", item.name()),
            plain => plain.plain().1.to_owned(),
        }
    }

    /// Returns the type as the table names it: `[Reading]` is a list.
    pub fn name(&self) -> String {
        match self {
            Self::List(item) => format!("{{ list: {} }}", item.name()),
            Self::Map(item) => format!("{{ map: {} }}", item.name()),
            named => named.plain().0.to_owned(),
        }
    }

    /// Returns the name of a type that consists of no other, and its words.
    const fn plain(&self) -> (&'static str, &'static str) {
        match self {
            Self::String => ("string", "a string"),
            Self::Integer => ("integer", "an integer"),
            Self::Number => ("number", "a number"),
            Self::Boolean => ("boolean", "true or false"),
            Self::Date => ("date", "a date such as 2020-01-31"),
            Self::DateTime => ("datetime", "epoch seconds, or a date and time with its zone"),
            Self::Any => ("any", "JSON"),
            Self::Bytes => ("bytes", "a file, { \"base64\": \"…\" }"),
            Self::Record(record) => (record.name, ""),
            Self::OneOf(info) => (info.name, ""),
            Self::List(_) | Self::Map(_) => ("", ""),
        }
    }
}

impl JsonKind {
    /// Returns the JSON Schema of the type as it is sent, with the records that it consists of in `$defs`.
    pub fn schema(&self) -> Value {
        self.within(Limits::NONE)
    }

    /// Returns the JSON Schema of the type as it is sent, within limits.
    pub(super) fn within(&self, limits: Limits) -> Value {
        self.defined(limits, RecordInfo::sent_schema)
    }

    /// Returns the JSON Schema of the type as replies have it, with the records that it consists of in `$defs`.
    pub fn read_schema(&self) -> Value {
        self.defined(Limits::NONE, RecordInfo::read_schema)
    }

    fn defined(&self, limits: Limits, of: fn(&RecordInfo) -> Value) -> Value {
        let mut definitions = Map::new();
        self.define(&mut definitions, of);
        let mut schema = self.own_schema(limits);
        if let (Some(members), false) = (schema.as_object_mut(), definitions.is_empty()) {
            members.insert("$defs".to_owned(), Value::Object(definitions));
        }
        schema
    }

    pub(crate) fn own_schema(&self, limits: Limits) -> Value {
        let mut schema = self.unlimited(limits);
        if let Some(members) = schema.as_object_mut() {
            members.extend(self.limit_members(limits));
        }
        schema
    }

    /// Returns the schema without the limits of the value itself; its items have theirs.
    fn unlimited(&self, limits: Limits) -> Value {
        match self {
            Self::String => json!({ "type": "string" }),
            Self::Integer => json!({ "type": "integer", "format": "int64" }),
            Self::Number => json!({ "type": "number" }),
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Date => json!({ "type": "string", "format": "date" }),
            Self::DateTime => json!({ "type": "integer", "format": EPOCH_SECONDS }),
            Self::Any => json!({}),
            Self::Bytes => json!({
                "type": "object",
                "properties": {
                    "name": { "description": "The name of the file.", "type": "string" },
                    "mediaType": { "description": "The media type.", "type": "string" },
                    "base64": { "description": "The bytes.", "type": "string", "contentEncoding": "base64" },
                },
                "required": ["base64"],
                "additionalProperties": false,
            }),
            Self::Record(RecordInfo { name, .. }) | Self::OneOf(OneOfInfo { name, .. }) => {
                json!({ "$ref": format!("#/$defs/{name}") })
            }
            Self::List(item) => json!({ "type": "array", "items": item.own_schema(limits.of_items()) }),
            Self::Map(item) => {
                json!({ "type": "object", "additionalProperties": item.own_schema(Limits::NONE) })
            }
        }
    }

    /// Returns the members of a schema that say the limits of a value; limits of items stand at the items.
    fn limit_members(&self, limits: Limits) -> impl Iterator<Item = (String, Value)> {
        let is_number = matches!(self, Self::Integer | Self::Number);
        let is_string = matches!(self, Self::String);
        let length = if is_string { "maxLength" } else { "maxItems" };
        let has_length = is_string || matches!(self, Self::List(_));
        let members = [
            ("minimum", limits.min.filter(|_| is_number).map(limit_value)),
            ("maximum", limits.max.filter(|_| is_number).map(limit_value)),
            ("pattern", limits.pattern.filter(|_| is_string).map(|own| json!(format!("^(?:{own})$")))),
            (length, limits.max_length.filter(|_| has_length).map(|length| json!(length))),
        ];
        members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)))
    }

    /// Adds the schemas of the records that the type consists of.
    pub(super) fn define(&self, definitions: &mut Map<String, Value>, of: fn(&RecordInfo) -> Value) {
        match self {
            Self::List(item) | Self::Map(item) => item.define(definitions, of),
            Self::Record(record) if !definitions.contains_key(record.name) => {
                definitions.insert(record.name.to_owned(), of(record));
                record.define_fields(definitions, of);
            }
            Self::OneOf(info) if !definitions.contains_key(info.name) => {
                definitions.insert(info.name.to_owned(), info.schema(of));
                info.define(definitions, of);
            }
            _ => {}
        }
    }
}

/// The format of an integer that is a point in time, in epoch seconds.
pub const EPOCH_SECONDS: &str = "unixtime";

/// The member of a document whose keys are the table's.
pub const TABLE_KEYS: &str = "x-table";

impl RecordInfo {
    /// Adds the schemas of the records that its fields consist of.
    pub(super) fn define_fields(&self, definitions: &mut Map<String, Value>, of: fn(&Self) -> Value) {
        self.fields().iter().for_each(|field| field.kind.define(definitions, of));
    }

    fn sent_schema(&self) -> Value {
        self.schema_of(self.fields().iter().map(|field| field.kind.own_schema(field.limits())))
    }

    pub(crate) fn read_schema(&self) -> Value {
        self.read_schema_of(self.fields().iter().map(|field| field.kind.own_schema(Limits::NONE)))
    }

    /// Returns the schema of the record as replies have it, by the schemas of the values of its fields.
    pub(crate) fn read_schema_of(&self, values: impl Iterator<Item = Value>) -> Value {
        let mut schema = self.schema_of(values);
        let whole = (!self.whole.is_empty()).then(|| json!(self.whole));
        if let Some(members) = schema.as_object_mut() {
            let layout = self.layout.map(|layout| json!(layout.as_str()));
            add_keys(members, [("key", self.key.map(Value::from)), ("layout", layout), ("whole", whole)]);
        }
        schema
    }

    /// Returns the schema of the record without the keys of the table, by the schemas of the values of its fields.
    fn schema_of(&self, values: impl Iterator<Item = Value>) -> Value {
        let property = |(field, value): (&FieldInfo, Value)| {
            let mut schema = Map::from_iter([("description".to_owned(), json!(field.doc))]);
            if let Some(note) = field.deprecated {
                schema.insert("deprecated".to_owned(), json!(true));
                schema.insert("x-deprecated".to_owned(), json!(note));
            }
            if let Value::Object(own) = if field.nullable { nullable(value) } else { value } {
                schema.extend(own);
            }
            let text = (field.written == Written::Text).then(|| json!(true));
            let nulls = (!field.nulls.is_empty()).then(|| json!(field.nulls));
            add_keys(&mut schema, [("text", text), ("nulls", nulls)]);
            (field.wire.to_owned(), Value::Object(schema))
        };
        let properties: Map<String, Value> = self.fields().iter().zip(values).map(property).collect();
        let required = self.fields().iter().filter(|field| field.required).map(|field| field.wire);
        json!({
            "description": self.doc,
            "type": "object",
            "properties": properties,
            "required": required.collect::<Vec<_>>(),
            "additionalProperties": self.is_open,
        })
    }
}

/// Adds the keys of the table that are there to a schema.
fn add_keys<const N: usize>(schema: &mut Map<String, Value>, keys: [(&str, Option<Value>); N]) {
    let keys = keys.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    let keys: Map<String, Value> = keys.collect();
    if !keys.is_empty() {
        schema.insert(TABLE_KEYS.to_owned(), Value::Object(keys));
    }
}

/// Returns the schema of a value or null.
fn nullable(mut own: Value) -> Value {
    match own.get_mut("type") {
        Some(kind) => {
            *kind = json!([kind.take(), "null"]);
            own
        }
        None => json!({ "anyOf": [own, { "type": "null" }] }),
    }
}

entries! {
    /// A record that is sent or read.
    #[derive(Clone, Copy)]
    RecordInfo(name: &'static str) {
        /// The name of the type, for example `Reading`.
        must name: &'static str = name;
        /// The table's doc of the record (Markdown).
        may doc: &'static str = "";
        /// True if it may have other members.
        may is_open as "open": bool = false;
        /// The name in the table of the field that says what the thing is.
        some key: &'static str;
        /// The name in JSON of that field; empty without one.
        code key_wire: &'static str = "";
        /// The form in which replies have it, if that is not an object.
        some layout: Layout;
        /// The names in JSON of the members that are whole numbers.
        list whole: &'static str;
        /// The fields, in table order.
        code known: Fields = Fields::Known(|| &[]);
    }
}

/// The fields of a record, or the types of which a value is one. They may contain the record.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Fields<T: 'static = FieldInfo> {
    /// The fields of a type in Rust.
    Known(fn() -> &'static [T]),
    /// The fields of a type that is made at run time.
    Late(&'static OnceLock<&'static [T]>),
}

impl<T> Fields<T> {
    pub(super) fn all(&self) -> &'static [T] {
        match self {
            Self::Known(fields) => fields(),
            Self::Late(fields) => fields.get().copied().unwrap_or_default(),
        }
    }
}

impl RecordInfo {
    /// Returns the fields, in table order.
    pub fn fields(&self) -> &'static [FieldInfo] {
        self.known.all()
    }
}

impl fmt::Debug for RecordInfo {
    /// Writes the name alone: a record may be a part of itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordInfo({})", self.name)
    }
}

words! {
    /// The form in which replies have a record.
    Layout {
        /// A list, whose places are the fields in their order.
        List = "list",
    }
    /// The way in which hosts write the value of a field.
    Written {
        /// As its type says.
        Plain = "plain",
        /// Perhaps as text (`text` in the table).
        Text = "text",
        /// As a number with a point or an exponent that is whole all the same (`whole`).
        Whole = "whole",
        /// In epoch seconds (`unit: epoch seconds`); another unit is an error.
        Time = "time",
        /// In epoch milliseconds, though the response has seconds (`unit: epoch milliseconds`).
        Milliseconds = "milliseconds",
    }
}

entries! {
    /// A field of a record that is sent or read.
    #[derive(Debug, Clone, Copy)]
    FieldInfo(wire: &'static str) {
        /// The name in JSON.
        must wire: &'static str = wire;
        /// The table's doc of the field (Markdown).
        may doc: &'static str = "";
        /// The type of its values.
        may kind as "type": JsonKind = JsonKind::String;
        /// True if every record has it.
        may required: bool = false;
        /// True if null is a value of it.
        may nullable: bool = false;
        /// The way in which hosts write it.
        may written: Written = Written::Plain;
        /// The texts that mean null.
        list nulls: &'static str;
        /// The minimum, for numbers.
        some min: f64;
        /// The maximum, for numbers.
        some max: f64;
        /// The maximum length: of strings in characters, of lists in values.
        some max_length: usize;
        /// A regular expression that the whole string must match.
        some pattern: &'static str;
        /// The advice what to use instead (Markdown), if it is deprecated.
        some deprecated: &'static str;
    }
}

impl FieldInfo {
    pub(crate) const fn limits(&self) -> Limits {
        let Self { min, max, max_length, pattern, .. } = *self;
        Limits { min, max, max_length, pattern }
    }
}

entries! {
    /// Several types, of which a value that is sent or read is one.
    #[derive(Clone, Copy)]
    OneOfInfo(name: &'static str) {
        /// The name of the type, for example `Pet`.
        must name: &'static str = name;
        /// The table's doc of the type (Markdown).
        may doc: &'static str = "";
        /// The name in JSON of the member whose value says which type it is; without one the form of the value says it.
        some field: &'static str;
        /// The table's doc of values that none of the types has; without one they are errors.
        some other: &'static str;
        /// The types, in table order.
        code known: Fields<OneOfItem> = Fields::Known(|| &[]);
    }
    /// One of several types.
    #[derive(Debug, Clone, Copy)]
    OneOfItem(key: &'static str, kind: JsonKind) {
        /// The value of the member that says it, or a name.
        must key: &'static str = key;
        /// The type.
        must kind as "type": JsonKind = kind;
    }
}

impl OneOfInfo {
    /// Returns the types, in table order.
    pub fn items(&self) -> &'static [OneOfItem] {
        self.known.all()
    }
}

impl fmt::Debug for OneOfInfo {
    /// Writes the name alone: it may be a part of itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OneOfInfo({})", self.name)
    }
}

variants! { JsonKind:
    String, Integer, Number, Boolean, Date, DateTime, Any, Bytes, Record(record), OneOf(info), List(item), Map(item),
}

impl Catalogued for &'static JsonKind {
    fn datum(&self) -> Datum {
        Datum::Reference(Box::new((**self).datum()))
    }
}
