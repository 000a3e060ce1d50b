//! The draft of a declared response: the place of the data in a reply of JSON, and records with its members.

use std::fmt::Write as _;

use serde_json::Value as Json;

use crate::identifiers::Taken;
use crate::parse::table::Table;

use super::params::{key, quoted};
use super::shape::{Object, Shape, are_data};

/// The maximum depth of records; deeper members are any JSON.
const MAX_DEPTH: usize = 8;

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
    let mut records = Records { owner: name, texts: Vec::new(), taken: Taken::default() };
    let known = table.types.keys().chain(table.records.keys()).chain(table.grammars.keys());
    for known in known.chain(table.endpoints.keys()) {
        records.taken.exact(known);
    }
    records.taken.exact(name);
    let part = if data.is_array() { "item" } else { "response" };
    let kind = records.kind(&Shape::of(data), part, 0);
    let mut response = format!("      type: {kind}\n");
    // Writing to a String cannot fail.
    if let Some(at) = at {
        let _ = writeln!(response, "      at: {}", quoted(&at));
    }
    if let Some(error) = error {
        let _ = writeln!(response, "      error: {{ at: {} }}", quoted(&error));
    }
    DraftedResponse { response, records: records.texts.concat() }
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

/// The records drafted so far.
struct Records<'d> {
    /// The request, with whose name those of the records begin.
    owner: &'d str,
    texts: Vec<String>,
    taken: Taken,
}

impl Records<'_> {
    /// Returns a type as the table writes it. `part` names the record that it may need.
    fn kind(&mut self, shape: &Shape, part: &str, depth: usize) -> String {
        match shape {
            Shape::Unknown | Shape::Any => "any".to_owned(),
            Shape::Boolean => "boolean".to_owned(),
            Shape::Integer => "integer".to_owned(),
            Shape::Number => "number".to_owned(),
            Shape::Date => "date".to_owned(),
            Shape::DateTime => "datetime".to_owned(),
            Shape::Text => "string".to_owned(),
            _ if depth >= MAX_DEPTH => "any".to_owned(),
            Shape::List(item) => {
                format!("{{ list: {} }}", self.kind(item, part, depth.saturating_add(1)))
            }
            Shape::Map(value) => {
                format!("{{ map: {} }}", self.kind(value, part, depth.saturating_add(1)))
            }
            Shape::Object(object) => self.record(object, part, depth),
        }
    }

    fn record(&mut self, object: &Object, part: &str, depth: usize) -> String {
        let name = self.taken.item(&format!("{} {part}", self.owner));
        // The record stands before those of its members.
        let index = self.texts.len();
        self.texts.push(String::new());
        let doc = quoted_if_needed(&format!("The {part} of {}.", self.owner));
        let mut text = format!("  {name}:\n    doc: {doc}\n    fields:\n");
        let mut taken = Taken::default();
        for (field, is_optional) in object.fields() {
            let own = taken.word(&field.wire);
            let kind = self.kind(&field.shape, &field.wire, depth.saturating_add(1));
            let wire =
                if own == field.wire { String::new() } else { format!(", wire: {}", quoted(&field.wire)) };
            let optional = if is_optional { ", optional: true" } else { "" };
            let nullable = if field.is_nullable { ", nullable: true" } else { "" };
            // Writing to a String cannot fail.
            let _ = writeln!(
                text,
                "      {}: {{ doc: {}, type: {kind}{wire}{optional}{nullable} }}",
                key(&own),
                quoted_if_needed(&format!("The host's {}.", field.wire))
            );
        }
        if let Some(own) = self.texts.get_mut(index) {
            *own = text;
        }
        name
    }
}

/// Returns a sentence as the table has it: in quotes if something in it has a meaning there.
fn quoted_if_needed(text: &str) -> String {
    let is_plain = text.chars().all(|letter| letter.is_ascii_alphanumeric() || " '_-.$".contains(letter));
    if is_plain { text.to_owned() } else { quoted(text) }
}
