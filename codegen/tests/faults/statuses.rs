//! Statuses with a meaning of their own, and parts that are deprecated.

use super::{TABLE, faults};

/// Returns the messages about a table, without the pictures.
fn told(table: &str) -> Vec<String> {
    let one_line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(table).iter().map(one_line).collect()
}

/// Returns the table with records and a declared response with more keys.
fn declared(kind: &str, more: &str) -> String {
    let records = "records:\n  Basket: { doc: B., fields: { size: { doc: S., type: integer } } }\nendpoints:";
    let table = TABLE.replace("endpoints:", records);
    table.replace("    converter: fruit\n", &format!("    response: {{ type: {kind}{more} }}\n"))
}

#[test]
fn every_meaning_of_a_status() {
    for (kind, statuses) in [
        (
            "Basket",
            "204: empty, 202: empty, 400: not_found, 403: rate_limited, 4XX: unauthorized, 5XX: Basket, 409: Basket",
        ),
        ("{ list: Basket }", "'409': Basket, 503: Basket"),
        ("empty", "404: not_found"),
        ("Basket", ""),
    ] {
        let found = told(&declared(kind, &format!(", statuses: {{ {statuses} }}")));
        assert_eq!(found, [""; 0], "{statuses}");
    }
}

#[test]
fn statuses_without_a_meaning() {
    for (kind, statuses, expected) in [
        (
            "Basket",
            "200: empty",
            "V114: 200 is the status of a good reply; remove it, or write 'type: empty' if no reply has data",
        ),
        (
            "Basket",
            "304: empty",
            "V114: '304' is not a status that can have a meaning; write one from 200 to 299 for a reply without data, or one from 400 to 599, 4XX or 5XX",
        ),
        (
            "Basket",
            "gone: not_found",
            "V114: 'gone' is not a status that can have a meaning; write one from 200 to 299 for a reply without data, or one from 400 to 599, 4XX or 5XX",
        ),
        (
            "Basket",
            "404: empty",
            "V114: 404 cannot mean 'empty'; write the record that the body is, or not_found, unauthorized or rate_limited",
        ),
        (
            "Basket",
            "5XX: empty",
            "V114: 5XX cannot mean 'empty'; write the record that the body is, or not_found, unauthorized or rate_limited",
        ),
        (
            "Basket",
            "2XX: empty",
            "V114: '2XX' is not a status that can have a meaning; write one from 200 to 299 for a reply without data, or one from 400 to 599, 4XX or 5XX",
        ),
        ("Basket", "204: Basket", "V114: 204 cannot mean 'Basket'; write 'empty'"),
        (
            "Basket",
            "404: missing",
            "V114: 404 cannot mean 'missing'; write one of not_found, unauthorized, rate_limited, empty, Basket",
        ),
        ("Basket", "404: basket", "V114: 404 cannot mean 'basket'; write 'Basket'"),
        (
            "Basket",
            "404: [Basket]",
            "V013: '404' takes a string, not a list; write a string; one that begins with a bracket stands in quotes",
        ),
    ] {
        let found = told(&declared(kind, &format!(", statuses: {{ {statuses} }}")));
        assert_eq!(found, [format!("19 {expected}")], "{statuses}");
    }
    assert_eq!(
        told(&declared("empty", ", at: data")),
        [
            "19 V114: 'at' is about data, and a response of the type 'empty' has none; remove 'at', or write the type of the data"
        ]
    );
}

#[test]
fn requests_values_fields_and_parameters_can_be_deprecated() {
    let mut table = declared("Basket", "");
    for (from, to) in [
        ("{ wire: red", "{ deprecated: Use others., wire: red"),
        ("{ doc: S.", "{ deprecated: Use others., doc: S."),
        ("    doc: Fruit.\n", "    doc: Fruit.\n    deprecated: Use others.\n"),
        ("        doc: How many.\n", "        doc: How many.\n        deprecated: Use others.\n"),
    ] {
        assert!(table.contains(from), "{from}");
        table = table.replace(from, to);
        assert_eq!(told(&table), [""; 0], "{from}");
    }
}

#[test]
fn deprecations_that_say_nothing() {
    let with = |line: &str| TABLE.replace("    doc: Fruit.\n", &format!("    doc: Fruit.\n    {line}\n"));
    for (line, expected) in [
        ("deprecated: ''", "12 V116: nobody is told what to use instead; write it, like 'Use Fruits.'"),
        ("deprecated: ' '", "12 V116: nobody is told what to use instead; write it, like 'Use Fruits.'"),
        (
            "deprecated: true",
            "12 V014: 'deprecated' takes a string, not the bool true; write for example 'deprecated: Use 'count'.'",
        ),
    ] {
        assert_eq!(told(&with(line)), [expected], "{line}");
    }
    let required =
        TABLE.replace("        required: true\n", "        required: true\n        deprecated: Use count.\n");
    assert_eq!(
        told(&required),
        ["24 V116: every request needs 'name', so that nobody can do without it; \
          deprecate the request, or make the parameter optional"]
    );
}
