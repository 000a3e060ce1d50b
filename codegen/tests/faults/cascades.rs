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

/// Finds what a table means by a name where the name has another form.
#[test]
fn a_name_of_the_wrong_form_is_told_without_those_who_mean_it() {
    for (from, to, expected) in [
        ("  Crate:\n", "  crate:\n", ["V021"]),
        ("  Plum:\n", "  plum:\n", ["V020"]),
        ("  shop_url:", "  shop-url:", ["V020"]),
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

/// A table without faults, with keys on which its examples and uses depend.
const STALLS: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
records:
  Stall:
    doc: A stall.
    key: name
    open: true
    whole: [size]
    fields:
      name: { doc: Its name., type: string, wire: nm }
      rent: { doc: Its rent., type: number, nullable: true }
  Area: { doc: An area., fields: { x: { doc: Its place., type: integer, min: 1, max: 9 } } }
endpoints:
  StallsOf:
    doc: The stalls.
    host: shop_url
    path: stalls/{town}
    method: GET
    response: { type: { list: Stall }, at: data, echoes: names, skip_unreadable: true, gone: [name=x] }
    params:
      town: { doc: The town., type: string, in: path, required: true }
      names: { doc: The names., type: { list: string, separator: "," }, in: query, required: true, max_length: 9 }
      from: { doc: The first., type: integer, in: query, min: 1, max: 9 }
      to: { doc: The last., type: integer, in: query, after: from }
    examples:
      one:
        doc: One.
        params: { town: Rome, names: [Ann], from: 2, to: 3 }
        url: https://shop.example.com/stalls/Rome?names=Ann&from=2&to=3
        reply: '{ "data": [{ "nm": "Ann", "rent": null }] }'
        response: '[{ "nm": "Ann", "rent": null }]'
  Send:
    doc: Sends an area.
    host: shop_url
    path: areas
    method: PUT
    response: { type: empty }
    params:
      area: { doc: The area., type: Area, in: body, wire: area, required: true }
    examples:
      one:
        doc: One.
        params: { area: '{ "x": 5 }' }
        url: https://shop.example.com/areas
        body: '{ "area": { "x": 5 } }'
  Photo: { doc: A photo., host: shop_url, path: photo, method: GET, raw: bytes }
"#;

#[test]
fn what_depends_on_a_fault_is_not_told() {
    assert_eq!(faults(STALLS), []);
    let mut others = Vec::new();
    for (from, to, expected) in [
        ("at: data,", "at: $.data,", "V113"),
        ("at: data,", "ad: data,", "V010"),
        (
            "response: { type: { list: Stall }, at",
            "raw: yaml\n    response: { type: { list: Stall }, at",
            "V015",
        ),
        ("reply: '{ \"data\": [{ \"nm\": \"Ann\", \"rent\": null }] }'", "reply: { data: [] }", "V013"),
        ("wire: nm }", "name: nm }", "V010"),
        ("nullable: true", "null: true", "V010"),
        ("key: name", "key: [name]", "V013"),
        ("open: true", "open: yes", "V013"),
        ("open: true", "additionalProperties: true", "V010"),
        ("stalls/{town}\n", "stalls\n", "V055"),
        ("min: 1, max: 9 }\n      to", "min: 9, max: 1 }\n      to", "V064"),
        ("max_length: 9", "max_length: 0", "V065"),
        ("after: from", "after: to", "V080"),
        ("type: integer, min: 1, max: 9", "type: integer, min: 9, max: 1", "V064"),
        ("in: body", "in: bodi", "V015"),
        ("raw: bytes", "raw: pic", "V015"),
        // An example that is at fault itself is told once, too.
        ("\"data\": [{ \"nm\": \"Ann\", \"rent\"", "\"data\": [{ \"nm\": \"Ann\", \"rend\"", "V096"),
    ] {
        assert_eq!(STALLS.matches(from).count(), 1, "{from}");
        let found = faults(&STALLS.replace(from, to));
        let told: Vec<_> = found.iter().map(|fault| (fault.code.as_str(), fault.message.as_str())).collect();
        if !matches!(told.as_slice(), [(code, _)] if *code == expected) {
            others.push((to, expected, format!("{told:?}")));
        }
    }
    assert_eq!(others, []);
}
