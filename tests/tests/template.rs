//! The template, copied as its reader copies it: it builds without a network, and its command has what a command has.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;

use crate::copy::{Copy, workspace};

/// Returns a copy of the template beside no sources.
fn copied() -> Copy {
    let copy = Copy::new("template-copy");
    copy.take("template", "");
    let paths = format!("path = \"{}/", workspace().display());
    copy.edit("Cargo.toml", |manifest| manifest.replace("path = \"../", &paths));
    copy.take("Cargo.lock", "Cargo.lock");
    copy
}

#[test]
fn a_copy_builds_and_runs() {
    let copy = copied();
    assert_eq!(
        copy.cargo(&["run", "--", "--sample", "product", "7"]),
        "{\"id\":7,\"name\":\"Lamp\",\"price\":19.9}\n"
    );
    assert_eq!(
        copy.cargo(&["run", "--", "--sample", "offers", "--format", "csv"]),
        "product,price\nLamp,9.9\nChair,45.0\n"
    );
    assert!(copy.cargo(&["run", "--", "openapi"]).contains("\"/offers\""));
    copy.cargo(&["run", "--", "docs", "book"]);
    assert!(copy.0.join("book/endpoints/product.md").is_file());
    assert_eq!(
        copy.cargo(&["run", "--example", "tour"]),
        "Lamp costs 19.9\nLamp costs 9.9 today\nChair costs 45 today\n"
    );
    the_tools_for_the_table_run(&copy);
    let schema = workspace().join("template/api/api.schema.json");
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.schema.json")).unwrap(),
        fs::read_to_string(schema).unwrap(),
        "build the template and commit its api.schema.json"
    );
}

/// What an author does to a table of a crate of their own: formats it, compares it, imports one.
fn the_tools_for_the_table_run(copy: &Copy) {
    let tool = |arguments: &[&str]| copy.cargo(&[&["run", "--example", "table", "--"], arguments].concat());
    let table = fs::read_to_string(copy.0.join("api/api.yaml")).unwrap();
    assert_eq!(tool(&["fmt"]), "");
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.yaml")).unwrap(),
        table,
        "format the template's table"
    );
    fs::write(copy.0.join("old.yaml"), table.replace("  Offers:", "  Bargains:")).unwrap();
    let changes = tool(&["diff", "old.yaml"]);
    assert!(changes.contains("Bargains") && changes.contains("Offers"), "{changes}");
    let document = r#"{ "openapi": "3.1.0", "servers": [{ "url": "https://shop.example" }], "paths": { "/fruit": { "get": {
        "operationId": "getFruit", "responses": { "200": { "description": "Fruit.", "content": { "text/plain": {} } } } } } } }"#;
    fs::write(copy.0.join("shop.json"), document).unwrap();
    let imported = tool(&["import", "shop.json"]);
    assert!(imported.contains("  GetFruit:\n"), "{imported}");
    // The converter of texts is written beside it, and the client builds.
    fs::write(copy.0.join("api/api.yaml"), imported).unwrap();
    copy.cargo(&["check", "--bin", "myapi"]);
    fs::write(copy.0.join("api/api.yaml"), table).unwrap();
}
