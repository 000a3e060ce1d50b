//! The warnings of a table: told, denied or left out.

use virtual_finance_codegen::{Generator, GeneratorError, Severity};

use super::{TABLE, line_of};

#[test]
fn a_converter_that_no_endpoint_names() {
    let generated =
        Generator::new("t.yaml").generate(TABLE, &["fruit".to_owned(), "plum".to_owned()]).unwrap();
    assert_eq!(
        generated.warnings.iter().map(line_of).collect::<Vec<_>>(),
        ["9:1+9 warning V120: no endpoint names the converter 'plum'; name it in 'converter', or remove \
             src/converters/plum.rs or move it elsewhere"]
    );
}

#[test]
fn denied_warnings_write_nothing() {
    let table = TABLE.replace("status: 200", "status: 404");
    let error = Generator::new("t.yaml").deny_warnings(true).generate(&table, &["fruit".to_owned()]);
    let Err(GeneratorError::Table(found)) = error else { panic!("it is denied") };
    assert_eq!(found.iter().map(|fault| fault.code.severity()).collect::<Vec<_>>(), [Severity::Warning]);
    let text = GeneratorError::Table(found).to_string();
    assert!(text.ends_with("1 denied warning in the table; nothing was written"), "{text}");
}

/// Most replies are JSON with the status 200.
#[test]
fn what_is_the_default_is_written_alike() {
    let files = |table: &str| Generator::new("t.yaml").generate(table, &["fruit".to_owned()]).unwrap().files;
    let plain = TABLE.replace("    status: 200\n", "").replace("    raw: json\n", "");
    assert_eq!(files(&plain), files(TABLE));
}
