//! One mistake that stands at several places, or that takes several keys: it is told once.

use super::told;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants: { Red: { wire: red }, Green: { wire: green } }
records:
  Plum: { doc: A plum., fields: { size: { doc: Its size., type: integer }, kinds: { doc: K., type: any, optional: true } } }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    query: [lang=en]
    response: { type: { list: Plum }, at: data }
    params:
      name: { doc: The name., type: string, in: query, required: true }
      kinds: { doc: The kinds., type: { list: string, separator: "," }, in: query }
      ripe: { doc: Ripe., type: Colour, in: query }
      sour: { doc: Sour., type: Colour, in: query }
    choices:
      which:
        doc: Either of them.
        options: { ripe: { doc: R., required: [ripe] }, sour: { doc: S., required: [sour] } }
    examples:
      one:
        doc: One.
        params: { name: a, ripe: red, kinds: [x, z] }
        url: https://shop.example.com/fruit?lang=en&name=a&kinds=x%2Cz&ripe=red
        reply: '{ "data": [{ "size": 1 }] }'
        response: '[{ "size": 1 }]'
      two:
        doc: Two.
        params: { name: b, ripe: green, kinds: [x] }
        url: https://shop.example.com/fruit?lang=en&name=b&kinds=x&ripe=green
        reply: '{ "data": [{ "size": 2 }] }'
        response: '[{ "size": 2 }]'
"#;

/// Checks that the table with each change has one fault, in these words.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    assert_eq!(told(TABLE), [""; 0]);
    for (from, to, expected) in cases {
        assert!(TABLE.contains(from), "{from}");
        assert_eq!(told(&TABLE.replace(from, to)), [*expected], "{from}: {to}");
    }
}

#[test]
fn a_mistake_of_an_endpoint_is_told_at_one_example() {
    check(&[
        (
            "params: { name:",
            "params: { nane:",
            "V033: 'Fruit' has no parameter 'nane'; write 'name'; the same in 1 other example",
        ),
        (
            "[lang=en]",
            "[locale=en]",
            "V092: the request sends 'locale' here, not 'lang'; write \
             'https://shop.example.com/fruit?locale=en&name=a&kinds=x%2Cz&ripe=red'; the same in 1 other example",
        ),
        (
            "    path: fruit\n",
            "    path: fruits\n",
            "V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruits'; the same in 1 \
             other example",
        ),
        (
            "{ size: {",
            "{ girth: {",
            "V096: 'data.0' of the reply has no 'girth', which the record requires; write 'optional: true' at the field, or add \
             it to the reply; the same in 1 other example",
        ),
        (
            ", at: data",
            "",
            "V096: the reply is an object, and the table says a list; write 'at: data' at the response; the same in 1 \
             other example",
        ),
    ]);
}

#[test]
fn a_mistake_at_several_names_is_told_at_the_first() {
    check(&[
        ("{ wire: ", "{ value: ", "V010: 'Red' has no key 'value'; write 'wire'; the same at 1 other name"),
        (
            "Red: { wire: red }, Green: { wire: green }",
            "Red: red, Green: green",
            "V013: 'Red' takes keys of its own, not the string \"red\"; write its keys indented below it: wire; the same at 1 \
             other name",
        ),
        (
            "        params: {",
            "        arguments: {",
            "V010: 'one' has no key 'arguments'; write 'params'; the same at 1 other name",
        ),
        (
            "        reply: ",
            "        answer: ",
            "V010: 'one' has no key 'answer'; write one of doc, now, params, url, body, reply, response; the same at 1 other \
             name",
        ),
        (
            "in: query",
            "place: query",
            "V010: 'name' has no key 'place'; write 'in'; the same at 3 other names",
        ),
    ]);
}

#[test]
fn keys_of_other_formats_are_told_once() {
    let list = "type: { list: string, separator: \",\" }";
    let no_type = "V013: 'type' takes the name of a type, { list: …, separator: … } or { map: … }, not";
    let of_list =
        format!("{no_type} the string \"array\"; write '{list}' in the place of 'type' and 'items'");
    let of_mark =
        format!("{no_type} the string \"list\"; write '{list}' in the place of 'type' and 'separator'");
    let no_key = |key: &str| format!("V010: 'kinds' has no key '{key}'; write it in 'type', like '{list}'");
    let (separator, delimiter) = (no_key("separator"), no_key("delimiter"));
    let of_object =
        format!("{no_type} the string \"object\"; declare a record below 'records', and write its name");
    check(&[
        (list, "type: array, items: string", &of_list),
        (list, "type: array, items: { type: string, enum: [x, z] }, style: form, explode: false", &of_list),
        (list, "type: list, separator: \",\"", &of_mark),
        (list, "type: string, separator: \",\"", &separator),
        (list, "type: string, delimiter: \",\", batch: 5", &delimiter),
        (list, "type: { list: string }, separator: \",\"", &separator),
        (list, "type: object, properties: { x: { type: string } }", &of_object),
        (
            list,
            "type: { map: string, separator: \",\" }",
            &format!("{no_type} keys; write {{ map: … }}, which has no other keys"),
        ),
        (
            "type: any, optional",
            "type: array, items: integer, optional",
            "V013: 'type' takes the name of a type, { list: … } or { map: … }, not the string \"array\"; write 'type: { list: \
             integer }' in the place of 'type' and 'items'",
        ),
        ("        options: {", "        oneOf: {", "V010: 'which' has no key 'oneOf'; write 'options'"),
        (
            "        options: { ripe: { doc: R., required: [ripe] }, sour: { doc: S., required: [sour] } }",
            "        required: true\n        oneOf: [ripe, sour]",
            "V010: 'which' has no key 'oneOf'; write 'options'",
        ),
    ]);
}
