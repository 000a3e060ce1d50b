//! The parameters in an address: `{name=value}` in its path, segments that look like values, and its query.

use virtual_finance_table::names;
use virtual_finance_table::template::{decoded, encoded_query};

/// A parameter of a draft.
pub(super) struct Param {
    pub(super) name: String,
    pub(super) wire: String,
    kind: &'static str,
    pub(super) is_path: bool,
    /// One value, or the values of a name that the query repeats.
    values: Vec<String>,
}

impl Param {
    /// Returns the type as a table has it.
    pub(super) fn kind(&self) -> String {
        match self.values.as_slice() {
            [_] => self.kind.to_owned(),
            _ => format!("{{ list: {} }}", self.kind),
        }
    }

    /// Returns the value as a table has it.
    pub(super) fn written(&self) -> String {
        let written = |value: &String| match self.kind {
            "string" | "ticker" => serde_json::Value::from(value.as_str()).to_string(),
            _ => value.clone(),
        };
        match self.values.as_slice() {
            [value] => written(value),
            values => format!("[{}]", values.iter().map(written).collect::<Vec<_>>().join(", ")),
        }
    }

    /// Returns the name with each value as the query has them.
    pub(super) fn sent(&self) -> String {
        let pair = |value: &String| format!("{}={}", encoded_query(&self.wire), encoded_query(value));
        self.values.iter().map(pair).collect::<Vec<_>>().join("&")
    }
}

/// Returns the parameters of an address, each once: a name that the query repeats is a list.
pub(super) fn of_address(path: &str, query: &str) -> Result<Vec<Param>, String> {
    let mut params: Vec<Param> = Vec::new();
    let in_path = path.split('/').filter_map(placeholder).map(|(name, value)| (name, value, true));
    let in_query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decoded(name), decoded(value), false)
    });
    for (wire, value, is_path) in in_path.chain(in_query) {
        let name = names::word(&wire);
        // A keyword of Rust gets another name, and keeps its own in the address.
        let name = if is_path || names::word_fault(&name).is_none() { name } else { format!("{name}_") };
        if let Some(fault) = names::word_fault(&name).or_else(|| names::param_fault(&name, false)) {
            return Err(format!("the parameter '{wire}': {fault}"));
        }
        let own = if is_ticker(&wire, &value) { "ticker" } else { kind(&value) };
        if is_path && params.iter().any(|param| param.name == name) {
            return Err(format!("the path has '{name}' twice; give one of the two another name"));
        }
        if let Some(first) = params.iter_mut().find(|param| !param.is_path && param.wire == wire) {
            first.kind = if first.kind == own { own } else { "string" };
            first.values.push(value);
            continue;
        }
        let is_free = |name: &String| params.iter().all(|param| param.name != *name);
        let mut others = (2_usize..).map(|number| format!("{name}_{number}"));
        let name = if is_free(&name) { name } else { others.find(is_free).unwrap_or_default() };
        params.push(Param { kind: own, name, wire, is_path, values: vec![value] });
    }
    Ok(params)
}

/// Returns the path with a placeholder for each parameter.
pub(super) fn template(path: &str) -> String {
    replaced(path, |name, _| format!("{{{name}}}"))
}

/// Returns the path with the value of each parameter.
pub(super) fn filled(path: &str) -> String {
    replaced(path, |_, value| virtual_finance_table::template::encoded_value(value))
}

fn replaced(path: &str, with: impl Fn(&str, &str) -> String) -> String {
    let segment = |segment: &str| match placeholder(segment) {
        Some((wire, value)) => with(&names::word(&wire), &value),
        None => segment.to_owned(),
    };
    path.trim_start_matches('/').split('/').map(segment).collect::<Vec<_>>().join("/")
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
