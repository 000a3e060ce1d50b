//! Enumerations in responses.

use virtual_finance_codegen::Generator;

use super::{TABLE, faults};

/// Returns the table whose endpoint has a record with a field of that type, and an open enumeration besides.
fn table(kind: &str, reply: &str) -> String {
    let records = format!(
        "  Taste: {{ doc: A taste., other: '[a-z]+', variants: {{ Sweet: {{ wire: sweet }} }} }}\nrecords:\n  Basket: {{ doc: B., \
         fields: {{ taste: {{ doc: T., type: {kind} }} }} }}\nendpoints:"
    );
    let example = format!(
        "    examples:\n      plums:\n        doc: Plums.\n        params: {{ name: plum }}\n        url: \
         https://shop.example.com/fruit/plum?count=25&colour=green\n        reply: '{{ \"taste\": {reply} }}'\n"
    );
    let declared =
        TABLE.replace("endpoints:", &records).replace("converter: fruit", "response: { type: Basket }");
    format!("{declared}{example}")
}

fn told(table: &str) -> Vec<String> {
    faults(table)
        .iter()
        .map(|fault| format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help))
        .collect()
}

#[test]
fn an_open_enumeration_is_the_type_of_a_field() {
    for (kind, reply) in [
        ("Taste", "\"sweet\""),
        ("Taste", "\"SOUR 1\""),
        ("{ list: Taste }", "[\"sweet\", \"\"]"),
        ("{ map: Taste }", "{ \"plum\": \"sweet\" }"),
    ] {
        let table = table(kind, reply);
        assert_eq!(told(&table), [""; 0], "{kind} {reply}");
        // Nothing else uses it.
        assert_eq!(
            Generator::new("t.yaml").generate(&table, &[]).unwrap_or_else(|error| panic!("{error}")).warnings,
            [],
            "{kind}"
        );
    }
}

#[test]
fn what_is_no_open_enumeration() {
    assert_eq!(
        told(&table("Colour", "\"red\"")),
        [
            "11 V111: no response can be of the type 'Colour'; write 'string', or give the enumeration 'other': hosts add values \
             to what they send"
        ]
    );
    let found = told(&table("Tast", "\"sweet\""));
    assert!(found.iter().any(|fault| fault.ends_with("write 'Taste'")), "{found:?}");
    let found = told(&table("Taste", "5"));
    assert!(found.len() == 1 && found.iter().all(|fault| fault.contains("taste")), "{found:?}");
}
