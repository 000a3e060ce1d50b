//! Faults as people see them: the line of the table, with the place.

use expect_test::expect;

use super::{TABLE, faults};

fn rendered(table: &str) -> String {
    faults(table).iter().map(|fault| format!("{fault}\n")).collect()
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
}

#[test]
fn a_long_line_is_cut() {
    expect![[r#"
        t.yaml:1:256: error[V001]: this is not YAML: recursion limit exceeded
          |
        1 | ...[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[...
          |                                                                    ^
          |
          = help: check the indentation, the quotes and the brackets here and just before; a string with ': ' or ' #' in it, or with a mark at its beginning, stands in quotes
    "#]]
    .assert_eq(&rendered(&"[".repeat(100_000)));
}
