//! Objects: the structures that are read of them, and the members that a converter reads.

use serde::de::{DeserializeOwned, MapAccess};
use serde_json::{Map, Value};

/// The members of an object that are read.
pub trait Named {
    /// The names.
    const NAMES: &'static [&'static str];

    /// Returns the name by which the host knows a member that is required, and that says nothing here.
    fn missing(members: &Map<String, Value>) -> Option<&'static str> {
        let _ = members;
        None
    }

    /// Returns the member that tells an object from the others of its list, with what it has there; `None` if nothing does.
    fn key(&self) -> Option<(&'static str, &str)> {
        None
    }
}

/// Declares the structure of an object. Members are optional: an absent member has its default.
///
/// A `struct` has the members that a converter reads; others are skipped. An `open struct` is a part of a response: its
/// members are [`Field`](crate::Field)s, which stay absent, null or a value, and `other` keeps the members that it does
/// not name, in the order of the reply.
///
/// A name after `|` is the host's, where it differs from the response's. A member that is `required` says what the
/// object is about. A number of an `open struct` that is `whole` becomes an integer if it is whole. An integer, or a
/// list of integers, that is a `time` is in epoch seconds: an object with milliseconds cannot be read.
///
/// Serde's own derive would also take a list for the object, its values in the order of the fields, and its `flatten`
/// would buffer every member.
///
/// ```
/// use virtual_finance_core::read::{json, members};
/// use virtual_finance_core::{ConversionError, Fault, RawReply};
///
/// members! {
///     struct Height {
///         metres: "height_m" => Option<f64>,
///     }
/// }
///
/// fn metres(reply: RawReply<'_>) -> Result<f64, ConversionError> {
///     let height: Height = json::document(reply, "the height")?;
///     Ok(height.metres.ok_or_else(|| Fault::missing("height_m"))?)
/// }
///
/// assert_eq!(metres(RawReply::new(br#"{"height_m": 3.25, "station": "quay"}"#)), Ok(3.25));
/// assert!(metres(RawReply::new(b"{}")).unwrap_err().to_string().contains("height_m is missing"));
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! members {
    (
        @with $read:path,
        $(#[$attribute:meta])*
        pub open struct $name:ident {
            $($(#[$field_attribute:meta])* $field:ident: $wire:literal $(| $host:literal)* $($how:ident)* => $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Default)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[$field_attribute])*
                #[cfg_attr(
                    feature = "schema",
                    schemars(rename = $wire, skip_serializing_if = "crate::Field::is_absent")
                )]
                pub $field: $crate::Field<$type>,
            )*
            /// The fields that the contract does not name, in the reply's order.
            #[cfg_attr(feature = "schema", schemars(flatten))]
            pub other: $crate::Map<String, $crate::Value>,
        }

        $crate::members! { @read $read, $name: $($field($($how)*) $wire $($host)*;)* }

        impl $crate::serde::Serialize for $name {
            fn serialize<S: $crate::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use $crate::serde::ser::SerializeMap as _;

                let mut members = serializer.serialize_map(None)?;
                $(if !self.$field.is_absent() {
                    members.serialize_entry($wire, &self.$field)?;
                })*
                for (key, value) in &self.other {
                    members.serialize_entry(key, value)?;
                }
                members.end()
            }
        }
    };
    (@read $read:path, $name:ident: $($field:ident($($how:ident)*) $wire:literal $($host:literal)*;)*) => {
        impl $crate::read::Named for $name {
            const NAMES: &'static [&'static str] = &[$($wire),*];

            fn missing(members: &$crate::Map<String, $crate::Value>) -> Option<&'static str> {
                let _ = members;
                $($crate::members!(@missing members [$wire $(, $host)*] $($how)*);)*
                None
            }

            fn key(&self) -> Option<(&'static str, &str)> {
                $($crate::members!(@key self $field $wire $($how)*);)*
                None
            }
        }

        $crate::members! {
            @deserialize [] $name [] [] members key
            { let mut record = $name::default(); }
            {
                $($wire $(| $host)* => record.$field = $crate::members!(@value ($read(&mut members, $wire)?) $($how)*),)*
                _ => {
                    let value = $read(&mut members, &key)?;
                    record.other.insert(key.into_owned(), value);
                }
            }
            { record }
        }
    };
    ($(#[$attribute:meta])* pub open struct $($definition:tt)*) => {
        $crate::members! { @with $crate::read::next_value, $(#[$attribute])* pub open struct $($definition)* }
    };
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident $([$($parameter:ident),+])? {
            $($of_field:vis $field:ident: $wire:literal $(| $host:literal)* $($how:ident)? => $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name $(<$($parameter),+>)? {
            $($of_field $field: $type,)*
        }

        impl $(<$($parameter),+>)? $crate::read::Named for $name $(<$($parameter),+>)? {
            const NAMES: &'static [&'static str] = &[$($wire),*];

            fn missing(members: &$crate::Map<String, $crate::Value>) -> Option<&'static str> {
                let _ = members;
                $($crate::members!(@missing members [$wire $(, $host)*] $($how)?);)*
                None
            }
        }

        $crate::members! {
            @deserialize [$($($parameter),+)?] $name [] [] members key
            { $(let mut $field = <$type>::default();)* }
            {
                $($wire $(| $host)* => $field = members.next_value()?,)*
                _ => {
                    members.next_value::<$crate::serde::de::IgnoredAny>()?;
                }
            }
            { $name { $($field,)* } }
        }
    };
    (
        @deserialize [$($parameter:ident),*] $name:ident $list:tt $wires:tt $members:ident $key:ident
        { $($start:tt)* } { $($arms:tt)* } { $end:expr }
    ) => {
        impl<'de $(, $parameter: $crate::serde::Deserialize<'de>)*> $crate::serde::Deserialize<'de> for $name<$($parameter),*> {
            // No name of a table begins with underscores.
            fn deserialize<__D: $crate::serde::Deserializer<'de>>(deserializer: __D) -> Result<Self, __D::Error> {
                struct __Members<T>(::std::marker::PhantomData<T>);

                impl<'de $(, $parameter: $crate::serde::Deserialize<'de>)*> $crate::serde::de::Visitor<'de>
                    for __Members<$name<$($parameter),*>>
                {
                    type Value = $name<$($parameter),*>;

                    $crate::expecting!("an object");

                    $crate::members! { @places $list $wires }

                    fn visit_map<__A>(self, mut $members: __A) -> Result<Self::Value, __A::Error>
                    where
                        __A: $crate::serde::de::MapAccess<'de>,
                    {
                        $($start)*
                        while let Some($crate::read::Key($key)) = $members.next_key()? {
                            match &*$key { $($arms)* }
                        }
                        Ok($end)
                    }
                }

                let visitor = __Members(::std::marker::PhantomData::<Self>);
                $crate::members!(@visit $list deserializer, visitor)
            }
        }
    };
    (@places [] $wires:tt) => {};
    (@places [$list:tt] [$($wire:literal)+]) => {
        fn visit_seq<__A>(self, places: __A) -> Result<Self::Value, __A::Error>
        where
            __A: $crate::serde::de::SeqAccess<'de>,
        {
            self.visit_map($crate::generated::Places::new([$($wire),+].into_iter(), places))
        }
    };
    (@visit [] $deserializer:expr, $visitor:expr) => { $deserializer.deserialize_map($visitor) };
    (@visit [$list:tt] $deserializer:expr, $visitor:expr) => { $deserializer.deserialize_any($visitor) };
    (@value ($value:expr) $(required)? $(key)?) => { $value };
    (@value ($value:expr) $(required)? whole) => { $crate::read::whole_field($value) };
    (@value ($value:expr) $(required)? time) => { $crate::read::time_field($value)? };
    (@missing $members:ident [$($name:literal),+] required $($how:ident)?) => {
        if let Some(name) = $crate::read::missing_of($members, &[$($name),+]) {
            return Some(name);
        }
    };
    (@missing $members:ident [$($name:literal),+] $($how:ident)?) => {};
    (@key $record:ident $field:ident $wire:literal $(required)? key) => {
        if let Some(value) = $record.$field.get().filter(|value| !value.is_empty()) {
            return Some(($wire, value));
        }
    };
    (@key $record:ident $field:ident $wire:literal $($how:ident)*) => {};
}

/// Returns the value of a member, whatever its name.
///
/// # Errors
/// It is of another type.
#[doc(hidden)]
pub fn next_value<'de, A: MapAccess<'de>, T: DeserializeOwned>(
    members: &mut A,
    _: &str,
) -> Result<T, A::Error> {
    members.next_value()
}

/// Returns the host's name of a member, the last one, if the member is null, blank or absent under every name.
#[doc(hidden)]
pub fn missing_of(members: &Map<String, Value>, names: &[&'static str]) -> Option<&'static str> {
    let is_blank = |value: &Value| value.as_str().is_some_and(|text| text.trim().is_empty());
    let says_nothing =
        |name: &&str| members.get(*name).is_none_or(|value| value.is_null() || is_blank(value));
    names.last().filter(|_| names.iter().all(says_nothing)).copied()
}
