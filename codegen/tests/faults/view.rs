//! Hints for rendering a response as tables.

use expect_test::expect;

use super::{TABLE, faults, shown};

#[test]
fn a_view_names_parts_of_the_response() {
    for main in [".", "fruit", "baskets.fruit", "0.% Change"] {
        let table = format!("{TABLE}    view: {{ main: '{main}', times: [at, until], zone: meta.zone }}\n");
        assert_eq!(faults(&table), []);
    }
    assert_eq!(faults(&format!("{TABLE}    view: {{}}\n")), []);
    expect![[r#"
        t.yaml:36:19: error[V042]: '.fruit' is not a path to a part of the response
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                   ^^^^^^^^
           |
           = help: write names with '.' between them, like 'prices.daily', or '.' for the whole response
        t.yaml:36:41: error[V042]: '' is empty or listed twice
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                         ^^
           |
           = help: list each name once
        t.yaml:36:45: error[V042]: 'at' is empty or listed twice
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                             ^^
           |
           = help: list each name once
        t.yaml:36:56: error[V042]: '.' is not a path to a part of the response
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                                        ^
           |
           = help: write names with '.' between them, like 'prices.daily', and a member last
        t.yaml:36:59: error[V010]: 'view' has no key 'zones'
           |
        36 |     view: { main: '.fruit', times: [at, '', at], zone: ., zones: a }
           |                                                           ^^^^^
           |
           = help: write 'zone'
    "#]]
    .assert_eq(&shown(&format!(
        "{TABLE}    view: {{ main: '.fruit', times: [at, '', at], zone: ., zones: a }}\n"
    )));
}

/// A name is in one list of those that contradict each other.
#[test]
fn a_name_of_a_view_has_one_meaning() {
    let of = |rest: &str| format!("{TABLE}    view: {{ main: fruit, {rest} }}\n");
    for good in [
        "columns: [name, price], prices: [price], percents: [water], decimals: digits, head: day, days: [day]",
        "columns: [], decimals: shop.digits",
        "otherwise: [nuts, baskets.nuts], unfold: [at, price]",
        "chart: [t, o, h, l, c, v]",
    ] {
        assert_eq!(faults(&of(good)), [], "{good}");
    }
    let bad = [
        "columns: [a, a]",
        "columns: [a], head: a",
        "head: ''",
        "prices: [a], percents: [a]",
        "percents: [a], fractions: [a]",
        "decimals: a..b",
        "chart: [t, o, h, l, c]",
        "chart: [t, o, h, l, c, c]",
        "otherwise: [fruit]",
        "otherwise: [a..b]",
        "unfold: [at, at]",
    ];
    expect![[r#"
        t.yaml:36:39: error[V042]: 'a' is empty or listed twice
           |
        36 |     view: { main: fruit, columns: [a, a] }
           |                                       ^
           |
           = help: list each name once
        t.yaml:36:46: error[V042]: 'a' is empty or listed twice
           |
        36 |     view: { main: fruit, columns: [a], head: a }
           |                                              ^
           |
           = help: list each name once
        t.yaml:36:32: error[V042]: '' is empty or listed twice
           |
        36 |     view: { main: fruit, head: '' }
           |                                ^^^
           |
           = help: list each name once
        t.yaml:36:35: error[V042]: 'a' is empty or listed twice
           |
        36 |     view: { main: fruit, prices: [a], percents: [a] }
           |                                   ^
           |
           = help: list each name once
        t.yaml:36:53: error[V042]: 'a' is empty or listed twice
           |
        36 |     view: { main: fruit, percents: [a], fractions: [a] }
           |                                                     ^
           |
           = help: list each name once
        t.yaml:36:36: error[V042]: 'a..b' is not a path to a part of the response
           |
        36 |     view: { main: fruit, decimals: a..b }
           |                                    ^^^^
           |
           = help: write names with '.' between them, like 'prices.daily', and a member last
        t.yaml:36:46: error[V042]: a bar of a chart has 6 columns, not 5
           |
        36 |     view: { main: fruit, chart: [t, o, h, l, c] }
           |                                              ^
           |
           = help: list the time, the open, the high, the low, the close and the volume, in this order
        t.yaml:36:49: error[V042]: 'c' is empty or listed twice
           |
        36 |     view: { main: fruit, chart: [t, o, h, l, c, c] }
           |                                                 ^
           |
           = help: list each name once
        t.yaml:36:38: error[V042]: 'fruit' is empty or listed twice
           |
        36 |     view: { main: fruit, otherwise: [fruit] }
           |                                      ^^^^^
           |
           = help: list each name once
        t.yaml:36:38: error[V042]: 'a..b' is not a path to a part of the response
           |
        36 |     view: { main: fruit, otherwise: [a..b] }
           |                                      ^^^^
           |
           = help: write names with '.' between them, like 'prices.daily', or '.' for the whole response
        t.yaml:36:39: error[V042]: 'at' is empty or listed twice
           |
        36 |     view: { main: fruit, unfold: [at, at] }
           |                                       ^^
           |
           = help: list each name once
    "#]]
    .assert_eq(&bad.map(|bad| shown(&of(bad))).concat());
}
