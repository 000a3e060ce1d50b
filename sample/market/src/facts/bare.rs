//! Bare figures, which the services send unless formatted ones are asked for.

use serde_json::{Map, Value};

/// Lists that keep their formatted figures where only bare ones were asked for.
const KEPT: [&str; 9] = [
    "ownershipList",
    "incomeStatementHistory",
    "cashflowStatements",
    "balanceSheetStatements",
    "companyOfficers",
    "trend",
    "history",
    "transactions",
    "holders",
];

/// Returns the value with bare figures instead of `{raw, fmt}`, and without the empty ones.
pub(crate) fn bare(value: Value) -> Value {
    match value {
        Value::Object(mut members) => match members.remove("raw") {
            Some(raw) => raw,
            None => members.into_iter().filter_map(bare_member).collect::<Map<_, _>>().into(),
        },
        Value::Array(values) => values.into_iter().map(bare).collect(),
        other => other,
    }
}

fn bare_member((name, value): (String, Value)) -> Option<(String, Value)> {
    let is_empty = value.as_object().is_some_and(Map::is_empty);
    if KEPT.contains(&name.as_str()) && value.is_array() {
        return Some((name, value));
    }
    (!is_empty).then(|| (name, bare(value)))
}
