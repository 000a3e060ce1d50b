//! The shared schemas of the OpenAPI document, each under a unique name: enumerations of the table, responses, and
//! the structures within responses.

use std::collections::BTreeMap;

use virtual_finance_core::catalogue::{Availability, EnumInfo, GrammarInfo};
use virtual_finance_core::{Map, Value};

use crate::json::{joined, lifetime, object};

/// The schemas so far, in the order of their first use.
#[derive(Default)]
pub(super) struct Components {
    schemas: Map<String, Value>,
    /// The schema name of each enumeration and each grammar.
    own_types: BTreeMap<&'static str, String>,
}

/// The name of the schema that every document has.
const ERROR: &str = "Error";

/// The new name of each part of a schema, by the reference to it.
type Names = BTreeMap<String, String>;

impl Components {
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

    /// Returns a reference to the schema of a response. Its parts become schemas whose names begin with that of
    /// the endpoint.
    pub(super) fn response(&mut self, endpoint: &str, mut schema: Value) -> Value {
        let mut parts = Map::new();
        if let Some(members) = schema.as_object_mut() {
            members.shift_remove("$schema");
            members.shift_remove("title");
            if let Some(Value::Object(found)) = members.shift_remove("$defs") {
                parts = found;
            }
        }
        let response = self.reserve(format!("{endpoint}Response"));
        let names: Names = parts
            .keys()
            .map(|part| (format!("#/$defs/{part}"), self.reserve(format!("{endpoint}{part}"))))
            .collect();
        self.fill(response.clone(), schema, &names);
        for (part, schema) in parts {
            if let Some(name) = names.get(&format!("#/$defs/{part}")) {
                self.fill(name.clone(), schema, &names);
            }
        }
        object([("$ref", Some(path(&response).into()))])
    }

    /// Returns all schemas and that of errors.
    pub(super) fn into_schemas(mut self, error: Value) -> Value {
        self.schemas.insert(ERROR.to_owned(), error);
        Value::Object(self.schemas)
    }

    /// Returns the name, made unique if it is taken.
    fn reserve(&mut self, mut name: String) -> String {
        while name == ERROR || self.schemas.contains_key(&name) {
            name.push('_');
        }
        self.schemas.insert(name.clone(), Value::Null);
        name
    }

    fn fill(&mut self, name: String, mut schema: Value, names: &Names) {
        rename(&mut schema, names);
        self.schemas.insert(name, schema);
    }
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
            members.values_mut().for_each(|member| rename(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// Returns the values of an enumeration, each with its meaning.
fn enumeration(info: &EnumInfo) -> Value {
    let value = |name: &str, doc: &str, (key, text): (&'static str, String), availability: Availability| {
        let members = [
            (key, Some(text.into())),
            ("title", Some(name.into())),
            ("description", Some(doc.trim().into())),
        ];
        joined(members, lifetime(availability))
    };
    let listed = info.variants.iter().map(|variant| {
        value(variant.name, variant.doc, ("const", variant.wire.to_owned()), variant.availability)
    });
    let other = info.other.map(|pattern| {
        let doc = "A value that the table does not list yet, after `other:`.";
        value("Other", doc, ("pattern", format!("^other:(?:{pattern})$")), Availability::ALWAYS)
    });
    let schema = [
        ("description", Some(info.doc.trim().into())),
        ("type", Some("string".into())),
        ("oneOf", Some(listed.chain(other).collect())),
    ];
    joined(schema, lifetime(info.availability))
}
