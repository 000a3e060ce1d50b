//! Mistakes with consequences elsewhere: the cause is told, and what follows from it is not.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants: { Red: { wire: red, doc: Ripe. }, Green: { wire: green, doc: Sour. } }
records:
  Stall:
    doc: A stall.
    key: name
    fields:
      name: { doc: The name., type: string }
      owner: { doc: The owner., type: Owner, optional: true }
  Owner:
    doc: Who owns a stall.
    fields:
      name: { doc: The name., type: string }
  Entries:
    doc: Entries of a journal.
    fields:
      entries: { doc: The entries., type: { list: string } }
      older: { doc: The cursor of older ones., type: string, nullable: true }
  Atlas:
    doc: The regions.
    fields:
      regions: { doc: Their names., type: { list: string } }
endpoints:
  Regions:
    doc: The regions.
    host: shop_url
    path: v1/regions
    method: GET
    response: { type: Atlas }
    pages: { items: regions, link: next }
    examples:
      first:
        doc: The first.
        url: https://shop.example.com/v1/regions
        reply: '{ "regions": ["west"], "next": "/v1/regions?from=west" }'
  Stalls:
    doc: The stalls.
    host: shop_url
    path: stalls
    method: GET
    response: { type: { list: Stall }, at: data, echoes: names, skip_unreadable: true }
    params:
      names: { doc: The names., type: { list: string, separator: "," }, in: query, required: true, batch: 20 }
      colour: { doc: A colour., type: Colour, in: query }
      shade: { doc: A shade., type: string, in: query, conflicts: [colour=green] }
      from: { doc: The first day., type: date, in: query }
      to: { doc: The last day., type: date, in: query, after: from }
      mark: { doc: A mark., type: string, in: header, wire: X-Mark, default: shop }
    examples:
      one:
        doc: One.
        params: { names: [Ann] }
        url: https://shop.example.com/stalls?names=Ann
        reply: '{ "data": [{ "name": "Ann" }] }'
  Journal:
    doc: The journal.
    host: shop_url
    path: journal
    method: GET
    response: { type: Entries }
    pages: { items: entries, cursor: { parameter: before, next: older } }
    params:
      before: { doc: The cursor., type: string, in: query }
    examples:
      last:
        doc: The last entries.
        params: { before: r95 }
        url: https://shop.example.com/journal?before=r95
        reply: '{ "entries": ["plums"], "older": "r80" }'
  Near:
    doc: The names nearby.
    host: shop_url
    path: near
    method: GET
    response: { type: { list: string } }
    params:
      town: { doc: The town., type: string, in: query }
      lat: { doc: The latitude., type: number, in: query }
      lon: { doc: The longitude., type: number, in: query }
    choices:
      place:
        doc: The place.
        required: true
        options:
          point: { doc: A point., required: [lat, lon] }
          town: { doc: A town., required: [town] }
    examples:
      point:
        doc: A point.
        params: { lat: 1.5, lon: 2.5 }
        url: https://shop.example.com/near?lat=1.5&lon=2.5
      town:
        doc: A town.
        params: { town: Rome }
        url: https://shop.example.com/near?town=Rome
  Asked:
    doc: One stall.
    host: shop_url
    path: graphql
    method: POST
    graphql: 'query ($id: Int!) { stall(id: $id) { name } }'
    response: { type: Stall, at: data.stall }
    params:
      id: { doc: Its number., type: integer, in: body, required: true }
"#;

/// Checks that each case is told once, as it says.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    super::check_changes(TABLE, cases);
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(faults(TABLE), []);
}

#[test]
fn hosts_types_and_records() {
    check(&[
        (
            "default: https://shop.example.com }",
            "default: https://shop.example.com/ }",
            "2:40 V034: the address of a host ends without a '/': the path is appended with one; write 'https://shop.example.com'",
        ),
        (
            "wire: green",
            "wire: red",
            "6:64 V038: 'red' is the wire string of 'Red' already; give each value its own",
        ),
        (
            "Who owns a stall.\n    fields:\n",
            "Who owns a stall.\n    fields:\n      stall: { doc: The stall., type: Stall, optional: true }\n",
            "17:39 V112: 'Owner' contains itself through this field and never ends; write { list: … } for several, or remove the field",
        ),
        (
            "    key: name\n",
            "",
            "44:50 V141: nothing in the data says what it is about; add 'key' to the record, or remove 'echoes'",
        ),
    ]);
}

#[test]
fn parameters() {
    check(&[
        (
            "from: { doc: The first day., type: date, in: query",
            "from: { doc: The first day., type: date, in: query, nullable: true",
            "50:69 V074: 'from' is in the query, which cannot have null; remove 'nullable': what is not set is not sent; or write 'in: body'",
        ),
        (
            "type: { list: Stall }, at: data, echoes: names, skip_unreadable: true",
            "type: Stall, at: data",
            "47:100 V073: the responses of batches are joined by a converter's module, or are lists; write a list in 'type', or 'into'; or 'converter' instead of 'response', or 'max_length'",
        ),
        (
            "default: shop",
            "default: \"a\\nb\"",
            "52:78 V039: the string has control characters; write plain text",
        ),
    ]);
}

#[test]
fn pages() {
    check(&[
        (
            "before: { doc: The cursor., type: string",
            "before: { doc: The cursor., type: integer",
            "65:65 V136: the reply has a string at 'older', and 'before' is an integer; write 'type: string' at 'before'",
        ),
        (
            "older ones., type: string",
            "older ones., type: number",
            "65:65 V136: the reply has a number at 'older', which is no cursor; write the path of a string or an integer\n73:9 V096: 'older' of the reply is a string, and the table says 'number'; correct the type in the table, or the reply",
        ),
        (
            "before: { doc: The cursor., type: string, in: query }\n    examples:\n      last:\n        doc: The last entries.\n        params: { before: r95 }\n        url: https://shop.example.com/journal?before=r95\n",
            "before: { doc: The cursor., type: string, in: client }\n    examples:\n      last:\n        doc: The last entries.\n        url: https://shop.example.com/journal\n",
            "65:51 V131: 'before' is not sent, and a client sets it for each page; name one that is sent",
        ),
    ]);
}

#[test]
fn choices() {
    check(&[
        (
            "          point: { doc: A point., required: [lat, lon] }\n",
            "",
            "88:9 V083: a choice has two options or more; add one or remove the choice",
        ),
        (
            "town: { doc: The town., type: string, in: query",
            "town: { doc: The town., type: string, in: query, required: true",
            "90:44 V087: 'town' is part of a choice and cannot be required or have a default; remove 'required' or 'default' of 'town'",
        ),
        (
            "lon: { doc: The longitude., type: number, in: query",
            "lon: { doc: The longitude., type: number, in: query, conflicts: [lat]",
            "94:29 V091: 'lon' contradicts 'lat'; remove one of the two",
        ),
    ]);
}

#[test]
fn documents_of_graphql() {
    check(&[
        ("method: POST", "method: GET", "104:13 V106: a GraphQL request is a POST; write 'method: POST'"),
        (
            "method: POST",
            "method: POST\n    body: asked_body",
            "105:5 V106: 'graphql' makes the body; remove 'body'",
        ),
    ]);
}
