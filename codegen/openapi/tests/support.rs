//! Helpers of the tests of the importer: documents of one operation, and tables in few words.

use serde_json::{Value, json};
use virtual_finance_codegen::Generator;
use virtual_finance_openapi::Import;

/// Returns a document with these paths and schemas.
pub(crate) fn document(paths: &Value, schemas: &Value) -> Value {
    json!({
        "openapi": "3.1.0", "servers": [{ "url": "https://a.example" }], "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// Imports a document, whose table the generator accepts.
#[track_caller]
pub(crate) fn import(document: &Value) -> Import {
    let generator = Generator::new("t.yaml");
    let import = virtual_finance_openapi::import(&generator, &document.to_string(), "", &[]).unwrap();
    if let Err(error) = generator.generate(&import.table, &[]) {
        panic!("{error}\n{}", import.table);
    }
    import
}

/// Returns what is told, each by the end of its place.
pub(crate) fn notes(import: &Import) -> Vec<String> {
    let end = |pointer: &str| pointer.rsplit('/').next().unwrap_or_default().to_owned();
    import.notes.iter().map(|note| format!("{}: {}", end(&note.pointer), note.message)).collect()
}

/// Returns a part of a table in few words: JSON without quotes, docs and what most parts have.
pub(crate) fn words(part: &Value) -> String {
    let mut part = part.clone();
    strip(&mut part);
    part.to_string().replace('"', "")
}

fn strip(part: &mut Value) {
    for key in ["doc", "method", "host", "path"] {
        if part[key].is_string()
            && let Some(members) = part.as_object_mut()
        {
            members.shift_remove(key);
        }
    }
    part.as_object_mut().into_iter().flatten().for_each(|(_, part)| strip(part));
}

/// Returns the table of an import.
pub(crate) fn table(import: &Import) -> Value {
    serde_yaml::from_str(&import.table).unwrap()
}

/// Returns the parameters, the records and the enumerations of the table of one operation, and what is told.
pub(crate) fn in_words(import: &Import) -> String {
    let table = table(import);
    let endpoint = table["endpoints"].as_object().unwrap().values().next().unwrap();
    let parts = [&endpoint["params"], &table["records"]].map(words).into_iter();
    let parts = parts.chain(notes(import)).filter(|part| part != "null");
    parts.collect::<Vec<_>>().join("\n")
}

/// Returns a document whose operation sends a body of these media types.
pub(crate) fn sending(content: &Value, schemas: &Value) -> Value {
    let body = json!({ "required": true, "content": content });
    let operation = json!({ "operationId": "send", "requestBody": body, "responses": { "204": {} } });
    document(&json!({ "/x": { "post": operation } }), schemas)
}

/// Returns the table of a body of JSON in words.
#[track_caller]
pub(crate) fn json_body(schema: &Value, schemas: &Value) -> String {
    in_words(&import(&sending(&json!({ "application/json": { "schema": schema } }), schemas)))
}

/// Returns the table of a member of a body of JSON in words.
#[track_caller]
pub(crate) fn member(schema: &Value) -> String {
    json_body(&json!({ "type": "object", "properties": { "size": schema } }), &json!({}))
}

/// Returns the table of a reply of JSON in words.
#[track_caller]
pub(crate) fn json_reply(schema: &Value, schemas: &Value) -> String {
    let replies = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
    let operation = json!({ "operationId": "read", "responses": replies });
    let import = import(&document(&json!({ "/x": { "get": operation } }), schemas));
    let table = table(&import);
    let parts = [&table["endpoints"]["Read"]["response"]["type"], &table["records"]].map(words).into_iter();
    parts.chain(notes(&import)).filter(|part| part != "null").collect::<Vec<_>>().join("\n")
}
