//! Defaults against every limit, and values that are nearly right.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults};

/// What is said of a parameter with these keys.
#[track_caller]
fn check(keys: &str, expected: &Expect) {
    let table = format!("{TABLE}      one: {{ doc: One., in: query, {keys} }}\n");
    let told: Vec<String> =
        faults(&table).iter().map(|fault| format!("{}: {}; {}\n", fault.code, fault.message, fault.help)).collect();
    expected.assert_eq(&told.concat());
}

#[test]
fn defaults_against_limits() {
    check("type: integer, default: 0, min: 1", &expect![""]);
    check("type: number, default: 1.5, max: 1", &expect![""]);
    check("type: number, default: 1, min: 1, max: 1", &expect![""]);
    check("type: string, default: abc, max_length: 2", &expect![""]);
    check("type: string, default: abc, pattern: \"[a-b]+\"", &expect![""]);
    check("type: string, default: abc, pattern: \"[a-c]+\", max_length: 3", &expect![""]);
    check("type: Colour, default: blue", &expect![""]);
    check("type: Colour, default: gren", &expect![""]);
    check("type: { list: integer, separator: \",\" }, default: 1", &expect![""]);
}

#[test]
fn defaults_of_another_type() {
    check("type: integer, default: 1.5", &expect![""]);
    check("type: integer, default: \"1\"", &expect![""]);
    check("type: boolean, default: yes", &expect![""]);
    check("type: string, default: 5", &expect![""]);
    check("type: number, default: .inf", &expect![""]);
    check("type: string, default: [a]", &expect![""]);
    check("type: string, default:", &expect![""]);
}

/// A default is not held against a limit or a type that is broken itself.
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

/// A part that is broken as a whole is still there for what refers to it.
#[test]
fn what_refers_to_a_broken_part_is_not_wrong() {
    for (from, to, code) in [
        ("{ doc: The shop., default: https://shop.example.com }", "https://shop.example.com", "V013"),
        ("{ wire: green, doc: Green. }", "green", "V013"),
        ("        type: ticker\n", "", "V011"),
        ("hosts:\n", "host:\n", "V010"),
        ("types:\n", "typs:\n", "V010"),
        ("    params:\n", "    parms:\n", "V010"),
        ("    path: fruit/{name}\n", "", "V011"),
        ("        required: true\n", "        required: yes\n", "V013"),
        ("    params:\n      name:\n        doc: The name.", "    params:\n      name:\n\tdoc: The name.", "V002"),
    ] {
        assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
        assert_eq!(codes(&TABLE.replace(from, to)), [code], "{to}");
    }
}
