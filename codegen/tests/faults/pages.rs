//! Pages of items, and replies of bytes.

use expect_test::{Expect, expect};

use super::{TABLE, codes, shown};

/// Checks the faults of a declared list of records with these pages.
#[track_caller]
fn check(pages: &str, expected: &Expect) {
    expected.assert_eq(&shown(&paged(pages)));
}

/// Returns a table of one endpoint with pages.
pub(super) fn paged(pages: &str) -> String {
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
      next: {{ doc: The next cursor., type: any }}
      meta: {{ doc: What is said of the page., type: any }}
      total: {{ doc: The number of rows., type: integer }}
      word: {{ doc: A word., type: string, optional: true }}
      links: {{ doc: Addresses., type: {{ map: string }} }}
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
fn a_parameter_in_the_path_chooses_no_page() {
    let table = paged("{ items: rows, cursor: { parameter: shelf, next: word } }")
        .replace("path: rows", "path: 'shelves/{shelf}'")
        .replace(
            "    params:\n",
            "    params:\n      shelf: { doc: A shelf., type: string, in: path, required: true }\n",
        );
    expect![[r#"
        29:48+5 V131: 'shelf' is in the path, and a client sets it for each page; name one in the query, in a header or in the body
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn every_way_of_pages_is_accepted() {
    for pages in [
        "{ items: rows, cursor: { parameter: after, next: word } }",
        "{ items: own.parts, cursor: { parameter: at, next: next } }",
        "{ items: own.parts, cursor: { parameter: after, next: rows.0.id } }",
        "{ items: rows, offset: { parameter: at, rows: rows, total: meta.0.total } }",
        "{ items: rows, page: { parameter: at, last: total } }",
        "{ items: rows, link: header }",
        "{ items: rows, link: links.next }",
    ] {
        assert_eq!(shown(&replied(pages, r#""next": 5, "meta": [{ "total": 4 }]"#)), "", "{pages}");
    }
}

/// Returns the same table with an example whose reply has these members, too.
fn replied(pages: &str, members: &str) -> String {
    let own = r#""own": { "id": 1, "parts": [] }, "inner": null, "next": null, "meta": null, "total": 1, "links": {}"#;
    let members = [own, members].map(|members| format!("{{ {members} }}"));
    let members = members
        .iter()
        .flat_map(|text| serde_json::from_str::<serde_json::Map<_, _>>(text).unwrap_or_default());
    let reply = serde_json::Value::Object(members.collect());
    let example = "doc: One., url: 'https://shop.example.com/rows?count=5'";
    paged(pages).replace(
        "    choices:",
        &format!("    examples:\n      one: {{ {example}, reply: '{reply}' }}\n    choices:"),
    )
}

/// A wrong path would end the pages after the first one, without an error.
#[test]
fn the_paths_of_pages_lead_to_parts_of_the_reply() {
    check(
        "{ items: rows, cursor: { parameter: after, next: wrd } }",
        &expect![[r#"
            29:61+3 V136: 'Store' has no member 'wrd'; write 'word', or add it to the fields, or show it in the 'reply' of an example
        "#]],
    );
    check(
        "{ items: rows, link: own }",
        &expect![[r#"
            29:33+3 V136: the reply has an object at 'own', which is no address; write the path of the address
        "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: at, next: word } }",
        &expect![[r#"
            29:58+4 V136: the reply has a string at 'word', and 'at' is an integer; write 'type: string' at 'at'
        "#]],
    );
    check(
        "{ items: rows, offset: { parameter: at, total: word } }",
        &expect![[r#"
            29:59+4 V136: the reply has a string at 'word', which is no integer; write the path of an integer, or remove it
        "#]],
    );
    check(
        "{ items: rows, page: { parameter: at, last: rows.first } }",
        &expect![[r#"
            29:56+10 V136: the reply has a list where 'first' is to be; write the path of something beside the list
        "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: at, next: next.id } }",
        &expect![[r#"
            29:58+7 V136: nothing shows that the reply has 'next.id'; add an example whose 'reply' has it, or a field of the response
        "#]],
    );
}

#[test]
fn the_reply_of_an_example_shows_what_the_response_does_not_declare() {
    let pages = "{ items: rows, cursor: { parameter: after, next: meta.next } }";
    assert_eq!(codes(&replied(pages, r#""meta": { "next": "a" }"#)), [""; 0]);
    assert_eq!(codes(&replied(pages, r#""meta": { "next": null }"#)), [""; 0]);
    expect![[r#"
        29:61+9 V136: the reply of the example 'one' has an object at 'meta.next', which is no cursor; write the path of a string or an integer
    "#]].assert_eq(&shown(&replied(pages, r#""meta": { "next": { "id": 1 } }"#)));
    let data = |pages: &str, reply: &str| {
        replied(pages, reply)
            .replace("response: { type: Store }", "response: { type: { list: Row }, at: data.rows }")
    };
    let table =
        data("{ cursor: { parameter: after, next: data.nxt } }", r#""data": { "next": "a", "rows": [] }"#);
    expect![[r#"
        29:48+8 V136: no reply of the examples has 'data.nxt'; write 'data.next'
    "#]]
    .assert_eq(&shown(&table));
    let table = data("{ link: data }", r#""data": { "next": "a", "rows": [] }"#);
    expect![[r#"
        29:20+4 V136: the reply has an object at 'data', which is no address; write the path of the address
    "#]]
    .assert_eq(&shown(&table));
    assert_eq!(codes(&data("{ link: data.next }", r#""data": { "next": "a", "rows": [] }"#)), [""; 0]);
}

#[test]
fn an_integer_of_a_body_is_no_string() {
    let sent = |place: &str| {
        let table = paged("{ items: rows, cursor: { parameter: after, next: total } }");
        let table = table.replace("method: GET", "method: POST\n    safe: true");
        let table = table.replace("The number of rows., type: integer", "R., type: integer, nullable: true");
        codes(&table.replace(
            "The cursor., type: string, in: query",
            &format!("The cursor., type: string, in: {place}"),
        ))
    };
    assert_eq!(sent("query"), [""; 0]);
    assert_eq!(sent("body"), ["V136"]);
}

#[test]
fn a_maximum_of_the_page_is_refused() {
    let table = paged("{ items: rows, page: { parameter: at } }")
        .replace("The start., type: integer", "The start., max: 9, type: integer");
    expect![[r#"
        31:30+3 V131: 'at' ends at 9, and with it the pages; remove 'max'
    "#]]
    .assert_eq(&shown(&table));
}

/// What is true of a whole list need not be true of a page.
#[test]
fn pages_have_rules_that_each_can_keep() {
    let listed = |pages: &str, rules: &str| {
        let response = format!("response: {{ type: {{ list: Row }}{rules} }}");
        let table = paged(pages).replace("response: { type: Store }", &response);
        table.replace("    doc: A row.\n", "    doc: A row.\n    key: name\n").replace(
            "      id: { doc: Its number., type: integer }\n",
            "      id: { doc: Its number., type: integer }\n      name: { doc: Its name., type: string }\n",
        )
    };
    expect![[r#"
        30:38+5 V137: the pages end with one without items, which would be an error; remove 'empty', or write the path of the number of the last page in 'last'
    "#]]
    .assert_eq(&shown(&listed("{ page: { parameter: at } }", ", empty: not_found")));
    expect![[r#"
        31:14+6 V137: the offset moves by the items of the response, which leaves some out; write the path of the list in the reply in 'rows'
    "#]]
    .assert_eq(&shown(&listed("{ offset: { parameter: at } }", ", skip_unreadable: true")));
    assert_eq!(codes(&listed("{ page: { parameter: at } }", ", skip_unreadable: true")), [""; 0]);
    assert_eq!(codes(&listed("{ link: header }", ", empty: not_found")), [""; 0]);
    let table = paged("{ items: rows, link: header }")
        .replace(
            "response: { type: Store }",
            "response: { type: Found, at: rows, into: rows, echoes: after, unknown: silent }",
        )
        .replace("The cursor., type: string", "The cursor., required: true, type: string")
        .replace("    doc: A row.\n", "    doc: A row.\n    key: name\n")
        .replace("integer }\n      parts", "integer }\n      name: { doc: Its name., type: string }\n      parts")
        .replace(
            "records:\n",
            "records:\n  Found:\n    doc: What is found.\n    fields:\n      rows: { doc: Rows., type: { list: Row } }\n      \
             silent: { doc: Others., type: { list: string } }\n",
        );
    expect![[r#"
        35:67+7 V137: a page does not know what the others have, and so not what is unknown; remove 'unknown', or 'pages'
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn pages_have_one_way() {
    check(
        "{ items: rows, link: header, cursor: { parameter: after, next: next } }",
        &expect![[r#"
            29:5+5 V130: 'cursor' and 'link' both lead to the next page; keep 'cursor', or another one alone
        "#]],
    );
}

#[test]
fn the_parameter_of_a_page_is_one_that_a_client_can_set() {
    check(
        "{ items: rows, cursor: { parameter: aftr, next: next } }",
        &expect![[r#"
            29:48+4 V033: 'Rows' has no parameter 'aftr'; write 'after'
        "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: day, next: next } }",
        &expect![[r#"
            29:48+3 V131: 'day' is neither a string nor an integer, and a client sets it for each page; write 'type: string' at the parameter
        "#]],
    );
    check(
        "{ items: rows, page: { parameter: after } }",
        &expect![[r#"
            29:46+5 V131: 'after' is no integer, and a client sets it for each page; write 'type: integer' at the parameter
        "#]],
    );
    check(
        "{ items: rows, page: { parameter: one } }",
        &expect![[r#"
            29:46+3 V131: 'one' belongs to a choice, and a client sets it for each page; take it out of the choice
        "#]],
    );
}

#[test]
fn items_are_a_list() {
    check(
        "{ link: header }",
        &expect![[r#"
            29:5+5 V132: the response is no list; write the path of its list in 'items'
        "#]],
    );
    check(
        "{ items: row, link: header }",
        &expect![[r#"
            29:21+3 V132: 'Store' has no field 'row'; write 'rows'
        "#]],
    );
    check(
        "{ items: own.id, link: header }",
        &expect![[r#"
            29:21+6 V132: 'id' is no list; name a field of the type '{ list: … }'
        "#]],
    );
    check(
        "{ items: inner.parts, link: header }",
        &expect![[r#"
            29:21+11 V132: 'inner' may be missing, and the items with it; remove 'optional' and 'nullable' of 'inner'
        "#]],
    );
    check(
        "{ items: rows.id, link: header }",
        &expect![[r#"
            29:21+7 V132: 'rows' may be missing, and the items with it; remove 'optional' and 'nullable' of 'rows'
        "#]],
    );
    check(
        "{ items: rows..id, link: header }",
        &expect![[r#"
            29:21+8 V132: 'rows..id' is not a path to a field; write the names of fields in Rust with '.' between them, like 'meta.rows'
        "#]],
    );
}

#[test]
fn a_misspelt_key_of_pages_is_named_alone() {
    check(
        "{ items: rows, curser: { parameter: after, next: next } }",
        &expect![[r#"
            29:27+6 V010: 'pages' has no key 'curser'; write 'cursor'
        "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: after, nxt: next } }",
        &expect![[r#"
            29:55+3 V010: 'cursor' has no key 'nxt'; write 'next'
        "#]],
    );
    check(
        "{ items: rows, cursor: { parameter: after, next: a..b } }",
        &expect![[r#"
            29:61+4 V113: 'a..b' is not a path to a part of a reply; write names with '.' between them, like 'data.readings'
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
        let table = TABLE.replace("raw: json", "raw: txt").replace("        max: 100\n", "");
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

/// The place is the end of the text, on the line of the table.
#[test]
fn invalid_base64_is_told_with_its_place() {
    let bytes = TABLE.replace("raw: json", "raw: bytes").replace("    converter: fruit\n", "");
    let table = format!(
        "{bytes}    examples:\n      one:\n        doc: One.\n        params: {{ name: plum }}\n        \
         url: https://shop.example.com/fruit/plum?count=25&colour=green\n        reply: |\n          \
         {{ \"mediaType\": \"image/png\",\n            \"base64\": \"iVBO%w==\" }}\n"
    );
    expect![[r#"
        42:34+1 V094: the reply is not bytes: the Base64 is invalid (Invalid symbol 37, offset 4.) at line 2 column 24; write the reply as '{ "mediaType": "image/png", "base64": "…" }'
    "#]]
    .assert_eq(&shown(&table));
}
