//! The schemas of parameters as types, and enumerations.

use serde_json::Value;

use super::at::At;
use super::context::{Context, doc};
use super::lifetime::{lifetime, lifetime_in_doc};
use super::node::Node;
use super::records;
use super::schema::Schema;
use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::names;

/// The type of a parameter.
pub(super) enum Kind<'d> {
    One(String),
    List(String),
    /// An object, whose members may be parameters.
    Object,
    /// A type that no parameter has.
    Unknown(&'d str),
}

impl Kind<'_> {
    /// Returns the type as a table has it. `separator` stands between the values of a list.
    pub(super) fn node(&self, separator: Option<&str>) -> Option<Node> {
        match self {
            Self::One(name) => Some(Node::text(name)),
            Self::List(item) => Some(list_of(item, separator)),
            Self::Object | Self::Unknown(_) => None,
        }
    }
}

/// Returns the type of a list.
pub(super) fn list_of(item: &str, separator: Option<&str>) -> Node {
    let mut node = Node::map();
    node.set("list", Node::text(item));
    node.set_some("separator", separator.map(Node::text));
    node
}

/// Returns the type of a member of a body of JSON: an enumeration where its schema lists the values.
pub(super) fn member<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, at: &At<'d>, name: &str) -> Node {
    // An enumeration has no null; a string has one, and a pattern.
    let named = |cx: &mut Context<'d>, of: &Schema<'d>| match is_datetime(&of.alternatives()) {
        true => Some("datetime".to_owned()),
        false if of.is_nullable => None,
        false => enumeration(cx, of, name, true),
    };
    if let Some(found) = named(cx, schema) {
        return Node::text(found);
    }
    if schema.kind() == Some("integer") {
        tell_range(cx, schema, at);
        return Node::text("integer");
    }
    let items = schema.part("items").filter(|_| schema.kind() == Some("array") && !schema.is_nullable);
    let item = items.map(|items| cx.schema(&items)).and_then(|of| named(cx, &of));
    item.map_or_else(|| records::sent(cx, at, &format!("{} {name}", cx.owner)), |item| list_of(&item, None))
}

/// Returns the type of a parameter of this name, which is sent as text.
pub(super) fn kind<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, at: &At<'d>, name: &str) -> Kind<'d> {
    cx.tell_all(&schema.faults);
    if let Some(found) = enumeration(cx, schema, name, false) {
        return Kind::One(found);
    }
    let alternatives = schema.alternatives();
    if is_datetime(&alternatives) {
        return Kind::One("datetime".to_owned());
    }
    let kind = schema.kind();
    if !alternatives.is_empty() && kind.is_none_or(|kind| kind == "object") {
        if let Some(common) = schema.common_kind(cx.document) {
            return Kind::One(common.to_owned());
        }
        cx.tell(&at.pointer, "it is one of several types; the table has a string");
        return Kind::One("string".to_owned());
    }
    match kind {
        Some("integer") => {
            tell_range(cx, schema, at);
            Kind::One("integer".to_owned())
        }
        Some("number") => Kind::One("number".to_owned()),
        Some("boolean") => Kind::One("boolean".to_owned()),
        Some("array") => list(cx, schema, name),
        Some("object") => Kind::Object,
        Some("string") if schema.text("format") == Some("date") => Kind::One("date".to_owned()),
        _ => Kind::One("string".to_owned()),
    }
}

fn tell_range(cx: &mut Context<'_>, schema: &Schema<'_>, at: &At<'_>) {
    if schema.text("format") == Some("uint64") {
        cx.tell(&at.pointer, format!("the integers of a table end at {}", i64::MAX));
    }
}

/// Returns the type of a list.
fn list<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, name: &str) -> Kind<'d> {
    let items = schema.part("items");
    let Some(items) = items else { return Kind::List("string".to_owned()) };
    match kind(cx, &cx.schema(&items), &items, name) {
        Kind::One(item) => Kind::List(item),
        Kind::List(_) => Kind::Unknown("it is a list of lists"),
        Kind::Object => Kind::Unknown("it is a list of objects"),
        unknown @ Kind::Unknown(_) => unknown,
    }
}

/// Returns true for a date, a date with its time, or epoch seconds: what a datetime of a table is.
fn is_datetime(alternatives: &[At<'_>]) -> bool {
    let has = |key: &str, value: &str| alternatives.iter().any(|one| one.text(key) == Some(value));
    alternatives.len() == 3 && has("format", "date") && has("format", "date-time") && has("type", "integer")
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
fn enumeration<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, name: &str, is_json: bool) -> Option<String> {
    let (values, other) = values(schema, is_json)?;
    let wires: Vec<&str> = values.iter().map(|value| value.wire.as_str()).collect();
    let key = match &schema.name {
        Some(_) => format!("type {}", schema.identity),
        None => format!("type {name} {wires:?}"),
    };
    if let Some(known) = cx.known.get(&key) {
        return Some(known.clone());
    }
    let own = match &schema.name {
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
