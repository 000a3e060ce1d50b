//! Defaults against every limit, and values that are nearly right.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults, shown};

/// Checks the faults of a parameter with these keys.
#[track_caller]
fn check(keys: &str, expected: &Expect) {
    let table = format!("{TABLE}      one: {{ doc: One., in: query, {keys} }}\n");
    let told: Vec<String> = faults(&table)
        .iter()
        .map(|fault| format!("{}: {}; {}\n", fault.code, fault.message, fault.help))
        .collect();
    expected.assert_eq(&told.concat());
}

#[test]
fn defaults_against_limits() {
    check(
        "type: integer, default: 0, min: 1",
        &expect![[r#"
            V069: 0 breaks 'min', which is 1; change one of the two
        "#]],
    );
    check(
        "type: number, default: 1.5, max: 1",
        &expect![[r#"
            V069: 1.5 breaks 'max', which is 1; change one of the two
        "#]],
    );
    check("type: number, default: 1, min: 1, max: 1", &expect![""]);
    check(
        "type: string, default: abc, max_length: 2",
        &expect![[r#"
            V070: 'abc' has 3 characters, and 'max_length' is 2; change one of the two
        "#]],
    );
    check(
        "type: string, default: abc, pattern: \"[a-b]+\"",
        &expect![[r#"
            V071: 'abc' does not match 'pattern'; change one of the two
        "#]],
    );
    check("type: string, default: abc, pattern: \"[a-c]+\", max_length: 3", &expect![""]);
    check(
        "type: Colour, default: blue",
        &expect![[r#"
        V072: 'blue' is not a value of Colour; write one of red, green
    "#]],
    );
    check(
        "type: Colour, default: gren",
        &expect![[r#"
        V072: 'gren' is not a value of Colour; write 'green'
    "#]],
    );
    check(
        "type: { list: integer, separator: \",\" }, default: 1",
        &expect![[r#"
            V068: lists have no default; remove it and say in 'doc' what holds
        "#]],
    );
}

#[test]
fn defaults_of_another_type() {
    check(
        "type: integer, default: 1.5",
        &expect![[r#"
            V067: '1.5' is not an integer; write one such as 25
        "#]],
    );
    check(
        "type: integer, default: \"1\"",
        &expect![[r#"
            V067: '1' is not an integer but a string; write it without quotes: 1
        "#]],
    );
    check(
        "type: boolean, default: yes",
        &expect![[r#"
            V067: 'yes' is not a bool; write true or false
        "#]],
    );
    check(
        "type: string, default: 5",
        &expect![[r#"
            V067: '5' is not a string; write it in quotes: "5"
        "#]],
    );
    check(
        "type: number, default: .inf",
        &expect![[r#"
        V067: '.inf' is not a number; write one such as 0.5
    "#]],
    );
    check(
        "type: string, default: [a]",
        &expect![[r#"
            V013: 'default' takes a string, a number or a bool, not a list; write for example 'default: 25'
        "#]],
    );
    check(
        "type: string, default:",
        &expect![[r#"
            V013: 'default' takes a string, a number or a bool, not nothing; write for example 'default: 25'
        "#]],
    );
}

/// A default is not compared with a broken limit or type.
#[test]
fn one_mistake_gives_one_message() {
    for (keys, code) in [
        ("type: integer, default: 25, min: ten", "V013"),
        ("type: integr, default: many, pattern: a", "V031"),
        ("type: string, default: abc, pattern: \"[\"", "V040"),
        ("default: 25, min: 100", "V011"),
        ("type: [string], default: 25", "V013"),
        ("type: integer, in: query", "V012"),
    ] {
        let table = format!("{TABLE}      one: {{ doc: One., in: query, {keys} }}\n");
        assert_eq!(codes(&table), [code], "{keys}");
    }
}

/// References to a broken part are not faults.
#[test]
fn what_refers_to_a_broken_part_is_not_wrong() {
    for (from, to, code) in [
        ("{ doc: The shop., default: https://shop.example.com }", "https://shop.example.com", "V013"),
        ("{ wire: green, doc: Sour. }", "green", "V013"),
        ("        type: ticker\n", "", "V011"),
        ("hosts:\n", "host:\n", "V010"),
        ("types:\n", "typs:\n", "V010"),
        ("    params:\n", "    parms:\n", "V010"),
        ("    path: fruit/{name}\n", "", "V011"),
        ("        required: true\n", "        required: yes\n", "V013"),
        (
            "    params:\n      name:\n        doc: The name.",
            "    params:\n      name:\n\tdoc: The name.",
            "V002",
        ),
    ] {
        assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
        assert_eq!(codes(&TABLE.replace(from, to)), [code], "{to}");
    }
}

/// Most replies are JSON with the status 200.
#[test]
fn status_and_raw_have_defaults() {
    let plain = TABLE.replace("    status: 200\n", "").replace("    raw: json\n", "");
    assert_eq!(shown(&plain), "");
    let output = |table: &str| {
        let generated =
            virtual_finance_codegen::Generator::new("t.yaml").generate(table, &["fruit".to_owned()]);
        generated.map(|generated| generated.files).unwrap_or_default()
    };
    assert_eq!(output(&plain), output(TABLE));
    assert_eq!(
        codes(&plain.replace("    host: shop_url\n", "    host: shop_url\n    stauts: 404\n")),
        ["V010"]
    );
}
