//! Advertisements that hosts send among news.

use serde_json::{Map, Value};

/// Returns true for an advertisement among the news of the search.
pub(crate) fn is_advertisement(item: &Map<String, Value>) -> bool {
    let kind = item.get("type").and_then(Value::as_str);
    kind.is_some_and(|kind| kind.eq_ignore_ascii_case("ad")) || item.get("ad").is_some_and(is_something)
}

/// Returns true for a value that says something: the member of an advertisement may be there and empty.
pub(crate) fn is_something(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        Value::String(text) => !text.is_empty(),
        Value::Bool(true) | Value::Number(_) => true,
    }
}
