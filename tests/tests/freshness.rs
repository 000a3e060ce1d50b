//! The committed code is what the table gives.

use std::path::Path;

use virtual_finance_codegen::{Generator, Mode};

#[test]
fn committed_code_is_what_the_table_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let changes = Generator::workspace().write(&root, Mode::Check).unwrap_or_else(|error| panic!("{error}"));
    assert!(changes.none(), "run `cargo regen` and commit the result: {changes:#?}");
}
