//! The schemas of replies and bodies as records.

use std::collections::HashSet;

use super::at::At;
use super::context::{Context, doc};
use super::defaults::default_in_doc;
use super::enumerations::{Values, enumeration};
use super::lifetime::{lifetime, lifetime_in_doc};
use super::limits::limits;
use super::node::Node;
use super::schema::{Schema, Use};
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::identifiers::Taken;

/// The maximum number of lists and maps within each other.
const MAX_DEPTH: usize = 32;

/// Returns the type of a part of a reply. A new record is read later, by [`finish`].
pub(super) fn item<'d>(cx: &mut Context<'d>, at: &At<'d>, hint: &str) -> Node {
    let schema = cx.schema(at);
    of_schema(cx, &schema, at, hint, (0, Use::Read))
}

/// Returns the type of a part of a body.
pub(super) fn sent<'d>(cx: &mut Context<'d>, at: &At<'d>, hint: &str) -> Node {
    let schema = cx.schema(at);
    of_schema(cx, &schema, at, hint, (0, Use::Sent))
}

/// Returns the type of the values of a list or a map.
fn nested<'d>(
    cx: &mut Context<'d>,
    at: &At<'d>,
    hint: &str,
    (depth, used): (usize, Use),
    is_list: bool,
) -> Node {
    if depth > MAX_DEPTH {
        return Node::text("any");
    }
    let schema = cx.schema(at);
    // In the document of a table it is what a converter makes; another is lenient, and takes a null among records for no
    // item.
    let is_record = || schema.kind() == Some("object") && !schema.properties().is_empty();
    let is_free = used == Use::Read && (cx.is_of_table || (is_list && is_record()));
    if schema.is_nullable && !is_free {
        cx.tell(&at.pointer, "lists and maps of a table have no null; each value is any JSON");
        return Node::text("any");
    }
    of_schema(cx, &schema, at, hint, (depth.saturating_add(1), used))
}

/// Returns true if the members of an object are not all that a value of it may have.
pub(super) fn has_more(cx: &Context<'_>, schema: &Schema<'_>) -> bool {
    !schema.alternatives().is_empty() || schema.has_heirs(&cx.parents)
}

/// Tells why a value is any JSON or, where it has members, an open record.
fn tell_several(cx: &mut Context<'_>, schema: &Schema<'_>, at: &At<'_>, (is_record, used): (bool, Use)) {
    let (pointer, message) = match (used, is_record) {
        (Use::Read, true) => {
            (schema.place(), "it is one of several types; the record keeps the members that it does not name")
        }
        (Use::Read, false) => {
            (at.pointer.as_str(), "it is one of several types; the response has it as it comes")
        }
        (Use::Sent, _) => {
            (at.pointer.as_str(), "it is one of several types; any JSON is sent, and only the host checks it")
        }
    };
    cx.tell(pointer, message);
}

/// Tells alternatives that say which members are needed.
pub(super) fn tell_conditions(cx: &mut Context<'_>, schema: &Schema<'_>) {
    for (at, _) in schema.conditions() {
        cx.tell(at.pointer, "a table cannot say which of several members are needed; each is optional");
    }
}

fn of_schema<'d>(
    cx: &mut Context<'d>,
    schema: &Schema<'d>,
    at: &At<'d>,
    hint: &str,
    (below, used): (usize, Use),
) -> Node {
    cx.tell_all(&schema.faults);
    let properties = schema.properties();
    if is_any(cx, schema, at, used) {
        return Node::text("any");
    }
    let of = |kind: &str, item: Node| Node::Map(vec![(kind.to_owned(), item)]);
    let format = schema.text("format").unwrap_or_default();
    let kind = schema.kind().or_else(|| schema.common_kind(cx.document));
    let is_listed = kind == Some("string") && used == Use::Read && !cx.is_of_table;
    if is_listed && let Some(name) = enumeration(cx, schema, hint, Values::Read) {
        return Node::text(name);
    }
    match kind {
        Some("string") => Node::text(match format {
            "date" => "date",
            // A table sends datetimes of records as epoch seconds.
            "date-time" if used == Use::Read => "datetime",
            _ => "string",
        }),
        Some("integer") => Node::text(if format == "uint64" { "number" } else { "integer" }),
        Some("number") => Node::text("number"),
        Some("boolean") => Node::text("boolean"),
        Some("array") => {
            let items = schema.part("items");
            let inner = items.map_or_else(
                || Node::text("any"),
                |items| nested(cx, &items, &format!("{hint} item"), (below, used), true),
            );
            of("list", inner)
        }
        Some("object") if !properties.is_empty() => {
            if used == Use::Sent {
                tell_conditions(cx, schema);
            }
            Node::text(record(cx, schema, at, hint, used))
        }
        Some("object") => {
            let inner = schema.values().map_or_else(
                || Node::text("any"),
                |values| nested(cx, &values, &format!("{hint} value"), (below, used), false),
            );
            of("map", inner)
        }
        _ => Node::text("any"),
    }
}

/// Returns true for a schema that no type of a table says, and tells it.
fn is_any<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, at: &At<'d>, used: Use) -> bool {
    let properties = schema.properties();
    let is_several = has_more(cx, schema) && schema.common_kind(cx.document).is_none();
    if is_several || schema.is_mixed() {
        // What all of several types have in common is not all that is sent.
        let is_record = !properties.is_empty();
        tell_several(cx, schema, at, (is_record, used));
        if !is_record || used == Use::Sent {
            return true;
        }
    }
    let is_unnamed = used == Use::Sent && properties.iter().any(|(name, _)| name.is_empty());
    if is_unnamed {
        cx.tell(&at.pointer, "a member has no name; any JSON is sent, and only the host checks it");
    }
    is_unnamed
}

/// Returns the name of the record of a schema.
fn record<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, at: &At<'d>, hint: &str, used: Use) -> String {
    let is_own = used == Use::Sent && differs(cx, at);
    let key = format!("{} {}", if is_own { "sent record" } else { "record" }, schema.identity);
    if let Some(name) = cx.known.get(&key).cloned() {
        // The limits of what is read are no part of a table: it is read again, with them.
        if used == Use::Sent && cx.sent.insert(name.clone()) {
            cx.pending.push_back((name.clone(), at.clone(), used));
        }
        return name;
    }
    let own = schema.name.as_deref().unwrap_or(hint);
    let name = if is_own && schema.name.is_some() {
        cx.item_name(&format!("{own} input"))
    } else {
        cx.item_name(own)
    };
    cx.known.insert(key, name.clone());
    if used == Use::Sent {
        cx.sent.insert(name.clone());
    }
    cx.pending.push_back((name.clone(), at.clone(), used));
    name
}

/// Returns true if a schema says something else of a body than of a reply.
fn differs<'d>(cx: &mut Context<'d>, at: &At<'d>) -> bool {
    let mut seen = HashSet::new();
    let is_different = differs_within(cx, at, &mut seen);
    if !is_different {
        // So does none of those that it consists of.
        cx.differing.extend(seen.into_iter().map(|identity| (identity, false)));
    }
    is_different
}

fn differs_within<'d>(cx: &mut Context<'d>, at: &At<'d>, seen: &mut HashSet<String>) -> bool {
    let schema = cx.schema(at);
    if let Some(known) = cx.differing.get(&schema.identity) {
        return *known;
    }
    if !seen.insert(schema.identity.clone()) {
        return false;
    }
    let is_time = schema.kind() == Some("string") && schema.text("format") == Some("date-time");
    let properties = schema.properties();
    let is_one_of = |property: &At<'_>| {
        let own = cx.schema(property);
        own.flag("readOnly") || own.flag("writeOnly")
    };
    let is_mixed = !properties.is_empty()
        && (has_more(cx, &schema)
            || properties.iter().any(|(name, property)| name.is_empty() || is_one_of(property)));
    let inner = [schema.part("items"), schema.values()].into_iter().flatten();
    let mut inner = properties.into_iter().map(|(_, property)| property).chain(inner);
    // Replies alone may lack what a body needs.
    let is_looser = cx.options.optional && !schema.required().is_empty();
    let is_different = is_time || is_mixed || is_looser || inner.any(|at| differs_within(cx, &at, seen));
    if is_different {
        cx.differing.insert(schema.identity, true);
    }
    is_different
}

/// Adds the keys of the table that OpenAPI has no word for.
fn own_keys(at: Option<&At<'_>>, node: &mut Node) {
    let own = at.and_then(|at| at.get(TABLE_KEYS));
    for (key, value) in own.iter().flat_map(At::members) {
        node.set_some(key, Node::of(value.value));
    }
}

/// Reads the records that are named so far, and the records that they name.
pub(super) fn finish(cx: &mut Context<'_>) {
    let mut read = HashSet::new();
    while let Some((name, at, used)) = cx.pending.pop_front() {
        let schema = cx.schema(&at);
        cx.origin(&["records", &name], schema.place());
        let fields = fields(cx, &schema, &name, used);
        let mut record = Node::map();
        record.set(
            "doc",
            doc(schema.own_text("title"), schema.own_text("description"), &format!("The host's {name}.")),
        );
        // What an unnamed schema says is said of the member that has it.
        if let Some(own) = schema.own().filter(|_| schema.name.is_some()) {
            lifetime_in_doc(own, &mut record);
        }
        if has_more(cx, &schema) || schema.is_open() {
            record.set("open", Node::plain(&true));
        }
        own_keys(schema.own(), &mut record);
        record.set("fields", fields);
        if read.insert(name.clone()) {
            cx.records.push(&name, record);
        } else {
            cx.records.set(&name, record);
        }
    }
}

/// Returns the fields of a record.
fn fields<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, name: &str, used: Use) -> Node {
    let hidden = if used == Use::Sent { "readOnly" } else { "writeOnly" };
    let required = schema.required();
    let (mut fields, mut taken) = (Node::map(), Taken::default());
    for (wire, property) in schema.properties() {
        let own = cx.schema(&property);
        if own.flag(hidden) {
            continue;
        }
        let field = taken.word(wire);
        cx.origin(&["records", name, "fields", &field], &property.pointer);
        let mut node = Node::map();
        let text = own.text("description").or(own.text("title"));
        node.set("doc", doc(None, text, &format!("The host's '{wire}'.")));
        let kind = of_schema(cx, &own, &property, &format!("{name} {wire}"), (0, used));
        node.set("type", kind.clone());
        if field != wire {
            node.set("wire", Node::text(wire));
        }
        let is_free = used == Use::Read && cx.options.optional;
        if is_free || !required.contains(wire) {
            node.set("optional", Node::plain(&true));
        }
        if own.is_nullable {
            node.set("nullable", Node::plain(&true));
        }
        if used == Use::Sent {
            limits(cx, &own, &property, (&kind, false), &mut node);
            if !required.contains(wire) {
                default_in_doc(&own, &mut node);
            }
        }
        own_keys(Some(&property), &mut node);
        lifetime(&property, &mut node);
        fields.set(&field, node);
    }
    fields
}
