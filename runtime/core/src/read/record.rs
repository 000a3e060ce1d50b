//! Records of a table: each is declared once, as it is written, read and described.

use serde_json::{Map, Value, json};

use super::json_type::JsonType;
use crate::catalogue::JsonKind;
use crate::field::Field;

/// Returns the JSON Schema of a response that the table declares, with the schemas of its records.
pub fn declared_schema<T: JsonType>() -> Value {
    response_schema(T::KIND, T::IS_NULLABLE)
}

/// Returns the JSON Schema of a response of a type.
pub(crate) fn response_schema(kind: JsonKind, is_nullable: bool) -> Value {
    let mut own = kind.read_schema();
    let definitions = own.as_object_mut().and_then(|members| members.remove_entry("$defs"));
    if is_nullable {
        own = json!({ "anyOf": [own, { "type": "null" }] });
    }
    rooted(own, definitions)
}

/// Returns the JSON Schema of a response without data.
pub fn empty_schema() -> Value {
    rooted(json!({ "type": "null" }), None)
}

fn rooted(own: Value, definitions: Option<(String, Value)>) -> Value {
    let mut root =
        Map::from_iter([("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"))]);
    if let Value::Object(own) = own {
        root.extend(own);
    }
    root.extend(definitions);
    Value::Object(root)
}

/// Returns the schema of a record alone, by the schemas of the values of its fields.
#[cfg(feature = "schema")]
#[doc(hidden)]
pub fn record_schema<T: JsonType>(values: Vec<Value>) -> schemars::Schema {
    let JsonKind::Record(info) = T::KIND else { return schemars::Schema::default() };
    schemars::Schema::try_from(info.read_schema_of(values.into_iter())).unwrap_or_default()
}

/// A member by which a row is named.
#[doc(hidden)]
pub trait Label {
    /// Returns the text, where there is one.
    fn label(&self) -> Option<&str>;
}

impl Label for String {
    fn label(&self) -> Option<&str> {
        Some(self)
    }
}

impl Label for Option<String> {
    fn label(&self) -> Option<&str> {
        self.as_deref()
    }
}

impl Label for Field<String> {
    fn label(&self) -> Option<&str> {
        self.get().map(String::as_str)
    }
}

/// Declares a record: a structure, its reader, its writer and its description.
///
/// The first word says who fills it: a reply that the table `declared`, a converter (`filled`), or a converter that reads it
/// of an object whose members may all be absent (`partial`). In brackets behind the name stands what few have: a default
/// (`derive`), members that the table does not name (`open`), a list for an object in replies (`list`), the member that names it
/// (`key`), and a schema where a feature is on (`schema`). Behind the lines of its doc stand the names of members that are `whole` numbers.
///
/// A row is a field with its presence (`required`, `nullable`, `optional`, `field` for both, or `any`) and how it is read
/// (`text`, `whole`, `time` or `milliseconds`, and in an object also `required` and `key`), its name in JSON, its other names in replies, what
/// to use instead if it is deprecated, the limits of what is sent, the texts that mean null, its type, and the lines of its
/// doc.
///
/// A runtime whose hosts write values in ways of their own has a reader of these, after `@with`.
#[doc(hidden)]
#[macro_export]
macro_rules! record_type {
    (@with $read:path, $mode:ident $name:ident $((
        $(derive $default:ident)? $(open $open:tt)? $(list $list:tt)? $(key $key:ident $key_wire:literal)? $(schema $feature:literal)?
    ))?: $($doc:literal),+ $(, whole $($whole:literal),+)?;
        $($field:ident($presence:ident $($how:ident)*) $wire:literal $($host:literal)* $(deprecated $note:literal)?
            $(within($($limit:ident: $value:expr),+))? $(nulls($($null:literal),+))? => $type:ty, $($about:literal),+;)*
    ) => {
        $(#[doc = $doc])+
        #[derive(Debug, Clone, PartialEq $($(, $default)?)?)]
        #[non_exhaustive]
        pub struct $name {
            $(
                $(#[doc = $about])+
                $(#[deprecated(note = $note)])?
                pub $field: $crate::record_type!(@type $presence $type),
            )*
            $($(
                /// The members that the table does not name, in the order of the reply.
                pub other: $crate::record_type!(@map $open),
            )?)?
        }

        #[allow(deprecated, reason = "deprecated fields are written, too")]
        impl $crate::serde::Serialize for $name {
            fn serialize<__S: $crate::serde::Serializer>(&self, serializer: __S) -> Result<__S::Ok, __S::Error> {
                use $crate::serde::ser::SerializeMap as _;

                let mut members = serializer.serialize_map(None)?;
                $($crate::record_type!(@write $presence members $wire self.$field);)*
                $($($crate::record_type!(@others $open members self.other);)?)?
                members.end()
            }
        }

        $crate::record_type! { @read $mode $read, $name [$($($open)?)?] [$($($list)?)?] [$($($whole),+)?]
            $($field($presence $($how)*) [$($($null),+)?] $wire $($host)*;)*
        }

        $($(
            impl $crate::generated::Row for $name {
                const NAME: &'static str = $key_wire;

                fn name(&self) -> Option<&str> {
                    $crate::generated::Label::label(&self.$key)
                }
            }
        )?)?

        impl $crate::generated::JsonType for $name {
            const KIND: $crate::generated::JsonKind = {
                static FIELDS: &[$crate::generated::FieldInfo] = &[$(
                    $crate::generated::FieldInfo::new($wire)
                        .doc($crate::enumeration!(lines $($about)+))
                        .kind(<$type as $crate::generated::JsonType>::KIND)
                        .required($crate::record_type!(@is_required $presence))
                        .nullable($crate::record_type!(@is_nullable $presence))
                        .written($crate::record_type!(@written $($how)*))
                        $(.deprecated($note))?
                        $($(.$limit($value))+)?
                        $(.nulls(&[$($null),+]))?,
                )*];
                static INFO: $crate::generated::RecordInfo = $crate::generated::RecordInfo::new(stringify!($name))
                    .doc($crate::enumeration!(lines $($doc)+))
                    $($(.is_open($crate::record_type!(@true $open)))?)?
                    $($(.layout($crate::record_type!(@layout $list)))?)?
                    $(.whole(&[$($whole),+]))?
                    $($(.key(stringify!($key)).key_wire($key_wire))?)?
                    .known($crate::generated::Fields::Known(|| FIELDS));
                $crate::generated::JsonKind::Record(&INFO)
            };

            $($(
                #[cfg(feature = $feature)]
                fn schema(generator: &mut ::schemars::SchemaGenerator) -> $crate::Value {
                    generator.subschema_for::<Self>().to_value()
                }
            )?)?
        }

        $crate::record_type! { @schema $crate::generated::record_schema::<Self>, [$($($feature)?)?] $name [$($type),*] }
    };
    (@schema $make:expr, [] $name:ident $types:tt) => {};
    (@schema $make:expr, [$feature:literal] $name:ident [$($type:ty),*]) => {
        #[cfg(feature = $feature)]
        impl ::schemars::JsonSchema for $name {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($name)).into()
            }

            fn json_schema(generator: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                $make(vec![
                    $(<$type as $crate::generated::JsonType>::schema(generator)),*
                ])
            }
        }
    };
    (@type required $type:ty) => { $type };
    (@type any $type:ty) => { $type };
    (@type field $type:ty) => { $crate::Field<$type> };
    (@type $presence:ident $type:ty) => { Option<$type> };
    (@map $open:tt) => { $crate::Map<String, $crate::Value> };
    (@true $open:tt) => { true };
    (@layout $list:tt) => { $crate::generated::Layout::List };
    (@is_required required) => { true };
    (@is_required nullable) => { true };
    (@is_required any) => { true };
    (@is_required $presence:ident) => { false };
    (@is_nullable nullable) => { true };
    (@is_nullable field) => { true };
    (@is_nullable $presence:ident) => { false };
    (@written $(required)? text) => { $crate::generated::WrittenAs::Text };
    (@written $(required)? whole) => { $crate::generated::WrittenAs::Whole };
    (@written $(required)? time) => { $crate::generated::WrittenAs::Time };
    (@written milliseconds) => { $crate::generated::WrittenAs::Milliseconds };
    (@written $($how:ident)*) => { $crate::generated::WrittenAs::Plain };
    (@write optional $members:ident $wire:literal $value:expr) => {
        if let Some(value) = &$value {
            $members.serialize_entry($wire, value)?;
        }
    };
    (@write field $members:ident $wire:literal $value:expr) => {
        if !$value.is_absent() {
            $members.serialize_entry($wire, &$value)?;
        }
    };
    (@write $presence:ident $members:ident $wire:literal $value:expr) => {
        $members.serialize_entry($wire, &$value)?;
    };
    (@others $open:tt $members:ident $others:expr) => {
        for (name, value) in &$others {
            $members.serialize_entry(name, value)?;
        }
    };
    (@read partial $read:path, $name:ident $open:tt $list:tt $whole:tt
        $($field:ident($presence:ident $($how:ident)*) $nulls:tt $wire:literal $($host:literal)*;)*
    ) => {
        $crate::members! { @read $read, $name: $($field($($how)*) $wire $($host)*;)* }
    };
    (@read filled $read:path, $name:ident $open:tt $list:tt $whole:tt
        $($field:ident($presence:ident $($how:ident)*) $nulls:tt $wire:literal $($host:literal)*;)*
    ) => {
        $crate::record_type! { @read $crate::read::next_value, $name $open $list $whole $($field(filled $presence) [] $wire;)* }
    };
    (@read declared $($record:tt)*) => { $crate::record_type! { @read $($record)* } };
    (@read $read:path, $name:ident [$($open:tt)?] $list:tt $whole:tt $($field:ident($($how:ident)+) $nulls:tt $wire:literal;)*) => {
        $crate::members! {
            @deserialize [] $name $list [$($wire)*] members key
            {
                $(let mut $field = None;)*
                $(let mut other: $crate::record_type!(@map $open) = $crate::Map::new();)?
            }
            {
                $($wire => {
                    let value = $crate::record_type!(
                        @value ($crate::record_type!(@known $nulls $read(&mut members, $wire)?)) $($how)+
                    );
                    $crate::generated::fill(&mut $field, value, $wire)?;
                })*
                _ => {
                    $crate::record_type!(@other [$($open)?] $read, members key other $whole);
                }
            }
            { $name {
                $($field: $crate::record_type!(@end $field $wire $($how)+),)*
                $(other: $crate::record_type!(@same $open other),)?
            } }
        }
    };
    (@same $open:tt $other:ident) => { $other };
    (@other [] $read:path, $members:ident $key:ident $other:ident $whole:tt) => {
        $members.next_value::<$crate::serde::de::IgnoredAny>()?;
    };
    (@other [$open:tt] $read:path, $members:ident $key:ident $other:ident [$($whole:literal),*]) => {
        let mut value: $crate::Value = $read(&mut $members, &$key)?;
        $crate::generated::make_whole(&mut value, &$key, &[$($whole),*]);
        $other.insert($key.into_owned(), value);
    };
    (@known [] $value:expr) => { $value };
    (@known [$($null:literal),+] $value:expr) => {{
        enum __Nulls {}

        impl $crate::generated::NullTexts for __Nulls {
            const TEXTS: &'static [&'static str] = &[$($null),+];
        }

        let value: Option<$crate::generated::UnlessNull<__Nulls, _>> = $value;
        value.and_then(|known| known.0)
    }};
    (@value ($value:expr) optional any) => { $value };
    (@value ($value:expr) any) => { $value };
    (@value ($value:expr) filled $presence:ident) => { $crate::record_type!(@value ($value) $presence) };
    (@value ($value:expr) $presence:ident) => {{
        let value: Option<_> = $value;
        value
    }};
    (@value ($value:expr) $presence:ident text) => {{
        let value: Option<$crate::generated::Written<_>> = $value;
        value.map(|written| written.0)
    }};
    (@value ($value:expr) $presence:ident whole) => {{
        let value: Option<_> = $value;
        value.map($crate::generated::whole)
    }};
    (@value ($value:expr) $presence:ident time) => { $crate::generated::time($value)? };
    (@value ($value:expr) $presence:ident milliseconds) => {{
        let value: Option<$crate::generated::Milliseconds> = $value;
        value.map(|time| time.0)
    }};
    (@end $field:ident $wire:literal $(filled)? required $($how:ident)?) => {
        $crate::generated::required($field, $wire)?
    };
    (@end $field:ident $wire:literal nullable $($how:ident)?) => { $crate::generated::present($field, $wire)? };
    (@end $field:ident $wire:literal $(filled)? any) => { $crate::generated::present($field, $wire)? };
    (@end $field:ident $wire:literal $(filled)? field $($how:ident)?) => { $crate::generated::field($field) };
    (@end $field:ident $wire:literal optional any) => { $field };
    // Hosts write null for what their documents call absent.
    (@end $field:ident $wire:literal $($how:ident)+) => { $field.flatten() };
    ($($record:tt)*) => { $crate::record_type! { @with $crate::read::next_value, $($record)* } };
}
