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
        36:19+8 V042: '.fruit' is not a path to a part of the response; write names with '.' between them, like 'prices.daily', or '.' for the whole response
        36:41+2 V042: '' is empty or listed twice; list each name once
        36:45+2 V042: 'at' is empty or listed twice; list each name once
        36:56+1 V042: '.' is not a path to a part of the response; write names with '.' between them, like 'prices.daily', and a member last
        36:59+5 V010: 'view' has no key 'zones'; write 'zone'
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
        36:39+1 V042: 'a' is empty or listed twice; list each name once
        36:46+1 V042: 'a' is empty or listed twice; list each name once
        36:32+3 V042: '' is empty or listed twice; list each name once
        36:35+1 V042: 'a' is empty or listed twice; list each name once
        36:53+1 V042: 'a' is empty or listed twice; list each name once
        36:36+4 V042: 'a..b' is not a path to a part of the response; write names with '.' between them, like 'prices.daily', and a member last
        36:46+1 V042: a bar of a chart has 6 columns, not 5; list the time, the open, the high, the low, the close and the volume, in this order
        36:49+1 V042: 'c' is empty or listed twice; list each name once
        36:38+5 V042: 'fruit' is empty or listed twice; list each name once
        36:38+4 V042: 'a..b' is not a path to a part of the response; write names with '.' between them, like 'prices.daily', or '.' for the whole response
        36:39+2 V042: 'at' is empty or listed twice; list each name once
    "#]]
    .assert_eq(&bad.map(|bad| shown(&of(bad))).concat());
}
