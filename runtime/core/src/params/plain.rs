//! Values without the types of one client: what a request says of itself, and what is read from text or
//! JSON.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use serde_json::Value;

use super::enumeration::{Enumeration, OTHER_PREFIX};
use crate::catalogue::ParamKind;
use crate::time::{Date, DateTime};

/// The value of a parameter.
///
/// Values of enumerations are strings: their text on the wire.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
#[non_exhaustive]
pub enum Plain<'a> {
    /// A string, a ticker or a value of an enumeration.
    String(&'a str),
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// A bool.
    Boolean(bool),
    /// A date.
    Date(Date),
    /// A timestamp.
    DateTime(DateTime),
    /// Several values.
    List(Vec<Plain<'a>>),
    /// A value in JSON.
    Json(JsonValue<'a>),
}

/// A value in JSON. Two that differ have no order.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonValue<'a>(pub Cow<'a, Value>);

impl PartialOrd for JsonValue<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self == other).then_some(Ordering::Equal)
    }
}

impl<'a> Plain<'a> {
    /// Returns the text on the wire. Timestamps are epoch seconds, unless their type is sent as RFC 3339; the values of a list
    /// have the separator of their type between them.
    pub fn wire(&self, kind: &ParamKind) -> Cow<'a, str> {
        match self {
            Self::String(text) => Cow::Borrowed(text),
            Self::DateTime(time) if !matches!(kind, ParamKind::IsoDateTime) => {
                Cow::Owned(time.epoch_seconds().to_string())
            }
            Self::Integer(_)
            | Self::Number(_)
            | Self::Boolean(_)
            | Self::Date(_)
            | Self::DateTime(_)
            | Self::Json(_) => Cow::Owned(self.to_string()),
            Self::List(values) => {
                let (item, separator) = match kind {
                    ParamKind::List { item, separator } => (*item, *separator),
                    one => (one, ""),
                };
                let texts: Vec<_> = values.iter().map(|value| value.wire(item)).collect();
                Cow::Owned(texts.join(separator))
            }
        }
    }

    /// Returns true if the table writes the value as `text`.
    pub(crate) fn is(&self, text: &str) -> bool {
        match self {
            Self::String(value) => *value == text,
            Self::Integer(value) => text.parse() == Ok(*value),
            Self::Number(value) => text.parse() == Ok(*value),
            Self::Boolean(value) => text.parse() == Ok(*value),
            Self::Date(_) | Self::DateTime(_) | Self::List(_) | Self::Json(_) => false,
        }
    }
}

impl fmt::Display for Plain<'_> {
    /// Writes the value as messages show it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::String(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Number(value) => value.fmt(f),
            Self::Boolean(value) => value.fmt(f),
            Self::Date(value) => value.fmt(f),
            Self::DateTime(value) => value.fmt(f),
            Self::List(values) => {
                let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join(", "))
            }
            Self::Json(JsonValue(value)) => value.fmt(f),
        }
    }
}

/// A type of parameter values. Generated enumerations get it by being an [`Enumeration`].
pub trait ParamValue: Sized {
    /// Returns the value without its type.
    fn plain(&self) -> Plain<'_>;

    /// Returns the typed value; none where `value` is of another type.
    fn from_plain(value: &Plain<'_>) -> Option<Self>;
}

/// A field of a request: the value of a parameter, or an option of one.
pub trait ParamField {
    /// Returns the value without its type; none where there is no value.
    fn given(&self) -> Option<Plain<'_>>;
}

impl<V: ParamValue> ParamField for V {
    fn given(&self) -> Option<Plain<'_>> {
        Some(self.plain())
    }
}

impl<V: ParamValue> ParamField for Option<V> {
    fn given(&self) -> Option<Plain<'_>> {
        self.as_ref().map(V::plain)
    }
}

/// Returns the value of a field of a request without its type.
pub fn plain<F: ParamField>(field: &F) -> Option<Plain<'_>> {
    field.given()
}

/// Implements [`ParamValue`] for types that are copied into a variant of [`Plain`].
macro_rules! copied {
    ($($variant:ident($own:ty)),*) => {$(
        impl ParamValue for $own {
            fn plain(&self) -> Plain<'_> {
                Plain::$variant(*self)
            }

            fn from_plain(value: &Plain<'_>) -> Option<Self> {
                match value {
                    Plain::$variant(value) => Some(*value),
                    _ => None,
                }
            }
        }
    )*};
}

copied!(Integer(i64), Number(f64), Boolean(bool), Date(Date), DateTime(DateTime));

impl ParamValue for String {
    fn plain(&self) -> Plain<'_> {
        Plain::String(self)
    }

    fn from_plain(value: &Plain<'_>) -> Option<Self> {
        match value {
            Plain::String(value) => Some((*value).to_owned()),
            _ => None,
        }
    }
}

impl<E: Enumeration> ParamValue for E {
    fn plain(&self) -> Plain<'_> {
        Plain::String(self.wire())
    }

    fn from_plain(value: &Plain<'_>) -> Option<Self> {
        let Plain::String(wire) = value else { return None };
        Self::from_wire(wire).or_else(|| Self::from_wire(&format!("{OTHER_PREFIX}{wire}")))
    }
}

impl<T: ParamValue> ParamValue for Vec<T> {
    fn plain(&self) -> Plain<'_> {
        Plain::List(self.iter().map(T::plain).collect())
    }

    fn from_plain(value: &Plain<'_>) -> Option<Self> {
        match value {
            Plain::List(values) => values.iter().map(T::from_plain).collect(),
            _ => None,
        }
    }
}
