//! Pages of items, and replies of bytes.

use expect_test::{Expect, expect};

use super::{TABLE, codes, shown};

/// Checks the faults of a declared list of records with these pages.
#[track_caller]
fn check(pages: &str, expected: &Expect) {
    expected.assert_eq(&shown(&paged(pages)));
}

/// Returns a table of one endpoint with pages.
fn paged(pages: &str) -> String {
    format!(
        "\
hosts:
  shop: {{ doc: The shop., default: https://shop.example.com }}
records:
  Store:
    doc: A store.
    fields:
      rows: {{ doc: Its rows., type: {{ list: Row }}, optional: true }}
      inner: {{ doc: The inner store., type: Row, nullable: true }}
      own: {{ doc: A row of its own., type: Row }}
  Row:
    doc: A row.
    fields:
      id: {{ doc: Its number., type: integer }}
      parts: {{ doc: Its parts., type: {{ list: string }} }}
endpoints:
  Rows:
    doc: The rows.
    host: shop
    path: rows
    method: GET
    status: 200
    raw: json
    response: {{ type: Store }}
    pages: {pages}
    params:
      at: {{ doc: The start., type: integer, in: query }}
      after: {{ doc: The cursor., type: string, in: query }}
      count: {{ doc: How many., type: integer, in: query, default: 5 }}
      day: {{ doc: A day., type: date, in: query }}
      one: {{ doc: One., type: integer, in: query }}
      two: {{ doc: Two., type: integer, in: query }}
    choices:
      either:
        doc: One or two.
        options:
          one: {{ doc: One., required: [one] }}
          two: {{ doc: Two., required: [two] }}
"
    )
}

#[test]
fn every_way_of_pages_is_accepted() {
    for pages in [
        "{ items: rows, cursor: { parameter: after, next: meta.next } }",
        "{ items: own.parts, cursor: { parameter: at, next: next } }",
        "{ items: rows, offset: { parameter: at, rows: all, total: meta.0.total } }",
        "{ items: rows, page: { parameter: at, last: pages } }",
        "{ items: rows, link: header }",
        "{ items: rows, link: links.next }",
    ] {
        assert_eq!(shown(&paged(pages)), "", "{pages}");
    }
}

#[test]
fn pages_have_one_way() {
    check(
        "{ items: rows, link: header, cursor: { parameter: after, next: next } }",
        &expect![[r#"
            t.yaml:24:5: error[V130]: 'cursor' and 'link' both lead to the next page
               |
            24 |     pages: { items: rows, link: header, cursor: { parameter: after, next: next } }
               |     ^^^^^
               |
               = help: keep 'cursor', or another one alone
        "#]],
    );
}

#[test]
fn the_parameter_of_a_page_is_one_that_a_client_can_set() {
    check(
        "{ items: rows, cursor: { parameter: aftr, next: next } }",
        &expect![[r#"
        t.yaml:24:48: error[V033]: 'Rows' has no parameter 'aftr'
           |
        24 |     pages: { items: rows, cursor: { parameter: aftr, next: next } }
           |                                                ^^^^
           |
           = help: write 'after'
    "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: day, next: next } }",
        &expect![[r#"
        t.yaml:24:48: error[V131]: 'day' is neither a string nor an integer, and a client sets it for each page
           |
        24 |     pages: { items: rows, cursor: { parameter: day, next: next } }
           |                                                ^^^
           |
           = help: write 'type: string' at the parameter
    "#]],
    );
    check(
        "{ items: rows, page: { parameter: after } }",
        &expect![[r#"
        t.yaml:24:46: error[V131]: 'after' is no integer, and a client sets it for each page
           |
        24 |     pages: { items: rows, page: { parameter: after } }
           |                                              ^^^^^
           |
           = help: write 'type: integer' at the parameter
    "#]],
    );
    check(
        "{ items: rows, page: { parameter: one } }",
        &expect![[r#"
        t.yaml:24:46: error[V131]: 'one' belongs to a choice, and a client sets it for each page
           |
        24 |     pages: { items: rows, page: { parameter: one } }
           |                                              ^^^
           |
           = help: take it out of the choice
    "#]],
    );
}

#[test]
fn items_are_a_list() {
    check(
        "{ link: header }",
        &expect![[r#"
        t.yaml:24:5: error[V132]: the response is no list
           |
        24 |     pages: { link: header }
           |     ^^^^^
           |
           = help: write the path of its list in 'items'
    "#]],
    );
    check(
        "{ items: row, link: header }",
        &expect![[r#"
        t.yaml:24:21: error[V132]: 'Store' has no field 'row'
           |
        24 |     pages: { items: row, link: header }
           |                     ^^^
           |
           = help: write 'rows'
    "#]],
    );
    check(
        "{ items: own.id, link: header }",
        &expect![[r#"
        t.yaml:24:21: error[V132]: 'id' is no list
           |
        24 |     pages: { items: own.id, link: header }
           |                     ^^^^^^
           |
           = help: name a field of the type '{ list: … }'
    "#]],
    );
    check(
        "{ items: inner.parts, link: header }",
        &expect![[r#"
        t.yaml:24:21: error[V132]: 'inner' may be missing, and the items with it
           |
        24 |     pages: { items: inner.parts, link: header }
           |                     ^^^^^^^^^^^
           |
           = help: remove 'optional' and 'nullable' of 'inner'
    "#]],
    );
    check(
        "{ items: rows.id, link: header }",
        &expect![[r#"
        t.yaml:24:21: error[V132]: 'rows' may be missing, and the items with it
           |
        24 |     pages: { items: rows.id, link: header }
           |                     ^^^^^^^
           |
           = help: remove 'optional' and 'nullable' of 'rows'
    "#]],
    );
    check(
        "{ items: rows..id, link: header }",
        &expect![[r#"
        t.yaml:24:21: error[V132]: 'rows..id' is not a path to a field
           |
        24 |     pages: { items: rows..id, link: header }
           |                     ^^^^^^^^
           |
           = help: write the names of fields in Rust with '.' between them, like 'meta.rows'
    "#]],
    );
}

#[test]
fn a_misspelt_key_of_pages_is_named_alone() {
    check(
        "{ items: rows, curser: { parameter: after, next: next } }",
        &expect![[r#"
        t.yaml:24:27: error[V010]: 'pages' has no key 'curser'
           |
        24 |     pages: { items: rows, curser: { parameter: after, next: next } }
           |                           ^^^^^^
           |
           = help: write 'cursor'
    "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: after, nxt: next } }",
        &expect![[r#"
        t.yaml:24:55: error[V010]: 'cursor' has no key 'nxt'
           |
        24 |     pages: { items: rows, cursor: { parameter: after, nxt: next } }
           |                                                       ^^^
           |
           = help: write 'next'
    "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: after, next: a..b } }",
        &expect![[r#"
        t.yaml:24:61: error[V113]: 'a..b' is not a path to a part of a reply
           |
        24 |     pages: { items: rows, cursor: { parameter: after, next: a..b } }
           |                                                             ^^^^
           |
           = help: write names with '.' between them, like 'data.readings'
    "#]],
    );
}

#[test]
fn only_a_request_that_reads_has_pages() {
    let table = paged("{ items: rows, link: header }");
    assert_eq!(codes(&table.replace("method: GET", "method: POST")), ["V133"]);
    let table = paged("{ items: rows, page: { parameter: at } }");
    assert_eq!(codes(&table.replace("method: GET", "method: DELETE")), ["V133"]);
    assert_eq!(codes(&table.replace("method: GET", "method: POST\n    safe: true")), [""; 0]);
}

#[test]
fn pages_of_a_text_have_no_path() {
    let pages = |pages: &str| {
        let table = TABLE.replace("raw: json", "raw: txt");
        codes(&table.replace("    params:\n", &format!("    pages: {pages}\n    params:\n")))
    };
    assert_eq!(pages("{ items: rows, offset: { parameter: count } }"), [""; 0]);
    assert_eq!(pages("{ items: rows, offset: { parameter: count, total: total } }"), ["V133"]);
    assert_eq!(pages("{ items: rows, link: next }"), ["V133"]);
}

#[test]
fn bytes_are_read_by_nothing() {
    let bytes = TABLE.replace("raw: json", "raw: bytes");
    assert_eq!(codes(&bytes), ["V135"]);
    let bytes = bytes.replace("    converter: fruit\n", "");
    assert_eq!(codes(&bytes), [""; 0]);
    assert_eq!(codes(&bytes.replace("status: 200", "status: 200\n    prepare: fruit")), ["V135"]);
    let paged = bytes.replace("status: 200", "status: 200\n    pages: { link: header }");
    assert_eq!(codes(&paged), ["V133"]);
    let viewed = bytes.replace("status: 200", "status: 200\n    view: { main: . }");
    assert_eq!(codes(&viewed), ["V135"]);
}

/// A table is text, so that bytes stand in it as in their response.
#[test]
fn bytes_of_an_example_are_json() {
    let bytes = TABLE.replace("raw: json", "raw: bytes").replace("    converter: fruit\n", "");
    let replied = |reply: &str| {
        let asked = "params: { name: plum }, url: https://shop.example.com/fruit/plum?count=25&colour=green";
        codes(&format!("{bytes}    examples:\n      one: {{ doc: One., {asked}, reply: {reply} }}\n"))
    };
    assert_eq!(replied("'{ \"mediaType\": \"image/png\", \"base64\": \"iVBORw==\" }'"), [""; 0]);
    assert_eq!(replied("PNG"), ["V094"]);
    for wrong in [
        "'{}'",
        "'{ \"base64\": \"iVBOR%==\" }'",
        "'{ \"base64\": \"iVBOR\" }'",
        "'{ \"base64\": \"i=VB\" }'",
    ] {
        assert_eq!(replied(wrong), ["V094"], "{wrong}");
    }
}

/// The place is that of the character, on the line of the table.
#[test]
fn invalid_base64_is_told_with_its_place() {
    let bytes = TABLE.replace("raw: json", "raw: bytes").replace("    converter: fruit\n", "");
    let table = format!(
        "{bytes}    examples:\n      one:\n        doc: One.\n        params: {{ name: plum }}\n        \
         url: https://shop.example.com/fruit/plum?count=25&colour=green\n        reply: |\n          \
         {{ \"mediaType\": \"image/png\",\n            \"base64\": \"iVBO%w==\" }}\n"
    );
    expect![[r#"
        t.yaml:42:28: error[V094]: the Base64 is invalid: '%' stands at character 5
           |
        42 |             "base64": "iVBO%w==" }
           |                            ^
           |
           = help: write the bytes in Base64, on one line and with its padding
    "#]]
    .assert_eq(&shown(&table));
}
