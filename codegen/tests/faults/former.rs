//! Keys that tables had once: each is told with what to write now.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red }
records:
  Basket:
    doc: A basket.
    fields:
      id: { doc: Its number., type: integer }
endpoints:
  Pages:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: POST
    safe: true
    status: 200
    raw: json
    response: { type: { list: Basket } }
    pages: { page: { parameter: page } }
    params:
      page: { doc: The page., type: integer, in: query }
      colour: { doc: The colour., type: Colour, in: query }
  Offsets:
    doc: Fruit.
    host: shop_url
    path: fruit
    method: GET
    status: 200
    raw: json
    response: { type: { list: Basket } }
    pages: { offset: { parameter: at } }
    params:
      at: { doc: The start., type: integer, in: query }
";

fn told(table: &str) -> Vec<String> {
    let fault = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{} {}: {}; {}", fault.line, fault.code, fault.message, fault.help)
    };
    faults(table).iter().map(fault).collect()
}

#[test]
fn a_former_key_is_told_with_the_key_that_does_it_now() {
    assert_eq!(told(TABLE), [""; 0]);
    for (from, to, expected) in [
        (
            "A colour.\n",
            "A colour.\n    since: '1'\n",
            "6 V010: 'Colour' has no key 'since' any more; write it into 'doc', like 'Since 1.2.'",
        ),
        (
            "{ doc: The shop.",
            "{ deprecated: No., doc: The shop.",
            "2 V010: 'shop_url' has no key 'deprecated' any more; write 'deprecated' at the endpoints of the host",
        ),
        (
            "A colour.\n",
            "A colour.\n    deprecated: No.\n",
            "6 V010: 'Colour' has no key 'deprecated' any more; write 'deprecated' at its values, or at the \
             parameters of the type",
        ),
        (
            "A basket.\n",
            "A basket.\n    deprecated: No.\n",
            "11 V010: 'Basket' has no key 'deprecated' any more; write 'deprecated' at its fields, or at the \
             endpoints that have it",
        ),
        (
            "    safe: true\n",
            "    safe: true\n    subject: page\n",
            "20 V010: 'Pages' has no key 'subject' any more; remove it; the first required string among the \
             'params' names the request",
        ),
        (
            "    safe: true\n",
            "    safe: true\n    body_format: form\n",
            "20 V010: 'Pages' has no key 'body_format' any more; remove it, and write 'in: form' at the parameters \
             of a form",
        ),
        (
            "{ page: {",
            "{ max_items: 5, page: {",
            "23 V010: 'pages' has no key 'max_items' any more; remove it; all pages have 10000 items at most, and a \
             caller sets another limit",
        ),
        (
            "{ parameter: page }",
            "{ from: 0, parameter: page }",
            "23 V010: 'page' has no key 'from' any more; write the number of the first page as the 'default' of the \
             parameter",
        ),
        (
            "{ parameter: at }",
            "{ limit: count, parameter: at }",
            "35 V010: 'offset' has no key 'limit' any more; write 'rows', the path of the list of items in the reply",
        ),
    ] {
        assert_eq!(TABLE.matches(from).count(), 1, "{from}");
        assert_eq!(told(&TABLE.replace(from, to)), [expected], "{to}");
    }
}
