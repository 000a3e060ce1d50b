//! Tests of the import of OpenAPI documents: what becomes of their parts, what is told, and that the generator accepts
//! every table that comes out.

#![expect(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use expect_test::expect_file;
use proptest::prelude::*;
use serde_json::{Value, json};
use virtual_finance_codegen::Generator;
use virtual_finance_openapi::Import;

/// An invented document with a part of every kind.
const ORCHARD: &str = include_str!("import/orchard.yaml");

/// The document that most tools show first, in words of our own.
const PETSTORE: &str = include_str!("import/petstore.yaml");

fn generator() -> Generator {
    Generator::new("t.yaml")
}

/// Imports a document. The generator accepts its table, and warns of nothing that is not used.
#[track_caller]
fn import_with(text: &str, prefix: &str) -> Result<Import, String> {
    let import = virtual_finance_openapi::import(&generator(), text, prefix, &[]).map_err(|error| {
        let message = error.to_string();
        assert!(!message.contains("please report"), "{message}");
        message
    })?;
    let generated = generator().generate(&import.table, &[]);
    let generated = generated.unwrap_or_else(|error| panic!("{error}\n{}", import.table));
    let unused = generated.warnings.iter().filter(|warning| warning.code.as_str() == "V120");
    let unused: Vec<String> = unused.map(|one| one.message.clone()).collect();
    assert!(unused.is_empty(), "{unused:?}\n{}", import.table);
    assert_eq!(generator().format(&import.table).unwrap(), import.table, "the table has the usual layout");
    Ok(import)
}

#[track_caller]
fn import(text: &str) -> Result<Import, String> {
    import_with(text, "")
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
fn a_document_of_twenty_operations_becomes_a_table() {
    let import = import(PETSTORE).unwrap();
    expect_file!["import/petstore.table.yaml"].assert_eq(&import.table);
    expect_file!["import/petstore.notes.txt"].assert_eq(&notes(&import));
    assert_eq!(import.endpoints, 20);
}

/// Returns the status, the kind and the response of an operation with these replies, from its status on, and what is
/// told.
#[track_caller]
fn reply(method: &str, responses: &Value) -> String {
    let operation = json!({ method: { "operationId": "read", "responses": responses } });
    let import = import(&document(&json!({ "/x": operation })).to_string()).unwrap();
    let (_, reply) = import.table.split_once("    status: ").unwrap();
    let lines: Vec<&str> = reply.lines().map(str::trim).collect();
    let told: Vec<String> = import.notes.iter().map(|note| note.message.clone()).collect();
    [lines.join(" "), told.join(" ")].join("|").trim_end_matches('|').to_owned()
}

#[test]
fn replies_are_json_bytes_text_or_empty() {
    let body = |media: &str| json!({ "200": { "content": { media: {} } } });
    let binary = json!({ "schema": { "type": "string", "format": "binary" } });
    for media in ["image/png", "application/pdf", "application/octet-stream", "font/woff2", "video/*"] {
        assert_eq!(reply("get", &body(media)), "200 raw: bytes", "{media}");
    }
    for media in [
        "text/csv",
        "Text/HTML; charset=utf-8",
        "application/atom+xml",
        "image/svg+xml",
        "application/x-yaml",
    ] {
        assert_eq!(reply("get", &body(media)), "200 raw: txt response: type: string", "{media}");
    }
    for media in ["application/json", "application/hal+json", "*/*"] {
        assert_eq!(reply("get", &body(media)), "200 raw: json response: type: any", "{media}");
    }
    for (method, responses, expected) in [
        ("get", json!({ "200": { "content": { "*/*": binary } } }), "200 raw: bytes"),
        // A text that may be a file, too, is a text.
        (
            "get",
            json!({ "200": { "content": { "image/png": {}, "text/plain": {} } } }),
            "200 raw: txt response: type: string|the response is read as text/plain, not as image/png",
        ),
        (
            "get",
            json!({ "200": { "content": { "image/png": {}, "application/json": {} } } }),
            "200 raw: json response: type: any|the response is read as application/json, not as image/png",
        ),
        ("delete", json!({ "204": { "description": "Gone." } }), "204 raw: json response: type: empty"),
        ("put", json!({ "200": { "description": "Done." } }), "200 raw: json response: type: empty"),
        ("put", json!({}), "200 raw: txt response: type: string"),
        (
            "get",
            json!({ "default": { "content": { "application/json": {} } } }),
            "200 raw: json response: type: any|no reply has a good status; this one is taken for that of 200",
        ),
    ] {
        assert_eq!(reply(method, &responses), expected, "{method} {responses}");
    }
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
fn statuses_with_a_meaning_are_imported() {
    let content = |schema: Value| json!({ "content": { "application/json": { "schema": schema } } });
    let record = content(json!({ "type": "object", "properties": { "reason": { "type": "string" } } }));
    let replies = json!({
        "200": content(json!({ "type": "integer" })),
        "202": { "description": "Later." },
        "206": content(json!({ "type": "integer" })),
        "404": { "description": "Gone." },
        "409": record,
        "418": content(json!({ "type": "string" })),
        "5XX": record,
        "default": record,
    });
    let expected = "200 raw: json response: type: integer statuses: \"202\": empty \"409\": Read409 \
                    \"5XX\": ReadError \"4XX\": ReadError2|\
                    an endpoint has one status of a good reply, and 206 is another \
                    the body of the error has no record; the error of the client has it as it came";
    assert_eq!(reply("get", &replies), expected);
    // What is the good reply is no error, and a file has no statuses.
    assert_eq!(
        reply("get", &json!({ "default": record })),
        "200 raw: json response: type: ReadResponse|no reply has a good status; this one is taken for that of 200"
    );
    let file = json!({ "200": { "content": { "image/png": {} } }, "4xx": record, "404": { "description": "Gone." } });
    assert_eq!(
        reply("get", &file),
        "200 raw: bytes|the body of the error has no record; the error of the client has it as it came"
    );
}

/// Returns the parameters of an operation with this body, each by its line, and its header.
#[track_caller]
fn body(content: &Value) -> String {
    let operation =
        json!({ "put": { "operationId": "write", "requestBody": { "required": true, "content": content } } });
    let import = import(&document(&json!({ "/x": operation })).to_string()).unwrap();
    assert_eq!(notes(&import), "");
    let table: Value = serde_yaml::from_str(&import.table).unwrap();
    let endpoint = &table["endpoints"]["Write"];
    let params = endpoint["params"].as_object().unwrap().iter().map(|(name, param)| {
        let required = if param["required"] == true { " required" } else { "" };
        format!("{name}: {} in {}{required}", param["type"], param["in"].as_str().unwrap())
    });
    let header = endpoint["headers"].as_array().map(|headers| headers[0].as_str().unwrap().to_owned());
    params.chain(header).collect::<Vec<_>>().join("; ")
}

#[test]
fn bodies_are_forms_with_files_texts_and_files() {
    let schema = |schema: Value| json!({ "schema": schema });
    let file = json!({ "type": "string", "format": "binary" });
    let form = json!({ "type": "object", "required": ["photo"], "properties": {
        "photo": file,
        // A file of 3.1.
        "scan": { "contentMediaType": "image/png" },
        "more": { "type": "array", "items": file },
        "size": { "enum": [1, 2] },
        "about": { "type": "object", "properties": { "title": { "type": "string" } } },
        "base64": { "type": "string", "contentMediaType": "image/png", "contentEncoding": "base64" },
    } });
    let of_form = "photo: \"bytes\" in part required; scan: \"bytes\" in part; more: {\"list\":\"bytes\"} in part; \
                   size: \"Size\" in part; about: \"WriteAbout\" in part; base64: \"string\" in part";
    for (content, expected) in [
        (json!({ "multipart/form-data": schema(form) }), of_form),
        (
            json!({ "text/plain": schema(json!({ "type": "string" })) }),
            "body: \"string\" in content required",
        ),
        (
            json!({ "text/x-markdown": schema(json!({ "type": "string" })) }),
            "body: \"string\" in content required; Content-Type=text/x-markdown",
        ),
        (json!({ "application/octet-stream": {} }), "body: \"bytes\" in content required"),
        (
            json!({ "application/gzip": schema(file) }),
            "body: \"bytes\" in content required; Content-Type=application/gzip",
        ),
        // The caller's file says which of them it is.
        (json!({ "image/png": {}, "image/jpeg": {} }), "body: \"bytes\" in content required"),
        (json!({ "image/*": {} }), "body: \"bytes\" in content required"),
        (json!({ "*/*": schema(json!({})) }), "body: \"any\" in body required"),
        (
            json!({ "application/merge-patch+json": schema(json!({ "type": "object" })) }),
            "body: {\"map\":\"any\"} in body required; Content-Type=application/merge-patch+json",
        ),
    ] {
        assert_eq!(body(&content), expected, "{content}");
    }
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
        assert!(told.contains("the key is left out: "), "{key}: {told}");
    }
    for key in [json!({"key": "nope"}), json!({"whole": "name"})] {
        let (told, table) = import_with_keys(json!({}), key.clone());
        assert!(told.contains("the key is left out: ") && table.contains("records:"), "{key}: {told}");
    }
}

/// Returns a document as JSON with this openapi, whose paths are these.
fn document(paths: &Value) -> Value {
    json!({ "openapi": "3.1.0", "servers": [{ "url": "https://a.example" }], "paths": paths })
}

/// Returns a document with one operation.
fn operation(operation: &Value) -> Value {
    document(&json!({ "/x": { "get": operation } }))
}

/// Returns the table of a document with one parameter in the query, from its name on.
#[track_caller]
fn param(schema: &Value) -> String {
    let param = json!({ "name": "value", "in": "query", "schema": schema });
    let import = import(&operation(&json!({ "parameters": [param] })).to_string()).unwrap();
    let (_, param) = import.table.split_once("      value:\n        doc: The parameter 'value'.\n").unwrap();
    let lines: Vec<&str> = param.lines().map(str::trim).filter(|line| *line != "in: query").collect();
    let told: Vec<String> = import.notes.iter().map(|note| note.message.clone()).collect();
    [lines.join(" "), told.join(" ")].join("|").trim_end_matches('|').to_owned()
}

#[test]
fn schemas_of_parameters_become_types_with_limits() {
    for (schema, expected) in [
        (json!({ "type": "integer", "minimum": 1, "maximum": 9 }), "type: integer min: 1 max: 9"),
        (json!({ "type": "integer", "exclusiveMinimum": 0 }), "type: integer min: 1"),
        (json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true }), "type: integer min: 1"),
        (json!({ "type": ["number", "null"], "maximum": 1.5 }), "type: number max: 1.5"),
        (json!({ "anyOf": [{ "type": "boolean" }, { "type": "null" }] }), "type: boolean"),
        (json!({ "type": "string", "format": "date" }), "type: date"),
        // A table sends epoch seconds, and this is a text.
        (json!({ "type": "string", "format": "date-time" }), "type: string"),
        (json!({ "type": "string", "pattern": "^[a-z]+$" }), "type: string pattern: \"[a-z]+\""),
        (json!({ "type": "string", "pattern": "^(?:a|b)$" }), "type: string pattern: \"a|b\""),
        (
            json!({ "type": "string", "pattern": "a|b" }),
            "type: string pattern: \"[\\\\s\\\\S]*(?:a|b)[\\\\s\\\\S]*\"",
        ),
        (json!({ "type": "string", "pattern": "^ab" }), "type: string pattern: \"ab[\\\\s\\\\S]*\""),
        (
            json!({ "type": "string", "pattern": "^(?=a)b$" }),
            "type: string|the key is left out: this is not a regular expression: look-around is not supported",
        ),
        (
            json!({ "type": "string", "pattern": "^a|b$" }),
            "type: string|the pattern has alternatives beside its anchors; it is left out",
        ),
        (json!({}), "type: string"),
        (json!({ "type": "array", "items": { "type": "number" } }), "type: list: number"),
        (
            json!({ "oneOf": [{ "type": "integer" }, { "type": "boolean" }] }),
            "type: string|it is one of several types; the table has a string",
        ),
        (json!({ "allOf": [{ "type": "integer" }, { "minimum": 3 }] }), "type: integer min: 3"),
    ] {
        assert_eq!(param(&schema), expected, "{schema}");
    }
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
            "the document is Swagger 2.0, and OpenAPI 3.0 and 3.1 are read; convert it first, for example with \
             `npx swagger2openapi`",
        ),
        ("openapi: 4.0.0", "the document is OpenAPI 4.0.0, and 3.0 and 3.1 are read; convert it first"),
        (
            "{ \"openapi\": \"3.0.0\"",
            "the document is not JSON: EOF while parsing an object at line 1 column 20; correct it",
        ),
        (
            empty.as_str(),
            "the document has no operation that a table can say (1: #: there is no server; write the address of the API \
             into 'default' of the host, now https://api.example.invalid); check its 'paths'",
        ),
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
            "TypesItem",
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
    let prefixed = import_with(&operation(&json!({ "operationId": "list" })).to_string(), "Shop").unwrap();
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
