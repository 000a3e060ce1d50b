//! One table of faults: a small table that is right, one thing about it changed, and what is said then.

use expect_test::{Expect, expect};
use virtual_finance_codegen::{Diagnostic, DiagnosticKind, Input, generate};

/// A table without faults, on which every case changes one thing.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red, doc: Red. }
      Green: { wire: green, doc: Green. }
endpoints:
  Fruit:
    doc: Fruit.
    host: shop_url
    path: fruit/{name}
    method: GET
    status: 200
    raw: json
    converter: fruit
    params:
      name:
        doc: The name.
        type: ticker
        in: path
        required: true
      count:
        doc: How many.
        type: integer
        in: query
        default: 25
        min: 1
        max: 100
      colour:
        doc: The colour.
        type: Colour
        in: query
        default: green
";

fn faults(table: &str) -> Vec<Diagnostic> {
    let converters = ["fruit".to_owned(), "history".to_owned()];
    generate(&Input { table_text: table, table_path: "t.yaml", converters: &converters })
        .err()
        .unwrap_or_default()
}

fn shown(table: &str) -> String {
    faults(table).iter().map(|fault| format!("{fault}\n")).collect()
}

/// Checks what is said when `from` is replaced by `to` in the table.
#[track_caller]
fn check(from: &str, to: &str, expected: &Expect) {
    assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
    expected.assert_eq(&shown(&TABLE.replace(from, to)));
}

/// A parameter after the others.
#[track_caller]
fn check_param(lines: &str, expected: &Expect) {
    expected.assert_eq(&shown(&format!("{TABLE}{lines}")));
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(faults(TABLE), []);
}

#[test]
fn keys() {
    check(
        "host: shop_url",
        "hots: shop_url",
        &expect![[r#"
            t.yaml:12:5: error: 'Fruit' has no key 'hots'; did you mean 'host'?
                |
             12 |     hots: shop_url
                |     ^^^^
        "#]],
    );
    check(
        "        in: query\n        default: 25",
        "        inn: query\n        default: 25",
        &expect![[r#"
            t.yaml:27:9: error: 'count' has no key 'inn'; did you mean 'in'?
                |
             27 |         inn: query
                |         ^^^
        "#]],
    );
    check(
        "    method: GET\n",
        "",
        &expect![[r#"
        t.yaml:10:3: error: 'Fruit' has no 'method'; add 'method: …'
            |
         10 |   Fruit:
            |   ^^^^^
    "#]],
    );
    check(
        "{ wire: red, doc: Red. }",
        "{ wyre: red, doc: Red. }",
        &expect![[r#"
            t.yaml:7:14: error: 'Red' has no key 'wyre'; did you mean 'wire'?
               |
             7 |       Red: { wyre: red, doc: Red. }
               |              ^^^^
        "#]],
    );
    check(
        "types:\n",
        "type:\n",
        &expect![[r#"
            t.yaml:3:1: error: the table has no key 'type'; did you mean 'types'?
               |
             3 | type:
               | ^^^^
        "#]],
    );
    check(
        "    raw: json\n",
        "    raw: json\n    raw: txt\n",
        &expect![[r#"
        t.yaml:17:5: error: 'raw' is there already, in line 16; remove one of the two or rename it
            |
         17 |     raw: txt
            |     ^^^
    "#]],
    );
    check(
        "      colour:\n        doc",
        "      count:\n        doc",
        &expect![[r#"
        t.yaml:31:7: error: 'count' is there already, in line 24; remove one of the two or rename it
            |
         31 |       count:
            |       ^^^^^
    "#]],
    );
}

#[test]
fn shapes() {
    check(
        "status: 200",
        "status: \"200\"",
        &expect![[r#"
        t.yaml:15:13: error: 'status' takes a whole number; write that
            |
         15 |     status: "200"
            |             ^^^^^
    "#]],
    );
    check(
        "wire: red",
        "wire: 5",
        &expect![[r#"
        t.yaml:7:20: error: 'wire' takes a text; write it in quotes: "5"
           |
         7 |       Red: { wire: 5, doc: Red. }
           |                    ^
    "#]],
    );
    check(
        "required: true",
        "required: maybe",
        &expect![[r#"
            t.yaml:23:19: error: 'required' takes true or false; write that
                |
             23 |         required: maybe
                |                   ^^^^^
        "#]],
    );
    check(
        "min: 1\n",
        "min: [1]\n",
        &expect![[r#"
        t.yaml:29:14: error: 'min' takes a number; write that
            |
         29 |         min: [1]
            |              ^
    "#]],
    );
    check(
        "      Red: { wire: red, doc: Red. }\n      Green: { wire: green, doc: Green. }\n",
        "",
        &expect![[r#"
            t.yaml:6:13: error: 'variants' takes names of your own, indented below it, or {} for none; write that
               |
             6 |     variants:
               |             ^
        "#]],
    );
    check(
        "max: 100",
        "aliases: many",
        &expect![[r#"
        t.yaml:30:18: error: 'aliases' takes a list of texts: [one, two]; write that
            |
         30 |         aliases: many
            |                  ^^^^
    "#]],
    );
}

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
        t.yaml:18:14: error: the subject is a required text and 'count' is not; name another parameter or leave 'subject' out
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
}

#[test]
fn names() {
    check(
        "      count:",
        "      type:",
        &expect![[r#"
        t.yaml:24:7: error: 'type' is a word of Rust; choose another name and give this one in 'wire' where it is sent
            |
         24 |       type:
            |       ^^^^
    "#]],
    );
    check(
        "      count:",
        "      new:",
        &expect![[r#"
        t.yaml:24:7: error: 'new' is a name that generated requests use themselves; choose another name and give this one in 'wire' where it is sent
            |
         24 |       new:
            |       ^^^
    "#]],
    );
    check(
        "      count:",
        "      Count:",
        &expect![[r#"
        t.yaml:24:7: error: 'Count' cannot be a name here; write lower-case letters, digits and '_': 'max_results'
            |
         24 |       Count:
            |       ^^^^^
    "#]],
    );
    check(
        "Green: {",
        "green: {",
        &expect![[r#"
        t.yaml:8:7: error: 'green' cannot name a type; write 'Green'
           |
         8 |       green: { wire: green, doc: Green. }
           |       ^^^^^
    "#]],
    );
    check(
        "Green: {",
        "Self: {",
        &expect![[r#"
        t.yaml:8:7: error: 'Self' is a word of Rust; choose another name
           |
         8 |       Self: { wire: green, doc: Green. }
           |       ^^^^
    "#]],
    );
    check(
        "  Colour:\n",
        "  Option:\n",
        &expect![[r#"
        t.yaml:4:3: error: 'Option' is a name that the generated code uses itself; choose another name
           |
         4 |   Option:
           |   ^^^^^^
        t.yaml:33:15: error: there is no type 'Colour'; write one of string, ticker, integer, number, boolean, date, datetime, Option
            |
         33 |         type: Colour
            |               ^^^^^^
    "#]],
    );
    check(
        "  Fruit:",
        "  Colour:",
        &expect![[r#"
        t.yaml:10:3: error: the request 'Colour' and the type 'Colour' would both be 'Colour'; rename one of them
            |
         10 |   Colour:
            |   ^^^^^^
    "#]],
    );
    check(
        "  Fruit:",
        "  Hosts:",
        &expect![[r#"
        t.yaml:10:3: error: 'Hosts' would become the module 'hosts', which is taken; choose another name
            |
         10 |   Hosts:
            |   ^^^^^
    "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        wire: count",
        &expect![[r#"
        t.yaml:35:15: error: the parameter 'colour' on the wire and the parameter 'count' on the wire would both be 'count'; rename one of them
            |
         35 |         wire: count
            |               ^^^^^
    "#]],
    );
    check(
        "in: query\n        default: green",
        "in: query\n        aliases: [count]",
        &expect![[r#"
        t.yaml:35:19: error: the alias 'count' of 'colour' and the parameter 'count' would both be 'count'; rename one of them
            |
         35 |         aliases: [count]
            |                   ^^^^^
    "#]],
    );
}

#[test]
fn relations_and_choices() {
    check_param(
        "        conflicts: [cuont]\n",
        &expect![[r#"
        t.yaml:36:21: error: 'Fruit' has no parameter 'cuont'; did you mean 'count'?
            |
         36 |         conflicts: [cuont]
            |                     ^^^^^
    "#]],
    );
    check_param(
        "        conflicts: [name, count=many]\n",
        &expect![[r#"
        t.yaml:36:27: error: 'count' is never 'many'; write a whole number
            |
         36 |         conflicts: [name, count=many]
            |                           ^^^^^^^^^^
    "#]],
    );
    check_param(
        "        after: count\n",
        &expect![[r#"
        t.yaml:36:16: error: 'count' is of another type than 'colour'; name one of the same type
            |
         36 |         after: count
            |                ^^^^^
    "#]],
    );
    check_param(
        "        after: colour\n",
        &expect![[r#"
        t.yaml:36:16: error: a parameter cannot come after itself; name another one
            |
         36 |         after: colour
            |                ^^^^^^
    "#]],
    );
    check_param(
        "    choices:\n      by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [colour] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:40:40: error: 'colour' is part of a choice and cannot be required or have a default; remove that there
                |
             40 |           one: { doc: One., required: [colour] }
                |                                        ^^^^^^
            t.yaml:41:40: error: 'Fruit' has no parameter 'word'; write one of name, count, colour
                |
             41 |           two: { doc: Two., required: [word] }
                |                                        ^^^^
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      word:\n        doc: Either.\n        options:\n          one: { doc: One., required: [word] }\n          two: { doc: Two., required: [word] }\n",
        &expect![[r#"
            t.yaml:38:7: error: the choice 'word' and the parameter 'word' would both be 'word'; rename one of them
                |
             38 |       word:
                |       ^^^^
            t.yaml:42:40: error: 'word' belongs to an option already; name it once
                |
             42 |           two: { doc: Two., required: [word] }
                |                                        ^^^^
        "#]],
    );
    check_param(
        "      word: { doc: A word., type: string, in: query }\n    choices:\n      colour_by:\n        doc: Either.\n        options:\n          one: { doc: One., required: [] }\n",
        &expect![[r#"
            t.yaml:40:9: error: a choice has at least two options; add one or remove the choice
                |
             40 |         options:
                |         ^^^^^^^
            t.yaml:41:39: error: an option needs a parameter that tells it from the others; name one
                |
             41 |           one: { doc: One., required: [] }
                |                                       ^
        "#]],
    );
    check_param(
        "      day: { doc: A day., type: date, in: query, default: 2020-01-31 }\n",
        &expect![[r#"
        t.yaml:36:59: error: dates, datetimes and lists have no default; remove it and say in 'doc' what holds
            |
         36 |       day: { doc: A day., type: date, in: query, default: 2020-01-31 }
            |                                                           ^^^^^^^^^^
    "#]],
    );
    check_param(
        "      tags: { doc: Tags., type: { list: string, separator: \"\" }, in: query }\n",
        &expect![[r#"
            t.yaml:36:60: error: a separator is not empty; write "," or what the host takes
                |
             36 |       tags: { doc: Tags., type: { list: string, separator: "" }, in: query }
                |                                                            ^^^
        "#]],
    );
    check_param(
        "  Basket:\n    doc: A basket.\n    host: shop_url\n    path: basket\n    method: GET\n    status: 200\n    raw: txt\n    converter: fruit\n    choices:\n      colour:\n        doc: Either.\n        options: {}\n",
        &expect![[r#"
            t.yaml:45:7: error: the choice 'colour' of 'Basket' and the type 'Colour' would both be 'Colour'; rename one of them
                |
             45 |       colour:
                |       ^^^^^^
            t.yaml:47:9: error: a choice has at least two options; add one or remove the choice
                |
             47 |         options: {}
                |         ^^^^^^^
        "#]],
    );
}

#[test]
fn texts_that_are_not_a_table() {
    let said = |text: &str, expected: Expect| expected.assert_eq(&shown(text));
    said(
        "",
        expect![[r#"
        t.yaml:1:1: error: the table is empty; write 'hosts', 'types' and 'endpoints'
           |
         1 | 
           | ^
    "#]],
    );
    said(
        "- a\n",
        expect![[r#"
        t.yaml:1:1: error: a table begins with keys; write 'hosts:', 'types:' and 'endpoints:'
           |
         1 | - a
           | ^
    "#]],
    );
    said(
        "hosts: [\n",
        expect![[r#"
        t.yaml:2:1: error: this is not YAML: while parsing a node, did not find expected node content; check the indentation and the quotes
           |
         2 | 
           | ^
    "#]],
    );
    said(
        "hosts: &a {}\nendpoints: *a\n",
        expect![[r#"
        t.yaml:1:8: error: tables do without anchors, aliases and tags; write the value itself
           |
         1 | hosts: &a {}
           |        ^^^^
    "#]],
    );
    said(
        "hosts: {}\nendpoints: {}\n---\nhosts: {}\n",
        expect![[r#"
        t.yaml:3:1: error: a table is one document; remove the '---' and what follows it
           |
         3 | ---
           | ^^^
    "#]],
    );
    said(
        "hosts: !!map {}\nendpoints: {}\n",
        expect![[r#"
        t.yaml:1:8: error: tables do without anchors, aliases and tags; write the value itself
           |
         1 | hosts: !!map {}
           |        ^^^^^^^
    "#]],
    );
    said(
        &"a: {".repeat(40),
        expect![[r#"
        t.yaml:1:100: error: the table nests more than 24 deep; write it flatter
           |
         1 | a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {
           |                                                                                                    ^
    "#]],
    );
    said(
        &"[".repeat(100_000),
        expect![[r#"
            t.yaml:1:256: error: this is not YAML: recursion limit exceeded; check the indentation and the quotes
               |
             1 | [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
               |                                                                                                    ^
        "#]],
    );
}

#[test]
fn every_fault_is_reported_in_one_run_in_the_order_of_lines() {
    let table = TABLE
        .replace("host: shop_url", "host: shop")
        .replace("type: integer", "type: intger")
        .replace("default: green", "defualt: green")
        .replace("Red: { wire: red,", "Red: { wire: 1,");
    expect![[r#"
        t.yaml:7:20: error: 'wire' takes a text; write it in quotes: "1"
           |
         7 |       Red: { wire: 1, doc: Red. }
           |                    ^
        t.yaml:12:11: error: the table has no host 'shop'; write one of shop_url
            |
         12 |     host: shop
            |           ^^^^
        t.yaml:26:15: error: there is no type 'intger'; did you mean 'integer'?
            |
         26 |         type: intger
            |               ^^^^^^
        t.yaml:35:9: error: 'colour' has no key 'defualt'; did you mean 'default'?
            |
         35 |         defualt: green
            |         ^^^^^^^
    "#]]
    .assert_eq(&shown(&table));
}

#[test]
fn a_broken_part_gives_one_message() {
    // The parameter lacks its type, but it is there: the path finds it.
    let table = TABLE.replace("        type: ticker\n", "");
    let kinds: Vec<DiagnosticKind> = faults(&table).iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, [DiagnosticKind::MissingKey]);
}
