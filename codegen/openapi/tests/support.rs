//! Helpers of the tests of the importer: documents of one operation, and tables in few words.

use serde_json::{Value, json};
use virtual_finance_codegen::Generator;
use virtual_finance_openapi::{Import, ImportOptions};

pub(crate) fn document(paths: &Value, schemas: &Value) -> Value {
    json!({
        "openapi": "3.1.0", "servers": [{ "url": "https://a.example" }], "paths": paths,
        "components": { "schemas": schemas },
    })
}

/// Imports a document. The generator accepts its table, and warns of nothing that is not used.
#[track_caller]
pub(crate) fn imported(text: &str, prefix: &str) -> Result<Import, String> {
    let generator = Generator::new("t.yaml");
    let options = ImportOptions { prefix, ..ImportOptions::default() };
    let import = virtual_finance_openapi::import(text, &options).map_err(|error| {
        let message = error.to_string();
        assert!(!message.contains("please report"), "{message}");
        message
    })?;
    let generated = generator.generate(&import.table, &[]);
    let generated = generated.unwrap_or_else(|error| panic!("{error}\n{}", import.table));
    let unused = generated.warnings.iter().filter(|warning| warning.code.as_str() == "V120");
    let unused: Vec<String> = unused.map(|one| one.message.clone()).collect();
    assert!(unused.is_empty(), "{unused:?}\n{}", import.table);
    assert_eq!(generator.format(&import.table).unwrap(), import.table, "the table has the usual layout");
    Ok(import)
}

#[track_caller]
pub(crate) fn import(document: &Value) -> Import {
    imported(&document.to_string(), "").unwrap_or_else(|error| panic!("{error}"))
}

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

pub(crate) fn table(import: &Import) -> Value {
    serde_yaml::from_str(&import.table).unwrap()
}

pub(crate) fn in_words(import: &Import) -> String {
    let table = table(import);
    let endpoint = table["endpoints"].as_object().unwrap().values().next().unwrap();
    let parts = [&endpoint["params"], &table["records"]].map(words).into_iter();
    let parts = parts.chain(notes(import)).filter(|part| part != "null");
    parts.collect::<Vec<_>>().join("\n")
}

pub(crate) fn sending(content: &Value, schemas: &Value) -> Value {
    let body = json!({ "required": true, "content": content });
    let operation = json!({ "operationId": "send", "requestBody": body, "responses": { "204": {} } });
    document(&json!({ "/x": { "post": operation } }), schemas)
}

#[track_caller]
pub(crate) fn json_body(schema: &Value, schemas: &Value) -> String {
    in_words(&import(&sending(&json!({ "application/json": { "schema": schema } }), schemas)))
}
