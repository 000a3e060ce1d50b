//! References to what is not there, and values that are not allowed.

use expect_test::expect;

use super::check;

#[test]
fn references() {
    check(
        "host: shop_url",
        "host: shop_ulr",
        &expect![[r#"
        t.yaml:12:11: error: the table has no host 'shop_ulr'; did you mean 'shop_url'?
            |
         12 |     host: shop_ulr
            |           ^^^^^^^^
    "#]],
    );
    check(
        "type: integer",
        "type: intger",
        &expect![[r#"
        t.yaml:26:15: error: there is no type 'intger'; did you mean 'integer'?
            |
         26 |         type: intger
            |               ^^^^^^
    "#]],
    );
    check(
        "type: Colour",
        "type: { list: Color, separator: \",\" }",
        &expect![[r#"
        t.yaml:33:23: error: there is no type 'Color'; did you mean 'Colour'?
            |
         33 |         type: { list: Color, separator: "," }
            |                       ^^^^^
    "#]],
    );
    check(
        "converter: fruit",
        "converter: friut",
        &expect![[r#"
        t.yaml:17:16: error: there is no converter 'friut' (did you mean 'fruit'?); create runtime/src/converters/friut.rs
            |
         17 |     converter: friut
            |                ^^^^^
    "#]],
    );
    check(
        "converter: fruit",
        "converter: fruit\n    prepare: basket",
        &expect![[r#"
        t.yaml:18:14: error: there is no converter 'basket'; create runtime/src/converters/basket.rs
            |
         18 |     prepare: basket
            |              ^^^^^^
    "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/{nam}",
        &expect![[r#"
        t.yaml:13:11: error: the path has '{nam}' but there is no parameter 'nam'; add it with 'in: path'
            |
         13 |     path: fruit/{nam}
            |           ^^^^^^^^^^^
        t.yaml:22:13: error: the path 'fruit/{nam}' has no '{name}'; add it there or write 'in: query'
            |
         22 |         in: path
            |             ^^^^
    "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit",
        &expect![[r#"
        t.yaml:22:13: error: the path 'fruit' has no '{name}'; add it there or write 'in: query'
            |
         22 |         in: path
            |             ^^^^
    "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/x{name}",
        &expect![[r#"
        t.yaml:13:11: error: 'x{name}' mixes text and a placeholder; a placeholder is a whole segment, like '{ticker}'
            |
         13 |     path: fruit/x{name}
            |           ^^^^^^^^^^^^^
        t.yaml:22:13: error: the path 'fruit/x{name}' has no '{name}'; add it there or write 'in: query'
            |
         22 |         in: path
            |             ^^^^
    "#]],
    );
    check(
        "path: fruit/{name}",
        "path: /fruit/{name}",
        &expect![[r#"
        t.yaml:13:11: error: a path has no '/' at its ends and is not empty; write it like 'quote/{ticker}'
            |
         13 |     path: /fruit/{name}
            |           ^^^^^^^^^^^^^
    "#]],
    );
    check(
        "in: path\n        required: true",
        "in: query\n        required: true",
        &expect![[r#"
        t.yaml:22:13: error: 'name' stands in the path; write 'in: path'
            |
         22 |         in: query
            |             ^^^^^
    "#]],
    );
    check(
        "in: path\n        required: true",
        "in: path",
        &expect![[r#"
        t.yaml:22:13: error: 'name' stands in the path and is not required; write 'required: true'
            |
         22 |         in: path
            |             ^^^^
    "#]],
    );
    check(
        "converter: fruit",
        "converter: fruit\n    subject: count",
        &expect![[r#"
            t.yaml:18:14: error: the subject is a required text, or a list of texts, and 'count' is not; name another parameter or leave 'subject' out
                |
             18 |     subject: count
                |              ^^^^^
        "#]],
    );
}

#[test]
fn values() {
    check(
        "method: GET",
        "method: POST",
        &expect![[r#"
        t.yaml:14:13: error: the client only sends GET, not 'POST'; write GET
            |
         14 |     method: POST
            |             ^^^^
    "#]],
    );
    check(
        "status: 200",
        "status: 20",
        &expect![[r#"
        t.yaml:15:13: error: 20 is not an HTTP status; write one from 100 to 599, most likely 200
            |
         15 |     status: 20
            |             ^^
    "#]],
    );
    check(
        "raw: json",
        "raw: xml",
        &expect![[r#"
        t.yaml:16:10: error: a raw reply is 'txt' or 'json', not 'xml'; write one of them
            |
         16 |     raw: xml
            |          ^^^
    "#]],
    );
    check(
        "default: https://shop.example.com",
        "default: shop.example.com",
        &expect![[r#"
        t.yaml:2:40: error: the address of a host is written like 'https://query.example.com'
           |
         2 |   shop_url: { doc: The shop., default: shop.example.com }
           |                                        ^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        "default: 25",
        "default: 250",
        &expect![[r#"
        t.yaml:28:18: error: the default 250 breaks 'max', which is 100; change one of the two
            |
         28 |         default: 250
            |                  ^^^
    "#]],
    );
    check(
        "default: 25",
        "default: many",
        &expect![[r#"
        t.yaml:28:18: error: 'many' is not a whole number; write one such as 25
            |
         28 |         default: many
            |                  ^^^^
    "#]],
    );
    check(
        "default: green",
        "default: grene",
        &expect![[r#"
        t.yaml:35:18: error: 'grene' is not a value of Colour; did you mean 'green'?
            |
         35 |         default: grene
            |                  ^^^^^
    "#]],
    );
    check(
        "default: green",
        "default: Green",
        &expect![[r#"
        t.yaml:35:18: error: 'Green' is the name in Rust; write the wire text: green
            |
         35 |         default: Green
            |                  ^^^^^
    "#]],
    );
    check(
        "min: 1\n",
        "min: 101\n",
        &expect![[r#"
        t.yaml:28:18: error: the default 25 breaks 'min', which is 101; change one of the two
            |
         28 |         default: 25
            |                  ^^
        t.yaml:29:14: error: 'min' is 101 and 'max' is 100; no value is allowed, exchange them
            |
         29 |         min: 101
            |              ^^^
    "#]],
    );
    check(
        "required: true",
        "required: true\n        default: IBM",
        &expect![[r#"
        t.yaml:24:9: error: 'name' is required, so its default is never used; remove one of the two
            |
         24 |         default: IBM
            |         ^^^^^^^
    "#]],
    );
    check(
        "required: true",
        "required: true\n        pattern: \"[a-z\"",
        &expect![[r#"
        t.yaml:24:18: error: this is not a regular expression: found unclosed character class; correct it
            |
         24 |         pattern: "[a-z"
            |                  ^^^^^^
    "#]],
    );
    check(
        "required: true",
        "required: true\n        min: 3",
        &expect![[r#"
        t.yaml:24:9: error: 'min' is a limit of integers and numbers; remove it
            |
         24 |         min: 3
            |         ^^^
    "#]],
    );
    check(
        "default: 25",
        "pattern: \"[0-9]\"",
        &expect![[r#"
        t.yaml:28:9: error: 'pattern' is a limit of strings and tickers; remove it
            |
         28 |         pattern: "[0-9]"
            |         ^^^^^^^
    "#]],
    );
    check(
        "wire: green",
        "wire: red",
        &expect![[r#"
        t.yaml:8:22: error: 'red' is the wire text of 'Red' already; give each value its own
           |
         8 |       Green: { wire: red, doc: Green. }
           |                      ^^^
        t.yaml:35:18: error: 'green' is not a value of Colour; write one of red, red
            |
         35 |         default: green
            |                  ^^^^^
    "#]],
    );
    check(
        "doc: How many.",
        "doc: \"\"",
        &expect![[r#"
        t.yaml:25:14: error: the doc is empty; write one sentence at least
            |
         25 |         doc: ""
            |              ^^
    "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: qery\n        default: 25",
        &expect![[r#"
        t.yaml:27:13: error: a parameter goes into 'path', 'query' or 'client', not 'qery'; did you mean 'query'?
            |
         27 |         in: qery
            |             ^^^^
    "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: client\n        wire: n",
        &expect![[r#"
        t.yaml:28:9: error: 'wire' says nothing where 'in' is 'client'; remove it
            |
         28 |         wire: n
            |         ^^^^
    "#]],
    );
    check(
        "doc: How many.",
        "doc: \"How\\rmany.\"",
        &expect![[r#"
        t.yaml:25:14: error: the doc has control characters; write plain text
            |
         25 |         doc: "How\rmany."
            |              ^^^^^^^^^^^^
    "#]],
    );
    check(
        "min: 1\n",
        "min: 1e400\n",
        &expect![[r#"
        t.yaml:29:14: error: 'min' takes a number; write that
            |
         29 |         min: 1e400
            |              ^^^^^
    "#]],
    );
    check(
        "min: 1\n",
        "max_length: 0\n",
        &expect![[r#"
        t.yaml:29:9: error: 'max_length' is a limit of strings, tickers and lists; remove it
            |
         29 |         max_length: 0
            |         ^^^^^^^^^^
        t.yaml:29:21: error: nothing has less than one; write 1 or more
            |
         29 |         max_length: 0
            |                     ^
    "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/../{name}/{name}",
        &expect![[r#"
        t.yaml:13:11: error: '..' cannot be a segment of a path; write plain words with one '/' between them
            |
         13 |     path: fruit/../{name}/{name}
            |           ^^^^^^^^^^^^^^^^^^^^^^
        t.yaml:13:11: error: '{name}' stands twice in the path; remove one
            |
         13 |     path: fruit/../{name}/{name}
            |           ^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
}
