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
            t.yaml:37:7: error[V090]: the example lacks 'name', which is required
               |
            37 |       plums:
               |       ^^^^^
               |
               = help: add it to 'params'
        "#]],
    );
    check(
        &format!("        params: {{ nam: plum }}\n{URL}"),
        &expect![[r#"
            t.yaml:39:19: error[V033]: 'Fruit' has no parameter 'nam'
               |
            39 |         params: { nam: plum }
               |                   ^^^
               |
               = help: write 'name'
        "#]],
    );
    check(
        &format!("        params: {{ name: 7, count: many, colour: blue }}\n{URL}"),
        &expect![[r#"
            t.yaml:39:25: error[V067]: '7' is not a string
               |
            39 |         params: { name: 7, count: many, colour: blue }
               |                         ^
               |
               = help: write it in quotes: "7"
            t.yaml:39:35: error[V067]: 'many' is not an integer
               |
            39 |         params: { name: 7, count: many, colour: blue }
               |                                   ^^^^
               |
               = help: write one such as 25
            t.yaml:39:49: error[V072]: 'blue' is not a value of Colour
               |
            39 |         params: { name: 7, count: many, colour: blue }
               |                                                 ^^^^
               |
               = help: write one of red, green
        "#]],
    );
    check(
        &format!("        params: {{ name: plum, count: 101, colour: Red }}\n{URL}"),
        &expect![[r#"
            t.yaml:39:38: error[V069]: 101 breaks 'max', which is 100
               |
            39 |         params: { name: plum, count: 101, colour: Red }
               |                                      ^^^
               |
               = help: change one of the two
            t.yaml:39:51: error[V072]: 'Red' is the name in Rust
               |
            39 |         params: { name: plum, count: 101, colour: Red }
               |                                                   ^^^
               |
               = help: write the wire string: red
        "#]],
    );
    check(
        &format!("        params: {{ name: [plum, pear] }}\n{URL}"),
        &expect![[r#"
            t.yaml:39:25: error[V067]: the parameter takes one value, not a list
               |
            39 |         params: { name: [plum, pear] }
               |                         ^^^^^^^^^^^^^
               |
               = help: write it without brackets
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
            t.yaml:48:50: error[V091]: 'season' contradicts 'first'
               |
            48 |         params: { name: plum, first: 2020-01-31, season: spring }
               |                                                  ^^^^^^
               |
               = help: remove one of the two
        "#]],
    );
    check(
        "{ name: plum, last: 2020-01-31 }",
        &expect![[r#"
            t.yaml:48:31: error[V090]: 'last' is never given without 'first'
               |
            48 |         params: { name: plum, last: 2020-01-31 }
               |                               ^^^^
               |
               = help: add 'first'
        "#]],
    );
    check(
        "{ name: plum, first: 2020-02-30 }",
        &expect![[r#"
            t.yaml:48:38: error[V067]: '2020-02-30' is not a date
               |
            48 |         params: { name: plum, first: 2020-02-30 }
               |                                      ^^^^^^^^^^
               |
               = help: write one that exists: 2020-01-31
        "#]],
    );
    check(
        "{ name: plum, first: 2020-01-30, last: 2020-01-30 }",
        &expect![[r#"
            t.yaml:48:56: error[V091]: 'last' is not after 'first'
               |
            48 |         params: { name: plum, first: 2020-01-30, last: 2020-01-30 }
               |                                                        ^^^^^^^^^^
               |
               = help: exchange the two values
        "#]],
    );
    check(
        "{ name: plum, count: 5, first: 2020-01-30, last: 2020-01-31 }",
        &expect![[r#"
            t.yaml:48:60: error[V091]: 'last' contradicts 'count=5'
               |
            48 |         params: { name: plum, count: 5, first: 2020-01-30, last: 2020-01-31 }
               |                                                            ^^^^
               |
               = help: remove one of the two
        "#]],
    );
}

#[test]
fn addresses_and_replies() {
    let params = "        params: { name: plum }\n";
    check(
        &format!("{params}        url: https://shop.example.com/fruits/plum\n"),
        &expect![[r#"
            t.yaml:40:14: error[V092]: this is not an address of the endpoint
               |
            40 |         url: https://shop.example.com/fruits/plum
               |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = help: write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        url: https://other.example.com/fruit/plum\n"),
        &expect![[r#"
            t.yaml:40:14: error[V092]: this is not an address of the endpoint
               |
            40 |         url: https://other.example.com/fruit/plum
               |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = help: write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        url: https://shop.example.com/fruit/a/b\n"),
        &expect![[r#"
            t.yaml:40:14: error[V092]: this is not an address of the endpoint
               |
            40 |         url: https://shop.example.com/fruit/a/b
               |              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
               |
               = help: write one like 'https://shop.example.com/fruit/plum'
        "#]],
    );
    check(
        &format!("{params}        response: '{{}}'\n{URL}"),
        &expect![[r#"
            t.yaml:40:9: error[V093]: a response is what a reply becomes, and there is no 'reply'
               |
            40 |         response: '{}'
               |         ^^^^^^^^
               |
               = help: add 'reply' or remove this
        "#]],
    );
    check(
        &format!("{params}        now: noon\n{URL}"),
        &expect![[r#"
            t.yaml:40:14: error[V067]: this is not a timestamp
               |
            40 |         now: noon
               |              ^^^^
               |
               = help: write 2020-01-31T16:00:00Z or epoch seconds
        "#]],
    );
    check(
        params,
        &expect![[r#"
            t.yaml:37:7: error[V011]: 'plums' has no 'url'
               |
            37 |       plums:
               |       ^^^^^
               |
               = help: add 'url: …', for example 'url: https://query.example.com/quote/IBM'
        "#]],
    );
}
