//! The schemas that the document shares, each under a name of its own: enumerations of the table,
//! responses, and the structures that responses are made of.

use std::collections::BTreeMap;

use virtual_finance::{EnumInfo, Map, Value};

use crate::json::{named, object};

/// The schemas so far, in the order they were asked for.
#[derive(Default)]
pub(super) struct Components(Vec<(String, Value)>);

/// The name of the schema that every document has.
const ERROR: &str = "Error";

impl Components {
    /// A reference to the schema of an enumeration.
    pub(super) fn enumeration(&mut self, info: &EnumInfo) -> Value {
        if !self.has(info.name) {
            self.0.push((info.name.to_owned(), enumeration(info)));
        }
        reference(info.name)
    }

    /// A reference to the schema of a response. Its parts become schemas with the endpoint's name before
    /// their own.
    pub(super) fn response(&mut self, endpoint: &str, mut schema: Value) -> Value {
        let members = schema.as_object_mut();
        let parts = members.and_then(|members| {
            members.shift_remove("$schema");
            members.shift_remove("title");
            members.shift_remove("$defs")
        });
        let Some(Value::Object(parts)) = parts else {
            return self.add(format!("{endpoint}Response"), schema);
        };
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for part in parts.keys() {
            let taken: Vec<&String> = names.values().collect();
            let name = self.free(format!("{endpoint}{part}"), &taken);
            names.insert(format!("#/$defs/{part}"), name);
        }
        rename(&mut schema, &names);
        let response = self.add(format!("{endpoint}Response"), schema);
        for (part, mut schema) in parts {
            rename(&mut schema, &names);
            if let Some(name) = names.get(&format!("#/$defs/{part}")) {
                self.0.push((name.clone(), schema));
            }
        }
        response
    }

    /// All schemas, and that of errors.
    pub(super) fn into_schemas(self, error: Value) -> Value {
        named(self.0.into_iter().chain([(ERROR.to_owned(), error)]))
    }

    fn add(&mut self, name: String, schema: Value) -> Value {
        let name = self.free(name, &[]);
        let reference = reference(&name);
        self.0.push((name, schema));
        reference
    }

    fn has(&self, name: &str) -> bool {
        name == ERROR || self.0.iter().any(|(other, _)| other == name)
    }

    /// The name, or one made of it that nothing else has.
    fn free(&self, mut name: String, taken: &[&String]) -> String {
        while self.has(&name) || taken.contains(&&name) {
            name.push('_');
        }
        name
    }
}

fn reference(name: &str) -> Value {
    object([("$ref", Some(format!("#/components/schemas/{name}").into()))])
}

/// Lets every reference lead to the shared schemas.
fn rename(schema: &mut Value, names: &BTreeMap<String, String>) {
    match schema {
        Value::Object(members) => {
            let target = members.get("$ref").and_then(Value::as_str).and_then(|path| names.get(path));
            if let Some(name) = target.cloned() {
                members.insert("$ref".to_owned(), format!("#/components/schemas/{name}").into());
            }
            members.values_mut().for_each(|member| rename(member, names));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename(item, names)),
        _ => {}
    }
}

/// The values of an enumeration, each with its meaning.
fn enumeration(info: &EnumInfo) -> Value {
    let value = |name: &str, doc: &str, (key, text): (&str, String)| {
        object([
            (key, Some(text.into())),
            ("title", Some(name.into())),
            ("description", Some(doc.trim().into())),
        ])
    };
    let listed = info
        .variants
        .iter()
        .map(|variant| value(variant.name, variant.doc, ("const", variant.wire.to_owned())));
    let other = info.other.map(|pattern| {
        let doc = "A value that the table does not list yet, after `other:`.";
        value("Other", doc, ("pattern", format!("^other:(?:{pattern})$")))
    });
    let schema = [
        ("description".to_owned(), info.doc.trim().into()),
        ("type".to_owned(), "string".into()),
        ("oneOf".to_owned(), listed.chain(other).collect()),
    ];
    Value::Object(Map::from_iter(schema))
}
