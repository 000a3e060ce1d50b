//! The layout of a table: only blanks change, the values are the same, and a second run changes nothing.

use proptest::prelude::*;
use serde_yaml::Value;
use virtual_finance_codegen::Generator;

const TABLES: [&str; 4] = [
    include_str!("../../spec/endpoints.yaml"),
    include_str!("golden/table.yaml"),
    include_str!("../../tests/consumer/api/tides.yaml"),
    include_str!("../../tests/consumer/api/waves.yaml"),
];

fn formatted(text: &str) -> String {
    Generator::new("t.yaml").format(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn value(text: &str) -> Option<Value> {
    serde_yaml::from_str(text).ok()
}

fn marks(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_whitespace()).collect()
}

#[test]
fn the_layout_is_that_of_the_tables_here() {
    for table in TABLES {
        let found = formatted(table);
        let changed = found.lines().zip(table.lines()).find(|(found, line)| found != line);
        assert_eq!(changed, None);
        assert_eq!(found.len(), table.len());
    }
}

#[test]
fn a_table_gets_its_usual_layout() {
    assert_eq!(formatted(include_str!("format/given.yaml")), include_str!("format/layout.yaml"));
}

#[test]
fn blanks_that_say_something_stay() {
    for table in [
        "a: |+\n  text\n\n\nb: 1\n",
        "a: |2\n    text\n\nb: 1\n",
        "a: \"x  \n  y\"\n",
        "a: |\n  x  \n   \n  y\n",
        "a: { b: }\n",
        "a: [1, 2,]\n",
    ] {
        let found = formatted(table);
        assert_eq!(value(&found), value(table), "{table}");
        assert!(value(&found).is_some());
        assert_eq!(formatted(&found), found, "{table}");
    }
}

/// A comment behind a text of several lines, which is less indented than it, is none of its lines.
#[test]
fn a_comment_behind_a_text_is_indented_as_what_follows() {
    for blanks in 0..4 {
        let table = format!(
            "a:\n    b: |\n        One.\n\n        Two.\n{}# A comment.\n    c: 1\n",
            " ".repeat(blanks)
        );
        let expected = "a:\n  b: |\n    One.\n\n    Two.\n  # A comment.\n  c: 1\n";
        assert_eq!(formatted(&table), expected, "{blanks}");
    }
}

#[test]
fn what_is_not_yaml_is_told() {
    let error = Generator::new("t.yaml").format("hosts: {\n").unwrap_err().to_string();
    assert!(error.starts_with("t.yaml:") && error.contains("error[V001]"), "{error}");
}

/// A change of the layout of a line.
#[derive(Debug, Clone)]
enum Change {
    Comment(usize),
    Blank,
    Trailing,
    Colon,
    Brackets,
    Deeper,
    Less,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (0..9_usize).prop_map(Change::Comment),
        Just(Change::Blank),
        Just(Change::Trailing),
        Just(Change::Colon),
        Just(Change::Brackets),
        Just(Change::Deeper),
        Just(Change::Less),
    ]
}

fn changed(text: &str, times: usize, changes: &[(usize, Change)]) -> String {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let rest = line.trim_start();
            format!("{}{rest}", " ".repeat(line.len().saturating_sub(rest.len()).saturating_mul(times)))
        })
        .collect();
    let count = lines.len();
    for (line, change) in changes {
        let line = lines.get_mut(line.checked_rem(count).unwrap()).unwrap();
        *line = match change {
            Change::Comment(indent) => format!("{}# A comment.\n{line}", " ".repeat(*indent)),
            Change::Blank => format!("\n{line}"),
            Change::Trailing => format!("{line}  "),
            Change::Colon => line.replacen(": ", ":    ", 1),
            Change::Brackets => line.replace("{ ", "{").replace(" }", "}").replace(", ", " ,  "),
            Change::Deeper => format!(" {line}"),
            Change::Less => line.strip_prefix(' ').unwrap_or(line).to_owned(),
        };
    }
    lines.join("\n")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_and_comments_stay_and_a_second_run_changes_nothing(
        table in 1..TABLES.len(),
        times in 1..4_usize,
        changes in prop::collection::vec((any::<usize>(), change()), 0..12),
    ) {
        let text = changed(TABLES.get(table).copied().unwrap(), times, &changes);
        // Some changes make something else of the table, or no YAML.
        if let Ok(found) = Generator::new("t.yaml").format(&text) {
            prop_assert!(marks(&found) == marks(&text), "a mark is lost");
            prop_assert!(value(&found).is_some() && value(&found) == value(&text), "a value is another");
            let again = formatted(&found);
            let changed = again.lines().zip(found.lines()).find(|(again, line)| again != line);
            prop_assert!(again == found, "a second run changes {:?}", changed);
        }
    }
}
