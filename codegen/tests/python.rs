//! The requests of a table as Python source.

#![expect(clippy::expect_used, reason = "a test fails by panicking")]

use std::process::Command;

use expect_test::expect_file;
use virtual_finance_codegen::Generator;

/// A table with what is hard in Python: keywords as names, quotes and backslashes in docs, open enumerations, defaults
/// that exclude others, and methods that clients have already.
const TABLE: &str = r#"
hosts:
  api_url: { doc: The host., default: https://api.example }
types:
  Unit:
    doc: "A unit, such as \"metric\", which is `Metric`."
    variants:
      Metric: { wire: metric, doc: Metres. }
      Imperial: { wire: imperial }
  Tag:
    doc: A tag. `Tag::other` takes any other.
    other: "[a-z]+"
    variants:
      Hot: { wire: hot }
records:
  Reading:
    doc: A reading.
    fields:
      value: { doc: The value., type: number }
endpoints:
  Stream:
    doc: |
      The readings of a river.

      A pattern such as `\d` stays as it is, and so does """.
    host: api_url
    path: v1/rivers/{river}
    method: GET
    status: 200
    raw: json
    response: { type: { list: Reading } }
    params:
      river: { doc: The river., type: string, in: path, required: true, max_length: 20, pattern: "\\w+" }
      from: { doc: The first day., type: date, in: query, conflicts: ["raw=true"] }
      last: { doc: The number of days., type: integer, in: query, default: 7, min: 1, max: 30 }
      unit: { doc: The unit., type: Unit, in: query, default: imperial }
      tags: { doc: The tags., type: { list: Tag, separator: "," }, in: query }
      factor: { doc: A factor., type: number, in: query, default: 1.5 }
      raw: { doc: "Raw values, not smoothed. With `false` they are smoothed.", type: boolean, in: query, default: false }
    examples:
      plain:
        doc: The last week.
        params: { river: Elbe }
        url: https://api.example/v1/rivers/Elbe?last=7&unit=imperial&factor=1.5&raw=false
      chosen:
        doc: Some days.
        params: { river: "Elbe", unit: metric, tags: [hot, "other:cold"], from: 2024-01-31 }
        url: https://api.example/v1/rivers/Elbe?from=2024-01-31&last=7&unit=metric&tags=hot%2Ccold&factor=1.5&raw=false
  Ping:
    doc: Whether the host is there.
    host: api_url
    path: v1/ping
    method: GET
    status: 200
    raw: json
    response: { type: Reading }
"#;

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
