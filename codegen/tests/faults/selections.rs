//! Tests of the fields that a document of GraphQL asks for, and of documents that no host takes.

use super::faults;

/// Returns the messages about a table with a document, each with its line.
fn told(document: &str, response: &str, more: &str) -> Vec<String> {
    let table = format!(
        "\
hosts: {{ shop: {{ doc: The shop., default: https://shop.example.com }} }}
records:
  Fruit: {{ doc: F., fields: {{ name: {{ doc: N., type: string }} }} }}
  Rows:
    doc: R.
    fields:
      rows: {{ doc: R., type: {{ list: Fruit }} }}
      next: {{ doc: N., type: string, optional: true }}
endpoints:
  Fruits:
    doc: All fruit.
    host: shop
    path: graphql
    method: POST
    graphql: '{document}'
    response: {{ {response} }}
{more}"
    );
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one).collect()
}

const FRUIT: &str = "type: Fruit, at: data.fruit";

#[test]
fn what_no_host_takes() {
    for (document, expected) in [
        ("{ fruit { } }", "'{' and '}' have no field between them; name a field, or remove the brackets"),
        ("{ }", "'{' and '}' have no field between them; name a field, or remove the brackets"),
        (
            "{ fruit() { name } }",
            "'(' and ')' have nothing between them; write 'name: value', or remove the brackets",
        ),
        (
            "query () { fruit { name } }",
            "'(' and ')' have nothing between them; write '$name: Type' for each variable, or remove them",
        ),
        ("{ fruit(n: 1, n: 2) { name } }", "'n' is given twice; remove one of them"),
        ("{ fruit(a: { n: 1, n: 1 }) { name } }", "'n' is given twice; remove one of them"),
        (
            "{ fruit { name: title name } }",
            "two fields that differ would both be 'name' in the reply; write another name with ':' before one of them",
        ),
        (
            "{ fruit(n: 1) { name } fruit(n: 2) { name } }",
            "two fields that differ would both be 'fruit' in the reply; write another name with ':' before one of them",
        ),
        ("{ fruit(n: ''a'') { name } }", "a text of GraphQL stands in double quotes; write '\"'"),
    ] {
        assert_eq!(told(document, FRUIT, ""), [format!("15 V106: {expected}")], "{document}");
    }
}

#[test]
fn what_hosts_take() {
    for document in [
        "{ fruit { name name } }",
        "{ fruit(a: 1, b: 2) { size } fruit(b: 2, a: 1) { name } }",
        "{ fruit { name @include(if: true) name @include(if: false) name } }",
        "{ fruit(a: {}, b: [{ n: 1 }, { n: 2 }]) { name } }",
        "{ fruit @shown(a: 1, b: []) { name } }",
        "{ fruit { ... on Plum { name: title } ... on Pear { name } } }",
        "{ fruit { ...F } } fragment F on Fruit { ...G size } fragment G on Fruit { name }",
        "{ fruit { ... { ...F } size } } fragment F on Fruit { name }",
    ] {
        assert_eq!(told(document, FRUIT, ""), [""; 0], "{document}");
    }
}

#[test]
fn the_fields_of_fragments_are_asked_for() {
    let requires = "which 'Fruit' requires; ask for it, or write 'optional: true' at the field of the record";
    for document in [
        "{ fruit { ...F } } fragment F on Fruit { title }",
        "{ fruit { ... on Fruit { title } size } }",
        "{ ...F } fragment F on Query { fruit { size } }",
    ] {
        let expected = format!("15 V106: the document does not ask for 'name', {requires}");
        assert_eq!(told(document, FRUIT, ""), [expected], "{document}");
    }
    assert_eq!(
        told("{ fruit { name ...F } } fragment F on Fruit { ...G } fragment G on Fruit { ...F }", FRUIT, "")
            .len(),
        1
    );
}

#[test]
fn the_path_of_the_data_ends_at_what_is_asked_for() {
    let expected = |at: &str| {
        [format!("16 V106: the document does not ask for 'name', which 'Fruit' requires; write 'at: {at}'")]
    };
    assert_eq!(told("{ fruit { name } }", "type: Fruit, at: data", ""), expected("data.fruit"));
    assert_eq!(
        told("{ fruits { rows { name } } }", "type: { list: Fruit }, at: data.fruits", ""),
        expected("data.fruits.rows")
    );
    assert_eq!(
        told("{ size weight }", "type: Fruit, at: data", ""),
        [
            "16 V106: the document does not ask for 'name', which 'Fruit' requires; ask for it, or write 'optional: true' at the field of the record"
        ]
    );
    assert_eq!(told("{ name }", "type: Fruit, at: data", ""), [""; 0]);
}

#[test]
fn the_paths_of_pages_are_asked_for() {
    let told = |fields: &str| {
        let more = "    pages: { items: rows, cursor: { parameter: after, next: data.fruits.next } }
    params: { after: { doc: A., type: string, in: body } }\n";
        let document = format!("query ($after: String) {{ fruits(after: $after) {{ {fields} }} }}");
        told(&document, "type: Rows, at: data.fruits", more)
    };
    assert_eq!(told("rows { name } next"), [""; 0]);
    assert_eq!(told("rows { name } next: after"), [""; 0]);
    assert_eq!(
        told("rows { name }"),
        ["17 V106: the document does not ask for 'next'; ask for it in 'graphql'"]
    );
}
