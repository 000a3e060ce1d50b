//! The schemas of parameters as types.

use super::at::At;
use super::context::Context;
use super::enumerations::{Values, enumeration};
use super::node::Node;
use super::records;
use super::schema::Schema;

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
        false => enumeration(cx, of, name, Values::Json),
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
    if let Some(found) = enumeration(cx, schema, name, Values::Text) {
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
