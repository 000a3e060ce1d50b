//! The JSON of examples: values of parameters, bodies and responses are of their types, and agree with each other.

use super::faults;

/// A table whose example sends JSON and gets it.
const ORDER: &str = r#"
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour: { doc: A colour., variants: { Red: { wire: red } } }
records:
  Line:
    doc: A line of an order.
    fields:
      fruit: { doc: F., type: string, pattern: "[a-z]+" }
      count: { doc: C., type: integer, max: 100 }
      note: { doc: N., type: string, optional: true }
      until: { doc: U., type: datetime, optional: true, nullable: true }
  Receipt:
    doc: R.
    key: id
    fields:
      id: { doc: I., type: string }
      paid: { doc: P., type: datetime, wire: paidAt }
      price: { doc: P., type: number, text: true, optional: true }
      lines: { doc: L., type: { list: Line }, optional: true }
endpoints:
  Order:
    doc: Orders fruit.
    host: shop_url
    path: orders
    method: POST
    response: { type: Receipt, at: data, echoes: id }
    params:
      id: { doc: I., type: string, in: body, required: true }
      lines: { doc: L., type: { list: Line }, in: body, required: true, max_length: 2 }
      remark: { doc: R., type: string, in: body, nullable: true, max_length: 5 }
      colour: { doc: C., type: Colour, in: body, wire: wrap.colour, default: red }
      weights: { doc: W., type: { list: number }, in: body }
    examples:
      plums:
        doc: Plums.
        params: { id: "A1", lines: '[{ "fruit": "plum", "count": 2 }]', remark: 'null', weights: [1, 2.5] }
        url: https://shop.example.com/orders
        body: '{ "id": "A1", "lines": [{ "fruit": "plum", "count": 2 }], "remark": null, "wrap": { "colour": "red" }, "weights": [1.0, 2.5] }'
        reply: '{ "data": { "id": "A1", "paidAt": "2024-06-28T12:00:00Z", "price": "5.0", "more": 1 } }'
        response: '{ "id": "A1", "paidAt": 1719576000, "price": 5.0 }'
"#;

/// Returns the faults of the table with one change in its example.
#[track_caller]
fn told(from: &str, to: &str) -> Vec<String> {
    let Some((table, example)) = ORDER.split_once("    examples:") else {
        panic!("the table has an example")
    };
    assert_eq!(example.matches(from).count(), 1, "{from}");
    let table = format!("{table}    examples:{}", example.replacen(from, to, 1));
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one).collect()
}

#[test]
fn what_agrees() {
    assert_eq!(told("Plums.", "Plums."), [""; 0]);
    assert_eq!(told("\"price\": \"5.0\"", "\"price\": 5"), [""; 0]);
    assert_eq!(told("\"price\": \"5.0\"", "\"price\": \"5.0\", \"lines\": null"), [""; 0]);
}

#[test]
fn values_in_json() {
    for (to, expected) in [
        (
            r#"{ "fruit": "plum", "count": 2 }"#,
            "38 V067: the value is an object, and the table says a list; correct the type in the table, or the value",
        ),
        (
            r#"[{ "fruit": "plum", "count": "2" }]"#,
            "38 V067: '0.count' of the value is a string, and the table says 'integer'; correct the type in the table, or the value",
        ),
        (
            r#"[{ "fruit": "plum" }]"#,
            "38 V067: '0' of the value has no 'count', which the record requires; write 'optional: true' at the field, or add it to the value",
        ),
        (
            r#"[{ "fruit": "plum", "count": 2, "cuont": 2 }]"#,
            "38 V067: '0' of the value has 'cuont', which 'Line' has not; write 'count'",
        ),
        (
            r#"[{ "fruit": "plum", "count": 2, "note": null }]"#,
            "38 V067: '0.note' of the value is null, which the field is not; write 'nullable: true' at the field, or another value",
        ),
        (
            r#"[{ "fruit": "plum", "count": 200 }]"#,
            "38 V067: '0.count' of the value breaks a limit: 200 breaks 'max', which is 100; change one of the two",
        ),
        (
            r#"[{ "fruit": "Plum", "count": 2 }]"#,
            "38 V067: '0.fruit' of the value breaks a limit: 'Plum' does not match 'pattern'; change one of the two",
        ),
        (
            r#"[{ "fruit": "plum", "count": 2, "until": "noon" }]"#,
            "38 V067: '0.until' of the value is \"noon\", and the table says 'datetime'; correct the type in the table, or the value",
        ),
    ] {
        assert_eq!(
            told(r#"'[{ "fruit": "plum", "count": 2 }]', remark"#, &format!("'{to}', remark")),
            [expected],
            "{to}"
        );
    }
    let three = r#"'[{ "fruit": "a", "count": 1 }, { "fruit": "b", "count": 1 }, { "fruit": "c", "count": 1 }]', remark"#;
    assert_eq!(
        told(r#"'[{ "fruit": "plum", "count": 2 }]', remark"#, three),
        ["38 V067: the value has 3 values, and 'max_length' is 2; change one of the two"]
    );
    assert_eq!(
        told("remark: 'null'", "remark: longer"),
        [
            "38 V067: the value breaks a limit: 'longer' has 6 characters, and 'max_length' is 5; change one of the two"
        ]
    );
}

#[test]
fn bodies() {
    const SENT: &str = r#"{"id":"A1","lines":[{"fruit":"plum","count":2}],"remark":null,"wrap":{"colour":"red"},"weights":[1,2.5]}"#;
    for (from, to, expected) in [
        (
            r#""id": "A1", "lines""#,
            r#""id": "A2", "lines""#,
            "the body differs: id: \"A2\" in the table, \"A1\" came out",
        ),
        (
            r#""count": 2 }], "remark""#,
            r#""count": 3 }], "remark""#,
            "the body differs: lines[0].count: 3 in the table, 2 came out",
        ),
        (r#""remark": null, "#, "", "the body differs: remark: nothing in the table, null came out"),
        (
            r#""remark": null"#,
            r#""remrak": null"#,
            "the body differs: remrak: null in the table, nothing came out",
        ),
        (
            r#""colour": "red""#,
            r#""colour": "green""#,
            "the body differs: wrap.colour: \"green\" in the table, \"red\" came out",
        ),
        (r#"[1.0, 2.5]"#, r#"[1.0]"#, "the body differs: weights[1]: nothing in the table, 2.5 came out"),
    ] {
        assert_eq!(
            told(from, to),
            [format!("40 V095: {expected}; write {SENT}, or correct 'params'")],
            "{to}"
        );
    }
    assert_eq!(
        told(
            r#"body: '{ "id": "A1", "lines": [{ "fruit": "plum", "count": 2 }], "remark": null, "wrap": { "colour": "red" }, "weights": [1.0, 2.5] }'"#,
            "body: '[]'"
        ),
        [format!(
            "40 V095: the body differs: [] in the table, {SENT} came out; write {SENT}, or correct 'params'"
        )]
    );
}

#[test]
fn a_form() {
    let told = |body: &str| -> Vec<String> {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Order:
    doc: Orders fruit.
    host: shop_url
    path: orders
    method: POST
    response: {{ type: empty }}
    params:
      fruit: {{ doc: F., type: string, in: form, required: true }}
      count: {{ doc: C., type: integer, in: form, default: 2 }}
    examples:
      plums: {{ doc: P., params: {{ fruit: red plum }}, url: https://shop.example.com/orders, body: {body} }}
"
        );
        faults(&table)
            .iter()
            .map(|fault| format!("{}: {}; {}", fault.code, fault.message, fault.help))
            .collect()
    };
    assert_eq!(told("fruit=red+plum&count=2"), [""; 0]);
    assert_eq!(told("fruit=red%20plum&count=2"), [""; 0]);
    let wrong = "V095: this is not what the parameters of the example send; write 'fruit=red+plum&count=2', or correct 'params'";
    for body in
        ["fruit=plum&count=2", "fruit=red+plum", "fruit=red+plum&count=2&more=1", "fruit=red+plum&count=3"]
    {
        assert_eq!(told(body), [wrong], "{body}");
    }
}

#[test]
fn responses() {
    for (to, expected) in [
        (
            r#"{ "id": "A1", "paidAt": "2024-06-28T12:00:00Z", "price": 5.0 }"#,
            "paidAt: \"2024-06-28T12:00:00Z\" in the table, 1719576000",
        ),
        (r#"{ "id": "A1", "paidAt": 1719576000, "price": "5.0" }"#, "price: \"5.0\" in the table, 5.0"),
        (r#"{ "id": "A1", "paid": 1719576000, "price": 5.0 }"#, "paid: 1719576000 in the table, nothing"),
        (r#"{ "id": "A1", "paidAt": 1719576000, "price": 5.0, "more": 1 }"#, "more: 1 in the table, nothing"),
        (
            r#"{ "id": "A1", "paidAt": 1719576001, "price": 5.0 }"#,
            "paidAt: 1719576001 in the table, 1719576000",
        ),
        (r#"{ "id": "A1", "paidAt": 1719576000, "price": 5.5 }"#, "price: 5.5 in the table, 5.0"),
        (r#"{ "id": "A1", "paidAt": 1719576000 }"#, "price: nothing in the table, 5.0"),
        (
            r#"{ "id": "A1", "paidAt": 1719576000, "price": 5, "lines": [] }"#,
            "lines: [] in the table, nothing",
        ),
        ("[]", r#"[] in the table, {"id":"A1","paidAt":1719576000,"price":5.0}"#),
    ] {
        let from = r#"{ "id": "A1", "paidAt": 1719576000, "price": 5.0 }"#;
        assert_eq!(
            told(from, to),
            [format!("42 V093: the response differs: {expected} came out; correct it, or 'reply'")],
            "{to}"
        );
    }
    assert_eq!(
        told(r#"{ "id": "A1", "paidAt": "2024"#, r#"{ "id": "B1", "paidAt": "2024"#),
        ["41 V096: the reply is about \"B1\"; correct the reply, or 'params'",]
    );
}

#[test]
fn two_examples_of_one_request() {
    let (_, example) = ORDER.split_once("    examples:\n").unwrap();
    let second = example.replacen("plums:", "pears:", 1);
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    let told = |table: &str| -> Vec<String> { faults(table).iter().map(one).collect() };
    assert_eq!(
        told(&format!("{ORDER}{second}")),
        ["43 V091: 'pears' is the request of 'plums'; give it other 'params', or remove one of the two"]
    );
    let other = second.replacen("2.5] }", "3] }", 1).replacen("2.5] }'", "3] }'", 1);
    assert_eq!(told(&format!("{ORDER}{other}")), [""; 0]);
}

#[test]
fn a_member_under_another_name_is_named() {
    for (from, to, expected) in [
        (
            r#""paidAt": "2024-06-28T12:00:00Z""#,
            r#""paidat": "2024-06-28T12:00:00Z""#,
            "41 V096: 'data' of the reply has no 'paidAt', which the record requires; write 'wire: paidat' at the field, or correct the reply",
        ),
        (
            r#"'[{ "fruit": "plum", "count": 2 }]', remark"#,
            r#"'[{ "fruit": "plum", "cont": 2 }]', remark"#,
            "38 V067: '0' of the value has no 'count', which the record requires; write 'count' in the place of 'cont'",
        ),
        (
            r#""paidAt": "2024-06-28T12:00:00Z""#,
            r#""paidAt": 1719576000000"#,
            "41 V096: 'data.paidAt' of the reply is beyond all times in seconds; write 'type: integer' with its unit, or seconds",
        ),
    ] {
        assert_eq!(told(from, to).first().map(String::as_str), Some(expected), "{to}");
    }
}

#[test]
fn more_items_than_a_list_may_have() {
    let told = |most: i64| {
        let table = format!(
            "\
hosts: {{ shop_url: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Names:
    doc: Names.
    host: shop_url
    path: names
    method: GET
    response: {{ type: {{ list: string }}, max_items: {most} }}
    examples:
      two: {{ doc: P., url: https://shop.example.com/names, reply: '[\"a\", \"b\"]' }}
"
        );
        faults(&table).iter().map(|fault| format!("{}: {}", fault.code, fault.message)).collect::<Vec<_>>()
    };
    assert_eq!(told(2), [""; 0]);
    assert_eq!(told(1), ["V096: the reply has 2 items, and 'max_items' is 1"]);
}
