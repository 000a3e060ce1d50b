//! Examples that are not requests of their endpoint.

use expect_test::{Expect, expect};

use super::{TABLE, faults, shown};

/// An example of the endpoint, below its parameters.
#[track_caller]
fn check(lines: &str, expected: &Expect) {
    expected.assert_eq(&shown(&with_example(lines)));
}

fn with_example(lines: &str) -> String {
    format!("{TABLE}    examples:\n      plums:\n        doc: Plums.\n{lines}")
}

const URL: &str = "        url: https://shop.example.com/fruit/plum\n";

#[test]
fn what_is_right() {
    for params in ["name: plum", "name: plum, count: 100, colour: red", "colour: green, name: \"7\""] {
        assert_eq!(faults(&with_example(&format!("        params: {{ {params} }}\n{URL}"))), []);
    }
    let lines = "        now: 2020-01-31\n        params: { name: plum }\n        reply: '{}'\n";
    assert_eq!(faults(&with_example(&format!("{lines}        response: '{{}}'\n{URL}"))), []);
}

#[test]
fn parameters() {
    check(
        &format!("        params: {{ count: 5 }}\n{URL}"),
        &expect![[r#"
        t.yaml:37:7: error: the example lacks 'name', which is required; add it to 'params'
            |
         37 |       plums:
            |       ^^^^^
    "#]],
    );
    check(
        &format!("        params: {{ nam: plum }}\n{URL}"),
        &expect![[r#"
        t.yaml:39:19: error: 'Fruit' has no parameter 'nam'; did you mean 'name'?
            |
         39 |         params: { nam: plum }
            |                   ^^^
    "#]],
    );
    check(
        &format!("        params: {{ name: 7, count: many, colour: blue }}\n{URL}"),
        &expect![[r#"
        t.yaml:39:25: error: '7' is not a text; write it in quotes: "7"
            |
         39 |         params: { name: 7, count: many, colour: blue }
            |                         ^
        t.yaml:39:35: error: 'many' is not a whole number; write one such as 25
            |
         39 |         params: { name: 7, count: many, colour: blue }
            |                                   ^^^^
        t.yaml:39:49: error: 'blue' is not a value of Colour; write one of red, green
            |
         39 |         params: { name: 7, count: many, colour: blue }
            |                                                 ^^^^
    "#]],
    );
    check(
        &format!("        params: {{ name: plum, count: 101, colour: Red }}\n{URL}"),
        &expect![[r#"
        t.yaml:39:38: error: 101 breaks 'max', which is 100; change one of the two
            |
         39 |         params: { name: plum, count: 101, colour: Red }
            |                                      ^^^
        t.yaml:39:51: error: 'Red' is the name in Rust; write the wire text: red
            |
         39 |         params: { name: plum, count: 101, colour: Red }
            |                                                   ^^^
    "#]],
    );
    check(
        &format!("        params: {{ name: [plum, pear] }}\n{URL}"),
        &expect![[r#"
        t.yaml:39:25: error: the parameter takes one value; write it without brackets
            |
         39 |         params: { name: [plum, pear] }
            |                         ^
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
        t.yaml:48:50: error: 'season' contradicts 'first'; remove one of the two
            |
         48 |         params: { name: plum, first: 2020-01-31, season: spring }
            |                                                  ^^^^^^
    "#]],
    );
    check(
        "{ name: plum, last: 2020-01-31 }",
        &expect![[r#"
        t.yaml:48:31: error: 'last' is never given without 'first'; add that
            |
         48 |         params: { name: plum, last: 2020-01-31 }
            |                               ^^^^
    "#]],
    );
    check(
        "{ name: plum, first: 2020-02-30 }",
        &expect![[r#"
        t.yaml:48:38: error: '2020-02-30' is not a day; write one that exists: 2020-01-31
            |
         48 |         params: { name: plum, first: 2020-02-30 }
            |                                      ^^^^^^^^^^
    "#]],
    );
    check(
        "{ name: plum, first: 2020-01-30, last: 2020-01-30 }",
        &expect![[r#"
        t.yaml:48:56: error: 'last' is not after 'first'; exchange the two values
            |
         48 |         params: { name: plum, first: 2020-01-30, last: 2020-01-30 }
            |                                                        ^^^^^^^^^^
    "#]],
    );
    check(
        "{ name: plum, count: 5, first: 2020-01-30, last: 2020-01-31 }",
        &expect![[r#"
        t.yaml:48:60: error: 'last' contradicts 'count=5'; remove one of the two
            |
         48 |         params: { name: plum, count: 5, first: 2020-01-30, last: 2020-01-31 }
            |                                                            ^^^^
    "#]],
    );
}

#[test]
fn addresses_and_replies() {
    let params = "        params: { name: plum }\n";
    check(
        &format!("{params}        url: https://shop.example.com/fruits/plum\n"),
        &expect![[r#"
        t.yaml:40:14: error: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/{name}'
            |
         40 |         url: https://shop.example.com/fruits/plum
            |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        &format!("{params}        url: https://other.example.com/fruit/plum\n"),
        &expect![[r#"
        t.yaml:40:14: error: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/{name}'
            |
         40 |         url: https://other.example.com/fruit/plum
            |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        &format!("{params}        url: https://shop.example.com/fruit/a/b\n"),
        &expect![[r#"
        t.yaml:40:14: error: this is not an address of the endpoint; write one like 'https://shop.example.com/fruit/{name}'
            |
         40 |         url: https://shop.example.com/fruit/a/b
            |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
    "#]],
    );
    check(
        &format!("{params}        response: '{{}}'\n{URL}"),
        &expect![[r#"
        t.yaml:40:9: error: a response is what a reply becomes; add 'reply' or remove this
            |
         40 |         response: '{}'
            |         ^^^^^^^^
    "#]],
    );
    check(
        &format!("{params}        now: noon\n{URL}"),
        &expect![[r#"
        t.yaml:40:14: error: this is not a point in time; write 2020-01-31T16:00:00Z or epoch seconds
            |
         40 |         now: noon
            |              ^^^^
    "#]],
    );
    check(
        params,
        &expect![[r#"
        t.yaml:37:7: error: 'plums' has no 'url'; add 'url: …'
            |
         37 |       plums:
            |       ^^^^^
    "#]],
    );
}
