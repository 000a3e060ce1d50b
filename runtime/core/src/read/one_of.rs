//! Values of one of several types: each type is declared once, as it is written, read and described.

use std::fmt::Display;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::{Error, Map, Value};

use super::error_path::{PathError, Reader, with_path};
use super::json_type::JsonType;
use crate::catalogue::{OneOfInfo, OneOfItem};
use crate::params::one_of::{Chosen, Unfit};
use crate::text::shortened;

/// A type of which a value is one of several.
pub trait OneOf: JsonType {
    /// The type in the catalogue.
    const INFO: &'static OneOfInfo;
}

/// A fault of a value that was read before, with its place in it.
pub struct Unread(PathError);

/// The beginning of the message about a fault in a value that was read before.
const IN: &str = "in ";

/// Reads a value with a reader of its own.
pub(super) fn seeded<'v, S: Reader<'v>>(seed: &S, value: &'v Value) -> Result<S::Value, Unread> {
    let read = seed.clone().deserialize(value);
    read.map_err(|error| Unread(with_path(seed, error, |seed| seed.deserialize(value))))
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

/// Reads a value as [`one_of`] does; `read` reads that of a type.
pub(super) fn one_of_with<'de, T, D: Deserializer<'de>>(
    deserializer: D,
    info: &OneOfInfo,
    read: impl Fn(usize, &OneOfItem, &Value) -> Option<Result<T, Unread>>,
    other: impl FnOnce(Value) -> Option<T>,
) -> Result<T, D::Error> {
    let of_no_type = || D::Error::custom(format_args!("expected {}", info.words()));
    let value = Value::deserialize(deserializer)?;
    let chosen = match info.chosen(&value) {
        Ok(Chosen::Of(chosen)) => chosen,
        Ok(Chosen::Other) => return other(value).ok_or_else(of_no_type),
        Err(Unfit::Form) => return Err(of_no_type()),
        Err(Unfit::Missing(field)) => return Err(D::Error::missing_field(field)),
        Err(Unfit::Unlisted(field, given, allowed)) => {
            return Err(within(field, &format_args!("found {given}, expected {allowed}")));
        }
    };
    let mut faults = Vec::new();
    for (index, item) in chosen.into_iter().filter_map(|index| Some((index, info.items().get(index)?))) {
        match read(index, item, &value) {
            Some(Ok(found)) => return Ok(found),
            Some(Err(fault)) => faults.push(fault),
            None => {}
        }
    }
    match faults.as_slice() {
        [Unread((path, fault))] => Err(within(path, fault)),
        _ => other(value).ok_or_else(of_no_type),
    }
}

/// Returns the error about a place in a value that was read before.
fn within<E: serde::de::Error>(path: &str, fault: &dyn Display) -> E {
    match path {
        "." => E::custom(fault),
        path => E::custom(format_args!("{IN}{}: {fault}", Value::from(path))),
    }
}

/// Returns an error with its whole path: an error in a value that was read before has a part of it in its message.
pub(super) fn placed((mut path, mut error): PathError) -> PathError {
    while let Some((inner, rest)) = parted(&error.to_string()) {
        if !path.is_empty() && !inner.starts_with('[') {
            path.push('.');
        }
        path.push_str(&inner);
        // Names of members are the host's.
        (path, error) = (shortened(path), <Error as serde::de::Error>::custom(rest));
    }
    (path, error)
}

/// Returns the path at the beginning of a message, and the rest.
fn parted(message: &str) -> Option<(String, String)> {
    let message = message.strip_prefix(IN)?;
    let mut parts = serde_json::Deserializer::from_str(message).into_iter::<String>();
    let path = parts.next()?.ok()?;
    let rest = message.get(parts.byte_offset()..)?.strip_prefix(": ")?;
    Some((path, rest.to_owned()))
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

/// Returns an object with the member that says its type.
pub(super) fn labelled(info: &OneOfInfo, key: &str, value: Value) -> Value {
    match (info.field, value) {
        (Some(field), Value::Object(members)) if !members.contains_key(field) => {
            let tag = Map::from_iter([(field.to_owned(), key.into())]);
            Value::Object(tag.into_iter().chain(members).collect())
        }
        (_, value) => value,
    }
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
