//! Tables for people beside `tables/people.txt`: times, colours, and what has no room.

use expect_test::expect;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use super::{outlined, shown_in};
use crate::show::{Layout, text};
use crate::tabular::cut;

#[test]
fn what_people_read_last_is_left_out_without_room() {
    let view = ViewInfo { columns: &["name", "price"], ..ViewInfo::new(None) };
    let narrow = Layout { width: Some(20), ..Layout::default() };
    let rows: Vec<String> =
        (0..40).map(|row| format!(r#"{{"amount": 1000000, "price": {row}, "name": "A"}}"#)).collect();
    let value: Value = serde_json::from_str(&format!("[{}]", rows.join(","))).unwrap();
    let shown = shown_in(&cut(&value, &outlined(Some(&view))), narrow);
    assert_eq!(shown.lines().nth(1), Some("name  price  …"));
}

#[test]
fn long_tables_with_a_head_are_not_transposed() {
    let view = ViewInfo { columns: &["revenue"], head: Some("day"), times: &["day"], ..ViewInfo::new(None) };
    // More rows than a line has room for stay rows.
    let value: Value = (0..32).map(|day| serde_json::json!({ "day": day * 86_400, "n": day })).collect();
    assert_eq!(shown_in(&cut(&value, &outlined(Some(&view))), Layout::default()).lines().count(), 3 + 32);
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
        assert!(shown.starts_with(&format!("rows\nat\n────────────────────\n{expected}\n")), "{shown}");
    }
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

/// Of facts about one thing those that nobody knows are no lines.
#[test]
fn single_values_without_a_value_are_counted() {
    let json = r#"{"name": "Elmgate", "phone": null, "about": "Makes paper of many kinds, and sells it to printers"}"#;
    let narrow = Layout { width: Some(34), ..Layout::default() };
    let value: Value = serde_json::from_str(json).unwrap();
    let outline = outlined(None);
    let tables = cut(&value, &outline);
    let nulls = |layout| text::write(&tables.all, &tables, layout, &mut Vec::new()).unwrap().nulls;
    assert_eq!((nulls(narrow), nulls(Layout { wide: true, ..narrow })), (1, 0));
}

#[test]
fn a_terminal_shows_billions_in_short() {
    let json = r#"[{"cap": 114816951730, "volume": 3333498}, {"cap": 300000000, "volume": 7}, {"cap": 0, "volume": 0}]"#;
    let value: Value = serde_json::from_str(json).unwrap();
    let terminal = Layout { width: Some(80), ..Layout::default() };
    let rows = |layout| {
        let shown = shown_in(&cut(&value, &outlined(None)), layout);
        shown
            .lines()
            .skip(3)
            .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect::<Vec<_>>()
    };
    assert_eq!(rows(terminal), ["114.817B 3,333,498", "300M 7", "0 0"]);
    let whole = ["114,816,951,730 3,333,498", "300,000,000 7", "0 0"];
    assert_eq!(rows(Layout { wide: true, ..terminal }), whole);
    assert_eq!(rows(Layout::default()), whole);
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

#[test]
fn long_strings_are_whole_without_a_terminal() {
    // Strings of more than a line are not cut without a terminal.
    let value = serde_json::json!([{ "about": "word ".repeat(200), "id": 1 }]);
    let shown = shown_in(&cut(&value, &outlined(None)), Layout { wide: true, ..Layout::default() });
    assert_eq!(shown.matches("word").count(), 200);
    assert!(shown.lines().all(|line| line.chars().count() <= 100), "{shown}");
}
