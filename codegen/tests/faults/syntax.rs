//! Texts that are not YAML, each with the advice that makes it what was meant.

use super::{TABLE, faults};

/// Checks what is told about each case.
#[track_caller]
fn check(cases: &[(&str, &str, &str)]) {
    let found: Vec<_> = cases.iter().map(|(from, to, _)| (*to, told(from, to).join("\n"))).collect();
    let expected: Vec<_> = cases.iter().map(|(_, to, expected)| (*to, (*expected).to_owned())).collect();
    assert_eq!(found, expected, "{found:#?}");
}

/// Returns what is told about the table with `to` in the place of `from`.
fn told(from: &str, to: &str) -> Vec<String> {
    assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
    let found = faults(&TABLE.replace(from, to));
    let line = |fault: &virtual_finance_codegen::Diagnostic| {
        format!("{}:{} {}: {}; {}", fault.line, fault.column, fault.code, fault.message, fault.help)
    };
    found.iter().map(line).collect()
}

#[test]
fn a_backslash_in_double_quotes() {
    check(&[
        (
            "doc: How many.",
            "doc: How many.\n        pattern: \"\\d+\"",
            r#"26:18 V001: this is not YAML: while parsing a quoted scalar, found unknown escape character; write it in single quotes: '\d+'"#,
        ),
        (
            "doc: How many.",
            "doc: How many.\n        pattern: \"\\\\d+\\w\"",
            r#"26:18 V001: this is not YAML: while parsing a quoted scalar, found unknown escape character; write '\\' for each '\' of the text"#,
        ),
        (
            "{ wire: red, doc: Ripe. }",
            r#"{ wire: red, doc: "It's \d+" }"#,
            r#"7:30 V001: this is not YAML: while parsing a quoted scalar, found unknown escape character; write it in single quotes: 'It''s \d+'"#,
        ),
    ]);
}

#[test]
fn a_quote_in_a_string_in_quotes() {
    check(&[
        (
            "doc: How many.",
            "doc: 'The alert's number.'",
            "25:25 V001: this is not YAML: the value goes on behind its closing quote; write '' for each ' of the text: 'The alert''s number.'",
        ),
        (
            "doc: How many.",
            r#"doc: '{ "text": "It's bad" }'"#,
            r#"25:29 V001: this is not YAML: the value goes on behind its closing quote; write '' for each ' of the text: '{ "text": "It''s bad" }'"#,
        ),
        (
            "doc: How many.",
            r#"doc: "An alert" by its number."#,
            r#"25:25 V001: this is not YAML: the value goes on behind its closing quote; write the whole in single quotes: '"An alert" by its number.'"#,
        ),
        (
            "doc: How many.",
            "doc: 'An' alert by its number.",
            r#"25:19 V001: this is not YAML: the value goes on behind its closing quote; write the whole in quotes: "'An' alert by its number.""#,
        ),
        (
            "doc: How many.",
            r#"doc: "{ "id": 12 }""#,
            r#"25:18 V001: this is not YAML: the value goes on behind its closing quote; write it in single quotes: '{ "id": 12 }'"#,
        ),
        (
            "doc: How many.",
            r#"doc: "The alert's "own" number.""#,
            "25:28 V001: this is not YAML: the value goes on behind its closing quote; write '|' behind the key, and the text indented below it",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red, doc: 'It's ripe.' }",
            "7:34 V001: this is not YAML: the value goes on behind its closing quote; write '' for each ' of the text",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            r#"{ wire: red, doc: "Is "ripe" now." }"#,
            r#"7:35 V001: this is not YAML: the value goes on behind its closing quote; write \" for each " of the text"#,
        ),
        (
            "{ wire: red, doc: Ripe. }",
            r#"{ wire: "red" doc: Ripe. }"#,
            r#"7:26 V001: this is not YAML: the value goes on behind its closing quote; write ',' before 'doc'"#,
        ),
    ]);
}

#[test]
fn a_string_that_begins_like_something_else() {
    check(&[
        (
            "doc: How many.",
            "doc: How many.\n        pattern: [a-z]+",
            r#"26:23 V001: this is not YAML: while parsing a block mapping, did not find expected key; write it in quotes: "[a-z]+""#,
        ),
        (
            "doc: How many.",
            "doc: How many.\n        other: [A-Z]{1,30} # Or so.",
            r#"26:21 V001: this is not YAML: while parsing a block mapping, did not find expected key; write it in quotes: "[A-Z]{1,30}""#,
        ),
        (
            "doc: How many.",
            "doc: How many.\n        pattern: [\\d]+",
            r#"26:22 V001: this is not YAML: while parsing a block mapping, did not find expected key; write it in quotes: '[\d]+'"#,
        ),
        (
            "doc: How many.",
            "doc: *An* alert",
            r#"25:14 V001: this is not YAML: while parsing node, found unknown anchor; write it in quotes: "*An* alert""#,
        ),
        (
            "doc: How many.",
            "doc: How many.\n        pattern: *",
            r#"26:18 V001: this is not YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character; write it in quotes: "*""#,
        ),
        (
            "doc: How many.",
            "doc: |",
            "25:14 V004: '|' begins a block of text, and none follows; indent the text below it, or write the '|' itself in quotes: \"|\"",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red, doc: *An* alert }",
            r#"7:30 V001: this is not YAML: while parsing node, found unknown anchor; write it in quotes: "*An* alert""#,
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: *, doc: A }",
            r#"7:20 V001: this is not YAML: while scanning an anchor or alias, did not find expected alphabetic or numeric character; write it in quotes: "*""#,
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: |, doc: A }",
            r#"7:20 V001: this is not YAML: found character that cannot start any token at line 7 column 20, while scanning for the next token; write it in quotes: "|""#,
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red, doc: The number {id} of it }",
            r#"7:41 V001: this is not YAML: while parsing a flow mapping, did not find expected ',' or '}'; write it in quotes: "The number {id} of it""#,
        ),
    ]);
}

#[test]
fn entries_in_brackets() {
    check(&[
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red doc: Ripe. }",
            "7:24 V001: this is not YAML: no ',' stands between two entries; write ',' between 'red' and 'doc'",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red; doc: Ripe. }",
            "7:25 V001: this is not YAML: no ',' stands between two entries; write ',' in the place of ';'",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red, doc: A note: ripe }",
            "7:32 V001: this is not YAML: no ',' stands between two entries; write ',' before 'note', or put a string with ': ' in it in quotes",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire:red, doc: Ripe. }",
            "7:14 V001: this is not YAML: no space follows the ':' of the key; write 'wire: red'",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ doc: Ripe., wire:red }",
            "7:26 V001: this is not YAML: no space follows the ':' of the key; write 'wire: red'",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: red;doc: Ripe. }",
            "7:24 V001: this is not YAML: no ',' stands between two entries; write ',' in the place of ';'",
        ),
        (
            "{ wire: red, doc: Ripe. }",
            "{ wire: { a: b } doc: Ripe. }",
            "7:29 V001: this is not YAML: no ',' stands between two entries; write ',' before 'doc'",
        ),
    ]);
}

#[test]
fn a_key_without_its_colon() {
    check(&[
        (
            "method: GET",
            "method GET",
            "14:5 V001: this is not YAML: no ':' follows the key; write 'method: GET'",
        ),
        (
            "method: GET",
            "method = GET",
            "14:5 V001: this is not YAML: no ':' follows the key; write 'method: GET'",
        ),
        (
            "method: GET",
            "method= GET # Or so.",
            "14:5 V001: this is not YAML: no ':' follows the key; write 'method: GET'",
        ),
        (
            "        default: green\n",
            "        default green\n",
            "35:9 V001: this is not YAML: no ':' follows the key; write 'default: green'",
        ),
        ("hosts:", "hosts", "1:1 V001: this is not YAML: no ':' follows the key; write 'hosts:'"),
    ]);
}
