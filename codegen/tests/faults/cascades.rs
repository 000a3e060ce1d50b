//! A record that is at fault: nothing more is told about the examples and the documents that show it.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    other: "[a-z]+"
    variants: { Red: { wire: red } }
records:
  Plum:
    doc: A plum.
    fields:
      size: { doc: Its size., type: integer, wire: nr }
      colour: { doc: Its colour., type: Colour }
  Crate:
    doc: A crate.
    fields:
      plums: { doc: Its plums., type: { list: Plum } }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    response: { type: Crate }
    examples:
      one:
        doc: One.
        url: https://shop.example.com/fruit
        reply: '{ "plums": [{ "nr": 5, "colour": "red" }] }'
        response: '{ "plums": [{ "nr": 5, "colour": "red" }] }'
  Asked:
    doc: Fruit.
    host: shop_url
    path: graphql
    method: POST
    graphql: '{ crate { plums { nr colour } } }'
    response: { type: Crate, at: data.crate }
"#;

#[test]
fn a_record_that_is_at_fault_is_told_once() {
    assert_eq!(faults(TABLE), []);
    for (from, to, expected) in [
        ("records:\n", "record:\n", "V010"),
        ("records:\n", "schemas:\n", "V010"),
        ("records:\n", "components:\n", "V010"),
        ("types:\n  C", "enums:\n  C", "V010"),
        ("  Plum:\n", "  Plumb:\n", "V111"),
        ("type: integer, wire: nr", "type: int, wire: nr", "V111"),
        ("type: integer, wire: nr", "type: [integer], wire: nr", "V013"),
        ("type: integer, wire: nr", "type: integer, wired: nr", "V010"),
        ("      size: {", "      Size: {", "V020"),
        (
            "size: { doc: Its size., type: integer, wire: nr }",
            "type: { doc: Its size., type: integer }",
            "V021",
        ),
        ("      colour: {", "      sizeOf: { doc: S., type: integer }\n      colour: {", "V020"),
        ("      colour: {", "      size: { doc: S., type: integer }\n      colour: {", "V012"),
        ("    variants: {", "    variant: {", "V010"),
        ("    fields:\n      plums", "    field:\n      plums", "V010"),
        ("    fields:\n      size", "    properties:\n      size", "V010"),
    ] {
        assert!(TABLE.contains(from), "{from}");
        let found = faults(&TABLE.replacen(from, to, 1));
        let told: Vec<&str> = found.iter().map(|fault| fault.code.as_str()).collect();
        assert!(!told.is_empty() && told.iter().all(|code| *code == expected), "{to:?}: {found:#?}");
    }
}

/// A name that no type can have is not found where it is meant, either.
#[test]
fn a_name_of_the_wrong_form_is_told_with_those_who_mean_it() {
    for (from, to, expected) in [
        ("  Crate:\n", "  crate:\n", ["V021", "V111", "V111"].as_slice()),
        ("  Plum:\n", "  plum:\n", ["V020", "V111"].as_slice()),
    ] {
        let found = faults(&TABLE.replacen(from, to, 1));
        let told: Vec<&str> = found.iter().map(|fault| fault.code.as_str()).collect();
        assert_eq!(told, expected, "{to:?}: {found:#?}");
    }
}

/// A mistake in an example itself is told where the record is right.
#[test]
fn an_example_that_is_at_fault_is_told() {
    let found = faults(&TABLE.replacen(
        "response: '{ \"plums\": [{ \"nr\": 5",
        "response: '{ \"plums\": [{ \"nr\": 6",
        1,
    ));
    let told: Vec<&str> = found.iter().map(|fault| fault.code.as_str()).collect();
    assert_eq!(told, ["V093"]);
}
