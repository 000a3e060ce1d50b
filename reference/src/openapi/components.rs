//! The shared schemas of the OpenAPI document, each under a unique name: enumerations of the table, responses, and
//! the structures within responses.

use std::collections::{BTreeMap, BTreeSet};

use virtual_finance_core::catalogue::{EnumInfo, GrammarInfo, ParamInfo, ParamKind};
use virtual_finance_core::request::EndpointInfo;
use virtual_finance_core::{Map, Value};

use crate::json::{deprecation, joined, object};

/// The schemas so far, in the order of their first use.
pub(super) struct Components {
    schemas: Map<String, Value>,
    /// The schema name of each enumeration and each grammar.
    own_types: BTreeMap<&'static str, String>,
    /// The schema name of each structure within responses, by its own name and its shape.
    parts: BTreeMap<(String, String), String>,
}

/// The name of the schema that every document has.
const ERROR: &str = "Error";

/// The name that converters give their responses.
const RESPONSE: &str = "Response";

/// The path of a part within the schema of a response.
const PART: &str = "#/$defs/";

/// The new name of each part of a schema, by the reference to it.
type Names = BTreeMap<String, String>;

impl Components {
    /// Names the structures within the responses of the endpoints. Responses with the same structure share its schema;
    /// only of structures that differ and have the same name, each has the name of its endpoint before its own.
    pub(super) fn of(endpoints: &[&EndpointInfo]) -> Self {
        let mut found: BTreeMap<String, Vec<(String, &str)>> = BTreeMap::new();
        for info in endpoints {
            for schema in schemas(info) {
                for (part, shape) in shapes(&schema) {
                    let shapes = found.entry(part).or_default();
                    if shapes.iter().all(|(known, _)| *known != shape) {
                        shapes.push((shape, info.name));
                    }
                }
            }
        }
        let responses = endpoints.iter().map(|info| response_name(info.name));
        let fixed = [ERROR, RESPONSE].map(str::to_owned).into_iter().chain(responses);
        let params = endpoints.iter().flat_map(|info| info.params);
        let own_types = params.filter_map(|param| own_type_of(&param.kind)).map(str::to_owned);
        let mut taken: BTreeSet<String> = fixed.chain(own_types).collect();
        let mut parts = BTreeMap::new();
        for (part, shapes) in found {
            let is_alone = shapes.len() == 1 && !taken.contains(&part);
            for (shape, endpoint) in shapes {
                let mut name = if is_alone { part.clone() } else { format!("{endpoint}{part}") };
                while !taken.insert(name.clone()) {
                    name.push('_');
                }
                parts.insert((part.clone(), shape), name);
            }
        }
        Self { schemas: Map::new(), own_types: BTreeMap::new(), parts }
    }

    /// Returns a reference to the schema of an enumeration.
    pub(super) fn enumeration(&mut self, info: &EnumInfo) -> Value {
        self.own_type(info.name, || enumeration(info))
    }

    /// Returns a reference to the schema of a grammar, which no pattern can express.
    pub(super) fn grammar(&mut self, info: &GrammarInfo) -> Value {
        let schema = || [("description", Some(info.doc.trim().into())), ("type", Some("string".into()))];
        self.own_type(info.name, || object(schema()))
    }

    fn own_type(&mut self, name: &'static str, schema: impl FnOnce() -> Value) -> Value {
        let name = match self.own_types.get(name) {
            Some(name) => name.clone(),
            None => {
                let reserved = self.reserve(name.to_owned());
                self.schemas.insert(reserved.clone(), schema());
                self.own_types.insert(name, reserved.clone());
                reserved
            }
        };
        // The type beside the reference is for readers that check a default without following it.
        object([("$ref", Some(path(&name).into())), ("type", Some("string".into()))])
    }

    /// Returns a reference to the schema of an endpoint's response; of a declared record, to the record's schema.
    pub(super) fn response(&mut self, endpoint: &str, schema: Value) -> Value {
        let names = self.names(&schema);
        let (mut schema, parts) = split_definitions(schema);
        rename(&mut schema, &names);
        if is_reference(&schema) {
            self.fill(parts, &names);
            return schema;
        }
        let name = self.reserve(response_name(endpoint));
        self.schemas.insert(name.clone(), schema);
        self.fill(parts, &names);
        object([("$ref", Some(path(&name).into()))])
    }

    /// Returns a schema that stands in the document itself, whose parts are shared ones.
    pub(super) fn inline(&mut self, schema: Value) -> Value {
        let names = self.names(&schema);
        let (mut schema, parts) = split_definitions(schema);
        rename(&mut schema, &names);
        self.fill(parts, &names);
        schema
    }

    /// Returns all schemas, with the schema of errors.
    pub(super) fn into_schemas(mut self, error: Value) -> Value {
        self.schemas.insert(ERROR.to_owned(), error);
        Value::Object(self.schemas)
    }

    /// Returns the schema names of the parts of a response.
    fn names(&self, schema: &Value) -> Names {
        let name = |(part, shape): (String, String)| {
            let reference = format!("{PART}{part}");
            Some((reference, self.parts.get(&(part, shape))?.clone()))
        };
        shapes(schema).into_iter().filter_map(name).collect()
    }

    /// Returns the name, made unique if it is taken.
    fn reserve(&mut self, mut name: String) -> String {
        while name == ERROR || self.schemas.contains_key(&name) {
            name.push('_');
        }
        self.schemas.insert(name.clone(), Value::Null);
        name
    }

    /// Adds the parts that no response before had.
    fn fill(&mut self, parts: Map<String, Value>, names: &Names) {
        for (part, mut schema) in parts {
            let Some(name) = names.get(&format!("{PART}{part}")) else { continue };
            if !self.schemas.contains_key(name) {
                rename(&mut schema, names);
                self.schemas.insert(name.clone(), schema);
            }
        }
    }
}

/// Returns the schemas of an endpoint: of its response, of the host's statuses, and of what it sends.
fn schemas(info: &EndpointInfo) -> impl Iterator<Item = Value> {
    let statuses = info.statuses.iter().filter_map(|status| status.schema);
    let sent = info.params.iter().filter_map(ParamInfo::json_schema);
    info.response_schema().into_iter().chain(statuses.map(|schema| schema())).chain(sent)
}

/// Returns the name of the enumeration or the grammar of a parameter, if it has one.
fn own_type_of(kind: &ParamKind) -> Option<&'static str> {
    match kind {
        ParamKind::Enum(info) => Some(info.name),
        ParamKind::Grammar(info) => Some(info.name),
        ParamKind::List { item, .. } => own_type_of(item),
        _ => None,
    }
}

fn response_name(endpoint: &str) -> String {
    format!("{endpoint}{RESPONSE}")
}

/// Returns the parts of a schema, each with its shape: its text and the texts of all parts that it leads to.
fn shapes(schema: &Value) -> Vec<(String, String)> {
    let Some(parts) = schema.get("$defs").and_then(Value::as_object) else { return Vec::new() };
    let shape = |part: &String| {
        let mut reached = BTreeMap::new();
        let mut next = vec![part.as_str()];
        while let Some(part) = next.pop() {
            if let Some(schema) = parts.get(part).filter(|_| !reached.contains_key(part)) {
                reached.insert(part, schema.to_string());
                references(schema, &mut next);
            }
        }
        format!("{reached:?}")
    };
    parts.keys().map(|part| (part.clone(), shape(part))).collect()
}

/// Adds the names of the parts that a schema refers to.
fn references<'s>(schema: &'s Value, found: &mut Vec<&'s str>) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str);
            found.extend(target.and_then(|target| target.strip_prefix(PART)));
            members.values().for_each(|member| references(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references(item, found)),
        _ => {}
    }
}

/// Returns a schema without what is about the document that it was, and its parts.
fn split_definitions(mut schema: Value) -> (Value, Map<String, Value>) {
    let mut parts = Map::new();
    if let Some(members) = schema.as_object_mut() {
        members.shift_remove("$schema");
        members.shift_remove("title");
        if let Some(Value::Object(found)) = members.shift_remove("$defs") {
            parts = found;
        }
    }
    (schema, parts)
}

/// Returns true for a schema that is a reference and nothing else.
fn is_reference(schema: &Value) -> bool {
    schema.as_object().is_some_and(|members| members.len() == 1 && members.contains_key("$ref"))
}

fn path(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Replaces every reference by one to a shared schema.
fn rename(schema: &mut Value, names: &Names) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).and_then(|path| names.get(path));
            if let Some(name) = target.cloned() {
                members.insert("$ref".to_owned(), path(&name).into());
            }
            if let Some(mapping) = members.get_mut("discriminator").and_then(|of| of.get_mut("mapping")) {
                for target in mapping.as_object_mut().into_iter().flat_map(Map::values_mut) {
                    if let Some(name) = target.as_str().and_then(|target| names.get(target)) {
                        *target = path(name).into();
                    }
                }
            }
            members.values_mut().for_each(|member| rename(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// Returns the values of an enumeration, each with its meaning.
fn enumeration(info: &EnumInfo) -> Value {
    let value = |name: &str, doc: &str, (key, text): (&'static str, String), deprecated: Option<&str>| {
        let members = [
            (key, Some(text.into())),
            ("title", Some(name.into())),
            ("description", Some(doc.trim()).filter(|doc| !doc.is_empty()).map(Into::into)),
        ];
        joined(members, deprecation(deprecated))
    };
    let listed = info.variants.iter().map(|variant| {
        value(variant.name, variant.doc, ("const", variant.wire.to_owned()), variant.deprecated)
    });
    let other = info.other.map(|pattern| {
        let doc = "A value that the table does not list yet, after `other:`.";
        value("Other", doc, ("pattern", format!("^other:(?:{pattern})$")), None)
    });
    object([
        ("description", Some(info.doc.trim().into())),
        ("type", Some("string".into())),
        ("oneOf", Some(listed.chain(other).collect())),
    ])
}
