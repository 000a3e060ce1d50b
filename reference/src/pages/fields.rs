//! The fields of a response as a table, from its JSON Schema: dotted paths, types, meaning. A structure that
//! occurs again is not repeated; its row refers to the first one.

use std::collections::BTreeMap;

use virtual_finance_core::Value;

use crate::pages::markdown::{code, table};

/// Returns the doc of the response and the table of its fields; fields of a list's items begin with `[]`.
pub(super) fn fields(schema: &Value) -> String {
    let mut walk = Walk { root: schema, seen: BTreeMap::new(), rows: Vec::new() };
    let (inner, list) = walk.innermost(schema);
    let (target, name) = walk.resolved(inner);
    walk.seen.extend(name.map(|name| (name, if list.is_empty() { ROOT.to_owned() } else { list.clone() })));
    walk.members(target, &list);
    let mut doc = walk.meaning(schema);
    if walk.rows.is_empty() {
        doc = format!("{doc} The type is {}.", walk.kind(schema));
    } else if !list.is_empty() {
        doc = format!("{doc} A list, whose items have these fields. {}", walk.meaning(inner));
    }
    let doc = doc.trim();
    if walk.rows.is_empty() {
        return format!("{doc}\n");
    }
    let rows = table(["field", "type", "", "meaning"], walk.rows);
    format!("{doc}\n\n{rows}").trim_start().to_owned()
}

/// The path of a response that contains itself.
const ROOT: &str = ".";

struct Walk<'a> {
    root: &'a Value,
    /// The first path of each shared structure.
    seen: BTreeMap<&'a str, String>,
    rows: Vec<[String; 4]>,
}

impl<'a> Walk<'a> {
    /// Adds a row for each member of an object, and rows for the parts of the member.
    fn members(&mut self, object: &'a Value, path: &str) {
        self.named_members(object, path, &texts(object.get("required")));
        let parts: Vec<&Value> = several(object).collect();
        let of_part = |part: &&'a Value| {
            [*part, self.resolved(part).0].iter().flat_map(|part| texts(part.get("required"))).collect()
        };
        let all: Vec<Vec<&str>> = parts.iter().map(of_part).collect();
        let mut required = all.first().cloned().unwrap_or_default();
        required.retain(|name| all.iter().all(|names| names.contains(name)));
        for part in parts {
            self.named_members(self.resolved(part).0, path, &required);
        }
        // A map has a row of its own if its values have members.
        for values in maps(object) {
            if self.resolved(values).0.get("properties").is_some() {
                self.field(values, &format!("{path}.*"), "");
            }
        }
    }

    /// Adds a row for each member that has none.
    fn named_members(&mut self, object: &'a Value, path: &str, required: &[&str]) {
        for (name, member) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let separator = if path.is_empty() { "" } else { "." };
            let path = format!("{path}{separator}{name}");
            if self.rows.iter().all(|[known, ..]| *known != code(&path)) {
                let presence = if required.contains(&name.as_str()) { "" } else { "may be absent" };
                self.field(member, &path, presence);
            }
        }
    }

    fn field(&mut self, schema: &'a Value, path: &str, presence: &str) {
        let (inner, suffix) = self.innermost(schema);
        let (target, name) = self.resolved(inner);
        let mut meaning = self.meaning(schema);
        if target.get("additionalProperties").and_then(Value::as_bool) == Some(true) {
            meaning += " Open-ended: it may have other fields.";
        }
        let inner_path = format!("{path}{suffix}");
        let before = name.and_then(|name| self.seen.get(name));
        if let Some(before) = before {
            meaning += &format!(" Like {}.", code(before));
        }
        let again = before.is_some();
        self.rows.push([code(path), self.kind(schema), presence.to_owned(), meaning]);
        if !again {
            self.seen.extend(name.map(|name| (name, inner_path.clone())));
            self.members(target, &inner_path);
        }
    }

    /// Returns the schema within lists, and `[]` for each list.
    fn innermost(&self, schema: &'a Value) -> (&'a Value, String) {
        let (mut schema, mut suffix) = (schema, String::new());
        while let Some(items) = self.resolved(schema).0.get("items") {
            schema = items;
            suffix.push_str("[]");
        }
        (schema, suffix)
    }

    /// Follows a reference, and leaves out the null beside a type. Returns the schema and its name.
    fn resolved(&self, schema: &'a Value) -> (&'a Value, Option<&'a str>) {
        let present = present(schema);
        let reference = present.get("$ref").and_then(Value::as_str);
        let target = reference
            .and_then(|reference| reference.strip_prefix('#'))
            .and_then(|pointer| self.root.pointer(pointer));
        (target.unwrap_or(present), reference)
    }

    /// Returns the doc of the field, or else of its structure.
    fn meaning(&self, schema: &'a Value) -> String {
        let doc = |schema: &'a Value| schema.get("description").and_then(Value::as_str);
        let (target, _) = self.resolved(self.innermost(schema).0);
        let text = doc(schema).or_else(|| doc(self.resolved(schema).0)).unwrap_or_default().trim();
        let of_target = if std::ptr::eq(schema, target) { String::new() } else { deprecation(target) };
        format!("{text}{}{of_target}", deprecation(schema))
    }

    /// Returns the type in words.
    fn kind(&self, schema: &'a Value) -> String {
        let (target, _) = self.resolved(schema);
        let mut kinds: Vec<String> = match target.get("type") {
            Some(Value::String(kind)) => vec![self.named(kind, target)],
            Some(Value::Array(kinds)) => {
                kinds.iter().filter_map(Value::as_str).map(|kind| self.named(kind, target)).collect()
            }
            _ if several(target).next().is_some() => several(target).map(|part| self.kind(part)).collect(),
            _ => vec!["any".to_owned()],
        };
        kinds.dedup();
        let any = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
        let null = any.filter_map(|part| part.get("type")?.as_str()).any(|kind| kind == "null");
        if null {
            kinds.push("null".to_owned());
        }
        kinds.join(" or ")
    }

    fn named(&self, kind: &str, schema: &'a Value) -> String {
        let of = |values: &'a Value| {
            let kind = self.kind(values);
            if kind.contains(" or ") { format!("({kind})") } else { kind }
        };
        match kind {
            "array" if schema.get("prefixItems").is_some() => format!("list of {}", self.tuple(schema)),
            "array" => schema
                .get("items")
                .map_or_else(|| "list".to_owned(), |items| format!("list of {}", of(items))),
            "object" => maps(schema)
                .next()
                .map_or_else(|| kind.to_owned(), |values| format!("object of {}", of(values))),
            _ => kind.to_owned(),
        }
    }

    /// Returns the types of a list of fixed length.
    fn tuple(&self, schema: &'a Value) -> String {
        let items = schema.get("prefixItems").and_then(Value::as_array);
        items.into_iter().flatten().map(|item| self.kind(item)).collect::<Vec<_>>().join(" and ")
    }
}

/// Returns the advice what to use instead of the part of a schema, if it is deprecated.
fn deprecation(schema: &Value) -> String {
    let note = schema.get("x-deprecated").and_then(Value::as_str);
    note.map(|note| format!(" Deprecated: {note}")).unwrap_or_default()
}

/// Returns the one schema beside null, if null is the only other choice.
fn present(schema: &Value) -> &Value {
    let any = schema.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    let mut present = any.filter(|part| part.get("type").is_none_or(|kind| kind != "null"));
    match (present.next(), present.next()) {
        (Some(only), None) => only,
        _ => schema,
    }
}

/// Returns the schemas of which a value has one.
fn several(schema: &Value) -> impl Iterator<Item = &Value> {
    let all = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    all.filter(|part| part.get("type").is_none_or(|kind| kind != "null"))
}

/// Returns the schemas of the values of an object that is a map.
fn maps(object: &Value) -> impl Iterator<Item = &Value> {
    let patterns = object.get("patternProperties").and_then(Value::as_object).into_iter().flatten();
    let others = object.get("additionalProperties").filter(|schema| schema.is_object());
    patterns.map(|(_, schema)| schema).chain(others)
}

fn texts(list: Option<&Value>) -> Vec<&str> {
    list.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}
