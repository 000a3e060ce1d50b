//! Tests that the JSON Schema for editors accepts the tables that the generator accepts, and rejects tables of
//! the wrong shape.

use expect_test::{expect, expect_file};
use serde_json::Value;
use virtual_finance_codegen::table_schema;

use crate::codes::shown;

const TABLE: &str = include_str!("../../spec/endpoints.yaml");
const GOLDEN: &str = include_str!("golden/table.yaml");

/// The codes of faults that a schema sees: keys, types of values, words and names.
const OF_SHAPE: &[&str] = &["V003", "V010", "V011", "V013", "V014", "V015", "V020"];

fn schema() -> Value {
    serde_json::from_str(&table_schema()).unwrap()
}

fn faults(validator: &jsonschema::Validator, table: &str) -> Vec<String> {
    let table: Value = serde_yaml::from_str(table).unwrap();
    validator.iter_errors(&table).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

#[test]
fn it_is_a_schema_of_draft_7() {
    jsonschema::draft7::meta::validate(&schema()).unwrap();
}

#[test]
fn it_accepts_what_the_generator_accepts() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for table in [TABLE, GOLDEN].into_iter().map(str::to_owned).chain(shown().map(|shown| shown.good)) {
        assert_eq!(faults(&validator, &table), Vec::<String>::new(), "{table}");
    }
}

#[test]
fn it_refuses_what_has_the_wrong_shape() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for code in OF_SHAPE {
        let bad = shown().find(|shown| shown.code == *code).unwrap().bad;
        assert_ne!(faults(&validator, &bad), Vec::<String>::new(), "{code}:\n{bad}");
    }
}

#[test]
fn the_table_names_it_in_its_first_line() {
    let first = TABLE.lines().next();
    assert_eq!(first, Some("# yaml-language-server: $schema=endpoints.schema.json"));
}

/// Some of the texts that an editor displays and completes.
#[test]
fn keys_have_their_docs_words_and_examples() {
    let schema = schema();
    let param = "/properties/endpoints/additionalProperties/properties/params/additionalProperties";
    let shown = |pointer: String| format!("{:#}\n", schema.pointer(&pointer).unwrap());
    expect_file!["schema/in.json"].assert_eq(&shown(format!("{param}/properties/in")));
    expect_file!["schema/type.json"].assert_eq(&shown(format!("{param}/properties/type")));
    expect![[r#"
        {
          "pattern": "^[A-Z][A-Za-z0-9]*$"
        }
    "#]]
    .assert_eq(&shown("/properties/types/propertyNames".to_owned()));
}
