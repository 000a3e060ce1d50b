//! Objects of replies whose members the responses have under other names. Formatted numbers become numbers.

use serde::de::value::{MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, MapAccess};
use serde_json::{Map, Value, map};
use virtual_finance_core::read::shortened;

/// The time for which the host's own pages keep an object, in seconds: no response has it.
const MAX_AGE: &str = "maxAge";

/// The most values that a list in an object may have.
const MAX_VALUES: usize = 5000;

/// A pair of names: the host's, and the response's.
pub(crate) type Names = &'static [(&'static str, &'static str)];

/// A structure of a response, some of whose members the host names otherwise.
pub(crate) trait Renamed: DeserializeOwned {
    /// The members that have other names.
    const NAMES: Names = &[];

    /// The members, by the response's names, that say what the object is about. All others may be absent.
    const REQUIRED: &'static [&'static str] = &[];

    /// False where the host is asked for bare numbers alone, so that an object is never one.
    const IS_FORMATTED: bool = true;

    /// Changes what names alone do not, after the members have the response's names.
    fn adapt(_: &mut Map<String, Value>) {}
}

/// Returns the structure of an object; of an empty one, which has been read as null, that without any member.
///
/// # Errors
/// The value is no object, lacks a required member, or has one of another type.
pub(crate) fn structure<T: Renamed>(value: Value) -> Result<T, String> {
    structure_named(value, &mut String::new())
}

/// Returns the structure of an object as [`structure`] does. `member` is space for the name of a member.
///
/// # Errors
/// As for [`structure`].
pub(crate) fn structure_named<T: Renamed>(value: Value, member: &mut String) -> Result<T, String> {
    let mut members = match value {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        _ => return Err("it is no object".to_owned()),
    };
    members.shift_remove(MAX_AGE);
    rename(&mut members, T::NAMES);
    T::adapt(&mut members);
    let says_nothing = |name: &&&str| members.get(**name).is_none_or(|value| value.is_null() || *value == "");
    if let Some(name) = T::REQUIRED.iter().find(says_nothing) {
        return Err(format!("its {} is missing", host_name::<T>(name)));
    }
    if members.values().any(is_too_long) {
        return Err(format!("a list has more than {MAX_VALUES} values"));
    }
    member.clear();
    let found = T::deserialize(MapAccessDeserializer::new(Members {
        members: members.into_iter(),
        value: Value::Null,
        last: member,
    }));
    found.map_err(|error| match member.as_str() {
        "" => shortened(error.to_string()),
        name => format!("its {} is of another type", shortened(host_name::<T>(name).to_owned())),
    })
}

/// The members of an object, and the name of the last one that was read.
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
    value.as_array().is_some_and(|values| values.len() > MAX_VALUES)
}

/// Gives members the names of the response, in their order.
pub(crate) fn rename(members: &mut Map<String, Value>, names: Names) {
    let renamed = |name: String| match names.iter().find(|(host, _)| *host == name) {
        Some((_, own)) => (*own).to_owned(),
        None => name,
    };
    if !names.is_empty() {
        *members = std::mem::take(members).into_iter().map(|(name, value)| (renamed(name), value)).collect();
    }
}

/// Returns the name by which the host knows a member.
fn host_name<T: Renamed>(own: &str) -> &str {
    T::NAMES.iter().find(|(_, name)| *name == own).map_or(own, |(host, _)| host)
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
            *value = milliseconds.div_euclid(1000).into();
        }
    });
}

/// Changes the members of these names.
pub(crate) fn each(members: &mut Map<String, Value>, names: &[&str], change: impl Fn(&mut Value)) {
    names.iter().for_each(|name| members.get_mut(*name).into_iter().for_each(&change));
}
