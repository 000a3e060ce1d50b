//! The values that schemas list as enumerations.

use serde_json::Value;

use super::at::At;
use super::context::{Context, doc};
use super::lifetime::{lifetime, lifetime_in_doc};
use super::node::Node;
use super::schema::Schema;
use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::names;

/// The pattern of what a host may send beside the values that its document lists.
const ANY: &str = "[\\s\\S]*";

/// The values of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// Texts that are sent.
    Text,
    /// Strings of JSON that are sent.
    Json,
    /// Strings of JSON in a reply, where others may come.
    Read,
}

/// A value of an enumeration.
struct Listed<'d> {
    wire: String,
    name: Option<&'d str>,
    doc: Option<&'d str>,
    /// The schema of the value, if it has its own.
    at: Option<At<'d>>,
}

/// Returns the name of the enumeration of a schema, if it lists its values.
pub(super) fn enumeration<'d>(
    cx: &mut Context<'d>,
    schema: &Schema<'d>,
    name: &str,
    used: Values,
) -> Option<String> {
    let (values, other) = values(schema, used != Values::Text)?;
    let other = if used == Values::Read { Some(ANY) } else { other };
    // A text that is always the same says what it is in.
    if used == Values::Read && values.len() < 2 {
        return None;
    }
    let wires: Vec<&str> = values.iter().map(|value| value.wire.as_str()).collect();
    let kind = if used == Values::Read { "open type" } else { "type" };
    let key = match &schema.name {
        Some(_) => format!("{kind} {}", schema.identity),
        None => format!("{kind} {name} {wires:?}"),
    };
    if let Some(known) = cx.known.get(&key) {
        return Some(known.clone());
    }
    let own = match schema.name.as_deref().or((used == Values::Read).then_some(name)) {
        // What is sent has no other values.
        Some(name) if used == Values::Read && !cx.items.is_free(name) => {
            cx.item_name(&format!("{name} in reply"))
        }
        Some(name) => cx.item_name(name),
        None => cx.enumeration_name(name),
    };
    cx.known.insert(key, own.clone());
    cx.origin(&["types", &own], schema.place());
    let (mut variants, mut taken) = (Node::map(), Taken::default());
    for Listed { wire, name, doc: text, at } in &values {
        let sign = if wire.starts_with('-') { "minus " } else { "" };
        let mut variant = Node::map();
        variant.set("wire", Node::text(wire));
        let name = taken.variant(&name.map_or_else(|| format!("{sign}{wire}"), str::to_owned));
        if let Node::Text(text) = doc(None, *text, "")
            && !text.is_empty()
            && !names::is_repeated(&text, &name, wire)
        {
            variant.set("doc", Node::Text(text));
        }
        if let Some(at) = at {
            lifetime(at, &mut variant);
        }
        variants.set(&name, variant);
    }
    let mut node = Node::map();
    node.set("doc", doc(None, schema.own_text("description"), &format!("The values of {name}.")));
    node.set_some("other", other.map(Node::text));
    if let Some(at) = schema.own() {
        lifetime_in_doc(at, &mut node);
    }
    node.set("variants", variants);
    cx.types.push(&own, node);
    Some(own)
}

/// Returns the values that a schema lists, and the pattern of others.
fn values<'d>(schema: &Schema<'d>, is_json: bool) -> Option<(Vec<Listed<'d>>, Option<&'d str>)> {
    let is_mixed = schema.is_mixed();
    let wire = |value: &Value| match value {
        Value::String(text) if !text.is_empty() && text.trim() == text => Some(text.clone()),
        // They are sent as they are written, but in JSON as strings.
        Value::Number(number) if !is_json => Some(number.to_string()),
        Value::Bool(value) if !is_json && is_mixed => Some(value.to_string()),
        // An enumeration has no blanks alone; a string has them, and a pattern.
        _ => None,
    };
    let (mut listed, mut other) = (Vec::new(), None);
    if let Some(list) = schema.get("enum") {
        let texts = |key: &str| -> Vec<&'d str> {
            let list = schema.get(key).and_then(|found| found.value.as_array());
            list.into_iter().flatten().map(|text| text.as_str().unwrap_or_default()).collect()
        };
        let (names, docs) = (texts("x-enum-varnames"), texts("x-enum-descriptions"));
        for (index, value) in list.value.as_array()?.iter().enumerate().filter(|(_, value)| !value.is_null())
        {
            let given = |list: &[&'d str]| list.get(index).copied().filter(|text| !text.is_empty());
            let wire = wire(value)?;
            listed.push(Listed { wire, name: given(&names), doc: given(&docs), at: None });
        }
    } else if let Some(value) = schema.get("const") {
        listed.push(Listed { wire: wire(value.value)?, name: None, doc: None, at: None });
    } else {
        for one in schema.alternatives() {
            let (name, doc) = (one.text("title"), one.text("description"));
            match (one.get("const"), one.text("pattern")) {
                (Some(value), _) => {
                    listed.push(Listed { wire: wire(value.value)?, name, doc, at: Some(one) });
                }
                (None, Some(pattern)) => {
                    other =
                        Some(pattern.strip_prefix("^other:(?:").and_then(|rest| rest.strip_suffix(")$"))?);
                }
                _ => return None,
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    listed.retain(|value| seen.insert(value.wire.clone()));
    (!listed.is_empty()).then_some((listed, other))
}
