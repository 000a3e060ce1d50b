//! Tests of the reading of documents.

use serde_json::json;

use super::{lines, read};

#[test]
fn yaml_is_read_as_its_core_schema_says() {
    let text = "a: &x { i: 12, f: 1.5, s: \"12\", t: true, n: ~, v: 3.0.1 }\nb: *x\nc: { <<: *x, i: 13 }\n200: [x, -7]\n";
    let x = json!({ "i": 12, "f": 1.5, "s": "12", "t": true, "n": null, "v": "3.0.1" });
    let mut merged = x.clone();
    merged["i"] = json!(13);
    let expected = json!({ "a": x, "b": x, "c": merged, "200": ["x", -7] });
    assert_eq!(read(text), Ok((expected, Vec::new())));
}

#[test]
fn what_does_not_count_is_said() {
    let (document, ignored) = read("a: 1\nb: { c: 1, c: 2 }\na: 3\n---\nsecond: true\n").unwrap();
    assert_eq!(document, json!({ "a": 3, "b": { "c": 2 } }));
    assert_eq!(
        ignored,
        [
            "'c' at line 2 is there again; the last one counts",
            "'a' at line 3 is there again; the last one counts",
            "another document begins at line 4; the first alone is read",
        ]
    );
}

#[test]
fn a_bomb_of_aliases_is_refused() {
    let mut text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..30 {
        let before = format!("*a{}", level - 1);
        text.push_str(&format!("a{level}: &a{level} [{}]\n", vec![before; 10].join(", ")));
    }
    let error = read(&text).unwrap_err();
    assert!(error.contains("repeat too much"), "{error}");
}

#[test]
fn what_is_no_document_is_refused() {
    for (text, expected) in [
        ("", "is empty"),
        ("just words", "has no members"),
        ("[1]", "has no members"),
        ("{ \"openapi\": ", "is not JSON"),
        ("a: [1", "neither JSON nor YAML"),
        ("? [a]\n: b\n", "no string"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let deep = format!("a: {}", "[".repeat(200));
    assert!(read(&deep).is_err());
    assert!(read(&"[".repeat(100_000)).is_err());
}

#[test]
fn json_and_yaml_have_their_lines() {
    let pointers = || ["", "/a", "/a/b~1c", "/l/1", "/l/1/x", "/gone"].into_iter();
    let json = "{\n  \"a\": {\n    \"b/c\": \"}\\\"[\"\n  },\n  \"l\": [\n    [1, 2],\n    {\n      \"x\": 1 }\n  ]\n}\n";
    let yaml = "a:\n  b/c: x\nl:\n  - [1, 2]\n  - y: 2\n    x: 1\n";
    let found = |text| {
        let lines = lines(text, pointers());
        pointers().map(|pointer| lines.get(pointer).copied()).collect::<Vec<_>>()
    };
    assert_eq!(found(json), [Some(1), Some(2), Some(3), Some(7), Some(8), None]);
    assert_eq!(found(yaml), [Some(1), Some(1), Some(2), Some(5), Some(6), None]);
}
