//! Examples that are not valid requests of their endpoint.

use expect_test::{Expect, expect};

use super::{TABLE, faults, shown, with_example};

/// Checks the faults of an example.
#[track_caller]
fn check(lines: &str, expected: &Expect) {
    expected.assert_eq(&shown(&with_example(lines)));
}

const URL: &str = "        url: https://shop.example.com/fruit/plum\n";

#[test]
fn what_is_right() {
    for (params, query) in [
        ("name: plum", "count=25&colour=green"),
        ("name: plum, count: 100, colour: red", "count=100&colour=red"),
        ("colour: green, name: \"7\"", "count=25&colour=green"),
    ] {
        let name = if params.contains('7') { "7" } else { "plum" };
        let url = URL.replace("plum", name).replace('\n', &format!("?{query}\n"));
        assert_eq!(faults(&with_example(&format!("        params: {{ {params} }}\n{url}"))), []);
    }
    let lines = "        now: 2020-01-31\n        params: { name: plum }\n        reply: '{}'\n";
    let url = URL.replace('\n', "?count=25&colour=green\n");
    assert_eq!(faults(&with_example(&format!("{lines}        response: '{{}}'\n{url}"))), []);
}

#[test]
fn parameters() {
    check(
        &format!("        params: {{ count: 5 }}\n{URL}"),
        &expect![[r#"
            37:7+5 V090: the example lacks 'name', which is required; add it to 'params'
        "#]],
    );
    check(
        &format!("        params: {{ nam: plum }}\n{URL}"),
        &expect![[r#"
            39:19+3 V033: 'Fruit' has no parameter 'nam'; write 'name'
        "#]],
    );
    check(
        &format!("        params: {{ name: 7, count: many, colour: blue }}\n{URL}"),
        &expect![[r#"
            39:25+1 V067: '7' is not a string; write it in quotes: "7"
            39:35+4 V067: 'many' is not an integer; write one such as 25
            39:49+4 V072: 'blue' is not a value of Colour; write one of red, green
        "#]],
    );
    check(
        &format!("        params: {{ name: plum, count: 101, colour: Red }}\n{URL}"),
        &expect![[r#"
            39:38+3 V069: 101 breaks 'max', which is 100; change one of the two
            39:51+3 V072: 'Red' is the name in Rust; write the wire string: red
        "#]],
    );
    check(
        &format!("        params: {{ name: [plum, pear] }}\n{URL}"),
        &expect![[r#"
            39:25+13 V067: the parameter takes one value, not a list; write it without brackets
        "#]],
    );
}

#[test]
fn relations() {
    let params = "      first: { doc: The first day., type: date, in: query }
      last: { doc: The last day., type: date, in: query, conflicts: [count=5], after: first }
      season: { doc: The season., type: string, in: query }
    choices:
      time:
        doc: The time.
        options:
          days: { doc: Days., required: [first], optional: [last] }
          season: { doc: A season., required: [season] }
";
    let check = |params_of: &str, expected: &Expect| {
        let example =
            format!("    examples:\n      plums:\n        doc: Plums.\n        params: {params_of}\n");
        expected.assert_eq(&shown(&format!("{TABLE}{params}{example}{URL}")));
    };
    check(
        "{ name: plum, first: 2020-01-31, season: spring }",
        &expect![[r#"
            48:50+6 V091: 'season' contradicts 'first'; remove one of the two
        "#]],
    );
    check(
        "{ name: plum, last: 2020-01-31 }",
        &expect![[r#"
            48:31+4 V090: 'last' is never given without 'first'; add 'first'
        "#]],
    );
    check(
        "{ name: plum, first: 2020-02-30 }",
        &expect![[r#"
            48:38+10 V067: '2020-02-30' is not a date; write one that exists: 2020-01-31
        "#]],
    );
    check(
        "{ name: plum, first: 2020-01-30, last: 2020-01-30 }",
        &expect![[r#"
            48:56+10 V091: 'last' is not after 'first'; exchange the two values
        "#]],
    );
    check(
        "{ name: plum, count: 5, first: 2020-01-30, last: 2020-01-31 }",
        &expect![[r#"
            48:60+4 V091: 'last' contradicts 'count=5'; remove one of the two
        "#]],
    );
}

#[test]
fn addresses_and_replies() {
    let params = "        params: { name: plum }\n";
    check(
        &format!("{params}        url: https://shop.example.com/fruits/plum\n"),
        &expect![[r#"
            40:14+36 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        url: https://other.example.com/fruit/plum\n"),
        &expect![[r#"
            40:14+36 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        url: https://shop.example.com/fruit/a/b\n"),
        &expect![[r#"
            40:14+34 V092: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        response: '{{}}'\n{URL}"),
        &expect![[r#"
            40:9+8 V093: a response is what a reply becomes, and there is no 'reply'; add 'reply' or remove this
        "#]],
    );
    check(
        &format!("{params}        now: noon\n{URL}"),
        &expect![[r#"
            40:14+4 V067: this is not a timestamp; write 2020-01-31T16:00:00Z or epoch seconds
        "#]],
    );
    check(
        params,
        &expect![[r#"
            37:7+5 V011: 'plums' has no 'url'; add 'url: …', for example 'url: https://query.example.com/quote/IBM'
        "#]],
    );
}
