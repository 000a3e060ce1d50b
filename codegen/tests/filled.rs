//! Checks the records and the groups of values that a table declares for converters.

use expect_test::{expect, expect_file};
use virtual_finance_codegen::Generator;

const TABLE: &str = include_str!("filled/table.yaml");

#[test]
fn converters_have_the_records_and_the_groups_of_their_table() {
    let generator = Generator::new("t.yaml").schemas(true);
    let generated = generator.generate(TABLE, &["height".to_owned()]).unwrap();
    let text = |name: &str| {
        let file = generated.files.iter().find(|file| file.path.ends_with(name)).unwrap();
        let code = file.text.lines().filter(|line| !line.trim_start().starts_with("//"));
        code.map(|line| format!("{line}\n")).collect::<String>()
    };
    let records = text("records.rs");
    let (_, module) = records.split_once("pub mod height").unwrap();
    expect_file!["filled/height.rs.txt"].assert_eq(module);
    let converters = text("converters/mod.rs");
    expect![[r#"
         datum {
            pub(crate) const OF_WATER: &[&str] = &["chart", "sea"];
        }
    "#]]
    .assert_eq(converters.split_once("pub(crate) mod").unwrap().1);
    let warnings: Vec<String> = generated.warnings.iter().map(ToString::to_string).collect();
    assert!(warnings.iter().any(|text| text.contains("has the type 'gone.Tide'")), "{warnings:?}");
}
