//! Repeated keys at every level, and names that are one name in Rust.

use expect_test::{Expect, expect};

use super::{TABLE, codes, faults};

/// Checks the faults of the table with `to` in the place of `from`, one line for each.
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
        (
            "  Colour:\n    doc",
            "  Colour: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Colour:\n    doc",
        ),
        ("      Green: {", "      Red: {"),
        (
            "  Fruit:\n",
            "  Fruit: { doc: A., host: shop_url, path: a, method: GET, status: 200, raw: json, converter: fruit }\n  Fruit:\n",
        ),
        ("      colour:\n        doc", "      name:\n        doc"),
        // The keys of each of them.
        ("{ doc: The shop.,", "{ doc: A shop., doc: The shop.,"),
        ("    doc: A colour.\n", "    doc: A colour.\n    doc: A colour.\n"),
        ("{ wire: red, doc: Ripe. }", "{ wire: red, wire: red, doc: Ripe. }"),
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
    check(
        "      Green: {",
        "      red: {",
        &expect![[r#"
        8:7 V024: the value 'red' and the value 'Red' would both be 'Red'; rename one of them
    "#]],
    );
    check(
        "      Green: { wire: green",
        "      DarkRed: { wire: a, doc: A. }\n      dark_red: { wire: green",
        &expect![[r#"
            9:7 V024: the value 'dark_red' and the value 'DarkRed' would both be 'DarkRed'; rename one of them
        "#]],
    );
    check(
        "      colour:\n",
        "      maxCount: { doc: A., type: string, in: query }\n      max_count:\n",
        &expect![[r#"
            31:7 V020: 'maxCount' cannot be a name here; write 'max_count' with 'wire: maxCount'
            32:7 V024: the parameter 'max_count' and the parameter 'maxCount' would both be 'max_count'; rename one of them
        "#]],
    );
    check(
        "  Colour:\n",
        "  DarkRed: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Dark_Red: { doc: A., variants: { A: { wire: a, doc: A. } } }\n  Colour:\n",
        &expect![[r#"
            5:3 V024: the type 'Dark_Red' and the type 'DarkRed' would both be 'DarkRed'; rename one of them
        "#]],
    );
    let endpoint = "doc: A., host: shop_url, path: a, method: GET, status: 200, raw: json, converter: fruit";
    check(
        "  Fruit:\n",
        &format!("  HTTPList: {{ {endpoint} }}\n  HttpList: {{ {endpoint} }}\n  Fruit:\n"),
        &expect![[r#"
            11:3 V024: the request 'HttpList' and the request 'HTTPList' would both be 'http_list'; rename one of them
        "#]],
    );
    check(
        "      colour:\n",
        "      shop_url:\n",
        &expect![[r#"
        31:7 V024: the parameter 'shop_url' and the host 'shop_url' would both be 'shop_url'; rename one of them
    "#]],
    );
}

#[test]
fn names_on_the_wire() {
    check(
        "default: green",
        "default: green\n        wire: count",
        &expect![[r#"
        36:15 V060: 'count' and 'colour' would both be sent as 'count'; give one of them another 'wire', or remove it
    "#]],
    );
    check(
        "        default: 25\n",
        "        default: 25\n        wire: colour\n",
        &expect![[r#"
        32:7 V060: 'count' and 'colour' would both be sent as 'colour'; give one of them another 'wire', or remove it
    "#]],
    );
    // A parameter that is not sent has no name on the wire.
    check(
        "        in: query\n        default: green",
        "        in: client\n        default: green",
        &expect![""],
    );
}
