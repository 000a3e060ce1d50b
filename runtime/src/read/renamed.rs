//! Objects of replies whose members the responses have under other names. Formatted numbers become numbers.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use serde_json::{Map, Value};

use crate::read::collapse::Collapsed;

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

    /// The members, by the response's names, without which the object is of no use.
    const REQUIRED: &'static [&'static str] = &[];

    /// Changes what names alone do not, after the members have the response's names.
    fn adapt(_: &mut Map<String, Value>) {}
}

/// An object of a reply, read as the structure of a response.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OfHost<T>(pub(crate) T);

impl<'de, T: Renamed> Deserialize<'de> for OfHost<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Collapsed(value) = Collapsed::deserialize(deserializer)?;
        structure(value).map(Self).map_err(D::Error::custom)
    }
}

/// Returns the structure of an object; of an empty one, which has been read as null, that without any member.
///
/// # Errors
/// The value is no object, lacks a required member, or has one of another type.
pub(crate) fn structure<T: Renamed>(value: Value) -> Result<T, String> {
    let mut members = match value {
        Value::Object(members) => members,
        Value::Null => Map::new(),
        _ => return Err("a value is not an object".to_owned()),
    };
    members.shift_remove(MAX_AGE);
    rename(&mut members, T::NAMES);
    T::adapt(&mut members);
    match T::REQUIRED.iter().find(|name| members.get(**name).is_none_or(Value::is_null)) {
        Some(name) => Err(format!("{} is missing", host_name::<T>(name))),
        None if members.values().any(is_too_long) => Err(format!("a list has more than {MAX_VALUES} values")),
        None => serde_json::from_value(members.into()).map_err(|error| error.to_string()),
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
fn host_name<T: Renamed>(own: &'static str) -> &'static str {
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
