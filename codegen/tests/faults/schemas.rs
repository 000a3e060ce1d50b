//! Types, pairs and replies as other formats write them: the advice is what to write instead.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Unit:
    doc: A unit.
    other: '[a-z]+'
    variants:
      Metre: { wire: m }
records:
  Layer:
    doc: A layer.
    fields:
      name: { doc: Its name., type: string }
      id: { doc: Its number., type: integer, optional: true }
endpoints:
  Layers:
    doc: Layers.
    host: shop_url
    path: layers
    method: GET
    query: [format=full]
    headers: [Accept=application/json]
    response:
      type: { list: Layer }
      at: layers
      statuses:
        409: Layer
    params:
      size: { doc: The size., type: integer, in: query }
    examples:
      one:
        doc: One.
        params: { size: 5 }
        url: https://shop.example.com/layers?format=full&size=5
        reply: '{ \"layers\": [{ \"name\": \"a\" }], \"count\": 1 }'
";

/// Returns the faults of the table with one thing in the place of another: each with its code and its advice.
fn told(right: &str, wrong: &str) -> Vec<String> {
    assert!(TABLE.contains(right), "{right}");
    faults(&TABLE.replacen(right, wrong, 1))
        .iter()
        .map(|fault| format!("{}: {}", fault.code.as_str(), fault.help))
        .collect()
}

#[track_caller]
fn check(right: &str, cases: &[(&str, &str)]) {
    assert_eq!(faults(TABLE), []);
    for (wrong, expected) in cases {
        assert_eq!(told(right, wrong), [*expected], "{wrong}");
    }
}

#[test]
fn a_type_of_another_format_in_a_record() {
    check(
        "type: integer, optional",
        &[
            ("type: uuid, optional", "V111: write 'string'"),
            ("type: uri, optional", "V111: write 'string'"),
            ("type: url, optional", "V111: write 'string'"),
            ("type: email, optional", "V111: write 'string'"),
            ("type: iso_datetime, optional", "V111: write 'datetime'"),
            ("type: timestamp, optional", "V111: write 'datetime'"),
            ("type: date-time, optional", "V111: write 'datetime'"),
            ("type: time, optional", "V111: write 'datetime'"),
            ("type: array, optional", "V111: write { list: … } with the type of the items"),
            ("type: [Unit], optional", "V013: write { list: Unit }"),
            ("type: [string, \"null\"], optional", "V013: write string with 'nullable: true'"),
            ("type: [string, integer], optional", "V013: there is no union of types; write any"),
            ("type: { $ref: '#/components/schemas/Unit' }, optional", "V013: write Unit"),
            ("type: { oneOf: [Unit, Layer] }, optional", "V013: there is no union of types; write any"),
            ("type: { type: array, items: { $ref: Unit } }, optional", "V013: write { list: Unit }"),
        ],
    );
}

#[test]
fn a_type_of_another_format_in_a_response() {
    check(
        "      type: { list: Layer }\n      at: layers\n",
        &[
            ("      type: void\n", "V111: write 'empty'"),
            ("      type: null\n", "V013: write empty"),
            ("      type: array\n", "V111: write { list: … } with the type of the items"),
            ("      type: [Layer]\n      at: layers\n", "V013: write { list: Layer }"),
            ("      type:\n        - Layer\n      at: layers\n", "V013: write { list: Layer }"),
            ("      type: { $ref: Layer }\n", "V013: write Layer"),
            ("      type: { list: Layer }\n", "V096: write 'at: layers' at the response"),
        ],
    );
}

#[test]
fn a_type_of_another_format_of_a_parameter() {
    check(
        "type: integer, in: query",
        &[
            ("type: uuid, in: query", "V031: write 'string'"),
            ("type: email, in: query", "V031: write 'string'"),
            ("type: unit, in: query", "V031: write 'Unit'"),
            ("type: [Unit], in: query", "V013: write { list: Unit }"),
            ("type: { $ref: Unit }, in: query", "V013: write Unit"),
            (
                "type: { oneOf: [Unit, string] }, in: query",
                "V013: there is no union of types; write any in a JSON body, or string",
            ),
        ],
    );
}

#[test]
fn keys_where_strings_are_due() {
    check("409: Layer", &[("409: { type: Layer }", "V013: write 'Layer'")]);
    check("host: shop_url", &[("host: { name: shop_url }", "V013: write 'shop_url'")]);
    check("doc: Layers.", &[("doc: { en: Layers. }", "V013: write 'Layers.'")]);
    check(
        "query: [format=full]",
        &[
            ("query: { format: full }", "V013: write query: [format=full]"),
            ("query: [{ format: full }]", "V013: write 'format=full'"),
        ],
    );
    check(
        "headers: [Accept=application/json]",
        &[(
            "headers: { Accept: application/json, X-A: b }",
            "V013: write headers: [\"Accept=application/json\", X-A=b]",
        )],
    );
}
