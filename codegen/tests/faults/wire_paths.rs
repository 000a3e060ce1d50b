//! Names on the wire that are paths of other languages, or encoded already.

use super::faults;

/// Returns the messages about a table with a parameter and a field, each with its line.
fn told(param: &str, field: &str, more: &str) -> Vec<String> {
    let table = format!(
        "\
hosts: {{ shop: {{ doc: The shop., default: https://shop.example.com }} }}
records: {{ Basket: {{ doc: B., fields: {{
  name: {{ doc: N., type: string, optional: true{field} }}
}} }} }}
endpoints:
  Fruit:
    doc: Fruit.
    host: shop
    path: fruit
    method: POST
    response: {{ type: Basket }}
    params:
      sku: {{ doc: The number., {param} }}
{more}"
    );
    let one = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(&table).iter().map(one).collect()
}

#[test]
fn members_of_a_body() {
    let body = |wire: &str, more: &str| told(&format!("type: string, in: body, wire: \"{wire}\""), "", more);
    for (wire, own) in [
        ("/item/sku", "item.sku"),
        ("#/item/sku", "item.sku"),
        ("$.item.sku", "item.sku"),
        ("item[sku]", "item.sku"),
    ] {
        let expected = format!(
            "13 V039: '{wire}' would be the name of a member, and is a path of another language; write '{own}'"
        );
        assert_eq!(body(wire, ""), [expected], "{wire}");
    }
    for wire in ["items.0.sku", "items[0].sku", "/items/0/sku"] {
        let expected = format!(
            "13 V039: '{wire}' has the index of a list, and a body has lists as a whole; write 'wire: items' and {{ list: … }} of a record as the type"
        );
        assert_eq!(body(wire, ""), [expected], "{wire}");
    }
    for wire in ["item.sku", "@odata.type", "$filter", "a/b", "content-type", "."] {
        assert_eq!(body(wire, ""), [""; 0], "{wire}");
    }
    let example = "    examples:\n      one: { doc: O., params: { sku: a }, url: https://shop.example.com/fruit, body: '{ \"items\": { \"0\": \"a\" } }' }\n";
    assert_eq!(body("items.0", example), [""; 0]);
}

#[test]
fn names_of_fields() {
    let field =
        |wire: &str, more: &str| told("type: string, in: query", &format!(", wire: \"{wire}\""), more);
    for wire in ["/item/name", "$.item.name", "names[0]"] {
        let expected = format!(
            "3 V039: '{wire}' is a path, and a field has one name on the wire; write the name alone; what lies deeper is in a record of its own"
        );
        assert_eq!(field(wire, ""), [expected], "{wire}");
    }
    for wire in ["@odata.count", "5. volume", "a/b", "$type", "$text", "[]"] {
        assert_eq!(field(wire, ""), [""; 0], "{wire}");
    }
    let example = "    examples:\n      one: { doc: O., url: https://shop.example.com/fruit, reply: '{ \"/item/name\": \"a\" }' }\n";
    assert_eq!(field("/item/name", example), [""; 0]);
}

#[test]
fn names_in_a_query_or_a_form() {
    for (param, expected) in [
        (
            "type: string, in: form, wire: \"sku=\"",
            "'sku=' would be encoded, and is not only a name in a form; write 'sku'",
        ),
        (
            "type: string, in: form, wire: \"a=b&c\"",
            "'a=b&c' would be encoded, and is not only a name in a form; write the name alone, without '&' and '='",
        ),
        (
            "type: string, in: query, wire: \"id%5B%5D\"",
            "'id%5B%5D' would be encoded a second time; write 'id[]'",
        ),
        (
            "type: string, in: form, wire: \"id%5B%5D\"",
            "'id%5B%5D' would be encoded a second time; write 'id[]'",
        ),
    ] {
        assert_eq!(told(param, "", ""), [format!("13 V039: {expected}")], "{param}");
    }
    for param in [
        "type: string, in: form, wire: \"item[sku]\"",
        "type: string, in: query, wire: \"filter[sku]\"",
        "type: string, in: query, wire: \"50%\"",
        "type: string, in: part, wire: \"a=b\"",
    ] {
        assert_eq!(told(param, "", ""), [""; 0], "{param}");
    }
}
