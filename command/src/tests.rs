//! Tests of the rules that cut a response into tables, on invented JSON, and of the formats.

mod bytes;
#[cfg(feature = "plot")]
mod chart;
mod clashes;
mod failed;
mod given;
mod hostile;
mod jsonl;
mod lifetime;
mod outline;
#[cfg(feature = "plot")]
mod page;
mod people;
#[cfg(feature = "plot")]
mod picture;
mod pipe;
mod plot;
mod rows;
mod signal;

use expect_test::{Expect, expect};
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use crate::formats::csv;
use crate::show::{Layout, text};
use crate::tabular::{Outline, Table, Tables, cut::cut};

const PRICES: ViewInfo = ViewInfo { times: &["at"], zone: Some("zone"), ..ViewInfo::new(Some("bars")) };

/// Returns the outline of a response with the name `reply` and no schema.
fn outlined(view: Option<&ViewInfo>) -> Outline {
    Outline::without_schema("reply", view.copied())
}

fn shown(tables: &Tables<'_>, width: Option<usize>) -> String {
    shown_in(tables, Layout { width, ..Layout::default() })
}

fn shown_in(tables: &Tables<'_>, layout: Layout) -> String {
    let mut out = Vec::new();
    text::write(&tables.all, tables, layout, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn write_csv(table: &Table<'_>, out: &mut Vec<u8>) {
    csv::header(table, out).unwrap();
    csv::rows(table, out).unwrap();
}

/// Checks all tables of a response as text, then each as CSV.
#[track_caller]
fn check(view: Option<&ViewInfo>, json: &str, expected: &Expect) {
    let value: Value = serde_json::from_str(json).unwrap();
    let outline = outlined(view);
    let tables = cut(&value, &outline);
    let mut all = shown(&tables, None);
    for table in &tables.all {
        let mut out = Vec::new();
        write_csv(table, &mut out);
        all += &format!("\n{}.csv\n{}", table.name, String::from_utf8(out).unwrap());
    }
    expected.assert_eq(&all);
}

/// Rows of a day or more have the day of the exchange, events have theirs, and rows of less the offset of the
/// zone, whatever the hour.
#[test]
fn days_are_days_of_the_exchange() {
    const BARS: ViewInfo = ViewInfo {
        times: &["at"],
        days: &["on"],
        interval: Some("every"),
        zone: Some("zone"),
        ..ViewInfo::new(Some("bars"))
    };
    let csv = |interval: &str, table: &str| {
        let value = serde_json::json!({
            "every": interval, "zone": "Australia/Sydney",
            "bars": {"at": [1_634_079_600, 1_634_169_600], "price": [1, 2]},
            "events": [{"on": 1_634_079_600, "at": 1_634_079_600}],
        });
        let outline = outlined(Some(&BARS));
        let tables = cut(&value, &outline);
        let mut out = Vec::new();
        write_csv(&tables.choose(Some(table)).unwrap(), &mut out);
        String::from_utf8(out).unwrap()
    };
    for interval in ["1d", "5d", "1wk", "1mo", "3mo"] {
        assert_eq!(csv(interval, "bars"), "at,price\n2021-10-13,1\n2021-10-14,2\n", "{interval}");
    }
    // The second is midnight UTC and no day for all that.
    assert_eq!(csv("1h", "bars"), "at,price\n2021-10-12T23:00:00Z,1\n2021-10-14T00:00:00Z,2\n");
    assert_eq!(csv("1h", "events"), "on,at\n2021-10-13,2021-10-12T23:00:00Z\n");
}

/// The time of a price at 20:00 in New York in summer is midnight UTC.
#[test]
fn instants_are_never_dates() {
    const QUOTES: ViewInfo =
        ViewInfo { times: &["dividend"], instants: &["price"], ..ViewInfo::new(Some(".")) };
    let value = serde_json::json!([{"dividend": 1_719_792_000, "price": 1_719_792_000}]);
    let outline = outlined(Some(&QUOTES));
    let tables = cut(&value, &outline);
    let mut out = Vec::new();
    write_csv(&tables.choose(None).unwrap(), &mut out);
    assert_eq!(String::from_utf8(out).unwrap(), "dividend,price\n2024-07-01,2024-07-01T00:00:00Z\n");
    let people = shown(&tables, None);
    assert!(people.contains("2024-07-01  2024-07-01 00:00 UTC"), "{people}");
}

fn check_cut(json: &str, width: usize, expected: &Expect) {
    let value: Value = serde_json::from_str(json).unwrap();
    expected.assert_eq(&shown(&cut(&value, &outlined(None)), Some(width)));
}

#[test]
fn parallel_lists_are_columns_and_times_are_in_the_zone() {
    check(
        Some(&PRICES),
        r#"{"zone": "Asia/Tokyo", "bars": {"at": [1719532800, 1719792000], "price": [1234.5, null], "size": [12345, 9]}}"#,
        &expect![[r#"
            bars
            at            price    size
            ──────────  ───────  ──────
            2024-06-28  1,234.5  12,345
            2024-07-01        -       9

            reply
            name  value
            ────  ──────────
            zone  Asia/Tokyo

            bars.csv
            at,price,size
            2024-06-28,1234.5,12345
            2024-07-01,,9

            reply.csv
            name,value
            zone,Asia/Tokyo
        "#]],
    );
    check(
        Some(&PRICES),
        r#"{"zone": "America/New_York", "bars": {"at": [1719581400, 1719581460], "price": [1, 2.25]}}"#,
        &expect![[r#"
            bars
            at                    price
            ────────────────────  ─────
            2024-06-28 09:30 EDT   1.00
            2024-06-28 09:31 EDT   2.25

            reply
            name  value
            ────  ────────────────
            zone  America/New_York

            bars.csv
            at,price
            2024-06-28T13:30:00Z,1
            2024-06-28T13:31:00Z,2.25

            reply.csv
            name,value
            zone,America/New_York
        "#]],
    );
    // An unknown time zone is UTC; a single bar shows its time.
    check(
        Some(&PRICES),
        r#"{"zone": "Nowhere/Else", "bars": {"at": [1719581400]}}"#,
        &expect![[r#"
            bars
            at
            ────────────────────
            2024-06-28 13:30 UTC

            reply
            name  value
            ────  ────────────
            zone  Nowhere/Else

            bars.csv
            at
            2024-06-28T13:30:00Z

            reply.csv
            name,value
            zone,Nowhere/Else
        "#]],
    );
}

#[test]
fn nothing_is_a_table_all_the_same() {
    check(
        Some(&PRICES),
        r#"{"bars": {"at": [], "price": []}, "others": [], "facts": {}}"#,
        &expect![[r#"
            bars, no rows

            others, no rows

            facts, no rows

            bars.csv
            at,price

            others.csv

            facts.csv
            name,value
        "#]],
    );
    check(
        None,
        r#"[{"a": null}, {"a": null}]"#,
        &expect![[r#"
            reply
            a
            ─
            -
            -

            reply.csv
            a
            ""
            ""
        "#]],
    );
    check(
        None,
        "null",
        &expect![[r#"
            reply
            value
            ─────
            -

            reply.csv
            value
            ""
        "#]],
    );
}

#[test]
fn rows_have_their_columns_in_the_order_of_appearance() {
    check(
        None,
        r#"{"rows": [{"b": 1, "a": "x"}, {"a": "", "c": [1, {"d": 2}]}, {"c": null, "b": true}]}"#,
        &expect![[r#"
            rows
            b     a
            ────  ─
            1     x
            -
            true  -

            rows.c
            rows.b  c
            ──────  ───────
            -       1
            -       {"d":2}

            rows.csv
            b,a
            1,x
            ,""
            true,

            rows.c.csv
            rows.b,c
            ,1
            ,"{""d"":2}"
        "#]],
    );
    check(
        None,
        r#"{"one": [{"a": 1}], "pairs": [["1%", "x"], ["2%"]], "list": ["a", null, ""]}"#,
        &expect![[r#"
        one
        a
        ─
        1

        pairs
        0   1
        ──  ─
        1%  x
        2%  -

        list
        list
        ────
        a
        -


        one.csv
        a
        1

        pairs.csv
        0,1
        1%,x
        2%,

        list.csv
        list
        a
        ""
        ""
    "#]],
    );
    check(
        None,
        r#"{"a": {"0": 1, "1": 2}, "b": {"0": "x", "1": "y"}}"#,
        &expect![[r#"
            reply
            a  b
            ─  ─
            1  x
            2  y

            reply.csv
            a,b
            1,x
            2,y
        "#]],
    );
}

#[test]
fn lists_of_unequal_lengths_stay_apart() {
    check(
        None,
        r#"{"part": {"a": [1, 2], "b": [3]}}"#,
        &expect![[r#"
        part.a
        a
        ─
        1
        2

        part.b
        b
        ─
        3

        part.a.csv
        a
        1
        2

        part.b.csv
        b
        3
    "#]],
    );
}

#[test]
fn the_main_table_is_first_and_lists_of_one_lead_to_it() {
    const CALLS: ViewInfo = ViewInfo { times: &["day"], ..ViewInfo::new(Some("chains.calls")) };
    check(
        Some(&CALLS),
        r#"{"name": "X", "chains": [{"day": 86400, "calls": [{"strike": 50.0}], "puts": []}]}"#,
        &expect![[r#"
            chains.calls
            strike
            ──────
              50.0

            reply
            name  value
            ────  ─────
            name  X

            chains
            name  value
            ────  ──────────
            day   1970-01-02

            chains.puts, no rows

            chains.calls.csv
            strike
            50.0

            reply.csv
            name,value
            name,X

            chains.csv
            name,value
            day,1970-01-02

            chains.puts.csv
        "#]],
    );
}

#[test]
fn numbers_keep_their_digits_in_csv_and_are_rounded_for_people() {
    check(
        None,
        r#"[{"n": 0.1, "m": {"raw": 1500000, "fmt": "1.5M", "longFmt": "1,500,000"}, "y": 2024, "t": 1e-7, "k": 18446744073709551615},
            {"n": 1234567.123456789, "m": {"raw": null, "fmt": null}, "y": 1999, "t": -2.5, "k": 1},
            {"n": 3, "m": {"raw": -2, "fmt": "-2"}, "y": null, "t": 0.0, "k": 9007199254740993},
            {"n": 4, "m": {}, "y": 1, "t": 0.5, "k": 2}]"#,
        &expect![[r#"
            reply
                         n     m      y     t  k
            ──────────────  ────  ─────  ────  ──────────────────────────
                    0.1000  1.5M  2,024  1e-7  18,446,744,073,709,551,615
            1,234,567.1235     -  1,999  -2.5  1
                    3.0000    -2      -   0.0  9,007,199,254,740,993
                    4.0000     -      1   0.5  2

            reply.csv
            n,m,y,t,k
            0.1,1500000,2024,1e-7,18446744073709551615
            1234567.123456789,,1999,-2.5,1
            3,-2,,0.0,9007199254740993
            4,,1,0.5,2
        "#]],
    );
}

#[test]
fn texts_are_quoted_where_need_be_and_move_no_cursor() {
    check(
        None,
        r#"[{"text": "a,b"}, {"text": "say \"hi\""}, {"text": "two\nlines"}, {"text": "株式会社"}]"#,
        &expect![[r#"
            reply
            text
            ─────────
            a,b
            say "hi"
            two lines
            株式会社

            reply.csv
            text
            "a,b"
            "say ""hi"""
            "two
            lines"
            株式会社
        "#]],
    );
    let value = serde_json::json!([{ "\u{1b}[1m": "\u{1b}[31mred\u{202e}" }]);
    expect![[r#"
        reply
        �[1m
        ─────────
        �[31mred�
    "#]]
    .assert_eq(&shown(&cut(&value, &outlined(None)), None));
}

#[test]
fn a_terminal_cuts_texts_turns_wide_tables_and_marks_what_is_cut() {
    check_cut(
        r#"[{"name": "A company with a name that is long", "about": "東京都千代田区丸の内一丁目の会社", "price": 1234.5}]"#,
        44,
        &expect![[r#"
            reply
            name   A company with a name that is long
            about  東京都千代田区丸の内一丁目の会社
            price  1,234.5
        "#]],
    );
    let texts = r#"[{"name": "A company with a name that is long", "about": "東京都千代田区丸の内一丁目の会社", "price": 1234.5},
        {"name": "B", "about": "Another company with a name that is longer still", "price": 2}]"#;
    check_cut(
        texts,
        44,
        &expect![[r#"
            reply
            name               about               price
            ─────────────────  ────────────────  ───────
            A company with a…  東京都千代田区…  1,234.5
            B                  Another company…      2.0
        "#]],
    );
    let wide = r#"[{"first amount": 1000000, "second amount": -2, "third amount": 3},
        {"first amount": 4, "second amount": 5000000, "third amount": null}]"#;
    check_cut(
        wide,
        40,
        &expect![[r#"
            reply
                                second
            first amount        amount  third amount
            ────────────  ────────────  ────────────
               1,000,000            -2             3
                       4     5,000,000             -
        "#]],
    );
    check_cut(
        wide,
        20,
        &expect![[r#"
            reply
                first
               amount  …
            ─────────  ─
            1,000,000  …
                    4  …
        "#]],
    );
}

#[test]
fn an_unknown_table_lists_those_there_are() {
    let value = serde_json::json!({ "a": [1], "b": { "c": [2, 3], "d": [4] } });
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    assert_eq!(tables.choose(Some("b.c")).unwrap().rows, 2);
    let error = format!("{:?}", tables.choose(Some("c")).unwrap_err());
    assert!(
        error.contains(r#"the response has no table \"c\"; did you mean b.c? It has a, b.c, b.d"#),
        "{error}"
    );
    let main = ViewInfo::new(Some("gone"));
    assert!(cut(&value, &outlined(Some(&main))).choose(None).is_err());
}
