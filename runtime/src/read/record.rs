//! Structures that the contract names fields of but that stay open: the named fields are typed, the
//! others are kept in the reply's order.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Visitor};

/// The key of a member, borrowed from the reply unless it has escapes.
pub(crate) struct Key<'de>(pub(crate) Cow<'de, str>);

impl<'de> Deserialize<'de> for Key<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl<'de> Visitor<'de> for Text {
            type Value = Key<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a key")
            }

            fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Borrowed(text)))
            }

            fn visit_str<E>(self, text: &str) -> Result<Key<'de>, E> {
                Ok(Key(Cow::Owned(text.to_owned())))
            }
        }

        deserializer.deserialize_str(Text)
    }
}

/// What is read of an object, by the names of its members.
pub(crate) trait Named {
    const NAMES: &'static [&'static str];
}

/// Declares a structure of `Field`s with their names in the contract, and `other` for the rest.
///
/// It is read and written without serde's `flatten`, which would buffer every member. After
/// `collapsed`, formatted numbers become numbers while the members are read.
macro_rules! record {
    (collapsed $($definition:tt)*) => {
        $crate::read::record! { @with (|members| {
            let $crate::read::collapse::Collapsed(value) = members.next_value()?;
            serde_json::from_value(value).map_err(serde::de::Error::custom)
        }) $($definition)* }
    };
    (
        @with (|$members:ident| $read:expr)
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$field_attribute:meta])* $field:ident: $wire:literal => $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        #[derive(Debug, Clone, PartialEq, Default)]
        #[non_exhaustive]
        pub struct $name {
            $($(#[$field_attribute])* pub $field: $crate::Field<$type>,)*
            /// The fields that the contract does not name, in the reply's order.
            pub other: $crate::Map<String, $crate::Value>,
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members;

                fn read<'de, A, T>($members: &mut A) -> Result<T, A::Error>
                where
                    A: serde::de::MapAccess<'de>,
                    T: serde::de::DeserializeOwned,
                {
                    $read
                }

                impl<'de> serde::de::Visitor<'de> for Members {
                    type Value = $name;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A>(self, mut members: A) -> Result<$name, A::Error>
                    where
                        A: serde::de::MapAccess<'de>,
                    {
                        let mut record = $name::default();
                        while let Some($crate::read::Key(key)) = members.next_key()? {
                            match &*key {
                                $($wire => record.$field = read(&mut members)?,)*
                                _ => {
                                    record.other.insert(key.into_owned(), read(&mut members)?);
                                }
                            }
                        }
                        Ok(record)
                    }
                }

                deserializer.deserialize_map(Members)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;

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
    ($($definition:tt)*) => {
        $crate::read::record! { @with (|members| members.next_value()) $($definition)* }
    };
}

/// Declares what is read of an object: each member that is named, its default where it is not there, and
/// nothing of the others.
///
/// Serde's own derive would also take a list for the object, its values in the order of the fields.
macro_rules! members {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident $([$parameter:ident])? {
            $($field:ident: $wire:literal => $type:ty,)*
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name $(<$parameter>)? {
            $($field: $type,)*
        }

        impl $(<$parameter>)? $crate::read::Named for $name $(<$parameter>)? {
            const NAMES: &'static [&'static str] = &[$($wire),*];
        }

        impl<'de $(, $parameter: serde::Deserialize<'de>)?> serde::Deserialize<'de> for $name $(<$parameter>)? {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members $(<$parameter>(std::marker::PhantomData<$parameter>))?;

                impl<'de $(, $parameter: serde::Deserialize<'de>)?> serde::de::Visitor<'de>
                    for Members $(<$parameter>)?
                {
                    type Value = $name $(<$parameter>)?;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A>(self, mut members: A) -> Result<Self::Value, A::Error>
                    where
                        A: serde::de::MapAccess<'de>,
                    {
                        $(let mut $field = <$type>::default();)*
                        while let Some($crate::read::Key(key)) = members.next_key()? {
                            match &*key {
                                $($wire => $field = members.next_value()?,)*
                                _ => {
                                    members.next_value::<serde::de::IgnoredAny>()?;
                                }
                            }
                        }
                        Ok($name { $($field,)* })
                    }
                }

                $crate::read::members!(@visit deserializer $($parameter)?)
            }
        }
    };
    (@visit $deserializer:ident) => {
        $deserializer.deserialize_map(Members)
    };
    (@visit $deserializer:ident $parameter:ident) => {
        $deserializer.deserialize_map(Members(std::marker::PhantomData::<$parameter>))
    };
}

pub(crate) use members;
pub(crate) use record;
