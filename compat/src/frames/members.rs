//! Members of structures by the names of the host.

use virtual_finance::responses::{Map, Value};

/// Returns the members of a structure; none without one.
pub(crate) fn members(structure: Option<impl serde::Serialize>) -> Map<String, Value> {
    match structure.map(serde_json::to_value) {
        Some(Ok(Value::Object(members))) => members,
        _ => Map::new(),
    }
}

/// Returns members under other names; null where there is none.
pub(crate) fn named(names: &[(&str, &str)], members: &Map<String, Value>) -> Map<String, Value> {
    let value = |name| members.get(name).cloned().unwrap_or_default();
    names.iter().map(|(title, name)| ((*title).to_owned(), value(*name))).collect()
}
