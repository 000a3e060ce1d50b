//! Texts that are not a table at all, and tables with several faults.

use expect_test::{Expect, expect};
use virtual_finance_codegen::DiagnosticKind;

use super::{TABLE, faults, shown};

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
