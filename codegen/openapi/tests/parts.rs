//! Parts of documents in files: a part, and below it what becomes of it and what is told (see `tests/cases`).

use serde_json::{Value, json};
use virtual_finance_cases::{Case, check};
use virtual_finance_openapi::ImportOptions;

use crate::support::{document, import, in_words, json_body, notes, sending, table, words};

fn operation(method: &str, operation: &Value, schemas: &Value) -> String {
    in_words(&import(&document(&json!({ "/x": { method: operation } }), schemas)))
}

fn reply(schema: &Value, schemas: &Value) -> String {
    let replies = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
    let operation = json!({ "operationId": "read", "responses": replies });
    let import = import(&document(&json!({ "/x": { "get": operation } }), schemas));
    let table = table(&import);
    let parts = [&table["endpoints"]["Read"]["response"]["type"], &table["records"]].map(words).into_iter();
    parts.chain(notes(&import)).filter(|part| part != "null").collect::<Vec<_>>().join("\n")
}

fn responses(method: &str, responses: &Value) -> String {
    let operation = json!({ method: { "operationId": "read", "responses": responses } });
    let import = import(&document(&json!({ "/x": operation }), &json!({})));
    let (_, reply) = import.table.split_once("    status: ").unwrap();
    let lines: Vec<&str> = reply.lines().map(str::trim).collect();
    [vec![lines.join(" ")], notes(&import)].concat().join("\n")
}

/// Returns the endpoints of paths, a line for each, with what an import is asked for.
fn paths(paths: &Value, options: ImportOptions<'_>) -> String {
    let document = document(paths, &json!({})).to_string();
    let import = match virtual_finance_openapi::import(&document, &options) {
        Ok(import) => import,
        Err(error) => return error.to_string(),
    };
    let table = table(&import);
    let line =
        |(name, of): (&String, &Value)| format!("{name} {} {} {}", of["method"], of["path"], words(of));
    let endpoints = table["endpoints"].as_object().unwrap().iter().map(line);
    let records = Some(&table["records"]).filter(|records| records.is_object()).map(words);
    let lines: Vec<String> = endpoints.chain(records).chain(notes(&import)).collect();
    lines.join("\n").replace('"', "")
}

fn told(_: &str, case: &Case) -> Vec<String> {
    let (first, rest) = case.inputs.split_first().unwrap();
    let (kind, part) = first.split_once(' ').unwrap();
    let part: Value = serde_json::from_str(part).unwrap();
    let schemas = rest.first().map_or_else(|| json!({}), |schemas| serde_json::from_str(schemas).unwrap());
    let object = |name: &str, schema: &Value| json!({ "type": "object", "properties": { name: schema } });
    let told = match kind {
        "body" => json_body(&part, &schemas),
        "content" => {
            let import = import(&sending(&part, &schemas));
            let headers = words(&table(&import)["endpoints"]["Send"]["headers"]);
            in_words(&import) + &format!("\nheaders: {headers}").replace("\nheaders: null", "")
        }
        "field" => json_body(
            &object("record", &json!({ "properties": { "value": part }, "required": ["value"] })),
            &schemas,
        ),
        "member" => json_body(&object("size", &part), &schemas),
        "param" => {
            let param = json!({ "name": "value", "in": "query", "schema": part });
            operation("get", &json!({ "parameters": [param], "responses": { "204": {} } }), &schemas)
        }
        "reply" => reply(&part, &schemas),
        "paths" => paths(&part, ImportOptions::default()),
        "optional" => paths(&part, ImportOptions { optional: true, ..ImportOptions::default() }),
        "include" => {
            let include: Vec<String> = serde_json::from_value(schemas).unwrap();
            paths(&part, ImportOptions { include: &include, ..ImportOptions::default() })
        }
        method => responses(method, &part),
    };
    told.lines().map(str::to_owned).collect()
}

#[test]
fn parts_of_documents_become_parts_of_tables_or_are_told() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/parts"), "", told);
}
