//! Objects: open structures whose named fields are typed and whose others are kept in the reply's order, and the members
//! that a converter reads.

/// The members of an object that are read.
pub trait Named {
    /// The names.
    const NAMES: &'static [&'static str];
}

/// Declares a structure of `Field`s with their names in the reply, and `other` for the rest.
///
/// It is read and written without serde's `flatten`, which would buffer every member. `@with` names the expression that
/// reads a value. A name after `|` is that of a host where it differs from the response's.
#[doc(hidden)]
#[macro_export]
macro_rules! record {
    (
        @with (|$members:ident| $read:expr)
        $(#[$attribute:meta])*
        pub struct $name:ident {
            $($(#[$field_attribute:meta])* $field:ident: $wire:literal $(| $host:literal)? => $type:ty,)*
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

        impl<'de> $crate::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members;

                fn read<'de, A, T>($members: &mut A) -> Result<T, A::Error>
                where
                    A: $crate::serde::de::MapAccess<'de>,
                    T: $crate::serde::de::DeserializeOwned,
                {
                    $read
                }

                impl<'de> $crate::serde::de::Visitor<'de> for Members {
                    type Value = $name;

                    fn expecting(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A>(self, mut members: A) -> Result<$name, A::Error>
                    where
                        A: $crate::serde::de::MapAccess<'de>,
                    {
                        let mut record = $name::default();
                        while let Some($crate::read::Key(key)) = members.next_key()? {
                            match &*key {
                                $($wire $(| $host)? => record.$field = read(&mut members)?,)*
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
    ($($definition:tt)*) => {
        $crate::record! { @with (|members| members.next_value()) $($definition)* }
    };
}

/// Declares a structure of the members of an object that are read. A member that is not there has its default; others
/// are skipped.
///
/// Serde's own derive would also take a list for the object, its values in the order of the fields.
///
/// ```
/// use virtual_finance_core::read::{json, members};
/// use virtual_finance_core::{ConversionHookError, Fault, RawReply};
///
/// members! {
///     struct Height {
///         metres: "height_m" => Option<f64>,
///     }
/// }
///
/// fn metres(reply: RawReply<'_>) -> Result<f64, ConversionHookError> {
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

        impl<'de $(, $parameter: $crate::serde::Deserialize<'de>)?> $crate::serde::Deserialize<'de> for $name $(<$parameter>)? {
            fn deserialize<D: $crate::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Members $(<$parameter>(std::marker::PhantomData<$parameter>))?;

                impl<'de $(, $parameter: $crate::serde::Deserialize<'de>)?> $crate::serde::de::Visitor<'de>
                    for Members $(<$parameter>)?
                {
                    type Value = $name $(<$parameter>)?;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }

                    fn visit_map<A>(self, mut members: A) -> Result<Self::Value, A::Error>
                    where
                        A: $crate::serde::de::MapAccess<'de>,
                    {
                        $(let mut $field = <$type>::default();)*
                        while let Some($crate::read::Key(key)) = members.next_key()? {
                            match &*key {
                                $($wire => $field = members.next_value()?,)*
                                _ => {
                                    members.next_value::<$crate::serde::de::IgnoredAny>()?;
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
