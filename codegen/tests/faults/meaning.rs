//! References to unknown names, and values that are not allowed.

use expect_test::expect;

use super::check;

#[test]
fn references() {
    check(
        "host: shop_url",
        "host: shop_ulr",
        &expect![[r#"
            t.yaml:12:11: error[V030]: the table has no host 'shop_ulr'
               |
            12 |     host: shop_ulr
               |           ^^^^^^^^
               |
               = help: write 'shop_url'
        "#]],
    );
    check(
        "type: integer",
        "type: intger",
        &expect![[r#"
            t.yaml:26:15: error[V031]: there is no type 'intger'
               |
            26 |         type: intger
               |               ^^^^^^
               |
               = help: write 'integer'
        "#]],
    );
    check(
        "type: Colour",
        "type: { list: Color, separator: \",\" }",
        &expect![[r#"
            t.yaml:33:23: error[V031]: there is no type 'Color'
               |
            33 |         type: { list: Color, separator: "," }
               |                       ^^^^^
               |
               = help: write 'Colour'
        "#]],
    );
    check(
        "converter: fruit",
        "converter: friut",
        &expect![[r#"
            t.yaml:17:16: error[V032]: there is no converter 'friut'
               |
            17 |     converter: friut
               |                ^^^^^
               |
               = help: write 'fruit', or create runtime/market/src/converters/friut.rs
        "#]],
    );
    check(
        "converter: fruit",
        "converter: fruit\n    prepare: basket",
        &expect![[r#"
            t.yaml:18:14: error[V032]: there is no converter 'basket'
               |
            18 |     prepare: basket
               |              ^^^^^^
               |
               = help: create runtime/market/src/converters/basket.rs
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/{nam}",
        &expect![[r#"
            t.yaml:13:17: error[V052]: the path has '{nam}', but there is no parameter 'nam'
               |
            13 |     path: fruit/{nam}
               |                 ^^^^^
               |
               = help: write '{name}', or add 'nam' to 'params'
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit",
        &expect![[r#"
            t.yaml:22:13: error[V055]: the path 'fruit' has no '{name}'
               |
            22 |         in: path
               |             ^^^^
               |
               = help: add '{name}' to the path, or write 'in: query'
        "#]],
    );
    check("path: fruit/{name}", "path: fruit/x{name}", &expect![""]);
    check("path: fruit/{name}", "path: fruit/{name}/", &expect![""]);
    check(
        "path: fruit/{name}",
        "path: fruit/{name}//",
        &expect![[r#"
            t.yaml:13:11: error[V050]: a path does not begin with '/', and has one at its end at most
               |
            13 |     path: fruit/{name}//
               |           ^^^^^^^^^^^^^^
               |
               = help: write 'fruit/{name}/'
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: /fruit/{name}",
        &expect![[r#"
            t.yaml:13:11: error[V050]: a path does not begin with '/', and has one at its end at most
               |
            13 |     path: /fruit/{name}
               |           ^^^^^^^^^^^^^
               |
               = help: write 'fruit/{name}'
        "#]],
    );
    check(
        "in: path\n        required: true",
        "in: query\n        required: true",
        &expect![[r#"
            t.yaml:22:13: error[V054]: 'name' stands in the path, but goes elsewhere: 'query'
               |
            22 |         in: query
               |             ^^^^^
               |
               = help: write 'in: path'
        "#]],
    );
    check(
        "in: path\n        required: true",
        "in: path",
        &expect![[r#"
            t.yaml:22:13: error[V056]: 'name' stands in the path and is not required
               |
            22 |         in: path
               |             ^^^^
               |
               = help: write 'required: true'
        "#]],
    );
}

#[test]
fn values() {
    check(
        "method: GET",
        "method: QUERY",
        &expect![[r#"
            t.yaml:14:13: error[V015]: 'method' takes GET, POST, PUT, PATCH or DELETE, not the string "QUERY"
               |
            14 |     method: QUERY
               |             ^^^^^
               |
               = help: write one of GET, POST, PUT, PATCH, DELETE
        "#]],
    );
    check(
        "status: 200",
        "status: 20",
        &expect![[r#"
            t.yaml:15:13: error[V036]: 20 is not an HTTP status
               |
            15 |     status: 20
               |             ^^
               |
               = help: write one from 100 to 599, most likely 200
        "#]],
    );
    check(
        "raw: json",
        "raw: yaml",
        &expect![[r#"
            t.yaml:16:10: error[V015]: 'raw' takes txt, json, bytes, ndjson, sse, csv or xml, not the string "yaml"
               |
            16 |     raw: yaml
               |          ^^^^
               |
               = help: write one of txt, json, bytes, ndjson, sse, csv, xml
        "#]],
    );
    check(
        "default: https://shop.example.com",
        "default: shop.example.com",
        &expect![[r#"
            t.yaml:2:40: error[V034]: 'shop.example.com' is not the address of a host
              |
            2 |   shop_url: { doc: The shop., default: shop.example.com }
              |                                        ^^^^^^^^^^^^^^^^
              |
              = help: write 'https://shop.example.com'
        "#]],
    );
    check(
        "default: 25",
        "default: 250",
        &expect![[r#"
            t.yaml:28:18: error[V069]: 250 breaks 'max', which is 100
               |
            28 |         default: 250
               |                  ^^^
               |
               = help: change one of the two
        "#]],
    );
    check(
        "default: 25",
        "default: many",
        &expect![[r#"
            t.yaml:28:18: error[V067]: 'many' is not an integer
               |
            28 |         default: many
               |                  ^^^^
               |
               = help: write one such as 25
        "#]],
    );
    check(
        "default: green",
        "default: grene",
        &expect![[r#"
            t.yaml:35:18: error[V072]: 'grene' is not a value of Colour
               |
            35 |         default: grene
               |                  ^^^^^
               |
               = help: write 'green'
        "#]],
    );
    check(
        "default: green",
        "default: Green",
        &expect![[r#"
            t.yaml:35:18: error[V072]: 'Green' is the name in Rust
               |
            35 |         default: Green
               |                  ^^^^^
               |
               = help: write the wire string: green
        "#]],
    );
    check(
        "min: 1\n",
        "min: 101\n",
        &expect![[r#"
            t.yaml:28:18: error[V069]: 25 breaks 'min', which is 101
               |
            28 |         default: 25
               |                  ^^
               |
               = help: change one of the two
            t.yaml:29:14: error[V064]: 'min' is 101 and 'max' is 100, so no value is allowed
               |
            29 |         min: 101
               |              ^^^
               |
               = help: exchange them
        "#]],
    );
    check(
        "required: true",
        "required: true\n        default: IBM",
        &expect![[r#"
            t.yaml:24:9: error[V062]: 'name' is required, so its default is never used
               |
            24 |         default: IBM
               |         ^^^^^^^
               |
               = help: remove 'default' or 'required'
        "#]],
    );
    check(
        "required: true",
        "required: true\n        pattern: \"[a-z\"",
        &expect![[r#"
            t.yaml:24:18: error[V040]: this is not a regular expression: found unclosed character class
               |
            24 |         pattern: "[a-z"
               |                  ^^^^^^
               |
               = help: correct it; a character that stands for itself has a '\' before it
        "#]],
    );
    check(
        "required: true",
        "required: true\n        min: 3",
        &expect![[r#"
            t.yaml:24:9: error[V063]: 'min' is a limit of integers and numbers
               |
            24 |         min: 3
               |         ^^^
               |
               = help: remove it
        "#]],
    );
    check(
        "default: 25",
        "pattern: \"[0-9]\"",
        &expect![[r#"
            t.yaml:28:9: error[V063]: 'pattern' is a limit of strings and tickers
               |
            28 |         pattern: "[0-9]"
               |         ^^^^^^^
               |
               = help: remove it
        "#]],
    );
    check(
        "wire: green",
        "wire: red",
        &expect![[r#"
            t.yaml:8:22: error[V038]: 'red' is the wire string of 'Red' already
              |
            8 |       Green: { wire: red, doc: Sour. }
              |                      ^^^
              |
              = help: give each value its own
        "#]],
    );
    check(
        "doc: How many.",
        "doc: \"\"",
        &expect![[r#"
            t.yaml:25:14: error[V035]: the doc is empty
               |
            25 |         doc: ""
               |              ^^
               |
               = help: write one sentence or more
        "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: qery\n        default: 25",
        &expect![[r#"
            t.yaml:27:13: error[V015]: 'in' takes path, query, header, body, form, part, content or client, not the string "qery"
               |
            27 |         in: qery
               |             ^^^^
               |
               = help: write 'query'
        "#]],
    );
    check(
        "in: query\n        default: 25",
        "in: client\n        wire: size",
        &expect![[r#"
            t.yaml:28:9: error[V061]: 'wire' has no effect where 'in' is 'client'
               |
            28 |         wire: size
               |         ^^^^
               |
               = help: remove it
        "#]],
    );
    check(
        "doc: How many.",
        "doc: \"How\\rmany.\"",
        &expect![[r#"
            t.yaml:25:14: error[V035]: the doc has control characters
               |
            25 |         doc: "How\rmany."
               |              ^^^^^^^^^^^^
               |
               = help: write plain text
        "#]],
    );
    check(
        "min: 1\n",
        "min: 1e400\n",
        &expect![[r#"
            t.yaml:29:14: error[V013]: 'min' takes a number, not the string "1e400"
               |
            29 |         min: 1e400
               |              ^^^^^
               |
               = help: write for example 'min: 1'
        "#]],
    );
    check(
        "min: 1\n",
        "max_length: 0\n",
        &expect![[r#"
            t.yaml:29:9: error[V063]: 'max_length' is a limit of strings, tickers and lists
               |
            29 |         max_length: 0
               |         ^^^^^^^^^^
               |
               = help: remove it
            t.yaml:29:21: error[V065]: nothing has less than one
               |
            29 |         max_length: 0
               |                     ^
               |
               = help: write 1 or more
        "#]],
    );
    check(
        "path: fruit/{name}",
        "path: fruit/../{name}/{name}",
        &expect![[r#"
            t.yaml:13:17: error[V050]: '..' cannot be a segment of a path
               |
            13 |     path: fruit/../{name}/{name}
               |                 ^^
               |
               = help: write plain words with one '/' between them
            t.yaml:13:27: error[V053]: '{name}' stands twice in the path
               |
            13 |     path: fruit/../{name}/{name}
               |                           ^^^^^^
               |
               = help: remove one
        "#]],
    );
}
