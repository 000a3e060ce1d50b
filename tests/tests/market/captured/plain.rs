//! Plain readings of a reply's JSON.

use serde_json::{Map, Value};

/// Returns a section of the first result of the summary; null where there is none.
pub(crate) fn section<'r>(reply: &'r Value, name: &str) -> &'r Value {
    &reply["quoteSummary"]["result"][0][name]
}

pub(crate) fn bare(value: &Value) -> Value {
    match value {
        Value::Object(members) if members.is_empty() => Value::Null,
        Value::Object(members) if members.contains_key("raw") => members["raw"].clone(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), bare(value))).collect::<Map<_, _>>().into()
        }
        Value::Array(values) => values.iter().map(bare).collect(),
        other => other.clone(),
    }
}

/// Returns an object with other names for some members, bare and without `maxAge`.
pub(crate) fn named(object: &Value, names: &[(&str, &str)]) -> Value {
    let Value::Object(members) = bare(object) else { return Value::Null };
    let own = |name: String| {
        let pair = names.iter().find(|(host, _)| *host == name);
        pair.map_or(name, |(_, own)| (*own).to_owned())
    };
    let members = members.into_iter().filter(|(name, _)| name != "maxAge");
    members.map(|(name, value)| (own(name), value)).collect::<Map<_, _>>().into()
}

/// Returns a list of such objects; null where there is no list.
pub(crate) fn rows(list: &Value, row: impl Fn(&Value) -> Value) -> Value {
    list.as_array().map_or(Value::Null, |list| list.iter().map(row).collect())
}

pub(crate) fn replace(object: &mut Value, name: &str, change: impl Fn(&Value) -> Value) {
    if let Some(member) = object.get_mut(name) {
        *member = change(member);
    }
}

pub(crate) fn whole(figure: &Value) -> Value {
    match figure.as_f64() {
        Some(number) if figure.is_f64() && number.fract() == 0.0 => {
            format!("{number:.0}").parse::<i64>().unwrap().into()
        }
        _ => figure.clone(),
    }
}

pub(crate) fn seconds(milliseconds: &Value) -> Value {
    milliseconds.as_i64().map_or(Value::Null, |time| (time / 1000).into())
}
