//! Tests that `DIAGNOSTICS.md` explains every code by a table with its fault and no other, its message, and what mends
//! it. `UPDATE_EXPECT=1` writes the messages.

use expect_test::expect_file;
use virtual_finance_codegen::{Code, Diagnostic, Generator, GeneratorError};

const PAGE: &str = include_str!("../DIAGNOSTICS.md");

/// The example of a code on the page.
pub(crate) struct Shown {
    pub(crate) code: &'static str,
    pub(crate) bad: String,
    pub(crate) good: String,
    message: &'static str,
}

fn sections() -> impl Iterator<Item = &'static str> {
    PAGE.split("\n### ").skip(1)
}

pub(crate) fn shown() -> impl Iterator<Item = Shown> {
    sections().filter_map(|section| {
        let block = |kind: &str| {
            let (_, rest) = section.split_once(&format!("\n```{kind}\n"))?;
            rest.split_once("\n```\n").or_else(|| rest.split_once("\n```")).map(|(block, _)| block)
        };
        let bad = format!("{}\n", block("yaml")?);
        let good = block("diff")?.split("\n\n").fold(bad.clone(), |table, hunk| {
            let lines = |other: char| -> String {
                let own = hunk.lines().filter_map(|line| line.strip_prefix([' ', other]));
                own.map(|line| format!("{line}\n")).collect()
            };
            assert!(table.contains(&lines('-')), "the table has the lines of its section: {section}");
            table.replacen(&lines('-'), &lines('+'), 1)
        });
        Some(Shown { code: section.split(':').next()?, bad, good, message: block("text")? })
    })
}

fn reported(table: &str) -> Vec<Diagnostic> {
    match Generator::new("table.yaml").generate(table, &["fruit".to_owned()]) {
        Ok(generated) => generated.warnings,
        Err(GeneratorError::Table(faults)) => faults,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn every_code_has_its_section_in_order() {
    let headings: Vec<&str> = sections().filter_map(|section| section.lines().next()).collect();
    let codes: Vec<String> = Code::all().map(|code| format!("{code}: {}", code.title())).collect();
    assert_eq!(headings, codes);
    let numbers: Vec<&str> = Code::all().map(Code::as_str).collect();
    assert!(numbers.is_sorted_by(|one, other| one < other), "numbers are unique and in order");
    // A table alone does not show what a project demands, and none is known that makes the generator fail.
    let with_table = numbers.into_iter().filter(|code| !["V998", "V999"].contains(code));
    assert!(shown().map(|shown| shown.code).eq(with_table));
}

#[test]
fn a_table_has_the_fault_of_its_section_alone() {
    let page = shown().fold(PAGE.to_owned(), |page, Shown { code, bad, message, .. }| {
        let mut found = reported(&bad);
        assert!(
            !found.is_empty() && found.iter().all(|found| found.code.as_str() == code),
            "{code}: {found:?}"
        );
        let texts: Vec<String> = found.drain(..).map(|found| found.to_string()).collect();
        let block = |message: &str| format!("\n{bad}```\n\n```text\n{message}\n```\n");
        page.replacen(&block(message), &block(&texts.join("\n\n")), 1)
    });
    expect_file!["../DIAGNOSTICS.md"].assert_eq(&page);
}

#[test]
fn a_mended_table_has_no_fault() {
    for Shown { code, good, .. } in shown() {
        let severity = Code::all().find(|known| known.as_str() == code).map(Code::severity);
        // Small tables of errors have types that nothing uses.
        let found = reported(&good).into_iter().map(|found| found.code);
        assert_eq!(
            found.filter(|found| Some(found.severity()) == severity).collect::<Vec<_>>(),
            [],
            "{code}:\n{good}"
        );
    }
}
