//! Tests that every code has a table with its fault and no other, and a table without faults.

#![expect(clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use virtual_finance_codegen::{Code, Generator, GeneratorError, diagnostics_page};

fn codes(table: &str) -> Vec<Code> {
    let converters = ["fruit".to_owned()];
    match Generator::new("t.yaml").generate(table, &converters) {
        Ok(generated) => generated.warnings.iter().map(|warning| warning.code).collect(),
        Err(GeneratorError::Table(faults)) => faults.iter().map(|fault| fault.code).collect(),
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_bad_table_of_a_code_has_that_fault_alone() {
    for code in Code::all() {
        let Some((bad, _)) = code.examples() else { continue };
        assert_eq!(codes(bad), [code], "{}:\n{bad}", code.title());
    }
}

#[test]
fn the_good_table_of_a_code_has_no_fault() {
    for code in Code::all() {
        let Some((_, good)) = code.examples() else { continue };
        let mut found = codes(&good);
        // Small tables of errors have types that nothing uses.
        found.retain(|found| found.severity() == code.severity());
        assert_eq!(found, [], "{code}: {}:\n{good}", code.title());
    }
}

#[test]
fn numbers_are_unique_and_in_order() {
    let numbers: Vec<&str> = Code::all().map(Code::as_str).collect();
    let sorted: BTreeSet<&str> = numbers.iter().copied().collect();
    assert_eq!(numbers, sorted.into_iter().collect::<Vec<_>>());
    for number in numbers {
        let digits = number.strip_prefix('V').unwrap();
        assert!(digits.len() == 3 && digits.bytes().all(|digit| digit.is_ascii_digit()), "{number}");
    }
}

#[test]
fn every_code_but_two_is_shown_by_a_table() {
    let without: Vec<&str> = Code::all().filter(|code| code.examples().is_none()).map(Code::as_str).collect();
    assert_eq!(without, ["V998", "V999"]);
}

#[test]
fn every_code_has_its_section_in_the_page() {
    let page = diagnostics_page();
    for code in Code::all() {
        assert!(page.contains(&format!("\n### {code}: {}\n\n", code.title())), "{code}");
        if let Some((bad, good)) = code.examples() {
            assert!(page.contains(bad) && good.lines().all(|line| page.contains(line)), "{code}");
            assert!(page.contains(&format!(": {}[{code}]: ", code.severity())), "{code}");
        }
    }
}
