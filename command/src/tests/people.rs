//! Tables for people: what comes first, numbers with their units, long strings, colours.

use expect_test::{Expect, expect};
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use super::{outlined, shown_in};
use crate::show::{Layout, text};
use crate::tabular::cut::cut;

#[track_caller]
fn check(view: &ViewInfo, layout: Layout, json: &str, expected: &Expect) {
    let value: Value = serde_json::from_str(json).unwrap();
    expected.assert_eq(&shown_in(&cut(&value, &outlined(Some(view))), layout));
}

#[test]
fn what_people_read_first_comes_first() {
    let view = ViewInfo { columns: &["name", "price"], ..ViewInfo::new(None) };
    check(
        &view,
        Layout::default(),
        r#"{"rows": [{"id": 1, "price": 2, "of": "x", "name": "A"}, {"id": 2, "name": "B"}],
            "facts": {"id": 3, "price": 4, "name": "C", "at": null}, "others": [{"id": 5}]}"#,
        &expect![[r#"
            rows
            name  price  id  of
            ────  ─────  ──  ──
            A         2   1  x
            B         -   2  -

            facts
            name   value
            ─────  ─────
            name   C
            price  4
            id     3

            others
            id
            ──
             5
        "#]],
    );
    // What has no room is left out at the end, and that is what people read last.
    let narrow = Layout { width: Some(20), ..Layout::default() };
    let rows: Vec<String> =
        (0..40).map(|row| format!(r#"{{"amount": 1000000, "price": {row}, "name": "A"}}"#)).collect();
    let value: Value = serde_json::from_str(&format!("[{}]", rows.join(","))).unwrap();
    let shown = shown_in(&cut(&value, &outlined(Some(&view))), narrow);
    assert_eq!(shown.lines().nth(1), Some("name  price  …"));
}

/// Names in several lines leave more room for numbers.
#[test]
fn names_are_broken_before_a_column_is_left_out() {
    let json = r#"[{"symbol": "IBM", "regularMarketPrice": 72.5, "regularMarketChangePercent": 0.5, "Company Name": "Elmgate", "snake_case.path": 1},
        {"symbol": "MSFT", "regularMarketPrice": 62.75, "regularMarketChangePercent": -1.5, "Company Name": "Osprey", "snake_case.path": 2}]"#;
    let at = |width| Layout { width: Some(width), ..Layout::default() };
    check(
        &ViewInfo::new(None),
        at(70),
        json,
        &expect![[r#"
        reply
                                        regular
                                         Market
                                         Change
        symbol  regularMarketPrice      Percent  Company Name  snake_case.path
        ──────  ──────────────────  ───────────  ────────────  ───────────────
        IBM                  72.50          0.5  Elmgate                     1
        MSFT                 62.75         -1.5  Osprey                      2
    "#]],
    );
    check(
        &ViewInfo::new(None),
        at(42),
        json,
        &expect![[r#"
        reply
                         regular
                regular   Market            snake_
                 Market   Change  Company    case.
        symbol    Price  Percent  Name        path
        ──────  ───────  ───────  ───────  ───────
        IBM       72.50      0.5  Elmgate        1
        MSFT      62.75     -1.5  Osprey         2
    "#]],
    );
    // A name of many words or of one is not broken, whatever its length.
    check(
        &ViewInfo::new(None),
        at(20),
        r#"[{"aVeryLongNameOfManyWords": 1, "b": 1000000}]"#,
        &expect![[r#"
            reply
            aVeryLongNameOfManyWords  …
            ────────────────────────  ─
                                   1  …
        "#]],
    );
}

/// Statements: a date is the head of a column, and each field is a line.
#[test]
fn tables_with_a_head_are_transposed() {
    let view = ViewInfo { columns: &["revenue"], head: Some("day"), times: &["day"], ..ViewInfo::new(None) };
    let json = r#"[{"income": -960000000, "currency": "USD", "revenue": 17157000000, "day": 1711843200, "eps": 1.5},
        {"income": 1640000000, "currency": "USD", "revenue": 16731000000, "day": 1703980800, "eps": -0.25, "tax": 1}]"#;
    check(
        &view,
        Layout::default(),
        json,
        &expect![[r#"
        reply
        day           2024-03-31      2023-12-31
        ────────  ──────────────  ──────────────
        revenue   17,157,000,000  16,731,000,000
        income      -960,000,000   1,640,000,000
        currency             USD             USD
        eps                 1.50           -0.25
        tax                    -               1
    "#]],
    );
    check(
        &view,
        Layout { width: Some(32), ..Layout::default() },
        json,
        &expect![[r#"
        reply
        day           2024-03-31  …
        ────────  ──────────────  ─
        revenue   17,157,000,000  …
        income      -960,000,000  …
        currency             USD  …
        eps                 1.50  …
        tax                    -  …
    "#]],
    );
    // The course from the first date to the last is a column where there is room.
    let years = r#"[{"day": 1703980800, "revenue": 5, "same": 1, "of": "x", "few": 1},
        {"day": 1672444800, "revenue": -2.5, "same": 1, "of": "x", "few": null},
        {"day": 1640908800, "revenue": null, "same": 1, "of": "x", "few": 2},
        {"day": 1609372800, "revenue": 0, "same": 1, "of": "x", "few": null}]"#;
    check(
        &view,
        Layout { width: Some(70), ..Layout::default() },
        years,
        &expect![[r#"
            reply
            day      2023-12-31  2022-12-31  2021-12-31  2020-12-31  old to new
            ───────  ──────────  ──────────  ──────────  ──────────  ──────────
            revenue         5.0        -2.5           -         0.0  ▃ ▁█
            same              1           1           1           1  ▄▄▄▄
            of                x           x           x           x
            few               1           -           2           -
        "#]],
    );
    let value: Value = serde_json::from_str(years).unwrap();
    assert!(!shown_in(&cut(&value, &outlined(Some(&view))), Layout::default()).contains("trend"));
    check(
        &view,
        Layout::default(),
        r#"{"a": [], "b": [{"day": 1711843200}]}"#,
        &expect![[r#"
        a, no rows

        b
        day  2024-03-31
        ───  ──────────
    "#]],
    );
    // More rows than a line has room for stay rows.
    let value: Value = (0..32).map(|day| serde_json::json!({ "day": day * 86_400, "n": day })).collect();
    assert_eq!(shown_in(&cut(&value, &outlined(Some(&view))), Layout::default()).lines().count(), 3 + 32);
}

/// Percentages have their sign and prices the decimals that the host says; nothing is less than nothing.
#[test]
fn numbers_have_the_decimals_of_their_unit() {
    let view = ViewInfo {
        percents: &["change", "share"],
        prices: &["price", "by"],
        decimals: Some("hint"),
        ..ViewInfo::new(None)
    };
    check(
        &view,
        Layout::default(),
        r#"[{"price": 172.951, "by": -2.8e-14, "change": 1.170005, "share": 7, "n": 0.12345, "hint": 2, "year": 1999},
            {"price": 0.98765, "by": -0.004, "change": -0.5, "share": -12, "n": -0.0, "hint": 3, "year": 2024},
            {"price": 1234, "by": null, "change": -0.001, "share": null, "n": 12, "hint": null, "year": 1900},
            {"price": 1e15, "by": -1.5, "change": -0.0, "share": 1234, "n": 1e-7, "hint": 1, "year": null}]"#,
        &expect![[r#"
            reply
                         price      by   change   share        n  hint  year
            ──────────────────  ──────  ───────  ──────  ───────  ────  ────
                       172.951   0.000    1.17%      7%   0.1235     2  1999
                         0.988  -0.004   -0.50%    -12%   0.0000     3  2024
                     1,234.000       -  -0.001%       -  12.0000     -  1900
            1000000000000000.0  -1.500    0.00%  1,234%     1e-7     1     -
        "#]],
    );
    // A single value has the unit of its name; the decimals of a whole reply have a path.
    let view = ViewInfo { decimals: Some("meta.hint"), ..view };
    check(
        &view,
        Layout::default(),
        r#"{"meta": {"hint": 2, "price": 172.951, "change": 0.125, "n": 0.125, "year": 1999, "count": 3960},
            "bars": {"price": [172.951, 172, 0.001], "count": [3960, 859, 1], "year": [1999, 2024, 1900]}}"#,
        &expect![[r#"
            meta
            name    value
            ──────  ──────
            hint    2
            price   172.95
            change  0.12%
            n       0.125
            year    1999
            count   3,960

            bars
             price  count  year
            ──────  ─────  ────
            172.95  3,960  1999
            172.00    859  2024
              0.00      1  1900
        "#]],
    );
    // A price of which the host's decimals leave nothing has its own; an error of rounding has not.
    check(
        &view,
        Layout::default(),
        r#"{"meta": {"hint": 2}, "bars": {"price": [0.0000123456, 0.0000056, null], "by": [1e-14, -2.8e-14, 0]}}"#,
        &expect![[r#"
            meta
            name  value
            ────  ─────
            hint  2

            bars
                 price    by
            ──────────  ────
            0.00001235  0.00
            0.00000560  0.00
                     -  0.00
        "#]],
    );
    check(
        &view,
        Layout::default(),
        r#"{"meta": {"hint": 2}, "bars": {"price": [0.0123, 0.05], "by": [-0.004, 0.001]}}"#,
        &expect![[r#"
            meta
            name  value
            ────  ─────
            hint  2

            bars
             price      by
            ──────  ──────
            0.0123  -0.004
            0.0500   0.001
        "#]],
    );
    // What is nearly nothing takes no more room than others.
    check(
        &view,
        Layout::default(),
        r#"[{"n": 0.000010000000000000003}, {"n": -1e-7}, {"n": 0.5}]"#,
        &expect![[r#"
            reply
                 n
            ──────
            1.0e-5
             -1e-7
               0.5
        "#]],
    );
    // A hint that is none, or is absurd, is no reason for thousands of decimals.
    let view = ViewInfo { decimals: Some("hint"), ..view };
    check(
        &view,
        Layout::default(),
        r#"[{"price": 1.5, "hint": 4000000000}]"#,
        &expect![[r#"
        reply
             price           hint
        ──────────  ─────────────
        1.50000000  4,000,000,000
    "#]],
    );
    check(
        &view,
        Layout::default(),
        r#"[{"price": 1.5, "hint": "2"}, {"price": 2.25, "hint": -1}]"#,
        &expect![[r#"
            reply
            price  hint
            ─────  ────
             1.50  2
             2.25  -1
        "#]],
    );
}

#[test]
fn a_time_has_its_zone() {
    let view = ViewInfo { times: &["at"], zone: Some("zone"), ..ViewInfo::new(None) };
    for (zone, expected) in [
        ("America/New_York", "2024-06-28 16:00 EDT\n2024-01-02 15:07 EST"),
        ("Asia/Tokyo", "2024-06-29 05:00 JST\n2024-01-03 05:07 JST"),
        ("Asia/Singapore", "2024-06-29 04:00 +08\n2024-01-03 04:07 +08"),
        ("", "2024-06-28 20:00 UTC\n2024-01-02 20:07 UTC"),
    ] {
        let value =
            serde_json::json!({ "zone": zone, "rows": [{ "at": 1_719_604_800 }, { "at": 1_704_226_020 }] });
        let shown = shown_in(&cut(&value, &outlined(Some(&view))), Layout::default());
        assert!(shown.ends_with(&format!("────\n{expected}\n")), "{shown}");
    }
}

/// Rows from several exchanges have the zone of theirs, and one that is not known is UTC.
#[test]
fn a_row_may_have_a_zone_of_its_own() {
    let view = ViewInfo { times: &["at", "on"], zone: Some("zone"), ..ViewInfo::new(None) };
    check(
        &view,
        Layout::default(),
        r#"[{"at": 1719604800, "on": 1719532800, "zone": "America/New_York"}, {"at": 1719604800, "on": 1719532800, "zone": "Asia/Tokyo"},
            {"at": 1719518400, "on": 1719532800, "zone": "Nowhere"}, {"at": 1719691200, "on": null, "zone": null}]"#,
        &expect![[r#"
            reply
            at                    on          zone
            ────────────────────  ──────────  ────────────────
            2024-06-28 16:00 EDT  2024-06-28  America/New_York
            2024-06-29 05:00 JST  2024-06-28  Asia/Tokyo
            2024-06-27 20:00 UTC  2024-06-28  Nowhere
            2024-06-29 20:00 UTC  -           -
        "#]],
    );
}

/// Percents and fractions look alike, whatever the host writes.
#[test]
fn fractions_are_shown_in_percent() {
    let view = ViewInfo { percents: &["change"], fractions: &["yield"], ..ViewInfo::new(None) };
    check(
        &view,
        Layout::default(),
        r#"{"rows": [{"change": 8.25, "fund.yield": 0.0825}, {"change": -0.5, "fund.yield": 1}],
            "facts": {"yield": 0.07129, "rate": 0.07}, "small": [{"yield": -0.00008}, {"yield": 0}, {"yield": 12.5}],
            "objects": [{"of": {"yield": 0.29}}]}"#,
        &expect![[r#"
            rows
            change  fund.yield
            ──────  ──────────
             8.25%       8.25%
            -0.50%     100.00%

            facts
            name   value
            ─────  ─────
            yield  7.13%
            rate   0.07

            small
                yield
            ─────────
               -0.01%
                0.00%
            1,250.00%

            objects
            of.yield
            ────────
                 29%
        "#]],
    );
}

/// Whoever misses a year is told which.
#[test]
fn columns_without_room_are_named() {
    let view = ViewInfo { head: Some("day"), times: &["day"], ..ViewInfo::new(None) };
    let value: Value = serde_json::from_str(
        r#"[{"revenue": 17157000000, "day": 1711843200}, {"revenue": 16731000000, "day": 1703980800},
            {"revenue": 16731000000, "day": 1672444800}]"#,
    )
    .unwrap();
    let outline = outlined(Some(&view));
    let tables = cut(&value, &outline);
    let without_room =
        |layout| text::write(&tables.all, &tables, layout, &mut Vec::new()).unwrap().without_room;
    let narrow = Layout { width: Some(32), ..Layout::default() };
    assert_eq!(without_room(narrow), ["2023-12-31", "2022-12-31"]);
    assert_eq!(without_room(Layout { wide: true, ..narrow }), [""; 0]);
    assert_eq!(without_room(Layout { width: Some(80), ..narrow }), [""; 0]);
}

/// Of facts about one thing those that nobody knows are no lines, and a long one goes on in the next line.
#[test]
fn single_values_are_there_and_whole() {
    let json = r#"{"name": "Elmgate", "phone": null, "about": "Makes paper of many kinds, and sells it to printers"}"#;
    let narrow = Layout { width: Some(34), ..Layout::default() };
    check(
        &ViewInfo::new(None),
        narrow,
        json,
        &expect![[r#"
            reply
            name   value
            ─────  ───────────────────────────
            name   Elmgate
            about  Makes paper of many kinds,
                   and sells it to printers
        "#]],
    );
    let value: Value = serde_json::from_str(json).unwrap();
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    let nulls = |layout| text::write(&tables.all, &tables, layout, &mut Vec::new()).unwrap().nulls;
    assert_eq!((nulls(narrow), nulls(Layout { wide: true, ..narrow })), (1, 0));
}

#[test]
fn negative_numbers_are_in_colour() {
    let colours = Layout { colours: true, ..Layout::default() };
    let json = r#"[{"n": -1.5, "p": "-0.81%", "of": "- none", "r": "-"}, {"n": 2, "p": "+1%", "of": null, "r": "-x"}]"#;
    let value: Value = serde_json::from_str(json).unwrap();
    let shown = shown_in(&cut(&value, &outlined(None)), colours);
    expect![[r#"
        reply
           n  p       of      r
        ────  ──────  ──────  ──
        ^[31m-1.5^[0m  ^[31m-0.81%^[0m  - none  -
         2.0  +1%     -       -x
    "#]]
    .assert_eq(&shown.replace('\u{1b}', "^"));
    assert!(!shown_in(&cut(&value, &outlined(None)), Layout::default()).contains('\u{1b}'));
}

/// A long string is cut, or whole in several lines where everything is wanted.
#[test]
fn long_strings_are_whole_in_wide_tables() {
    let json = r#"{"rows": [{"title": "Day Gainers", "about": "Stocks that gained most on the trading day, by percentage", "id": 1},
        {"title": "東京都千代田区丸の内一丁目の会社の長い名前", "about": "Averyveryveryveryverylongwordwithoutanyspaceinit twice", "id": 2}],
        "facts": {"symbol": "IBM", "summary": "It makes and sells products. It is old, and it has offices in many countries."}}"#;
    let layout = |width, wide| Layout { width, wide, ..Layout::default() };
    check(
        &ViewInfo::new(None),
        layout(Some(60), false),
        json,
        &expect![[r#"
            rows
            title                       about                         id
            ──────────────────────────  ────────────────────────────  ──
            Day Gainers                 Stocks that gained most on …   1
            東京都千代田区丸の内一丁…  Averyveryveryveryverylongwo…   2

            facts
            name     value
            ───────  ───────────────────────────────────────────────────
            symbol   IBM
            summary  It makes and sells products. It is old, and it has
                     offices in many countries.
        "#]],
    );
    check(
        &ViewInfo::new(None),
        layout(Some(60), true),
        json,
        &expect![[r#"
        rows
        title                       about                         id
        ──────────────────────────  ────────────────────────────  ──
        Day Gainers                 Stocks that gained most on     1
                                    the trading day, by
                                    percentage
        東京都千代田区丸の内一丁目  Averyveryveryveryverylongwor   2
        の会社の長い名前            dwithoutanyspaceinit twice

        facts
        name     value
        ───────  ───────────────────────────────────────────────────
        symbol   IBM
        summary  It makes and sells products. It is old, and it has
                 offices in many countries.
    "#]],
    );
    // No column is left out, so lines may be longer than the terminal.
    check(
        &ViewInfo::new(None),
        layout(Some(30), true),
        json,
        &expect![[r#"
        rows
        title                     about                     id
        ────────────────────────  ────────────────────────  ──
        Day Gainers               Stocks that gained most    1
                                  on the trading day, by
                                  percentage
        東京都千代田区丸の内一丁  Averyveryveryveryverylon   2
        目の会社の長い名前        gwordwithoutanyspaceinit
                                  twice

        facts
        name     value
        ───────  ────────────────────────
        symbol   IBM
        summary  It makes and sells
                 products. It is old, and
                 it has offices in many
                 countries.
    "#]],
    );
    // Nor are strings of more than a line cut without a terminal.
    let value = serde_json::json!([{ "about": "word ".repeat(200), "id": 1 }]);
    let shown = shown_in(&cut(&value, &outlined(None)), layout(None, true));
    assert_eq!(shown.matches("word").count(), 200);
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
}
