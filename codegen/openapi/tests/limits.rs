//! Tests of the limits of bodies in OpenAPI documents: what a table keeps of them, and what is told.

#![expect(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::expect_file;
use serde_json::{Value, json};
use virtual_finance_codegen::Generator;
use virtual_finance_openapi::Import;

/// An invented document whose bodies have limits at every depth.
const BAKERY: &str = include_str!("import/bakery.yaml");

/// Imports a document, whose table the generator accepts.
#[track_caller]
fn import(text: &str) -> Import {
    let generator = Generator::new("t.yaml");
    let import = virtual_finance_openapi::import(&generator, text, "", &[]).unwrap();
    if let Err(error) = generator.generate(&import.table, &[]) {
        panic!("{error}\n{}", import.table);
    }
    import
}

#[test]
fn the_limits_of_a_body_are_kept_or_told() {
    let import = import(BAKERY);
    expect_file!["import/bakery.table.yaml"].assert_eq(&import.table);
    let notes: String = import.notes.iter().map(|note| format!("{note}\n")).collect();
    expect_file!["import/bakery.notes.txt"].assert_eq(&notes);
}

/// Returns the keys of the field of a record in a body, behind its type, and what is told.
#[track_caller]
fn field(schema: &Value) -> String {
    let record = json!({ "type": "object", "properties": { "value": schema }, "required": ["value"] });
    let body = json!({ "type": "object", "properties": { "record": record } });
    let content = json!({ "required": true, "content": { "application/json": { "schema": body } } });
    let document = json!({
        "openapi": "3.1.0",
        "servers": [{ "url": "https://a.example" }],
        "paths": { "/x": { "post": { "operationId": "send", "requestBody": content, "responses": { "204": {} } } } },
    });
    let import = import(&document.to_string());
    let (_, field) = import.table.split_once("      value:\n        doc: The host's 'value'.\n").unwrap();
    let (field, _) = field.split_once("\nendpoints:").unwrap();
    let lines: Vec<&str> = field.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let told: Vec<String> = import.notes.iter().map(|note| note.message.clone()).collect();
    [lines.join(" "), told.join(" ")].join("|").trim_end_matches('|').to_owned()
}

#[test]
fn a_field_of_a_body_has_the_limits_of_its_schema() {
    for (schema, expected) in [
        (json!({ "type": "integer", "minimum": 1, "exclusiveMaximum": 9 }), "type: integer min: 1 max: 8"),
        (json!({ "type": ["number", "null"], "maximum": 0.5 }), "type: number nullable: true max: 0.5"),
        (
            json!({ "type": "number", "multipleOf": 0.01 }),
            "type: number|a table has no 'multipleOf: 0.01'; it is left out",
        ),
        (
            json!({ "type": "string", "minLength": 1, "maxLength": 40, "pattern": "^[a-z]+$" }),
            "type: string pattern: \"[a-z]+\" max_length: 40|a pattern has no 'minLength: 1'; it is left out",
        ),
        (
            json!({ "type": "string", "enum": ["asc", "a+b", "", "wide open"], "maxLength": 9 }),
            "type: string pattern: \"asc|a\\\\+b||wide open\" max_length: 9",
        ),
        (
            json!({ "type": "array", "items": { "type": "string", "enum": ["x.y"] } }),
            "type: list: string pattern: \"x\\\\.y\"",
        ),
        (
            json!({ "type": "string", "minLength": 8, "maxLength": 40 }),
            "type: string pattern: \"[\\\\s\\\\S]{8,}\" max_length: 40",
        ),
        (
            json!({ "type": "array", "items": { "type": "string", "minLength": 1 } }),
            "type: list: string pattern: \"[\\\\s\\\\S]+\"",
        ),
        (
            json!({ "type": "string", "pattern": "^(?!a)" }),
            "type: string|the key is left out: this is not a regular expression: look-around is not supported",
        ),
        (
            json!({ "type": "array", "maxItems": 3, "items": { "type": "integer", "minimum": 0 } }),
            "type: list: integer min: 0 max_length: 3",
        ),
        (
            json!({ "type": "array", "minItems": 1, "uniqueItems": true, "items": { "type": "string", "maxLength": 9 } }),
            "type: list: string|a table has no 'minItems: 1'; it is left out a table has no 'uniqueItems: true'; it is \
             left out an item of a list has no 'maxLength: 9'; it is left out",
        ),
        (
            json!({ "type": "array", "maxItems": 2, "items": { "type": "array", "maxItems": 3, "items": { "type": "number", "maximum": 7 } } }),
            "type: list: list: number max: 7 max_length: 2|a list in a list has no 'maxItems: 3'; it is left out",
        ),
        (
            json!({ "type": "object", "maxProperties": 4, "additionalProperties": { "type": "integer", "minimum": 0 } }),
            "type: map: integer|a table has no 'maxProperties: 4'; it is left out a value of a map has no 'minimum: 0'; it \
             is left out",
        ),
        (
            json!({ "type": "integer", "minimum": 9, "maximum": 1 }),
            "type: integer max: 1|the key is left out: 'min' is 9 and 'max' is 1, so no value is allowed",
        ),
    ] {
        assert_eq!(field(&schema), expected, "{schema}");
    }
}
