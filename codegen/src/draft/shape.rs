//! The types that the values of a reply have.

use std::mem;

use serde_json::{Map, Value as Json};

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
pub(super) struct Field {
    pub(super) wire: String,
    pub(super) shape: Shape,
    /// The number of objects that have it.
    count: usize,
    pub(super) is_nullable: bool,
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

    /// Returns an invented value of this type: replies belong to their hosts.
    pub(super) fn invented(&self) -> Json {
        let is_unknown = |shape: &Self| matches!(shape, Self::Unknown | Self::Any);
        match self {
            Self::Unknown | Self::Any => Json::Null,
            Self::Boolean => Json::from(true),
            Self::Integer => Json::from(1),
            Self::Number => Json::from(1.5),
            Self::Date => Json::from("2024-01-31"),
            Self::DateTime => Json::from("2024-01-31T12:00:00Z"),
            Self::Text => Json::from("text"),
            Self::List(item) if is_unknown(item) => Json::Array(Vec::new()),
            Self::List(item) => Json::Array(vec![item.invented()]),
            Self::Map(values) if is_unknown(values) => Json::Object(Map::new()),
            Self::Map(values) => Json::Object([("2024".to_owned(), values.invented())].into_iter().collect()),
            Self::Object(object) => Json::Object(
                object.fields.iter().map(|field| (field.wire.clone(), field.shape.invented())).collect(),
            ),
        }
    }

    /// Returns the type of the items of a list, which a table cannot call null.
    fn of_items<'j>(items: impl IntoIterator<Item = &'j Json>) -> Self {
        let of = |value: &Json| if value.is_null() { Self::Any } else { Self::of(value) };
        items.into_iter().map(of).fold(Self::Unknown, Self::joined)
    }

    fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::List(one), Self::List(other)) | (Self::Map(one), Self::Map(other)) => one.is_like(other),
            (Self::Object(one), Self::Object(other)) => one.has_members_of(other),
            (one, other) => one == other,
        }
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
    /// Returns the members, each with whether some objects lack it.
    pub(super) fn fields(&self) -> impl Iterator<Item = (&Field, bool)> {
        self.fields.iter().map(|field| (field, field.count < self.count))
    }

    /// Returns true if both have the same members, which one record can have.
    pub(super) fn has_members_of(&self, other: &Self) -> bool {
        let is_same = |((one, one_optional), (other, other_optional)): ((&Field, bool), (&Field, bool))| {
            one.wire == other.wire
                && one_optional == other_optional
                && one.is_nullable == other.is_nullable
                && one.shape.is_like(&other.shape)
        };
        self.fields.len() == other.fields.len() && self.fields().zip(other.fields()).all(is_same)
    }

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
