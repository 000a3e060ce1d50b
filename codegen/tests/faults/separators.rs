//! Separators that values can contain, and variants that every enumeration has already.

use expect_test::expect;

use super::{TABLE, check, codes, faults};

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
            33:42+1 V066: the separator 'r' can be a part of a value, such as 'red'; write one that cannot, such as ","
        "#]],
    );
}

#[test]
fn variants_that_every_enumeration_has() {
    check(
        "Red: {",
        "ALL: {",
        &expect![[r#"
            7:7+3 V022: 'ALL' is a name that every enumeration has for something else; choose another name
        "#]],
    );
    for name in ["Err", "INFO"] {
        let found = faults(&TABLE.replace("Red: {", &format!("{name}: {{")));
        assert_eq!(found.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(), ["V022"], "{name}");
    }
    assert_eq!(faults(&TABLE.replace("Red: {", "Ok: {")), []);
}

#[test]
fn wire_strings_that_an_address_changes() {
    let table = TABLE.replace("wire: red", "wire: \"..\"");
    assert_eq!(codes(&table), [""; 0]);
    let in_path = table
        .replace("path: fruit/{name}", "path: fruit/{name}/{colour}")
        .replace("        in: query\n        default: green", "        in: path\n        required: true");
    let found = faults(&in_path);
    let found: Vec<_> = found.iter().map(|fault| (fault.code.as_str(), fault.message.as_str())).collect();
    assert_eq!(found, [("V039", "'Red' is sent as '..', which means another path")]);
    for wire in [" red", "red ", "\\tred"] {
        assert_eq!(
            codes(&TABLE.replace("wire: red", &format!("wire: \"{wire}\""))).first(),
            Some(&"V039"),
            "{wire:?}"
        );
    }
}
