//! The template, copied as its reader copies it: it builds without a network, and its command has what a command has.

use std::path::PathBuf;
use std::{env, fs};

use virtual_finance_codegen::Generator;

use crate::copy::{Copy, workspace};

fn copied() -> Copy {
    let copy = Copy::new("template-copy");
    copy.take("template", "");
    let paths = format!("path = \"{}/", workspace().display());
    copy.edit("Cargo.toml", |manifest| manifest.replace("path = \"../", &paths));
    copy.take("Cargo.lock", "Cargo.lock");
    copy
}

#[test]
#[ignore = "compiles much of the workspace again; .ci/run has it"]
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
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.schema.json")).unwrap(),
        fs::read_to_string(workspace().join("spec/endpoints.schema.json")).unwrap(),
        "the build writes the schema for editors"
    );
}

/// Checks the tools for a table: one drafts an entry, the others format, compare and import.
fn the_tools_for_the_table_run(copy: &Copy) {
    let tool = |arguments: &[&str]| copy.cargo(&[&["run", "--example", "table", "--"], arguments].concat());
    let table = fs::read_to_string(copy.0.join("api/api.yaml")).unwrap();
    assert_eq!(tool(&["fmt"]), "");
    assert_eq!(
        fs::read_to_string(copy.0.join("api/api.yaml")).unwrap(),
        table,
        "format the template's table"
    );
    fs::write(copy.0.join("reply.json"), r#"{ "stock": 12 }"#).unwrap();
    tool(&["new", "Stock", "https://api.example.com/stock/{product=7}", "reply.json"]);
    let drafted = fs::read_to_string(copy.0.join("api/api.yaml")).unwrap();
    assert!(drafted.contains("  Stock:\n") && drafted.contains("path: stock/{product}"), "{drafted}");
    fs::write(copy.0.join("api/api.yaml"), &table).unwrap();
    fs::write(copy.0.join("old.yaml"), table.replace("  Offers:", "  Bargains:")).unwrap();
    let changes = tool(&["diff", "old.yaml"]);
    assert!(changes.contains("Bargains") && changes.contains("Offers"), "{changes}");
    let document = r#"{ "openapi": "3.1.0", "servers": [{ "url": "https://shop.example" }], "paths": { "/fruit": { "get": {
        "operationId": "getFruit", "responses": { "200": { "description": "Fruit.", "content": { "text/plain": {} } } } } } } }"#;
    fs::write(copy.0.join("shop.json"), document).unwrap();
    let imported = tool(&["import", "shop.json"]);
    assert!(imported.contains("  GetFruit:\n"), "{imported}");
    public_documents_import(copy);
    fs::write(copy.0.join("api/api.yaml"), table).unwrap();
}

/// Imports public documents, where a folder of them is there, and makes clients of them. `VFAPI_OPENAPI` names the folder.
fn public_documents_import(copy: &Copy) {
    let folder =
        env::var_os("VFAPI_OPENAPI").map_or_else(|| workspace().join("../shared/openapi"), PathBuf::from);
    let Ok(entries) = fs::read_dir(&folder) else {
        eprintln!("skipped: there is no folder {}; VFAPI_OPENAPI names another", folder.display());
        return;
    };
    // The converters of the template, and nothing else.
    let generator = Generator::new("api/api.yaml").schemas(true);
    let converters = generator.converter_names(&copy.0).unwrap();
    let mut asked = Vec::new();
    for path in entries.map(|entry| entry.unwrap().path()) {
        if !path.extension().is_some_and(|end| end == "json" || end == "yaml") {
            continue;
        }
        let table = copy.example("table", &["import", path.to_str().unwrap()]);
        let generated = generator.generate(&table, &converters);
        assert!(generated.is_ok(), "{}: {}", path.display(), generated.unwrap_err());
        let name = path.file_stem().unwrap().to_string_lossy();
        asked.extend(ASKED.iter().find(|(own, _)| *own == name).map(|(_, word)| (table, word)));
    }
    // The client of the template is replaced by that of the document. What was built of the template is not needed any more.
    for (table, word) in asked {
        fs::write(copy.0.join("api/api.yaml"), table).unwrap();
        let help = copy.cargo(&["run", "--", "--help"]);
        assert!(help.contains(word), "{help}");
    }
}

/// Documents that are compiled, each with a word of its client's help.
const ASKED: [(&str, &str); 3] =
    [("petstore3", "get-inventory"), ("train-travel", "create-booking"), ("realworld", "get-articles-feed")];
