//! Objects of replies that become structures of a response. Formatted numbers become numbers.

use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess};
use serde_json::{Map, Value, map};
use virtual_finance_core::read::{reason_of_member, shortened};

use crate::read::Named;
use crate::read::json::MAX_ROWS;
use crate::read::times::seconds;

/// The time for which the host's own pages keep an object, in seconds: no response has it.
const MAX_AGE: &str = "maxAge";

/// A structure of a response that is read of an object.
pub(crate) trait Adapted: DeserializeOwned + Named + PartialEq {
    /// False where the host is asked for bare numbers alone, so that an object is never one.
    const IS_FORMATTED: bool = true;

    /// True for rows that two things may have in common to the last member, such as two trades of a day.
    const MAY_REPEAT: bool = false;

    /// Changes what the declaration of the members alone does not; they have the host's names.
    fn adapt(_: &mut Map<String, Value>) {}
}

/// Returns the structure of an object; of an empty one, which has been read as null, that without any member.
///
/// # Errors
/// The value is no object, lacks a required member, or has one of another type.
pub(crate) fn structure<T: Adapted>(value: Value) -> Result<T, String> {
    structure_named(value, &mut String::new())
}

/// Returns the structure of an object as [`structure`] does. `member` is space for the name of a member.
///
/// # Errors
/// As for [`structure`].
pub(crate) fn structure_named<T: Adapted>(value: Value, member: &mut String) -> Result<T, String> {
    let mut members = match value {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        _ => return Err("it is no object".to_owned()),
    };
    members.shift_remove(MAX_AGE);
    T::adapt(&mut members);
    if let Some(name) = T::missing(&members) {
        return Err(format!("its {name} is missing"));
    }
    if members.values().any(is_too_long) {
        return Err(format!("a list has more than {MAX_ROWS} values"));
    }
    member.clear();
    let found = T::deserialize(MapAccessDeserializer::new(Members {
        members: members.into_iter(),
        value: Value::Null,
        last: member,
    }));
    found.map_err(|error| match member.as_str() {
        "" => shortened(error.to_string()),
        name => reason_of_member(name, &error.to_string()),
    })
}

/// The members of an object, and the name of the last member read.
struct Members<'n> {
    members: map::IntoIter,
    value: Value,
    last: &'n mut String,
}

impl<'de> MapAccess<'de> for Members<'_> {
    type Error = serde_json::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Self::Error> {
        self.last.clear();
        let Some((name, value)) = self.members.next() else { return Ok(None) };
        self.last.push_str(&name);
        self.value = value;
        let name: StringDeserializer<Self::Error> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Self::Error> {
        seed.deserialize(self.value.take())
    }
}

/// Returns true for a list that no real reply has, each value of which takes much memory.
fn is_too_long(value: &Value) -> bool {
    value.as_array().is_some_and(|values| values.len() > MAX_ROWS)
}

/// Gives a member another name, at its place.
pub(crate) fn rename(members: &mut Map<String, Value>, name: &str, other: &str) {
    let renamed = |known: String| if known == name { other.to_owned() } else { known };
    *members = std::mem::take(members).into_iter().map(|(known, value)| (renamed(known), value)).collect();
}

/// Makes null of an empty text.
pub(crate) fn blank_as_null(members: &mut Map<String, Value>, names: &[&str]) {
    each(members, names, |value| {
        if value.as_str() == Some("") {
            *value = Value::Null;
        }
    });
}

/// Makes null of a zero that stands for no figure.
pub(crate) fn zero_as_null(members: &mut Map<String, Value>, names: &[&str]) {
    each(members, names, |value| {
        if value.as_f64() == Some(0.0) {
            *value = Value::Null;
        }
    });
}

/// Makes epoch seconds of epoch milliseconds.
pub(crate) fn milliseconds_as_seconds(members: &mut Map<String, Value>, names: &[&str]) {
    each(members, names, |value| {
        if let Some(milliseconds) = value.as_i64() {
            *value = seconds(milliseconds).into();
        }
    });
}

/// Changes the members of these names.
pub(crate) fn each(members: &mut Map<String, Value>, names: &[&str], change: impl Fn(&mut Value)) {
    names.iter().for_each(|name| members.get_mut(*name).into_iter().for_each(&change));
}
