//! A field of a reply that may be absent, null or a value. The three stay apart.

use serde::de::{Deserialize, Deserializer};
use serde_json::Number;

/// A field that the contract names but that a reply may leave out or fill with null.
///
/// [`get`](Self::get) returns the value as an option. A `Field<Number>` has [`as_f64`](Self::as_f64) and
/// [`as_i64`](Self::as_i64) for a program that computes; the [`Number`] itself keeps what the host wrote.
///
/// ```
/// # mod virtual_finance { use virtual_finance_core as own; include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/virtual_finance.rs")); }
/// use virtual_finance::responses::{Field, Number};
///
/// let price = Field::Value(134.93);
/// assert_eq!(price.get(), Some(&134.93));
/// assert!(Field::<f64>::Null.is_null() && Field::<f64>::Absent.is_absent());
///
/// let volume = Field::Value(Number::from(1_500));
/// assert_eq!((volume.as_i64(), volume.as_f64()), (Some(1_500), Some(1_500.0)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Field<T> {
    /// The reply does not have the field; it is left out of the JSON too.
    #[default]
    Absent,
    /// The reply says null.
    Null,
    /// The reply has a value.
    Value(T),
}

impl<T> Field<T> {
    /// Returns the value, if there is one.
    pub const fn get(&self) -> Option<&T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns the value, if there is one, and consumes the field.
    pub fn into_value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// Returns the value, or the default of its type if there is none.
    pub fn unwrap_or_default(self) -> T
    where
        T: Default,
    {
        self.into_value().unwrap_or_default()
    }

    /// Returns true if the reply does not have the field.
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Returns the field of a value that is there and may be null: `None` is null.
    pub fn nullable(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }

    /// Returns true if the reply has null.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }
}

impl<T> From<Field<T>> for Option<T> {
    fn from(field: Field<T>) -> Self {
        field.into_value()
    }
}

impl Field<Number> {
    /// Returns the number in double precision, if there is one.
    pub fn as_f64(&self) -> Option<f64> {
        self.get().and_then(Number::as_f64)
    }

    /// Returns the number if there is one, and the host wrote it as an integer of 64 bits.
    pub fn as_i64(&self) -> Option<i64> {
        self.get().and_then(Number::as_i64)
    }
}

impl<T> From<T> for Field<T> {
    fn from(value: T) -> Self {
        Self::Value(value)
    }
}

impl From<&str> for Field<String> {
    fn from(value: &str) -> Self {
        Self::Value(value.to_owned())
    }
}

impl<T> From<Option<T>> for Field<T> {
    /// `None` is absent, as everywhere a parameter takes an option: a null that is sent deletes a value.
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Absent, Self::Value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Field<T> {
    /// Called only where the field is there; what is not there stays `Default`, which is absent.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::nullable)
    }
}

impl<T: serde::Serialize> serde::Serialize for Field<T> {
    /// Serializes an absent field as null; the structure that holds it leaves it out.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Field<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        <Option<T>>::schema_name()
    }

    /// Returns the schema of the value or null. That it may be absent is for the structure that holds it to say.
    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        <Option<T>>::json_schema(generator)
    }
}
