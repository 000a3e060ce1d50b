//! The requests of a table as Python source.

use std::process::Command;

use expect_test::expect_file;
use virtual_finance_codegen::Generator;

/// A table with what is hard in Python: keywords as names, quotes and backslashes in docs, open enumerations, defaults
/// that exclude others, and methods that clients have already.
const TABLE: &str = include_str!("python/table.yaml");

fn files() -> Vec<(String, String)> {
    let generated = Generator::new("rivers.yaml").python("rivers").generate(TABLE, &[]);
    let files = generated.expect("the table is good").files.into_iter();
    files.filter(|file| file.path.starts_with("rivers/")).map(|file| (file.path, file.text)).collect()
}

#[test]
fn a_table_becomes_classes_and_methods() {
    let files = files();
    let names: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(names, ["rivers/endpoints.py", "rivers/_methods.py"]);
    expect_file!["golden/python/endpoints.py"].assert_eq(&files[0].1);
    expect_file!["golden/python/_methods.py"].assert_eq(&files[1].1);
}

#[test]
fn a_generator_without_the_setting_writes_no_python() {
    let generated = Generator::new("rivers.yaml").generate(TABLE, &[]).expect("the table is good");
    assert!(generated.files.iter().all(|file| file.path.ends_with(".rs")));
}

/// Without Python the snapshots alone are compared.
#[test]
fn python_reads_the_files() {
    for (path, text) in files() {
        let program = "import ast, sys; ast.parse(sys.argv[1], feature_version=(3, 11))";
        let Ok(ended) = Command::new("python3").args(["-c", program, &text]).output() else { return };
        assert!(ended.status.success(), "{path}: {}", String::from_utf8_lossy(&ended.stderr));
    }
}
