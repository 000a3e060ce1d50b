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
        ["16 V096: the host knows nothing: it gives no fruit; write a good reply, or remove it"]
    );
}
