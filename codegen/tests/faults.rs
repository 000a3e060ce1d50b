//! Faults of tables: each file of the folder beside this one is a subject (see `tests/cases`).

mod pictures;
mod secrets;
mod sizes;
mod warnings;

use virtual_finance_cases::check;
use virtual_finance_codegen::{Diagnostic, Generator, GeneratorError, Severity};

/// A table without faults.
const TABLE: &str = include_str!("faults/table.yaml");

fn faults(table: &str) -> Vec<Diagnostic> {
    let generator = Generator::new("t.yaml").converters("runtime/market/src/converters");
    let mut found = found(&generator, table, &["fruit", "history"]);
    found.retain(|fault| fault.code.severity() == Severity::Error);
    found
}

/// Returns the warnings of a table, or its faults.
fn found(generator: &Generator, table: &str, converters: &[&str]) -> Vec<Diagnostic> {
    let converters: Vec<_> = converters.iter().map(|&name| name.to_owned()).collect();
    match generator.generate(table, &converters) {
        Ok(generated) => {
            assert!(!generated.files.is_empty(), "warnings write all files");
            generated.warnings
        }
        Err(GeneratorError::Table(faults)) => faults,
        Err(other) => panic!("{other}"),
    }
}

fn line_of(fault: &Diagnostic) -> String {
    let Diagnostic { line, column, length, code, message, help, .. } = fault;
    let warning = if code.severity() == Severity::Warning { "warning " } else { "" };
    format!("{line}:{column}+{length} {warning}{code}: {message}; {help}")
}

#[test]
fn every_table_is_told_its_faults() {
    check(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/faults"), TABLE, |subject, case| {
        let table = &case.changed;
        let found = match subject {
            // What a project lacks that wants to be complete.
            "demands" => found(&Generator::new("t.yaml").complete([""; 0]), table, &[]),
            "warnings" if table.contains("converter: fruit") => {
                found(&Generator::new("t.yaml"), table, &["fruit"])
            }
            "warnings" => found(&Generator::new("t.yaml"), table, &[]),
            _ => faults(table),
        };
        found.iter().map(line_of).collect()
    });
}
