//! The types that the values of a reply have.

use std::mem;

use serde_json::{Map, Value as Json, json};
use virtual_finance_table::identifiers::Taken;

/// The type of a value, or of several at the same place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// Null, or no value at all.
    Unknown,
    Boolean,
    Integer,
    Number,
    Date,
    DateTime,
    Text,
    /// Values of different types.
    Any,
    List(Box<Shape>),
    /// An object whose names are data.
    Map(Box<Shape>),
    Object(Object),
}

/// An object, or several that stand at the same place.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Object {
    count: usize,
    fields: Vec<Field>,
}

/// A member of an object.
#[derive(Debug, Clone, PartialEq)]
struct Field {
    wire: String,
    shape: Shape,
    /// The number of objects that have it.
    count: usize,
    is_nullable: bool,
}

impl Shape {
    pub(super) fn of(value: &Json) -> Self {
        match value {
            Json::Null => Self::Unknown,
            Json::Bool(_) => Self::Boolean,
            Json::Number(number) if number.is_i64() => Self::Integer,
            Json::Number(_) => Self::Number,
            Json::String(text) => Self::of_text(text),
            Json::Array(items) => Self::List(Box::new(Self::of_items(items))),
            Json::Object(members) if members.is_empty() => Self::Map(Box::new(Self::Unknown)),
            Json::Object(members) if are_data(members) => {
                Self::Map(Box::new(Self::of_items(members.values())))
            }
            Json::Object(members) => {
                let field = |(wire, value): (&String, &Json)| Field {
                    wire: wire.clone(),
                    shape: Self::of(value),
                    count: 1,
                    is_nullable: value.is_null(),
                };
                Self::Object(Object { count: 1, fields: members.iter().map(field).collect() })
            }
        }
    }

    fn of_text(text: &str) -> Self {
        if text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok() {
            Self::Date
        } else if text.contains('T') && text.parse::<jiff::Timestamp>().is_ok() {
            Self::DateTime
        } else {
            Self::Text
        }
    }

    /// Returns the type of the items of a list, which a table cannot call null.
    fn of_items<'j>(items: impl IntoIterator<Item = &'j Json>) -> Self {
        let of = |value: &Json| if value.is_null() { Self::Any } else { Self::of(value) };
        items.into_iter().map(of).fold(Self::Unknown, Self::joined)
    }

    /// Returns the type that values of either type have.
    fn joined(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unknown, other) | (other, Self::Unknown) => other,
            (one, other) if one == other && !matches!(one, Self::Object(_)) => one,
            (Self::Integer, Self::Number) | (Self::Number, Self::Integer) => Self::Number,
            (Self::Date | Self::DateTime | Self::Text, Self::Date | Self::DateTime | Self::Text) => {
                Self::Text
            }
            (Self::List(one), Self::List(other)) => Self::List(Box::new(one.joined(*other))),
            (Self::Map(one), Self::Map(other)) => Self::Map(Box::new(one.joined(*other))),
            (Self::Object(one), Self::Object(other)) => Self::Object(one.joined(other)),
            // An empty object says nothing about its names.
            (Self::Object(mut object), Self::Map(values)) | (Self::Map(values), Self::Object(mut object))
                if *values == Self::Unknown =>
            {
                object.count = object.count.saturating_add(1);
                Self::Object(object)
            }
            _ => Self::Any,
        }
    }
}

impl Object {
    fn joined(mut self, other: Self) -> Self {
        self.count = self.count.saturating_add(other.count);
        for field in other.fields {
            match self.fields.iter_mut().find(|known| known.wire == field.wire) {
                Some(known) => {
                    known.shape = mem::replace(&mut known.shape, Shape::Unknown).joined(field.shape);
                    known.count = known.count.saturating_add(field.count);
                    known.is_nullable |= field.is_nullable;
                }
                None => self.fields.push(field),
            }
        }
        self
    }
}

/// Returns true for an object whose names are data, such as dates or numbers.
pub(super) fn are_data(members: &Map<String, Json>) -> bool {
    members.keys().all(|name| name.starts_with(|first: char| first.is_ascii_digit()))
}

/// The schemas of the objects of a reply. Objects of one shape have one schema.
#[derive(Default)]
pub(super) struct Schemas<'d> {
    pub(super) owner: &'d str,
    pub(super) taken: Taken,
    /// By their names.
    pub(super) made: Map<String, Json>,
}

impl Schemas<'_> {
    /// Returns the schema of a shape, which stands at a part of the reply.
    pub(super) fn of(&mut self, shape: &Shape, part: &str) -> Json {
        match shape {
            Shape::Unknown | Shape::Any => json!({}),
            Shape::Boolean => json!({ "type": "boolean" }),
            Shape::Integer => json!({ "type": "integer" }),
            Shape::Number => json!({ "type": "number" }),
            Shape::Date => json!({ "type": "string", "format": "date" }),
            Shape::DateTime => json!({ "type": "string", "format": "date-time" }),
            Shape::Text => json!({ "type": "string" }),
            Shape::List(item) => json!({ "type": "array", "items": self.of(item, part) }),
            Shape::Map(values) => json!({ "type": "object", "additionalProperties": self.of(values, part) }),
            Shape::Object(object) => {
                let schema = self.object(object);
                let known = self.made.iter().find(|(_, known)| **known == schema);
                let name = match known {
                    Some((name, _)) => name.clone(),
                    None => self.taken.item(&format!("{} {part}", self.owner)),
                };
                self.made.insert(name.clone(), schema);
                json!({ "$ref": format!("#/components/schemas/{name}") })
            }
        }
    }

    fn object(&mut self, object: &Object) -> Json {
        let mut properties = Map::new();
        for field in &object.fields {
            let mut schema = self.of(&field.shape, &field.wire);
            if let Json::Object(keys) = &mut schema
                && field.is_nullable
            {
                keys.insert("nullable".to_owned(), true.into());
            }
            properties.insert(field.wire.clone(), schema);
        }
        let required = object.fields.iter().filter(|field| field.count == object.count);
        let required: Vec<&str> = required.map(|field| field.wire.as_str()).collect();
        json!({ "type": "object", "properties": properties, "required": required })
    }
}
