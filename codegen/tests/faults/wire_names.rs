//! Names as hosts write them, used as names of the table: the advice keeps the name on the wire.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
records:
  Basket:
    doc: A basket.
    fields:
      basket_id: { doc: Its number., type: integer, wire: basketId }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    response: { type: Basket }
    params:
      page_size: { doc: The size., type: integer, in: query, wire: pageSize }
      locale: { doc: The language., type: string, in: header, wire: X-Locale }
      local: { doc: The language., type: string, in: query, wire: local }
    examples:
      one:
        doc: One.
        params: { page_size: 5 }
        url: https://shop.example.com/fruit?pageSize=5
        reply: '{ \"basketId\": 1 }'
  Send:
    doc: Sends a basket.
    host: shop_url
    path: basket
    method: POST
    status: 204
    response: { type: empty }
    params:
      basket_id: { doc: Its number., type: integer, in: body, wire: basketId }
    examples:
      one:
        doc: One.
        params: { basket_id: 1 }
        url: https://shop.example.com/basket
        body: '{ \"basketId\": 1 }'
        reply: ''
";

/// Returns the faults of the table with one thing in the place of another.
fn told(right: &str, wrong: &str) -> Vec<String> {
    assert!(TABLE.contains(right), "{right}");
    super::told(&TABLE.replacen(right, wrong, 1))
}

#[test]
fn the_name_on_the_wire_is_kept() {
    assert_eq!(faults(TABLE), []);
    let size = "page_size: { doc: The size., type: integer, in: query, wire: pageSize }";
    let locale = "locale: { doc: The language., type: string, in: header, wire: X-Locale }";
    let local = "local: { doc: The language., type: string, in: query, wire: local }";
    let sent = "basket_id: { doc: Its number., type: integer, in: body, wire: basketId }";
    let field = "basket_id: { doc: Its number., type: integer, wire: basketId }";
    for (right, wrong, name, advice) in [
        (
            size,
            "pageSize: { doc: The size., type: integer, in: query }",
            "pageSize",
            "write 'page_size' with 'wire: pageSize'",
        ),
        (
            size,
            "pageSize: { doc: The size., type: integer, in: query, wire: pageSize }",
            "pageSize",
            "write 'page_size'",
        ),
        (
            locale,
            "X-Locale: { doc: The language., type: string, in: header }",
            "X-Locale",
            "write 'x_locale' with 'wire: X-Locale'",
        ),
        (
            local,
            "filter[state]: { doc: The language., type: string, in: query }",
            "filter[state]",
            "write 'filter_state' with 'wire: \"filter[state]\"'",
        ),
        (
            local,
            "NO: { doc: The language., type: string, in: query }",
            "NO",
            "write 'no' with 'wire: \"NO\"'",
        ),
        (
            local,
            "Type: { doc: The language., type: string, in: query }",
            "Type",
            "write lower-case letters, digits and '_': 'max_results' with 'wire: Type'",
        ),
        (
            sent,
            "basketId: { doc: Its number., type: integer, in: body }",
            "basketId",
            "write 'basket_id' with 'wire: basketId'",
        ),
        (
            field,
            "basketId: { doc: Its number., type: integer }",
            "basketId",
            "write 'basket_id' with 'wire: basketId'",
        ),
        (
            field,
            "basketId: { doc: Its number., type: integer, wire: basketId }",
            "basketId",
            "write 'basket_id'",
        ),
    ] {
        let expected = format!("V020: '{name}' cannot be a name here; {advice}");
        let found = told(right, wrong);
        assert_eq!(found, [expected], "{wrong}");
    }
}

/// Judges no example and no response by a name that is at fault.
#[test]
fn a_wrong_name_is_told_once() {
    let table = TABLE
        .replace("page_size: { doc: The size., type: integer, in: query, wire: pageSize }", "pageSize: { doc: The size., type: integer, in: query }")
        .replace("params: { page_size: 5 }", "params: { pageSize: 5 }")
        .replace("    doc: A basket.\n", "    doc: A basket.\n    key: basketName\n")
        .replace("      basket_id: { doc: Its number., type: integer, wire: basketId }\n", "      basketId: { doc: Its number., type: integer }\n      basketName: { doc: Its name., type: string, optional: true }\n");
    let found = faults(&table);
    let told: Vec<_> = found.iter().map(|fault| fault.help.as_str()).collect();
    assert_eq!(
        told,
        [
            "write 'basket_id' with 'wire: basketId'",
            "write 'basket_name' with 'wire: basketName'",
            "write 'page_size' with 'wire: pageSize'",
        ]
    );
}

#[test]
fn parts_that_name_a_parameter_of_a_wrong_name() {
    let wrong = TABLE.replacen(
        "page_size: { doc: The size., type: integer, in: query, wire: pageSize }",
        "pageSize: { doc: The size., type: integer, in: query }",
        1,
    );
    for name in ["pageSize", "page_size"] {
        let table = wrong.replacen("wire: X-Locale }", &format!("wire: X-Locale, conflicts: [{name}] }}"), 1);
        let found = faults(&table);
        let told: Vec<_> = found.iter().map(|fault| fault.help.as_str()).collect();
        assert_eq!(told, ["write 'page_size' with 'wire: pageSize'"], "{name}");
    }
}

#[test]
fn a_name_in_the_path_is_changed_there_too() {
    let param =
        "      fruitId: { doc: Its number., type: integer, in: path, required: true }\n      page_size";
    let table = TABLE
        .replacen("path: fruit\n", "path: fruit/{fruitId}\n", 1)
        .replacen("      page_size", param, 1)
        .replacen("params: { page_size: 5 }", "params: { fruitId: 1, page_size: 5 }", 1)
        .replacen("fruit?pageSize", "fruit/1?pageSize", 1);
    let found = faults(&table);
    let told: Vec<_> = found.iter().map(|fault| fault.help.as_str()).collect();
    assert_eq!(told, ["write 'fruit_id', and '{fruit_id}' in 'path'"]);
    assert_eq!(faults(&table.replace("fruitId", "fruit__id_")), []);
}
