//! Tests of schemas: what is shared, what is one of several types, and what lists its values.

use serde_json::{Value, json};

use crate::support::{document, import, in_words, notes, sending, table};

#[test]
fn what_the_host_takes_for_an_absent_value_is_said_and_never_sent() {
    let member = |name: &str, schema: Value| json!({ "name": name, "in": "query", "schema": schema });
    let properties = json!({
        "hidden": { "type": "boolean", "default": false },
        "inner": { "type": "object", "properties": { "depth": { "type": "integer", "default": 3 } } },
    });
    let operation = json!({ "patch": {
        "operationId": "change",
        "parameters": [
            member("color", json!({ "type": "string", "default": "red", "description": "The color. One word." })),
            member("size", json!({ "type": "integer", "default": 5, "description": "The size.\n\nIn metres." })),
            member("kinds", json!({ "type": "array", "items": { "type": "string" }, "default": ["a"] })),
            member("said", json!({ "type": "integer", "default": 7, "description": "Defaults to 7" })),
            member("title", json!({ "type": "string", "default": "", "description": "A title" })),
            { "name": "id", "in": "query", "required": true, "schema": { "type": "integer", "default": 1 } },
        ],
        "requestBody": { "content": { "application/json": { "schema": { "properties": properties } } } },
        "responses": { "204": {} },
    } });
    let import = import(&document(&json!({ "/x": operation }), &json!({})));
    assert!(
        !import.table.contains("default: \"") && !import.table.contains("default: r"),
        "{}",
        import.table
    );
    assert_eq!(notes(&import), Vec::<String>::new());
    let table = table(&import);
    let params = table["endpoints"]["Change"]["params"].as_object().unwrap();
    let docs: Vec<&str> = params.values().map(|param| param["doc"].as_str().unwrap()).collect();
    assert_eq!(
        docs,
        [
            "The color. One word. By default `red`.",
            "The size.\n\nIn metres.\n\nBy default `5`.\n",
            "The parameter 'kinds'. By default `[\"a\"]`.",
            "Defaults to 7",
            "A title. By default `\"\"`.",
            "The parameter 'id'.",
            "The parameter 'hidden'. By default `false`.",
            "The parameter 'inner'.",
        ]
    );
    assert!(params.values().all(|param| param["default"].is_null()), "{table}");
    let depth = &table["records"]["ChangeInner"]["fields"]["depth"];
    assert_eq!(depth["doc"], "The host's 'depth'. By default `3`.");
}

/// Checks that keys beside a reference say something of that use alone.
#[test]
fn a_use_of_a_schema_leaves_others_as_they_are() {
    let schemas = json!({ "Tool": {
        "type": "object", "description": "A tool.",
        "properties": { "name": { "type": "string" }, "price": { "type": "integer" } },
    } });
    let tool = json!({ "$ref": "#/components/schemas/Tool" });
    let body = json!({ "type": "object", "properties": {
        "first": { "allOf": [tool], "required": ["name"], "description": "The first." },
        "open": { "$ref": "#/components/schemas/Tool", "additionalProperties": true },
        "plain": { "$ref": "#/components/schemas/Tool", "description": "The plain one." },
    } });
    let import = import(&sending(&json!({ "application/json": { "schema": body } }), &schemas));
    let table = table(&import);
    assert_eq!(table["records"]["Tool"]["doc"], "A tool.");
    assert_eq!(table["endpoints"]["Send"]["params"]["plain"]["doc"], "The plain one.");
}

#[test]
fn values_of_several_kinds_are_texts_in_a_query() {
    let param = json!({ "name": "size", "in": "query", "schema": { "enum": [1, "max", true, null] } });
    let operation = json!({ "parameters": [param], "responses": { "204": {} } });
    let import = import(&document(&json!({ "/x": { "get": operation } }), &json!({})));
    assert_eq!(in_words(&import), "{size:{type:Size,in:query}}");
    let wires: Vec<Value> = table(&import)["types"]["Size"]["variants"]
        .as_object()
        .unwrap()
        .values()
        .map(|value| value["wire"].clone())
        .collect();
    assert_eq!(wires, ["1", "max", "true"]);
}
