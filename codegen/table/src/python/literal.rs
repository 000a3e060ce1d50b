//! Names and values of the table in Python.

use crate::kind::Kind;
use crate::model::{Endpoint, Param};
use crate::names;
use crate::value::Value;
use serde_json::Value as Json;

/// The words that cannot be names.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "cls", "continue", "def", "del", "elif",
    "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal",
    "not", "or", "pass", "raise", "return", "self", "try", "while", "with", "yield",
];

/// The methods that clients have beside the methods of the endpoints.
const CLIENT: &[&str] = &[
    "close",
    "closed",
    "endpoints",
    "events",
    "items",
    "left_out",
    "many",
    "pages",
    "ready",
    "request",
    "settings",
    "stream",
];

/// Returns a name that Python takes; any other name gets a `_`.
pub(super) fn name(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("{name}_") } else { name.to_owned() }
}

/// Returns the name of the method of clients for an endpoint.
pub fn method(endpoint: &Endpoint<'_>) -> String {
    let snake = names::snake(endpoint.name);
    if CLIENT.contains(&snake.as_str()) { format!("{snake}_") } else { name(&snake) }
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() => out.extend(format!("\\x{:02x}", u32::from(letter)).chars()),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Returns the default of a parameter; none where its absence is not the same as the default, because it excludes other
/// parameters.
pub(super) fn default(endpoint: &Endpoint<'_>, param: &Param<'_>) -> Option<String> {
    let default = param.default.as_ref().filter(|_| param.choice.is_none() && param.conflicts.is_empty())?;
    let is_it = |conflict: &String| conflict.split('=').next() == Some(param.name);
    if endpoint.params.iter().any(|other| other.conflicts.iter().any(is_it)) {
        return None;
    }
    Some(match &default.value {
        Value::Variant(_) | Value::Other(_) => quoted(&default.text),
        value => of_value(&param.kind, value),
    })
}

/// Returns the values of a parameter in an example.
pub(super) fn given(param: &Param<'_>, values: &[Value<'_>]) -> String {
    match (&param.kind, values) {
        (Kind::List { item, .. }, values) => {
            let values: Vec<String> = values.iter().map(|value| of_value(item, value)).collect();
            format!("[{}]", values.join(", "))
        }
        (kind, [value]) => of_value(kind, value),
        _ => "None".to_owned(),
    }
}

fn of_value(kind: &Kind<'_>, value: &Value<'_>) -> String {
    match value {
        Value::String(text) | Value::Grammar(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => format!("{number:?}"),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Date(date) | Value::Timestamp(_, Some(date)) => quoted(&date.to_string()),
        Value::Timestamp(seconds, None) => seconds.to_string(),
        Value::Json(text) => {
            serde_json::from_str(text).map_or_else(|_| quoted(text), |value| of_json(&value))
        }
        Value::Other(text) => quoted(&format!("other:{text}")),
        Value::Variant(name) => {
            let found = kind.variants().find(|(known, _)| known.as_str() == *name);
            quoted(found.map_or(*name, |(_, variant)| variant.wire.as_str()))
        }
    }
}

/// Returns a value in JSON as Python has it.
fn of_json(value: &Json) -> String {
    match value {
        Json::Null => "None".to_owned(),
        Json::Bool(true) => "True".to_owned(),
        Json::Bool(false) => "False".to_owned(),
        Json::Number(number) => number.to_string(),
        Json::String(text) => quoted(text),
        Json::Array(items) => format!("[{}]", items.iter().map(of_json).collect::<Vec<_>>().join(", ")),
        Json::Object(members) => {
            let members =
                members.iter().map(|(name, member)| format!("{}: {}", quoted(name), of_json(member)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}
