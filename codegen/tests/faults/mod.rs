//! Tests of the faults of a table: a small table without faults, one change, and the messages.

#![expect(clippy::panic, reason = "a test fails by panicking")]

mod accepted;
mod auth;
mod batch;
mod cascades;
mod contents;
mod converters;
mod defaults;
mod docs;
mod enumerations;
mod equal;
mod examples;
mod fallbacks;
mod formats;
mod forms;
mod fresh;
mod grammars;
mod graphql;
mod habits;
mod hosts;
mod items;
mod last_pages;
mod limits;
mod meaning;
mod meant;
mod messages;
mod names;
mod never;
mod newcomer;
mod one_cause;
mod pages;
mod places;
mod relations;
mod replies;
mod separators;
mod shape;
mod statuses;
mod texts;
mod twenty;
mod unusable;
mod uploads;
mod view;
mod warnings;
mod wire_names;
mod words;
mod xml;
mod yaml_values;

use expect_test::Expect;
use virtual_finance_codegen::{Diagnostic, Generator, GeneratorError};

/// A table without faults. Every case changes one thing in it.
const TABLE: &str = "\
hosts:
  shop_url: { doc: The shop., default: https://shop.example.com }
types:
  Colour:
    doc: A colour.
    variants:
      Red: { wire: red, doc: Ripe. }
      Green: { wire: green, doc: Sour. }
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
    let generator = Generator::new("t.yaml").converters("runtime/market/src/converters");
    match generator.generate(table, &converters) {
        Ok(_) => Vec::new(),
        Err(GeneratorError::Table(faults)) => faults,
        Err(other) => panic!("{other}"),
    }
}

/// Returns the faults of a table, each in a line without its place.
fn told(table: &str) -> Vec<String> {
    let one = |fault: &Diagnostic| format!("{}: {}; {}", fault.code, fault.message, fault.help);
    faults(table).iter().map(one).collect()
}

/// Returns the faults of a table, each in a line: its place with its length, the code, the message and the advice.
fn shown(table: &str) -> String {
    let line = |fault: &Diagnostic| {
        let Diagnostic { line, column, length, code, message, help, .. } = fault;
        format!("{line}:{column}+{length} {code}: {message}; {help}\n")
    };
    faults(table).iter().map(line).collect()
}

/// Returns the faults of a table as people see them.
fn rendered(table: &str) -> String {
    faults(table).iter().map(|fault| format!("{fault}\n")).collect()
}

fn codes(table: &str) -> Vec<&'static str> {
    faults(table).iter().map(|fault| fault.code.as_str()).collect()
}

/// Checks the faults of the table with `to` in the place of `from`.
#[track_caller]
fn check(from: &str, to: &str, expected: &Expect) {
    assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
    expected.assert_eq(&shown(&TABLE.replace(from, to)));
}

/// Returns the table with an example of its endpoint.
fn with_example(lines: &str) -> String {
    format!("{TABLE}    examples:\n      plums:\n        doc: Plums.\n{lines}")
}

/// Checks the faults of the table with more lines at its end.
#[track_caller]
fn check_param(lines: &str, expected: &Expect) {
    expected.assert_eq(&shown(&format!("{TABLE}{lines}")));
}

#[test]
fn the_table_of_these_cases_has_no_fault() {
    assert_eq!(faults(TABLE), []);
}

/// Checks what is told about a table with one text in the place of another, which stands in it once: each case is the text,
/// the one in its place, and the diagnostics with their places.
#[track_caller]
fn check_changes(table: &str, cases: &[(&str, &str, &str)]) {
    let line = |fault: &Diagnostic| {
        format!("{}:{} {}: {}; {}", fault.line, fault.column, fault.code, fault.message, fault.help)
    };
    let lines = |from: &str, to: &str| {
        assert_eq!(table.matches(from).count(), 1, "{from:?} stands once in the table");
        faults(&table.replace(from, to)).iter().map(line).collect::<Vec<_>>().join("\n")
    };
    let found: Vec<_> = cases.iter().map(|(from, to, _)| (*to, lines(from, to))).collect();
    let expected: Vec<_> = cases.iter().map(|(_, to, expected)| (*to, (*expected).to_owned())).collect();
    assert_eq!(found, expected, "{found:#?}");
}
