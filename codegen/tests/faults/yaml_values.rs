//! Values that YAML reads otherwise than they are meant, and fields around a list: each is told once, with what to write.

use super::faults;

/// Follows each piece of advice: the table is right then.
#[test]
fn the_advice_about_a_value_that_yaml_reads_otherwise() {
    const SMALL: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit/{name}
    method: GET
    headers: [\"X-Name={name}\"]
    converter: fruit
    params:
      name: { doc: The name., type: string, in: path, required: true, pattern: \"[A-Z]\" }
      counts: { doc: How many., type: { list: integer }, in: query }
    examples:
      one: { doc: One., params: { name: A, counts: [3, 7] }, url: 'https://shop.example.com/fruit/A?counts=3&counts=7' }
";
    assert_eq!(faults(SMALL), []);
    for (right, wrong, expected) in [
        (
            "fruit/{name}",
            "{name}",
            "7:11 V013: 'path' takes a string, not keys; write a string; one that begins with a bracket stands in quotes",
        ),
        (
            "\"[A-Z]\"",
            "[A-Z]",
            "12:80 V013: 'pattern' takes a string, not a list; write a string; one that begins with a bracket stands in quotes",
        ),
        (
            "host: shop_url",
            "host: [shop_url]",
            "6:11 V013: 'host' takes a string, not a list; write a string; one that begins with a bracket stands in quotes",
        ),
        (
            "{ list: integer }",
            "[integer]",
            "13:39 V013: 'type' takes the name of a type, { list: …, separator: … } or { map: … }, not a list; write 'integer', or { list: integer, separator: \",\" }",
        ),
        (
            "{ doc: The shop., default",
            "{ doc: The shop.,auth, default",
            // A key of the table is one.
            "2:34 V013: 'auth' takes keys of its own, not nothing; write its keys indented below it: type",
        ),
        (
            "[3, 7]",
            "'3,7'",
            "15:52 V066: '3,7' has ',' in it, which stands between values in text; write [3, 7]",
        ),
        (
            "method: GET",
            "method: POST\n    body: 'query { fruit }'",
            "9:11 V020: 'body' is the name of a function, and no body; write 'in: body' at the parameters that are its members, or 'graphql' for a document",
        ),
        (
            "method: GET",
            "method: POST\n    body: '{ \"a\": 1 }'",
            "9:11 V020: 'body' is the name of a function, and no body; write 'in: body' at the parameters that are its members, or 'graphql' for a document",
        ),
        (
            "method: GET",
            "method: POST\n    body: null",
            "9:11 V013: 'body' takes a string, not nothing; write for example 'body: latest_body'",
        ),
        (
            "default: https://shop.example.com",
            "default: shop.example.com",
            "2:40 V034: 'shop.example.com' is not the address of a host; write 'https://shop.example.com'",
        ),
        (", in: query", "", "13:7 V011: 'counts' has no 'in'; add 'in: …', for example 'in: query'"),
        (
            "endpoints:",
            "types: { Colour: { doc: C., other: true, variants: { Red: { wire: r } } } }\nendpoints:",
            "3:36 V014: 'other' takes a string, not the bool true; write for example 'other: \"[A-Z_]{1,64}\"'",
        ),
    ] {
        assert_eq!(SMALL.matches(right).count(), 1, "{right}");
        let found = faults(&SMALL.replace(right, wrong));
        let told: Vec<_> = found
            .iter()
            .map(|fault| {
                format!("{}:{} {}: {}; {}", fault.line, fault.column, fault.code, fault.message, fault.help)
            })
            .collect();
        assert_eq!(told, [expected], "{wrong}");
    }
}

/// The fields that data and unknown names become: one mistake is one message.
#[test]
fn the_fields_of_a_record_around_a_list() {
    let told = |response: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
records:
  Plum: {{ doc: P., key: name, fields: {{ name: {{ doc: N., type: string }} }} }}
  Crate: {{ doc: C., fields: {{ plums: {{ doc: P., type: {{ list: Plum }} }}, missing: {{ doc: M., type: {{ list: string }} }} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    response: {{ {response} }}
    params:
      names: {{ doc: The names., type: {{ list: string }}, in: query, required: true }}
"
        );
        super::told(&table)
    };
    assert_eq!(told("type: Crate, into: plums, unknown: missing, echoes: names"), [""; 0]);
    for (response, expected) in [
        (
            "type: Crate, into: missing, unknown: plums, echoes: names",
            "V140: 'plums' is no list of strings; exchange 'into' and 'unknown'",
        ),
        (
            "type: Crate, into: plumps, unknown: missing, echoes: names",
            "V140: the record has no field 'plumps'; write 'plums'",
        ),
        (
            "type: Crate, into: plums, unknown: mising, echoes: names",
            "V140: the record has no field 'mising'; write 'missing'",
        ),
        (
            "type: Crate, into: plums",
            "V140: nothing gives the record its field 'missing'; write 'unknown: missing' with 'echoes', or remove the field",
        ),
        (
            "type: Crate, unknown: missing, echoes: names",
            "V140: only a response with 'into' and 'echoes' knows what has no item; add 'into', or remove 'unknown'",
        ),
        (
            "type: Crate, into: plums, unknown: missing",
            "V140: only a response with 'into' and 'echoes' knows what has no item; add 'echoes', or remove 'unknown'",
        ),
        (
            "type: empty, empty: not_found",
            "V114: 'empty' is about data, and a response of the type 'empty' has none; remove 'empty', or write the type of the data",
        ),
        (
            "type: empty, echoes: names",
            "V114: 'echoes' is about data, and a response of the type 'empty' has none; remove 'echoes', or write the type of the data",
        ),
    ] {
        assert_eq!(told(response), [expected], "{response}");
    }
}
