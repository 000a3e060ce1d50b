//! Separators that values can contain, and variants that every enumeration has already.

use expect_test::expect;

use super::{TABLE, check, faults};

#[test]
fn separators_that_do_not_separate() {
    let list = |item: &str, separator: &str| {
        let kind = format!("type: {{ list: {item}, separator: \"{separator}\" }}");
        TABLE
            .replace("type: integer", &kind)
            .replace("        default: 25\n        min: 1\n        max: 100\n", "")
    };
    for (item, separator) in [
        ("integer", "1"),
        ("integer", "-"),
        ("number", "e"),
        ("date", "-"),
        ("datetime", ":"),
        ("boolean", "e"),
        ("Colour", "e"),
    ] {
        let found: Vec<&str> =
            faults(&list(item, separator)).iter().map(|fault| fault.code.as_str()).collect();
        assert_eq!(found, ["V066"], "{item} {separator}");
    }
    for (item, separator) in [
        ("integer", ","),
        ("number", ", "),
        ("date", ","),
        ("boolean", "|"),
        ("Colour", "-"),
        ("ticker", "-"),
    ] {
        assert_eq!(faults(&list(item, separator)), [], "{item} {separator}");
    }
    check(
        "type: Colour\n        in: query\n        default: green",
        "type: { list: Colour, separator: r }\n        in: query",
        &expect![[r#"
            t.yaml:33:42: error[V066]: the separator 'r' can be a part of a value, such as 'red'
               |
            33 |         type: { list: Colour, separator: r }
               |                                          ^
               |
               = help: write one that cannot, such as ","
        "#]],
    );
}

#[test]
fn variants_that_every_enumeration_has() {
    check(
        "Red: {",
        "ALL: {",
        &expect![[r#"
        t.yaml:7:7: error[V022]: 'ALL' is a name that every enumeration has for something else
          |
        7 |       ALL: { wire: red, doc: Red. }
          |       ^^^
          |
          = help: choose another name
    "#]],
    );
    for name in ["Err", "INFO"] {
        let found = faults(&TABLE.replace("Red: {", &format!("{name}: {{")));
        assert_eq!(found.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["V022"], "{name}");
    }
    assert_eq!(faults(&TABLE.replace("Red: {", "Ok: {")), []);
}
