//! Tests of the rules that cut a response into tables, on invented JSON, and of the formats.

#[cfg(feature = "plot")]
mod chart;
mod hostile;
mod jsonl;
mod outline;
#[cfg(feature = "plot")]
mod page;
mod people;
#[cfg(feature = "plot")]
mod picture;
mod rows;
mod tables;
mod terminal;

use expect_test::expect;
use virtual_finance_core::catalogue::ViewInfo;

use crate::formats::csv;
use crate::show::{Layout, text};
use crate::tabular::{Column, Kind, Outline, Table, Tables, cut};

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

/// The last day that hosts write is none that a clock has.
#[test]
fn dates_that_the_schema_declares_are_days() {
    let value = serde_json::json!([
        {"date": "2024-06-28", "end": "9999-12-31", "note": "2024-06-28"},
        {"date": null, "end": "2024-06-28", "note": ""},
    ]);
    let outline = Outline { days: vec!["date".to_owned(), "end".to_owned()], ..outlined(None) };
    let tables = cut(&value, &outline);
    let table = tables.choose(None).unwrap();
    let kinds: Vec<Kind> = table.columns.iter().map(Column::kind).collect();
    assert_eq!(kinds, [Kind::Time, Kind::Mixed, Kind::Text]);
    assert!(table.columns[0].has_dates());
    let mut out = Vec::new();
    write_csv(&table, &mut out);
    let lines = "date,end,note\n2024-06-28,9999-12-31,2024-06-28\n,2024-06-28,\"\"\n";
    assert_eq!(String::from_utf8(out).unwrap(), lines);
}

#[test]
fn texts_move_no_cursor() {
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
