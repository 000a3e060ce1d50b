//! The draft of a declared response: the place of the data in a reply of JSON, and records with its members.

use std::fmt::Write as _;

use serde_json::Value as Json;

use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::parse::table::{ItemType, Table};
use virtual_finance_table::quoting::{yaml_key, yaml_string};

use super::records::{Drafted, DraftedField, MAX_DEPTH, Records};
use super::shape::{Shape, are_data};

/// The names of members that have the host's own error.
const ERRORS: &[&str] = &["error", "errors", "problem"];

/// A declared response as the text of a table.
pub(super) struct DraftedResponse {
    /// The keys below `response`.
    pub(super) response: String,
    /// The entries of `records`; empty if the response needs none.
    pub(super) records: String,
}

/// Returns the response of a request of this name whose reply is this.
pub(super) fn declared(name: &str, reply: &Json, table: &Table) -> DraftedResponse {
    let DataPosition { data, at, error } = place(reply);
    let mut records =
        Records { owner: name, taken: Taken::default(), named: Vec::new(), drafted: Vec::new() };
    let known = table.types.keys().chain(table.records.keys()).chain(table.grammars.keys());
    for known in known.chain(table.endpoints.keys()) {
        records.taken.exact(known);
    }
    records.taken.exact(name);
    let part = if data.is_array() { "item" } else { "response" };
    let shape = Shape::of(data);
    let kind = records.kind(&shape, part, 0);
    let mut response = format!("      type: {}\n", written(&kind));
    // Writing to a String cannot fail.
    if let Some(at) = at {
        let _ = writeln!(response, "      at: {}", yaml_string(&at, false));
    }
    if let Some(error) = error {
        let _ = writeln!(response, "      error: {{ at: {} }}", yaml_string(&error, true));
    }
    DraftedResponse { response, records: entries(&records) }
}

/// The place of the data in a reply.
struct DataPosition<'j> {
    data: &'j Json,
    at: Option<String>,
    /// The path of the host's own error, which is null in a good reply.
    error: Option<String>,
}

/// Follows the objects that have one thing alone: an object or a list, beside an error that there is not.
fn place(reply: &Json) -> DataPosition<'_> {
    let (mut data, mut path, mut error) = (reply, Vec::new(), None);
    while let Json::Object(members) = data {
        let is_error = |(name, value): &(&String, &Json)| value.is_null() && ERRORS.contains(&name.as_str());
        let (errors, others): (Vec<_>, Vec<_>) = members.iter().partition(is_error);
        let [(name, inner)] = others.as_slice() else { break };
        let is_word = |text: &str| {
            text.starts_with(|first: char| first.is_ascii_lowercase())
                && text.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        };
        let is_container = match inner {
            Json::Object(members) => !are_data(members),
            inner => inner.is_array(),
        };
        if !is_container || !is_word(name) || path.len() >= MAX_DEPTH {
            break;
        }
        let below = |name: &str| path.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
        error = error.or_else(|| errors.first().map(|(name, _)| below(name)));
        path.push(name.as_str());
        data = inner;
    }
    DataPosition { data, at: (!path.is_empty()).then(|| path.join(".")), error }
}

/// Returns the text of the entries of records.
fn entries(records: &Records<'_, '_>) -> String {
    let mut text = String::new();
    for Drafted { name, part, fields } in &records.drafted {
        let doc = yaml_string(&format!("The {part} of {}.", records.owner), true);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "  {name}:\n    doc: {doc}\n    fields:");
        for DraftedField { name, of, kind, is_optional } in fields {
            let wire = &of.wire;
            let doc = yaml_string(&format!("The host's {wire}."), true);
            let wire =
                if name == wire { String::new() } else { format!(", wire: {}", yaml_string(wire, true)) };
            let optional = if *is_optional { ", optional: true" } else { "" };
            let nullable = if of.is_nullable { ", nullable: true" } else { "" };
            let _ = writeln!(
                text,
                "      {}: {{ doc: {doc}, type: {}{wire}{optional}{nullable} }}",
                yaml_key(name),
                written(kind)
            );
        }
    }
    text
}

/// Returns a type as the table writes it.
fn written(kind: &ItemType) -> String {
    match kind {
        ItemType::One(name) => name.clone(),
        ItemType::List(item) => format!("{{ list: {} }}", written(item)),
        ItemType::Map(values) => format!("{{ map: {} }}", written(values)),
    }
}
