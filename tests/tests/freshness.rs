//! The committed code is what the table gives.

use std::path::Path;

use virtual_finance_codegen::{Workspace, ensure};

#[test]
fn committed_code_is_what_the_table_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let stale = ensure(&Workspace::at(&root), true).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(stale.is_empty(), "run `cargo regen`; these files are not what the table gives: {stale:#?}");
}
