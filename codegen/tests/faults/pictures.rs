//! Faults as people see them: the line of the table, with the place.

use expect_test::{expect, expect_file};

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
    expect_file!["pictures/order.txt"].assert_eq(&rendered(&table));
}

#[test]
fn every_line_that_is_indented_with_a_tab_is_told_in_one_run() {
    let table = TABLE.replace("        min: 1\n", "\tmin: 1\n").replace("    raw: json\n", "  \traw: json\n");
    let table =
        table.replace("        in: query\n        default: green", "\t\tin: query\n        default: grey");
    expect_file!["pictures/tabs.txt"].assert_eq(&rendered(&table));
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
