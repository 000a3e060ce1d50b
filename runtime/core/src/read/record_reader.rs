//! The readers of the records that a table declares, for the macro that generated code has.

use std::str::FromStr;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::{Number, Value};

use crate::field::Field;

/// Implements `Deserialize` for a record: each member by its presence (`required`, `nullable`, `optional`, `field` for
/// both, or `any`), whether it may be `text`, is `whole` or a `time`, and its name in the reply. `open` keeps the other members;
/// those that follow are whole. A runtime whose hosts write values in ways of their own has a reader for them, after `@with`.
#[doc(hidden)]
#[macro_export]
macro_rules! record_reader {
    (@with $read:path, $name:ident: $($field:ident($($how:ident)+) $($wire:literal),*;)*) => {
        $crate::members! {
            @deserialize [] $name members key
            { $(let mut $field = $crate::record_reader!(@begin $($how)+);)* }
            {
                name => {
                    $($crate::record_reader!(@member $read, members key name $field ($($how)+) $($wire),*);)*
                    members.next_value::<$crate::serde::de::IgnoredAny>()?;
                }
            }
            { $name { $($field: $crate::record_reader!(@end $field ($($how)+) $($wire),*),)* } }
        }
    };
    (@begin open) => { $crate::Map::new() };
    (@begin $($how:ident)+) => { None };
    (@member $read:path, $members:ident $key:ident $name:ident $other:ident (open) $($wire:literal),*) => {
        if true {
            const WHOLE: &[&str] = &[$($wire),*];
            let mut value: $crate::Value = $read(&mut $members)?;
            $crate::generated::make_whole(&mut value, $name, WHOLE);
            $other.insert($key.into_owned(), value);
            continue;
        }
    };
    (@member $read:path, $members:ident $key:ident $name:ident $field:ident ($($how:ident)+) $wire:literal) => {
        if $name == $wire {
            let value = $crate::record_reader!(@value ($read(&mut $members)?) $($how)+);
            $crate::generated::fill(&mut $field, value, $wire)?;
            continue;
        }
    };
    (@value ($value:expr) optional any) => { $value };
    (@value ($value:expr) any) => { $value };
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
    (@end $field:ident (required $($how:ident)?) $wire:literal) => {
        $crate::generated::required($field, $wire)?
    };
    (@end $field:ident (nullable $($how:ident)?) $wire:literal) => { $crate::generated::present($field, $wire)? };
    (@end $field:ident (any) $wire:literal) => { $crate::generated::present($field, $wire)? };
    (@end $field:ident (field $($how:ident)?) $wire:literal) => { $crate::generated::field($field) };
    (@end $field:ident (optional any) $wire:literal) => { $field };
    // Hosts write null for what their documents call absent.
    (@end $field:ident (optional $($how:ident)?) $wire:literal) => { $field.flatten() };
    (@end $field:ident ($($how:ident)+) $($wire:literal),*) => { $field };
    ($name:ident: $($fields:tt)*) => {
        $crate::record_reader! { @with $crate::read::next_value, $name: $($fields)* }
    };
}

/// Sets the value of a member, which an object has once.
///
/// # Errors
/// It is there twice.
pub fn fill<T, E: Error>(slot: &mut Option<T>, value: T, wire: &'static str) -> Result<(), E> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(E::duplicate_field(wire)),
    }
}

/// Returns the value of a member that is there, and not null.
///
/// # Errors
/// It is absent or null.
pub fn required<T, E: Error>(found: Option<Option<T>>, wire: &'static str) -> Result<T, E> {
    found.flatten().ok_or_else(|| E::missing_field(wire))
}

/// Returns the value of a member that is there.
///
/// # Errors
/// It is absent.
pub fn present<T, E: Error>(found: Option<T>, wire: &'static str) -> Result<T, E> {
    found.ok_or_else(|| E::missing_field(wire))
}

/// Returns a member that may be absent or null.
pub fn field<T>(found: Option<Option<T>>) -> Field<T> {
    found.map_or(Field::Absent, Field::from)
}

/// A type whose values a host may write as text.
pub trait Textual: DeserializeOwned + FromStr {
    /// The type in words.
    const EXPECTED: &'static str;
}

impl Textual for bool {
    const EXPECTED: &'static str = "a bool";
}

impl Textual for i64 {
    const EXPECTED: &'static str = "an integer";
}

impl Textual for Number {
    const EXPECTED: &'static str = "a number";
}

/// A value that may be written as text.
pub struct Written<T>(pub T);

impl<'de, T: Textual> Deserialize<'de> for Written<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = match Value::deserialize(deserializer)? {
            Value::String(text) => {
                text.parse().map_err(|_| D::Error::custom(format_args!("{NO_VALUE}{}", T::EXPECTED)))?
            }
            other => T::deserialize(other).map_err(D::Error::custom)?,
        };
        Ok(Self(found))
    }
}

/// Returns the member that is not there, if that is what a message is about.
pub(super) fn missing_member(message: &str) -> Option<&str> {
    let (member, _) = message.strip_prefix("missing field `")?.split_once('`')?;
    Some(member)
}

/// Returns the member that is there twice, if that is what a message is about.
pub(super) fn duplicate_member(message: &str) -> Option<&str> {
    let (member, _) = message.strip_prefix("duplicate field `")?.split_once('`')?;
    Some(member)
}

/// The beginning of the message about a text that is no value of its type.
const NO_VALUE: &str = "the text is not ";

/// Returns the type that a text should be of, if that is what a message is about.
pub(super) fn expected_of_text(message: &str) -> Option<&'static str> {
    let rest = message.strip_prefix(NO_VALUE)?;
    let known = [bool::EXPECTED, i64::EXPECTED, Number::EXPECTED];
    known.into_iter().find(|expected| rest.starts_with(expected))
}
