//! The parameters of an address, with their types by their values.

use indexmap::IndexMap;
use serde_json::{Value, json};
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::template::decoded;

/// Returns the parameters of a path and of a query, as a document declares them.
pub(super) fn of_address(path: &str, query: &str) -> Vec<Value> {
    let in_path = path.split('/').filter_map(placeholder).map(|(name, value)| (name, vec![value], "path"));
    let mut in_query: IndexMap<String, Vec<String>> = IndexMap::new();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        in_query.entry(decoded(name)).or_default().push(decoded(value));
    }
    let in_query = in_query.into_iter().map(|(name, values)| (name, values, "query"));
    in_path.chain(in_query).map(|(name, values, place)| parameter(&name, &values, place)).collect()
}

fn parameter(name: &str, values: &[String], place: &str) -> Value {
    let is_list = values.len() > 1;
    let all = |own: &str| values.iter().all(|value| kind(value) == own);
    let own = if values.iter().all(|value| is_ticker(name, value)) { "ticker" } else { "string" };
    let own = ["integer", "number", "boolean", "date"].into_iter().find(|own| all(own)).unwrap_or(own);
    let value = |value: &String| match own {
        "string" | "ticker" | "date" => value.as_str().into(),
        _ => value.parse().unwrap_or(Value::Null),
    };
    let schema = match own {
        "date" => json!({ "type": "string", "format": "date" }),
        "ticker" => json!({ "type": "string" }),
        own => json!({ "type": own }),
    };
    let (schema, example) = match values {
        [only] => (schema, value(only)),
        _ => (json!({ "type": "array", "items": schema }), values.iter().map(value).collect()),
    };
    let known = match own {
        "ticker" if is_list => json!({ "type": { "list": own } }),
        "ticker" => json!({ "type": own }),
        _ => json!({}),
    };
    json!({
        "name": name, "in": place, "required": place == "path",
        "description": format!("The {} of the request.", name.replace(['_', '-'], " ")),
        "schema": schema, "example": example, TABLE_KEYS: known,
    })
}

/// Returns the path with the names of its parameters.
pub(super) fn template(path: &str) -> String {
    let segment = |segment| match placeholder(segment) {
        Some((name, _)) => format!("{{{name}}}"),
        None => segment.to_owned(),
    };
    format!("/{}", path.split('/').map(segment).collect::<Vec<_>>().join("/"))
}

/// Returns the name and the value of a segment that is a parameter.
fn placeholder(segment: &str) -> Option<(String, String)> {
    if let Some(inner) = segment.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        let (name, value) = inner.split_once('=').unwrap_or((inner, "example"));
        return Some((name.to_owned(), value.to_owned()));
    }
    let name = match kind(segment) {
        "integer" => "id",
        "date" => "date",
        _ if is_symbol(segment) => "symbol",
        _ => return None,
    };
    Some((name.to_owned(), decoded(segment)))
}

/// Returns true for a text such as `IBM`.
fn is_symbol(text: &str) -> bool {
    (2..=6).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// Returns true for the name of a ticker with a value such as `BRK-B` or `^GSPC`.
fn is_ticker(wire: &str, value: &str) -> bool {
    let is_of_one = |letter: u8| letter.is_ascii_alphanumeric() || b"^.=-".contains(&letter);
    ["symbol", "symbols", "ticker", "tickers"].contains(&wire.to_lowercase().as_str())
        && kind(value) == "string"
        && value.len() <= 12
        && value.bytes().all(is_of_one)
        && !value.bytes().any(|letter| letter.is_ascii_lowercase())
}

/// Returns the type of a value.
fn kind(value: &str) -> &'static str {
    let is_date = value.len() == 10 && value.parse::<jiff::civil::Date>().is_ok();
    let is_plain = |value: &str| !value.starts_with('+') && !value.trim_start_matches('-').starts_with('0');
    match value {
        "true" | "false" => "boolean",
        "0" => "integer",
        _ if is_date => "date",
        _ if is_plain(value) && value.parse::<i64>().is_ok() => "integer",
        _ if value.parse::<f64>().is_ok_and(|number| number.to_string() == value) => "number",
        _ => "string",
    }
}
