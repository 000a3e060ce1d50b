//! The committed code is what the table gives.

use std::fs;
use std::path::Path;

use virtual_finance_codegen::{Input, Mode, TABLE_PATH, documents, ensure, generate, known_converters};

#[test]
fn committed_code_is_what_the_table_gives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let table_text = fs::read_to_string(root.join(TABLE_PATH)).unwrap();
    let converters = known_converters(&root).unwrap();
    let files = generate(&Input { table_text: &table_text, table_path: TABLE_PATH, converters: &converters });
    let mut files = files
        .unwrap_or_else(|faults| panic!("{}", faults.iter().map(ToString::to_string).collect::<String>()));
    files.extend(documents());
    let changes = ensure(&root, &files, Mode::Check).unwrap();
    assert!(changes.none(), "run `cargo regen` and commit the result: {changes:#?}");
}
