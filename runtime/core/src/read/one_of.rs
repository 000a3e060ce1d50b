//! Values of one of several types: each type is declared once, as it is written, read and described.

use serde::de::{DeserializeOwned, Deserializer};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::Value;

use super::data::OfType;
use super::json_type::JsonType;
use super::variants::{Unread, labelled, one_of_with, seeded};
use crate::catalogue::{OneOfInfo, OneOfItem};

/// A type of which a value is one of several.
pub trait OneOf: JsonType {
    /// The type in the catalogue.
    const INFO: &'static OneOfInfo;
}

/// Reads a value that is of one of several types.
///
/// # Errors
/// It is of none of them.
pub fn variant<T: DeserializeOwned + JsonType>(value: &Value) -> Result<T, Unread> {
    seeded(&OfType::<T>::NEW, value)
}

/// The reader of one of several types.
pub type Variant<T> = fn(&Value) -> Result<T, Unread>;

/// Reads a value of one of several types, each with its reader.
///
/// # Errors
/// It is of none of them.
pub fn one_of<'de, T: OneOf, D: Deserializer<'de>>(
    deserializer: D,
    readers: &[Variant<T>],
    other: Option<fn(Value) -> T>,
) -> Result<T, D::Error> {
    let read = |index: usize, _: &OneOfItem, value: &Value| readers.get(index).map(|read| read(value));
    one_of_with(deserializer, T::INFO, read, |value| other.map(|other| other(value)))
}

/// Writes a value of one of several types. An object has the member that says its type.
///
/// # Errors
/// Those of the writer.
pub fn write_one_of<S: Serializer>(
    serializer: S,
    info: &OneOfInfo,
    key: &str,
    value: &impl Serialize,
) -> Result<S::Ok, S::Error> {
    if info.field.is_none() {
        return value.serialize(serializer);
    }
    labelled(info, key, serde_json::to_value(value).map_err(S::Error::custom)?).serialize(serializer)
}

/// Returns the schema of one of several types, by the schemas of these.
#[cfg(feature = "schema")]
pub fn one_of_schema<T: OneOf>(values: Vec<Value>) -> schemars::Schema {
    let schema = T::INFO.schema_of(values.into_iter(), crate::catalogue::RecordInfo::read_schema);
    schemars::Schema::try_from(schema).unwrap_or_default()
}

/// Declares a type of which a value is one of several: an enumeration, its reader, its writer and its description.
///
/// In brackets behind the name stands what few have: the member whose value says the type (`field`), the lines of the doc of
/// values that no type has (`other`), and a schema where a feature is on (`schema`). Behind the lines of its doc a row is a
/// type: its name in Rust with the way in which it is held (`boxed`, and `from` if it alone is of its type), the value of the
/// member or its name, and the type.
#[doc(hidden)]
#[macro_export]
macro_rules! one_of_type {
    ($name:ident $(($($few:tt)*))?: $($types:tt)+) => {
        $crate::one_of_type! { @with [$($($few)*)?] $name($($($few)*)?): $($types)+ }
    };
    (@with $few:tt $name:ident(
        $(field $field:literal)? $(other($($other:literal),+))? $(schema $feature:literal)?
    ): $($doc:literal),+;
        $($variant:ident($($how:ident)*) $key:literal => $type:ty;)+
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum $name {
            $(
                #[doc = $crate::one_of_type!(@about $few $key)]
                $variant($crate::one_of_type!(@held [$($how)*] $type)),
            )+
            $(
                $(#[doc = $other])+
                Other($crate::Value),
            )?
        }

        impl $crate::serde::Serialize for $name {
            fn serialize<__S: $crate::serde::Serializer>(&self, serializer: __S) -> Result<__S::Ok, __S::Error> {
                let info = <Self as $crate::generated::OneOf>::INFO;
                match self {
                    $(Self::$variant(value) => $crate::generated::write_one_of(serializer, info, $key, value),)+
                    $($crate::one_of_type!(@other $($other)+, value) => value.serialize(serializer),)?
                }
            }
        }

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<__D: $crate::serde::Deserializer<'de>>(deserializer: __D) -> Result<Self, __D::Error> {
                $crate::generated::one_of(
                    deserializer,
                    &[$(|value| Ok(Self::$variant($crate::generated::variant::<$type>(value)?.into()))),+],
                    $crate::one_of_type!(@read [$($($other)+)?]),
                )
            }
        }

        $($crate::one_of_type! { @from [$($how)*] $name $variant $type })+

        impl $crate::generated::OneOf for $name {
            const INFO: &'static $crate::generated::OneOfInfo = {
                static ITEMS: &[$crate::generated::OneOfItem] = &[$(
                    $crate::generated::OneOfItem::new($key, <$type as $crate::generated::JsonType>::KIND),
                )+];
                static INFO: $crate::generated::OneOfInfo = $crate::generated::OneOfInfo::new(stringify!($name))
                    .doc($crate::enumeration!(lines $($doc)+))
                    $(.field($field))? $(.other($crate::enumeration!(lines $($other)+)))?
                    .known($crate::generated::Fields::Known(|| ITEMS));
                &INFO
            };
        }

        impl $crate::generated::JsonType for $name {
            const KIND: $crate::generated::JsonKind =
                $crate::generated::JsonKind::OneOf(<Self as $crate::generated::OneOf>::INFO);

            $(
                #[cfg(feature = $feature)]
                fn schema(generator: &mut ::schemars::SchemaGenerator) -> $crate::Value {
                    generator.subschema_for::<Self>().to_value()
                }
            )?
        }

        $crate::record_type! { @schema $crate::generated::one_of_schema::<Self>, [$($feature)?] $name [$($type),*] }
    };
    (@about [field $field:literal $($few:tt)*] $key:literal) => { concat!("An object whose `", $field, "` is `", $key, "`.") };
    (@about $few:tt $key:literal) => { concat!("A value of the kind `", $key, "`.") };
    (@held [boxed $($how:ident)*] $type:ty) => { ::std::boxed::Box<$type> };
    (@held [$($how:ident)*] $type:ty) => { $type };
    (@other $($other:literal)+, $value:ident) => { Self::Other($value) };
    (@read []) => { None };
    (@read [$($other:literal)+]) => { Some(Self::Other) };
    (@from [boxed from] $name:ident $variant:ident $type:ty) => {
        impl ::core::convert::From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::$variant(::std::boxed::Box::new(value))
            }
        }
    };
    (@from [from] $name:ident $variant:ident $type:ty) => {
        impl ::core::convert::From<$type> for $name {
            fn from(value: $type) -> Self {
                Self::$variant(value)
            }
        }
    };
    (@from [$($how:ident)*] $name:ident $variant:ident $type:ty) => {};
}
