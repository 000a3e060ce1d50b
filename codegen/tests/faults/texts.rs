//! Texts that are not a table at all, and tables with several faults.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults, rendered};

#[test]
fn texts_that_are_not_a_table() {
    let said = |text: &str, expected: Expect| expected.assert_eq(&rendered(text));
    said(
        "",
        expect![[r#"
            t.yaml:1:1: error[V003]: the table is empty
              |
            1 |
              | ^
              |
              = help: write 'hosts:' and 'endpoints:', each with names below it or {} for none
        "#]],
    );
    said(
        "- a\n",
        expect![[r#"
            t.yaml:1:1: error[V003]: a table begins with keys
              |
            1 | - a
              | ^
              |
              = help: write 'hosts:' and 'endpoints:', each with names below it or {} for none
        "#]],
    );
    said(
        "hosts: [\n",
        expect![[r#"
            t.yaml:1:9: error[V001]: this is not YAML: while parsing a node, did not find expected node content
              |
            1 | hosts: [
              |         ^
              |
              = help: check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or with a mark at its beginning, stands in quotes
        "#]],
    );
    said(
        "hosts: &a {}\nendpoints: *a\n",
        expect![[r#"
            t.yaml:1:8: error[V004]: tables do without anchors, aliases and tags
              |
            1 | hosts: &a {}
              |        ^^^^
              |
              = help: write the value itself
            t.yaml:2:12: error[V004]: tables do without anchors, aliases and tags
              |
            2 | endpoints: *a
              |            ^^
              |
              = help: write the value itself
        "#]],
    );
    said(
        "hosts: {}\nendpoints: {}\n---\nhosts: {}\n",
        expect![[r#"
            t.yaml:3:1: error[V004]: a table is one document
              |
            3 | ---
              | ^^^
              |
              = help: remove the '---'; what follows it goes on with the table, or stands in a file that 'include' names
        "#]],
    );
    said(
        "hosts: !!map {}\nendpoints: {}\n",
        expect![[r#"
            t.yaml:1:8: error[V004]: tables do without anchors, aliases and tags
              |
            1 | hosts: !!map {}
              |        ^^^^^^^
              |
              = help: write the value itself
        "#]],
    );
    said(
        &"a: {".repeat(40),
        expect![[r#"
            t.yaml:1:97: error[V005]: the table nests more than 24 deep
              |
            1 | a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a: {a...
              |                                                                                                 ^
              |
              = help: write it flatter
        "#]],
    );
    said(
        &"[".repeat(100_000),
        expect![[r#"
            t.yaml:1:256: error[V001]: this is not YAML: recursion limit exceeded
              |
            1 | ...[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
              |                                                                    ^
              |
              = help: check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or with a mark at its beginning, stands in quotes
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
        t.yaml:7:20: error[V014]: 'wire' takes a string, not the integer 1
          |
        7 |       Red: { wire: 1, doc: Ripe. }
          |                    ^
          |
          = help: write it in quotes: "1"
        t.yaml:12:11: error[V030]: the table has no host 'shop'
           |
        12 |     host: shop
           |           ^^^^
           |
           = help: write one of shop_url
        t.yaml:26:15: error[V031]: there is no type 'intger'
           |
        26 |         type: intger
           |               ^^^^^^
           |
           = help: write 'integer'
        t.yaml:35:9: error[V010]: 'colour' has no key 'defualt'
           |
        35 |         defualt: green
           |         ^^^^^^^
           |
           = help: write 'default'
    "#]]
    .assert_eq(&rendered(&table));
}

#[test]
fn a_broken_part_gives_one_message() {
    // The parameter has no type, but it exists: the path finds it.
    let table = TABLE.replace("        type: ticker\n", "");
    assert_eq!(codes(&table), ["V011"]);
}

#[test]
fn reading_stops_at_the_first_line_that_is_not_yaml() {
    let table =
        TABLE.replace("doc: Fruit.", "doc: Fruit: all of it.").replace("type: integer", "type: intger]");
    expect![[r#"
        t.yaml:11:15: error[V001]: this is not YAML: mapping values are not allowed in this context
           |
        11 |     doc: Fruit: all of it.
           |               ^
           |
           = help: check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or with a mark at its beginning, stands in quotes
    "#]]
    .assert_eq(&rendered(&table));
}

#[test]
fn every_line_that_is_indented_with_a_tab_is_told_in_one_run() {
    let table = TABLE.replace("        min: 1\n", "\tmin: 1\n").replace("    raw: json\n", "  \traw: json\n");
    let table =
        table.replace("        in: query\n        default: green", "\t\tin: query\n        default: grey");
    expect![[r#"
        t.yaml:16:3: error[V002]: the line is indented with a tab
           |
        16 |       raw: json
           |   ^^^^
           |
           = help: indent with spaces, two for each level
        t.yaml:29:1: error[V002]: the line is indented with a tab
           |
        29 |     min: 1
           | ^^^^
           |
           = help: indent with spaces, two for each level
        t.yaml:34:1: error[V002]: the line is indented with a tab
           |
        34 |         in: query
           | ^^^^^^^^
           |
           = help: indent with spaces, two for each level
    "#]]
    .assert_eq(&rendered(&table));
    // A tab behind the spaces of a block scalar is no indentation.
    let table = TABLE.replace("doc: Fruit.", "doc: |\n      Fruit.\n      \tOf all kinds.");
    assert_eq!(codes(&table), ["V035"]);
    assert_eq!(codes(&table.replace("path: fruit/{name}", "path: {fruit")), ["V001"]);
    let table = table.replace("        min: 1\n", "\tmin: 1\n");
    let lines: Vec<(usize, &str)> =
        faults(&table).iter().map(|fault| (fault.line, fault.code.as_str())).collect();
    assert_eq!(lines, [(31, "V002")]);
}
