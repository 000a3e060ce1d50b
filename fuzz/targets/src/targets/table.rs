//! The generator: any text is a table, or has errors that lie in it.

use virtual_finance_codegen::{Diagnostic, Generator, GeneratorError};

/// The names of the converters that tables may name.
const CONVERTERS: [&str; 6] = ["basket", "everything", "order", "search", "quote", "history"];

pub(super) fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let converters: Vec<String> = CONVERTERS.map(str::to_owned).into();
    match Generator::new("t.yaml").generate(text, &converters) {
        Ok(generated) => assert!(!generated.files.is_empty()),
        Err(GeneratorError::Table(faults)) => {
            assert!(!faults.is_empty(), "a table is refused without a reason");
            faults.iter().for_each(|fault| check(text, fault));
        }
        Err(other) => panic!("{other}"),
    }
}

/// Checks that an error lies within a line of the text or just after it, and says what to do.
fn check(text: &str, fault: &Diagnostic) {
    assert!(fault.code.as_str() != "V999", "{fault}");
    assert!(!fault.message.is_empty() && !fault.help.is_empty(), "{fault:?}");
    let lines: Vec<&str> = text.lines().flat_map(|line| line.split('\r')).collect();
    let line = fault.line.checked_sub(1).and_then(|line| lines.get(line));
    let end = line.map_or(0, |line| line.chars().count()) + 1;
    assert!(
        fault.line <= lines.len().max(1)
            && (1..=end).contains(&fault.column)
            && fault.length > 0
            && fault.column + fault.length <= end + 1,
        "{fault:?}"
    );
}
