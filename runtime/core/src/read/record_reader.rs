//! The readers of the members of records, for the macro that declares these.

use std::marker::PhantomData;
use std::str::FromStr;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error};
use serde_json::{Number, Value};

use super::json_type::JsonType;
use super::time::is_in_seconds;
use crate::catalogue::JsonKind;
use crate::field::Field;
use crate::time::DateTime;

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
    found.map_or(Field::Absent, Field::nullable)
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

impl<T: JsonType> JsonType for Written<T> {
    const KIND: JsonKind = T::KIND;
}

/// A time that a host may count in epoch milliseconds. Only times of the first days of 1970 look like seconds.
pub struct Milliseconds(pub DateTime);

impl JsonType for Milliseconds {
    const KIND: JsonKind = JsonKind::DateTime;
}

impl<'de> Deserialize<'de> for Milliseconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = Value::deserialize(deserializer)?;
        let number = found.as_str().map_or_else(|| found.as_f64(), |text| text.trim().parse().ok());
        let seconds = number.filter(|number| !is_in_seconds(*number)).map(|number| number / 1000.0);
        let time = DateTime::deserialize(seconds.map_or(found, Value::from));
        time.map(Self).map_err(D::Error::custom)
    }
}

/// The texts of a member that mean null.
pub trait NullTexts {
    /// The texts.
    const TEXTS: &'static [&'static str];
}

/// A value of a member, unless it is one of the texts that mean null.
pub struct UnlessNull<N, T>(pub Option<T>, PhantomData<N>);

impl<'de, N: NullTexts, T: JsonType + Deserialize<'de>> Deserialize<'de> for UnlessNull<N, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = unless_null(deserializer, N::TEXTS, T::KIND, PhantomData::<T>)?;
        Ok(Self(found, PhantomData))
    }
}

/// Reads a value of a type, unless it is null, or one of the texts that mean null.
pub(super) fn unless_null<'de, D: Deserializer<'de>, S: DeserializeSeed<'de>>(
    deserializer: D,
    texts: &[&str],
    kind: JsonKind,
    reader: S,
) -> Result<Option<S::Value>, D::Error> {
    let found = match kind {
        // A cell of digits is a text, too.
        JsonKind::String | JsonKind::Date => Option::<String>::deserialize(deserializer)?.map(Value::String),
        _ => Option::<Value>::deserialize(deserializer)?,
    };
    let is_null = |found: &Value| match found {
        Value::String(own) => texts.contains(&own.as_str()),
        Value::Number(own) => texts.iter().any(|text| text.parse().ok() == own.as_f64()),
        _ => false,
    };
    let known = found.filter(|found| !is_null(found));
    known.map(|known| reader.deserialize(known)).transpose().map_err(D::Error::custom)
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
