//! The committed files are what the table and the catalogue give.

use std::path::Path;

use virtual_finance_codegen::Mode;

#[test]
fn committed_code_is_what_the_table_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let changes = xtask::regen(&xtask::generator().deny_warnings(true), &root, Mode::Check)
        .unwrap_or_else(|error| panic!("{error}"));
    assert!(changes.none(), "run `cargo regen` and commit the result: {changes:#?}");
}

#[test]
fn committed_pages_are_what_the_catalogue_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let changes = xtask::regen_docs(&root, Mode::Check).unwrap_or_else(|error| panic!("{error}"));
    assert!(changes.none(), "run `cargo regen-docs` and commit the result: {changes:#?}");
}
