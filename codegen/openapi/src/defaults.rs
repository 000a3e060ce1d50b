//! The defaults of a document: what the host takes for what is absent. A default of a table is sent, so it has them in
//! its docs.

use serde_json::Value;

use super::node::Node;
use super::schema::Schema;

/// The maximum length of a default in a doc, in bytes.
const MAX_LENGTH: usize = 100;

/// Writes into the doc of a part what the host takes for it where it is absent.
pub(super) fn default_in_doc(schema: &Schema<'_>, node: &mut Node) {
    if let Some(default) = schema.get("default").and_then(|default| shown(default.value))
        && let Some(Node::Text(doc)) = node.at_mut(&["doc"])
        && !is_said(doc, &default)
    {
        *doc = with(doc, &default);
    }
}

/// Returns a default in words, unless it is none or too long for them.
fn shown(value: &Value) -> Option<String> {
    let text = match value {
        Value::Null => return None,
        Value::String(text) if text.is_empty() => value.to_string(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let is_short =
        text.len() <= MAX_LENGTH && !text.contains(|letter: char| letter.is_control() || letter == '`');
    is_short.then_some(text)
}

/// Returns true for a doc that speaks of the default.
fn is_said(doc: &str, default: &str) -> bool {
    doc.to_lowercase().contains("default") && doc.contains(default)
}

/// Returns a doc with the default.
fn with(doc: &str, default: &str) -> String {
    if doc.contains('\n') {
        return format!("{}\n\nBy default `{default}`.\n", doc.trim_end());
    }
    let end = if doc.ends_with(char::is_alphanumeric) { "." } else { "" };
    format!("{doc}{end} By default `{default}`.")
}
