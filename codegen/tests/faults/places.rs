//! Tests of values that the place of a parameter does not take, and of replies that are errors.

use super::faults;

/// Returns the messages about a table with one request, each with its line.
fn told(keys: &str, param: &str, example: &str) -> Vec<String> {
    let table = format!(
        "\
hosts: {{ shop: {{ doc: The shop., default: https://shop.example.com }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop
    method: PUT
{keys}
    params:
      name: {{ doc: The name., {param} }}
{example}"
    );
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one).collect()
}

const EMPTY: &str = "    path: fruit\n    response: { type: empty }";

fn example(value: &str, url: &str) -> String {
    format!(
        "    examples:\n      one:\n        doc: One.\n        params: {{ name: {value} }}\n        url: https://shop.example.com/{url}\n"
    )
}

#[test]
fn values_of_examples_that_a_header_or_a_path_does_not_take() {
    let header =
        |value: &str| told(EMPTY, "type: string, in: header, wire: X-Name", &example(value, "fruit"));
    assert_eq!(header("plum 5"), [""; 0]);
    assert_eq!(
        header("größe"),
        [
            "14 V102: 'größe' cannot be the value of a header; write visible characters of ASCII, without blanks at the ends"
        ]
    );
    assert_eq!(header("' a'").len(), 1);
    let keys = "    path: fruit/{name}\n    response: { type: empty }";
    let path = |value: &str| {
        told(keys, "type: string, in: path, required: true", &example(value, &format!("fruit/{value}")))
    };
    assert_eq!(path("..."), [""; 0]);
    assert_eq!(path(".."), ["14 V039: '..' as a segment means another path; write another value"]);
}

#[test]
fn headers_of_other_types() {
    for (param, expected) in [
        (
            "type: datetime, in: header, wire: If-Unmodified-Since",
            "10 V102: the value of the header 'If-Unmodified-Since' is a text like Fri, 28 Jun 2024 12:00:00 GMT; write 'type: string'",
        ),
        (
            "type: integer, in: header, wire: If-Match",
            "10 V102: the value of the header 'If-Match' is a text like \"5d8c72\"; write 'type: string'",
        ),
        (
            "type: { list: string, separator: \"\\n\" }, in: header, wire: X-Names",
            "10 V102: '\\n' cannot stand in the value of a header; write \",\" or what the host takes",
        ),
    ] {
        assert_eq!(told(EMPTY, param, ""), [expected], "{param}");
    }
    for param in [
        "type: string, in: header, wire: If-Match",
        "type: { list: string, separator: \", \" }, in: header, wire: If-Match",
        "type: datetime, in: header, wire: X-Since",
    ] {
        assert_eq!(told(EMPTY, param, ""), [""; 0], "{param}");
    }
}

#[test]
fn a_body_is_not_compressed() {
    let coded = |coding: &str, place: &str| {
        let keys = format!("{EMPTY}\n    headers: [Content-Encoding={coding}]");
        told(&keys, place, "")
    };
    assert_eq!(
        coded("gzip", "type: string, in: body"),
        [
            "9 V101: the client does not compress a body, and 'Content-Encoding' says that it is 'gzip'; remove it; only a file that is 'in: content' may be compressed already"
        ]
    );
    assert_eq!(coded("gzip", "type: bytes, in: content, required: true"), [""; 0]);
    assert_eq!(coded("identity", "type: string, in: body"), [""; 0]);
}

#[test]
fn an_empty_reply_may_be_an_error() {
    let reply = |empty: &str, reply: &str| {
        let keys = format!("    path: fruit\n    response: {{ type: {{ list: integer }}{empty} }}");
        let example = format!("{}        reply: '{reply}'\n", example("a", "fruit?name=a"));
        told(&keys, "type: string, in: query", &example)
    };
    assert_eq!(reply("", "[]"), [""; 0]);
    assert_eq!(reply(", empty: not_found", "[5]"), [""; 0]);
    assert_eq!(
        reply(", empty: not_found", "[]"),
        [
            "16 V096: the reply is empty, which 'empty' makes an error; write a reply with an item, or remove it"
        ]
    );
}

#[test]
fn a_datetime_is_in_seconds() {
    let expected =
        "V067: a datetime is in seconds, and the doc says milliseconds; write 'integer', or correct the doc";
    let param = |doc: &str, kind: &str| {
        told(
            EMPTY,
            &format!("type: {kind}, in: query }}\n      at: {{ doc: {doc}, type: {kind}, in: query"),
            "",
        )
    };
    for doc in ["The time in milliseconds.", "The time as epoch milliseconds.", "Milliseconds since 1970."] {
        assert_eq!(param(doc, "datetime"), [format!("11 {expected}")], "{doc}");
        assert_eq!(param(doc, "integer"), [""; 0], "{doc}");
    }
    for doc in ["The time, to the millisecond.", "In epoch seconds, not in milliseconds.", "The time."] {
        assert_eq!(param(&format!("\"{doc}\""), "datetime"), [""; 0], "{doc}");
    }
    let field = "    path: fruit\n    response: { type: Basket }";
    let record = |doc: &str| {
        let record = format!(
            "records: {{ Basket: {{ doc: B., fields: {{ at: {{ doc: {doc}, type: datetime }} }} }} }}\n"
        );
        told(field, "type: string, in: query", &record)
    };
    assert_eq!(record("The time in epoch milliseconds."), [format!("11 {expected}")]);
    assert_eq!(record("The time."), [""; 0]);
}
