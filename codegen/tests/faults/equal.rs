//! Things that are there twice or become one: keys at every level, and names that Rust would not tell
//! apart.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults};

/// What is said in one line for each fault, when `from` is replaced by `to`.
#[track_caller]
fn check(from: &str, to: &str, expected: &Expect) {
    assert_eq!(TABLE.matches(from).count(), 1, "{from:?} stands once in the table");
    let told: Vec<String> = faults(&TABLE.replace(from, to))
        .iter()
        .map(|fault| {
            format!("{}:{} {}: {}; {}\n", fault.line, fault.column, fault.code, fault.message, fault.help)
        })
        .collect();
    expected.assert_eq(&told.concat());
}

#[test]
fn keys_that_are_there_twice_at_every_level() {
    let host = "  shop_url: { doc: The shop., default: https://shop.example.com }\n";
    for (from, to) in [
        // At the top, a host, a type, a value, an endpoint, a parameter.
        ("types:\n", "hosts: {}\ntypes:\n"),
        (host, &format!("{host}{host}")),
        ("  Colour:\n    doc", "  Colour: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Colour:\n    doc"),
        ("      Green: {", "      Red: {"),
        ("  Fruit:\n", "  Fruit: { doc: A., host: shop_url, path: a, method: GET, status: 200, raw: json, converter: fruit }\n  Fruit:\n"),
        ("      colour:\n        doc", "      name:\n        doc"),
        // The keys of each of them.
        ("{ doc: The shop.,", "{ doc: A shop., doc: The shop.,"),
        ("    doc: A colour.\n", "    doc: A colour.\n    doc: A colour.\n"),
        ("{ wire: red, doc: Red. }", "{ wire: red, wire: red, doc: Red. }"),
        ("    raw: json\n", "    raw: json\n    raw: json\n"),
        ("        max: 100\n", "        max: 100\n        max: 100\n"),
        ("type: Colour", "type: { list: Colour, list: Colour, separator: \",\" }\n        max_length: 3"),
    ] {
        let table = TABLE.replace(from, to);
        assert_ne!(table, TABLE, "{from:?}");
        let told = codes(&table.replace("        default: green\n", ""));
        assert_eq!(told, ["V012"], "{to}");
    }
}

#[test]
fn names_that_rust_would_not_tell_apart() {
    check("      Green: {", "      red: {", &expect![""]);
    check(
        "      Green: { wire: green",
        "      DarkRed: { wire: a, doc: A. }\n      dark_red: { wire: green",
        &expect![""],
    );
    check("      colour:\n", "      maxCount: { doc: A., type: string, in: query }\n      max_count:\n", &expect![""]);
    check(
        "  Colour:\n",
        "  DarkRed: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Dark_Red: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Colour:\n",
        &expect![""],
    );
    let endpoint = "doc: A., host: shop_url, path: a, method: GET, status: 200, raw: json, converter: fruit";
    check(
        "  Fruit:\n",
        &format!("  HTTPList: {{ {endpoint} }}\n  HttpList: {{ {endpoint} }}\n  Fruit:\n"),
        &expect![""],
    );
    check("      colour:\n", "      shop_url:\n", &expect![""]);
}

#[test]
fn names_on_the_wire() {
    check("default: green", "default: green\n        wire: count", &expect![""]);
    check(
        "        default: 25\n",
        "        default: 25\n        wire: colour\n",
        &expect![""],
    );
    // What is not sent has no name on the wire.
    check("        in: query\n        default: green", "        in: client\n        default: green", &expect![""]);
}
