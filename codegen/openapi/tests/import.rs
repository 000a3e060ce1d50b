//! Tests of the import of OpenAPI documents: what becomes of their parts, what is told, and that the generator accepts
//! every table that comes out.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::expect_file;
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_openapi::Import;

use crate::support::{self, imported};

/// An invented document with a part of every kind.
const ORCHARD: &str = include_str!("import/orchard.yaml");

/// An invented document whose bodies have limits at every depth.
const BAKERY: &str = include_str!("import/bakery.yaml");

/// The document that most tools show first, in words of our own.
const PETSTORE: &str = include_str!("import/petstore.yaml");

#[track_caller]
fn import(text: &str) -> Result<Import, String> {
    imported(text, "")
}

fn notes(import: &Import) -> String {
    import.notes.iter().map(|note| format!("{note}\n")).collect()
}

#[test]
fn every_part_becomes_what_a_table_says_or_is_told() {
    let import = import(ORCHARD).unwrap();
    expect_file!["import/orchard.table.yaml"].assert_eq(&import.table);
    expect_file!["import/orchard.notes.txt"].assert_eq(&notes(&import));
    assert_eq!(import.endpoints, 6);
}

#[test]
fn the_limits_of_a_body_are_kept_or_told() {
    let import = import(BAKERY).unwrap();
    expect_file!["import/bakery.table.yaml"].assert_eq(&import.table);
    expect_file!["import/bakery.notes.txt"].assert_eq(&notes(&import));
}

#[test]
fn a_document_of_a_dozen_operations_becomes_a_table() {
    let import = import(PETSTORE).unwrap();
    expect_file!["import/petstore.table.yaml"].assert_eq(&import.table);
    expect_file!["import/petstore.notes.txt"].assert_eq(&notes(&import));
    assert_eq!(import.endpoints, 12);
}

#[test]
fn replies_are_read_leniently_unless_the_document_says_otherwise() {
    let replies = |own: Value| {
        let mut document = document(&json!({ "/x": { "get": { "operationId": "read" } } }));
        document["x-table"] = own;
        import(&document.to_string()).unwrap().table.lines().next().unwrap().to_owned()
    };
    assert_eq!(replies(Value::Null), "replies: lenient");
    assert_eq!(replies(json!({ "replies": "lenient" })), "replies: lenient");
    assert_eq!(replies(json!({ "replies": "strict" })), "replies: strict");
    assert_eq!(replies(json!({})), "replies: lenient");
    // That of a table which does not say it.
    let hosts = json!({ "hosts": { "a": { "doc": "A.", "default": "https://a.example" } } });
    assert_eq!(replies(hosts), "hosts:");
}

#[test]
fn what_is_deprecated_stays_so() {
    let old = |more: Value| {
        let mut part = json!({ "deprecated": true, "x-deprecated": "Use  the\nnew one." });
        part.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        part
    };
    let kind = old(
        json!({ "type": "string", "oneOf": [old(json!({ "const": "a", "description": "A." })), { "const": "b" }] }),
    );
    let thing = old(
        json!({ "type": "object", "properties": { "old": old(json!({ "type": "string" })), "bare": { "type": "string", "deprecated": true } } }),
    );
    let mut document = document(&json!({ "/x": { "get": old(json!({
        "parameters": [
            old(json!({ "name": "kind", "in": "query", "schema": { "$ref": "#/components/schemas/Kind" } })),
            old(json!({ "name": "id", "in": "query", "required": true, "schema": { "type": "string" } })),
            { "name": "page", "in": "query", "schema": { "type": "integer" } },
        ],
        "responses": { "200": { "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Thing" } } } } },
    })) } }));
    document["components"] = json!({ "schemas": { "Kind": kind, "Thing": thing } });
    let import = import(&document.to_string()).unwrap();
    expect_file!["import/deprecated.table.yaml"].assert_eq(&import.table);
    assert_eq!(notes(&import), "");
}

/// A key of a response or of a record that the checks refuse is left out alone.
#[test]
fn wrong_keys_of_a_response_cost_no_endpoint() {
    let import_with_keys = |response: Value, record: Value| {
        let schema = json!({
            "type": "object", "x-table": record, "properties": {"name": {"type": "string"}}, "required": ["name"],
        });
        let content = json!({"application/json": {"schema": {"type": "array", "items": schema}}});
        let operation = json!({
            "x-table": {"response": response}, "responses": {"200": {"description": "Things.", "content": content}},
        });
        let document = document(&json!({"/things": {"get": operation}}));
        let import = import(&document.to_string()).unwrap();
        assert_eq!(import.endpoints, 1, "{}", notes(&import));
        (notes(&import), import.table)
    };
    let (told, table) = import_with_keys(json!({"at": "data", "max_items": 5}), json!({"key": "name"}));
    assert_eq!(told, "");
    assert!(["at: data", "max_items: 5", "key: name"].iter().all(|key| table.contains(key)), "{table}");
    for key in [
        json!({"max_items": -1}),
        json!({"at": "a..b"}),
        json!({"empty": true}),
        json!({"gone": "a=b"}),
        json!({"error": 5}),
        json!({"bogus": 1}),
    ] {
        let (told, _) = import_with_keys(key.clone(), json!({}));
        assert!(told.contains("is left out: "), "{key}: {told}");
    }
    for key in [json!({"key": "nope"}), json!({"whole": "name"})] {
        let (told, table) = import_with_keys(json!({}), key.clone());
        assert!(told.contains("is left out: ") && table.contains("records:"), "{key}: {told}");
    }
}

fn document(paths: &Value) -> Value {
    support::document(paths, &json!({}))
}

fn operation(operation: &Value) -> Value {
    document(&json!({ "/x": { "get": operation } }))
}

/// Each error of a path has the text of its line, so that ten thousand of them took gigabytes.
#[test]
fn an_operation_with_ten_thousand_placeholders_is_left_out() {
    let one = json!({ "get": { "parameters": [
        { "name": "a", "in": "path", "required": true, "schema": { "type": "string" } }
    ], "responses": { "200": { "description": "Good." } } } });
    let many: Vec<Value> = (0..10_000)
        .map(|number| json!({ "name": format!("p{number}"), "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let all: String = (0..10_000).map(|number| format!("/{{p{number}}}")).collect();
    let good = json!({ "get": { "responses": { "200": { "description": "Good." } } } });
    let paths = json!({
        "/good": good, "/{a}".repeat(10_000): one, "/long".repeat(10_000): good,
        all: { "get": { "parameters": many, "responses": { "200": { "description": "Good." } } } },
    });
    let import = import(&document(&paths).to_string()).unwrap();
    assert_eq!(import.endpoints, 1);
    let told = "the path has 10000 placeholders; a table has 200 at most, so its endpoints are left out";
    let notes: Vec<&str> = import.notes.iter().map(|note| note.message.as_str()).collect();
    let long = "the path has 50000 bytes; 8192 are read, so its endpoints are left out";
    assert_eq!(notes, [told, long, told]);
}

#[test]
fn a_text_that_is_no_document_of_these_versions_is_refused() {
    let empty = json!({ "openapi": "3.0.0", "paths": {} }).to_string();
    for (text, expected) in [
        ("", "the document is empty; check the file"),
        ("hello", "the document is no OpenAPI document: it has no members; check the file"),
        ("{}", "the document has no 'openapi', so it is no OpenAPI document; check the file"),
        (
            "swagger: \"2.0\"\npaths: {}\n",
            "the document is Swagger 2.0, and OpenAPI 3.0 to 3.2 is read; convert it first, for example with \
             `npx swagger2openapi`",
        ),
        ("openapi: 4.0.0", "the document is OpenAPI 4.0.0, and 3.0 to 3.2 are read; convert it first"),
        (
            "{ \"openapi\": \"3.0.0\"",
            "the document is not JSON: EOF while parsing an object at line 1 column 20; correct it",
        ),
        (empty.as_str(), "the document has no operation that a table can say; check its 'paths'"),
    ] {
        assert_eq!(import(text).unwrap_err(), expected, "{text:?}");
    }
    let large = "x".repeat(33 << 20);
    let expected = "the document has 33 MB, and 32 are read; leave out paths that you do not need";
    assert_eq!(import(&large).unwrap_err(), expected);
}

#[test]
fn names_are_safe_and_unique() {
    let get = |id: &str| json!({ "get": { "operationId": id } });
    let params: Vec<Value> = ["a-b", "a_b", "a.b", "type", "new", "get_x", "1", "ü", "build", "A B", "no"]
        .map(|name| json!({ "name": name, "in": "query", "schema": { "type": "string" } }))
        .into();
    let import = import(
        &document(&json!({
            "/1": get("get things"), "/2": get("getThings"), "/3": get("self"), "/4": get("Option"), "/5": get("types"),
            "/6": get("IntoX"), "/7": get("S1"), "/8": get("ünïcode"), "/9": get("1st"),
            "/10": { "get": { "parameters": params } },
        }))
        .to_string(),
    )
    .unwrap();
    let names: Vec<&str> = import
        .table
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    assert_eq!(
        names,
        [
            "a_url",
            "GetThings",
            "GetThings2",
            "SelfItem",
            "OptionItem",
            "Types",
            "ApiIntoXItem",
            "S1Item",
            "NCode",
            "N1st",
            "Get10"
        ]
    );
    let (_, params) = import.table.split_once("    params:\n").unwrap();
    let names: Vec<&str> = params
        .lines()
        .filter(|line| line.starts_with("      ") && !line.starts_with("       "))
        .map(|line| line.trim().trim_end_matches(':'))
        .collect();
    assert_eq!(
        names,
        ["a_b", "a_b2", "a_b3", "type_", "new_", "the_get_x_", "n1", "unnamed", "build_", "a_b4", "\"no\""]
    );
    assert_eq!(notes(&import), "");
    let prefixed = imported(&operation(&json!({ "operationId": "list" })).to_string(), "Shop").unwrap();
    assert!(
        prefixed.table.contains("\n  ShopList:\n") && prefixed.table.contains("  shop_a_url:\n"),
        "{}",
        prefixed.table
    );
}

#[test]
fn json_and_yaml_of_one_document_give_one_table() {
    let value: Value = serde_yaml::from_str(ORCHARD).unwrap();
    let json = serde_json::to_string_pretty(&value).unwrap();
    let (one, other) = (import(ORCHARD).unwrap(), import(&json).unwrap());
    assert_eq!(one.table, other.table);
    let told = |import: &Import| {
        let mut told: Vec<String> =
            import.notes.iter().map(|note| format!("{}: {}", note.pointer, note.message)).collect();
        told.sort();
        told
    };
    assert_eq!(told(&one), told(&other));
    assert!(other.notes.iter().all(|note| note.line.is_some()));
}

#[test]
fn a_chain_of_schemas_needs_no_stack() {
    let mut schemas = serde_json::Map::new();
    for number in 0..1000 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", number + 1) });
        schemas.insert(format!("S{number}"), json!({ "type": "object", "properties": { "next": next } }));
    }
    let schema = json!({ "$ref": "#/components/schemas/S0" });
    let reply = json!({ "200": { "content": { "application/json": { "schema": schema } } } });
    let mut document = operation(&json!({ "responses": reply }));
    document["components"] = json!({ "schemas": schemas });
    let import = import(&document.to_string()).unwrap();
    assert_eq!(import.table.matches("\n    fields:\n").count(), 1000);
    assert_eq!(import.notes.len(), 1, "the last one refers to nothing");
}

/// Replies and values that the document shows are an example; what does not fit is told.
#[test]
fn examples_are_those_of_the_document_where_they_fit() {
    let operation = |reply: &Value| {
        json!({
            "parameters": [
                { "name": "city", "in": "path", "required": true, "schema": { "type": "string" }, "example": "New York" },
                { "name": "days", "in": "query", "required": true, "schema": { "type": "integer", "minimum": 3 } },
                { "name": "unit", "in": "query", "schema": { "type": "string" }, "example": "C" },
            ],
            "responses": { "200": { "content": { "application/json": {
                "schema": { "type": "object", "required": ["high"], "properties": {
                    "high": { "type": "number" }, "sky": { "type": "string", "example": "clear" },
                } },
                "examples": { "one": { "value": reply } },
            } } } },
        })
    };
    let document = |reply: &Value| {
        json!({ "openapi": "3.1.0", "servers": [{ "url": "https://a.example" }],
            "paths": { "/sky/{city}": { "get": operation(reply) } } })
    };
    let imported = |reply: Value| import(&document(&reply).to_string()).unwrap();

    let shown = imported(json!({ "high": 21.5 }));
    let example = "    examples:
      shown:
        doc: The reply that the document shows.
        params:
          city: New York
          days: 3
        url: https://a.example/sky/New%20York?days=3
        reply: \"{\\\"high\\\":21.5}\"
";
    assert!(shown.table.contains(example), "{}", shown.table);
    assert!(shown.notes.is_empty(), "{:?}", shown.notes);

    let wrong = imported(json!({ "sky": "clear" }));
    assert!(!wrong.table.contains("examples:"), "{}", wrong.table);
    let notes: Vec<_> = wrong.notes.iter().map(ToString::to_string).collect();
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].contains("'shown' is left out: "), "{notes:?}");

    let mut none = document(&json!(null));
    let media = none.pointer_mut("/paths/~1sky~1{city}/get/responses/200/content/application~1json").unwrap();
    media.as_object_mut().unwrap().remove("examples");
    let made = import(&none.to_string()).unwrap();
    assert!(made.table.contains(r#"reply: "{\"high\":1,\"sky\":\"clear\"}""#), "{}", made.table);
}

/// Schemas that combine each other twice have as many parts as paths lead to them.
#[test]
fn combinations_of_combinations_are_bounded() {
    let mut schemas = serde_json::Map::new();
    for number in 0..40 {
        let next = json!({ "$ref": format!("#/components/schemas/S{}", number + 1) });
        schemas.insert(format!("S{number}"), json!({ "allOf": [next, next] }));
    }
    schemas.insert("S40".to_owned(), json!({ "type": "integer" }));
    let param = json!({ "name": "x", "in": "query", "schema": { "$ref": "#/components/schemas/S0" } });
    let mut document = operation(&json!({ "parameters": [param] }));
    document["components"] = json!({ "schemas": schemas });
    let import = import(&document.to_string()).unwrap();
    assert!(
        notes(&import).contains("its references lead to each other without an end"),
        "{}",
        notes(&import)
    );
}

/// Values in the place of others.
fn token() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(null)),
        Just(json!(true)),
        Just(json!(-1)),
        Just(json!(1e300)),
        Just(json!(18_446_744_073_709_551_615_u64)),
        Just(json!([])),
        Just(json!({})),
        Just(json!([null, 1, "a"])),
        Just(json!({ "$ref": "#/paths" })),
        Just(json!({ "$ref": "#/components/schemas/Tree" })),
        Just(json!({ "type": "object", "properties": { "a.b": {}, "": { "type": "integer" } } })),
        Just(json!({ "enum": ["a", "A", "-1", "1", "no", "é", "\u{1}"] })),
        Just(json!({ "type": "string", "format": "date", "default": "yesterday" })),
        Just(json!("")),
        Just(json!("a {b} #c: *d\n\t`e` \u{202e}")),
        Just(json!("```")),
        Just(json!("path")),
        Just(json!("body")),
        Just(json!("Authorization")),
        Just(json!("https://example.com/%7B{x}")),
        "\\PC{0,8}".prop_map(Value::from),
    ]
}

/// Puts a value, or a name, in the place of that with this number.
fn replaced(value: &mut Value, number: &mut usize, token: &Value, is_name: bool) -> bool {
    let step = |value: &mut Value, number: &mut usize| {
        if *number == 0 && !is_name {
            *value = token.clone();
            return true;
        }
        *number = number.wrapping_sub(1);
        replaced(value, number, token, is_name)
    };
    match value {
        Value::Array(items) => items.iter_mut().any(|item| step(item, number)),
        Value::Object(members) => {
            if is_name && *number < members.len() {
                let name = members.keys().nth(*number).unwrap().clone();
                let value = members.shift_remove(&name).unwrap();
                members.insert(token.as_str().unwrap_or("x").to_owned(), value);
                return true;
            }
            *number = number.wrapping_sub(if is_name { members.len() } else { 0 });
            members.iter_mut().any(|(_, member)| step(member, number))
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_refused_or_imported(text in "(?s).{0,120}") {
        let _ = import(&text);
    }

    #[test]
    fn a_document_with_other_values_gives_a_table_that_is_accepted(
        changes in prop::collection::vec((0usize..420, token(), any::<bool>()), 1..6)
    ) {
        let mut value: Value = serde_yaml::from_str(ORCHARD).unwrap();
        for (number, token, is_name) in &changes {
            replaced(&mut value, &mut number.clone(), token, *is_name);
        }
        let _ = import(&value.to_string());
    }
}
