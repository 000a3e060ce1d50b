//! The schemas of replies and bodies as records.

use std::collections::HashSet;

use super::at::At;
use super::context::{Context, doc};
use super::defaults::default_in_doc;
use super::enumerations::{Values, enumeration};
use super::lifetime::{lifetime, lifetime_in_doc};
use super::limits::limits;
use super::node::Node;
use super::schema::{Schema, Use, mapped};
use virtual_finance_core::catalogue::TABLE_KEYS;
use virtual_finance_table::identifiers::Taken;
use virtual_finance_table::parse::table::DISCRIMINATOR;

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
    !schema.alternatives().is_empty() || !schema.heirs(cx.document, &cx.heirs).is_empty()
}

/// Returns the schemas of which each value is one, if a record says so: alternatives without members beside them, or the
/// heirs of a schema.
fn variants<'d>(cx: &Context<'d>, schema: &Schema<'d>) -> Vec<At<'d>> {
    let alternatives = schema.alternatives();
    match alternatives.is_empty() {
        true => schema.heirs(cx.document, &cx.heirs),
        false if schema.properties().is_empty() && schema.common_kind(cx.document).is_none() => alternatives,
        false => Vec::new(),
    }
}

/// Returns true for a schema that is a record of several types.
fn is_one_of(cx: &Context<'_>, schema: &Schema<'_>) -> bool {
    !variants(cx, schema).is_empty() || !schema.kinds().is_empty()
}

/// Returns the member that tells the variants, with the variants by its values.
fn tagged<'d>(
    cx: &Context<'d>,
    schema: &Schema<'d>,
    variants: &[At<'d>],
) -> Option<(&'d str, Vec<(String, At<'d>)>)> {
    let known = schema.get("discriminator");
    let named = known.as_ref().and_then(|known| known.text("propertyName"));
    let of_values = |name: &str| -> Option<Vec<(String, At<'d>)>> {
        let (mut seen, mut all) = (HashSet::new(), Vec::new());
        for at in variants {
            let own = cx.schema(at);
            let (_, property) = own.properties().into_iter().find(|(known, _)| *known == name)?;
            let property = cx.schema(&property);
            let values = property.listed().filter(|all| all.len() == 1 || own.required().contains(name))?;
            for value in values {
                let value = value.as_str()?.to_owned();
                if !seen.insert(value.clone()) {
                    return None;
                }
                all.push((value, at.clone()));
            }
        }
        Some(all)
    };
    let of_mapping = |mapping: &At<'d>| {
        let target =
            |(value, of): (&str, At<'d>)| Some((value.to_owned(), mapped(cx.document, of.value.as_str()?)?));
        mapping
            .members_of("mapping")
            .into_iter()
            .map(target)
            .collect::<Option<Vec<_>>>()
            .filter(|all| !all.is_empty())
    };
    let of_names =
        || variants.iter().map(|at| Some((cx.schema(at).name?, at.clone()))).collect::<Option<Vec<_>>>();
    let is_record = |(value, at): &(String, At<'d>)| {
        let own = cx.schema(at);
        let is_object = own.kind() == Some("object") && !own.properties().is_empty();
        value != DISCRIMINATOR && is_object && !is_one_of(cx, &own)
    };
    let found = match named {
        Some(name) => {
            let found = known.as_ref().and_then(of_mapping).or_else(|| of_values(name)).or_else(of_names);
            Some((name, found?))
        }
        None => {
            let first = cx.schema(variants.first()?).properties();
            first.into_iter().find_map(|(name, _)| Some((name, of_values(name)?)))
        }
    };
    found.filter(|(_, all)| all.iter().all(is_record))
}

/// Returns what a value of several types may be.
fn one_of<'d>(cx: &mut Context<'d>, schema: &Schema<'d>, name: &str, at: &At<'d>, used: Use) -> Node {
    let mut node = Node::map();
    let variants = variants(cx, schema);
    if let Some((field, all)) = tagged(cx, schema, &variants) {
        node.set(DISCRIMINATOR, Node::text(field));
        for (value, variant) in all {
            let own = cx.schema(&variant);
            let kind = of_schema(cx, &own, &variant, &format!("{name} {value}"), (0, used));
            node.set(&value, kind);
        }
        return node;
    }
    let mut all = Vec::new();
    for variant in variants {
        let own = cx.schema(&variant);
        let kind = of_schema(cx, &own, &variant, &format!("{name} variant"), (0, used));
        all.push((own.name, kind));
    }
    for kind in schema.kinds() {
        all.push((None, of_kind(cx, schema, at, (Some(kind), name), (0, used))));
    }
    let mut taken = Taken::default();
    taken.take(DISCRIMINATOR);
    let (mut known, any) = (Vec::new(), Node::text("any"));
    for (own, kind) in all {
        // What is any JSON is another value.
        if kind != any && !known.contains(&kind) {
            let own = own.unwrap_or_else(|| word_of(&kind));
            node.set(&taken.word(&own), kind.clone());
            known.push(kind);
        }
    }
    node
}

/// Returns the name of a variant of a type.
fn word_of(kind: &Node) -> String {
    match kind {
        Node::Map(parts) => parts.iter().map(|(name, of)| format!("{name} {}", word_of(of))).collect(),
        Node::Text(kind) if kind == "string" => "text".to_owned(),
        Node::Text(kind) => kind.clone(),
        Node::List(_) | Node::Plain(_) => String::new(),
    }
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
    if is_one_of(cx, schema) {
        return Node::text(record(cx, schema, at, hint, used));
    }
    if is_any(cx, schema, at, used) {
        return Node::text("any");
    }
    let kind = schema.kind().or_else(|| schema.common_kind(cx.document));
    of_kind(cx, schema, at, (kind, hint), (below, used))
}

fn of_kind<'d>(
    cx: &mut Context<'d>,
    schema: &Schema<'d>,
    at: &At<'d>,
    (kind, hint): (Option<&str>, &str),
    (below, used): (usize, Use),
) -> Node {
    let of = |kind: &str, item: Node| Node::Map(vec![(kind.to_owned(), item)]);
    let format = schema.text("format").unwrap_or_default();
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
        Some("object") if !schema.properties().is_empty() => {
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
    let is_several = has_more(cx, schema) && schema.common_kind(cx.document).is_none();
    let is_sent = used == Use::Sent;
    if is_several && !is_sent {
        let message = "it is one of several types; the record keeps the members that it does not name";
        cx.tell(schema.place(), message);
    }
    let is_unnamed = schema.properties().iter().any(|(name, _)| name.is_empty());
    let reason = match () {
        // What all of several types have in common is not all that is sent.
        () if is_sent && is_several => "it is one of several types",
        () if is_sent && is_unnamed => "a member has no name",
        () => return false,
    };
    cx.tell(&at.pointer, format!("{reason}; any JSON is sent, and only the host checks it"));
    true
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
    let is_of_one_use = |property: &At<'_>| {
        let own = cx.schema(property);
        own.flag("readOnly") || own.flag("writeOnly")
    };
    let is_mixed = !properties.is_empty()
        && ((has_more(cx, &schema) && !is_one_of(cx, &schema))
            || properties.iter().any(|(name, property)| name.is_empty() || is_of_one_use(property)));
    let inner = [schema.part("items"), schema.values()].into_iter().flatten();
    let inner = inner.chain(variants(cx, &schema));
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
        let mut record = Node::map();
        record.set(
            "doc",
            doc(schema.own_text("title"), schema.own_text("description"), &format!("The host's {name}.")),
        );
        // What an unnamed schema says is said of the member that has it.
        if let Some(own) = schema.own().filter(|_| schema.name.is_some()) {
            lifetime_in_doc(own, &mut record);
        }
        let is_several = is_one_of(cx, &schema);
        if !is_several && (has_more(cx, &schema) || schema.is_open()) {
            record.set("open", Node::plain(&true));
        }
        own_keys(schema.own(), &mut record);
        match is_several {
            true => {
                record.set("one_of", one_of(cx, &schema, &name, &at, used));
                record.set("other", Node::text("A value that the document does not list."));
            }
            false => record.set("fields", fields(cx, &schema, &name, used)),
        }
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
