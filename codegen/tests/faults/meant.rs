//! Names, paths and values that stand where others are meant: the advice names those.

use super::faults;

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = r#"hosts:
  shop_url: { doc: The shop., default: https://shop.example.com, auth: { type: header, name: X-Key } }
records:
  Stall:
    doc: A stall.
    key: name
    whole: [salesNumber]
    fields:
      name: { doc: The name., type: string }
      sales: { doc: The number of sales., type: number, wire: salesNumber }
  Entry:
    doc: An entry.
    fields:
      number: { doc: The number., type: integer }
  Entries:
    doc: Entries of a journal.
    fields:
      entries: { doc: The entries., type: { list: Entry } }
      older: { doc: The cursor of older ones., type: string, nullable: true }
  Atlas:
    doc: The regions.
    fields:
      regions: { doc: Their names., type: { list: string } }
  Row:
    doc: A row.
    fields:
      fruit: { doc: The fruit., type: string }
      price: { doc: The price., type: number }
endpoints:
  Stalls:
    doc: A stall.
    host: shop_url
    path: stalls/{town}
    method: GET
    response: { type: Stall, at: data.stall }
    params:
      town: { doc: The town., type: string, in: path, required: true }
      text: { doc: A text., type: string, in: query, wire: q }
      from: { doc: The first day., type: date, in: query, wire: since }
      to: { doc: The last day., type: date, in: query, after: from, conflicts: [text] }
    examples:
      one:
        doc: One.
        params: { town: Rome }
        url: https://shop.example.com/stalls/Rome
        reply: '{ "data": { "stall": { "name": "Ann", "salesNumber": 5 } } }'
        response: '{ "name": "Ann", "salesNumber": 5 }'
  Regions:
    doc: The regions.
    host: shop_url
    path: regions
    method: GET
    response: { type: Atlas }
    params:
      page: { doc: The page., type: integer, in: query }
    pages: { items: regions, page: { parameter: page, last: pages } }
    examples:
      first:
        doc: The first.
        url: https://shop.example.com/regions
        reply: '{ "regions": ["west"], "pages": 3 }'
  Journal:
    doc: The journal.
    host: shop_url
    path: journal
    method: GET
    response: { type: Entries, at: data }
    pages: { items: entries, cursor: { parameter: before, next: data.older } }
    params:
      before: { doc: The cursor., type: string, in: query }
  Prices:
    doc: The prices.
    host: shop_url
    path: prices.csv
    method: GET
    raw: csv
    response: { type: { list: Row } }
    examples:
      one: { doc: One., url: https://shop.example.com/prices.csv, reply: "fruit,price\nfig,2.5\n\"fig, dry\",3\n" }
  Feed:
    doc: The feed.
    host: shop_url
    path: feed.xml
    method: GET
    raw: xml
    response: { type: { list: string }, at: feed.entry }
    examples:
      one:
        doc: One.
        url: https://shop.example.com/feed.xml
        reply: "<feed><entry>a</entry><entry>b</entry></feed>"
        response: '["a", "b"]'
  Asked:
    doc: One stall.
    host: shop_url
    path: graphql
    method: POST
    graphql: 'query ($id: Int!) { stall(id: $id, kind: "old") { name salesNumber } }'
    response: { type: Stall, at: data.stall }
    params:
      number: { doc: Its number., type: integer, in: body, required: true, wire: id }
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
fn hosts_and_credentials() {
    check(&[
        (
            "default: https://shop",
            "default: https://anna:pass@shop",
            "2:40 V034: the address of a host has no name and no password; remove them, and write 'auth: { type: basic }' at the host; a client is given them",
        ),
        (
            "name: X-Key",
            "name: Authorization Bearer",
            "2:94 V101: 'Authorization Bearer' cannot be the name of a header; write letters, digits and dashes, like 'X-Page-Size'",
        ),
        (
            "name: X-Key",
            "name: 'Authorization: Basic'",
            "2:94 V101: 'Authorization: Basic' cannot be the name of a header; write letters, digits and dashes, like 'X-Page-Size'",
        ),
    ]);
}

#[test]
fn paths_and_parameters() {
    check(&[
        (
            "path: regions",
            "path: regions?sort=name",
            "51:11 V050: a path has no query; write 'query: [\"sort=name\"]' for what each request sends, or declare what follows the '?' as parameters with 'in: query'",
        ),
        (
            "path: regions",
            "path: regions?sort={page}",
            "51:11 V050: a path has no query; declare what follows the '?' as parameters with 'in: query'",
        ),
        (
            "path: regions",
            "path: all%20regions",
            "51:11 V050: 'all%20regions' cannot be a segment of a path; write plain words, or a placeholder such as '{name}', whose value is encoded",
        ),
        ("after: from", "after: since", "40:63 V033: 'Stalls' has no parameter 'since'; write 'from'"),
        ("conflicts: [text]", "conflicts: [q]", "40:81 V033: 'Stalls' has no parameter 'q'; write 'text'"),
        (
            "params: { town: Rome }",
            "params: { town: \"\" }",
            "44:25 V092: 'town' is empty, and stands in the path; give it a value",
        ),
    ]);
}

#[test]
fn fields_and_data() {
    check(&[
        (
            "key: name\n    whole: [salesNumber]\n    fields:\n      name: { doc: The name., type: string }\n",
            "key: sales\n    whole: [salesNumber]\n    fields:\n",
            "6:10 V142: 'sales' is no string, and a key is one; remove 'key', or write 'type: string' at the field if the reply has a string",
        ),
        (
            "[salesNumber]",
            "[sales]",
            "7:13 V142: the record has no number whose name in the reply is 'sales'; write 'salesNumber'",
        ),
        (
            "    response: { type: Stall, at: data.stall }\n    params:\n      town",
            "    response: { type: Stall, at: data.stalls }\n    params:\n      town",
            "46:9 V096: the reply has no 'data.stalls', where the data is; write 'at: data.stall' at the response, or correct the reply",
        ),
        (
            "reply: '{ \"data\": { \"stall\": { \"name\": \"Ann\", \"salesNumber\": 5 } } }'",
            "reply: '{ \"data\": null, \"errors\": [{ \"message\": \"No.\" }] }'",
            "46:9 V096: the host knows nothing: it gives no data.stall; write a good reply, or remove it",
        ),
        (
            "response: '{ \"name\": \"Ann\", \"salesNumber\": 5 }'",
            "response: '{ \"data\": { \"stall\": { \"name\": \"Ann\", \"salesNumber\": 5 } } }'",
            "47:9 V093: the response differs: data: {\"stall\":{\"name\":\"Ann\",\"salesNumber\":5}} in the table, nothing came out; write what is at 'data.stall' alone: the response begins there",
        ),
        (
            "response: '{ \"name\": \"Ann\", \"salesNumber\": 5 }'",
            "response: '{ \"name\": \"Ann\", \"sales\": 5 }'",
            "47:9 V093: the response differs: sales: 5 in the table, nothing came out; correct it, or 'reply'",
        ),
    ]);
}

#[test]
fn pages() {
    check(&[
        (
            "last: pages",
            "last: total.count",
            "56:61 V136: 'Atlas' has no member 'total'; write one of regions, or add it to the fields, or show it in the 'reply' of an example",
        ),
        (
            "next: data.older",
            "next: older",
            "68:65 V136: nothing shows that the reply has 'older'; add an example whose 'reply' has it, or a field of the response",
        ),
    ]);
}

#[test]
fn replies_of_other_formats() {
    check(&[
        (
            "fruit,price\\nfig,2.5\\n",
            "fruit,price,price\\nfig,2.5,x\\n",
            "79:67 V096: [0].price cannot be read: invalid type: string \"x\", expected a JSON number; correct the reply, or what the table says of it",
        ),
        (
            "\\\"fig, dry\\\",3\\n",
            "\\\"fig, dry,3\\n",
            "79:67 V096: the prices cannot be read: CSV error: record 2 (line: 3, byte: 20): found record with 1 fields, but the previous record has 2 fields; correct the reply, or what the table says of it",
        ),
        (
            "at: feed.entry",
            "at: feed.entry.0",
            "92:9 V093: the response differs: [1]: \"b\" in the table, nothing came out; correct it, or 'reply'",
        ),
    ]);
}

#[test]
fn documents_of_graphql() {
    check(&[(
        "in: body, required: true, wire: id",
        "in: query, required: true, wire: id",
        "98:23 V106: no parameter is the variable '$id'; add the parameter 'id' with 'in: body', or remove '$id'",
    )]);
}
