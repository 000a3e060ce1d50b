//! Rows of several tables, the main table among several, and responses that would become large.

use serde_json::json;
use virtual_finance_core::Value;
use virtual_finance_core::catalogue::ViewInfo;

use super::outlined;
use crate::formats::Format;
use crate::rendering::Rendering;
use crate::tabular::{Tables, cut};

/// Whoever serves or writes rows has those of both tables that people see beside each other, and each table by its name.
#[test]
fn two_tables_beside_each_other_are_one_for_programs() {
    let view = ViewInfo { beside: Some("day.lows"), names: &["at.town"], ..ViewInfo::new(Some("day.highs")) };
    let value: Value = serde_json::from_str(
        r#"{"at": {"town": "Oslo"}, "day": {"highs": [{"c": 21.5}], "lows": [{"c": 9, "by": "sea"}, {"c": 8}]}}"#,
    )
    .unwrap();
    let csv = |table: Option<&str>| {
        let table = table.map(str::to_owned);
        let rendering = Rendering { table, ..Rendering::of(Format::Csv) };
        String::from_utf8(rendering.render(&value, &outlined(Some(&view))).unwrap()).unwrap()
    };
    assert_eq!(csv(None), "town,side,c,by\nOslo,highs,21.5,\nOslo,lows,9,sea\nOslo,lows,8,\n");
    assert_eq!(csv(Some("highs_and_lows")), csv(None));
    assert_eq!(csv(Some("day.lows")), "c,by\n9,sea\n8,\n");
}

/// Files of one kind have one order, whichever row comes first, so that they can be put behind each other.
#[test]
fn a_column_that_the_first_row_lacks_stands_where_others_have_it() {
    let csv = |rows: &str| {
        let value: Value = serde_json::from_str(&format!("{{\"rows\": {rows}}}")).unwrap();
        let rendering = Rendering::of(Format::Csv);
        String::from_utf8(rendering.render(&value, &outlined(None)).unwrap()).unwrap()
    };
    assert_eq!(csv(r#"[{"a": 1, "c": 3}, {"a": 4, "b": 5, "c": 6, "d": 7}]"#), "a,b,c,d\n1,,3,\n4,5,6,7\n");
    assert_eq!(csv(r#"[{"b": 1}, {"a": 4, "b": 5}]"#), "a,b\n,1\n4,5\n");
    assert_eq!(
        csv(r#"[{"a": 1, "b": 2}, {"x": 4}, {"b": 5, "a": 6, "c": 7}]"#),
        "a,b,x,c\n1,2,,\n,,4,\n6,5,,7\n"
    );
}

/// Without a view the only list is the main table: what stands beside it says what the list is of.
#[test]
fn the_only_list_is_the_main_table() {
    for (value, main) in [
        (json!({ "pair": "EURUSD", "days": [{ "day": 1, "rate": 1.07 }] }), "days"),
        (
            json!({ "pair": "EURUSD", "data": { "days": [{ "day": 1, "parts": [{ "rate": 1.07 }] }] } }),
            "data.days",
        ),
        (json!({ "pair": "EURUSD", "days": [1], "months": [1] }), "reply"),
        (json!({ "pair": "EURUSD" }), "reply"),
    ] {
        let outline = outlined(None);
        assert_eq!(cut(&value, &outline).main.as_deref(), Some(main), "{value}");
    }
}

/// The main table is the first that the view names and that has rows.
#[test]
fn the_main_table_is_one_that_has_rows() {
    const VIEW: ViewInfo = ViewInfo { otherwise: &["news", "links"], ..ViewInfo::new(Some("quotes")) };
    let main = |json: &str| {
        let value: Value = serde_json::from_str(json).unwrap();
        let outline = outlined(Some(&VIEW));
        let tables = cut(&value, &outline);
        let chosen = tables.choose(None).unwrap();
        assert_eq!(tables.all[0].name, chosen.name, "{json}");
        chosen.name.clone()
    };
    assert_eq!(main(r#"{"quotes": [{"a": 1}], "news": [{"a": 1}], "links": [{"a": 1}]}"#), "quotes");
    assert_eq!(main(r#"{"quotes": [], "news": [{"a": 1}], "links": [{"a": 1}]}"#), "news");
    assert_eq!(main(r#"{"quotes": [], "news": [], "links": [{"a": 1}]}"#), "links");
    assert_eq!(main(r#"{"quotes": [], "news": [], "links": []}"#), "quotes");
}

/// A few kilobytes of objects in rows are not gigabytes of empty cells.
#[test]
fn objects_in_rows_that_have_nothing_in_common_stay_in_proportion() {
    let cells = |tables: &Tables<'_>| -> usize {
        tables.all.iter().flat_map(|table| &table.columns).map(|column| column.cells.len()).sum()
    };
    let inner = |row: usize, part: usize| serde_json::json!({ format!("n{row}_{part}"): 1 });
    let row = |row: usize| -> Value {
        (0..20).map(|part| (format!("p{part}"), inner(row, part))).collect::<serde_json::Map<_, _>>().into()
    };
    let value: Value = (0..250).map(row).collect();
    let outline = outlined(None);
    let few = cells(&cut(&value, &outline));
    assert!(few < 200_000, "{few} cells of 5,000 values");
    // Nor are many such lists beside each other.
    let list: Vec<Value> = (0..250).map(|index| serde_json::json!({ format!("n{index}"): 1 })).collect();
    let value: Value = (0..50)
        .map(|part| (format!("l{part}"), list.clone().into()))
        .collect::<serde_json::Map<_, _>>()
        .into();
    let many = cells(&cut(&value, &outline));
    assert!(many < 400_000, "{many} cells of 12,500 values");
}

/// Whoever wants some bars wants the newest, in their order, unless an order is asked for.
#[test]
fn the_first_bars_are_the_newest() {
    let view = ViewInfo { chart: &["time", "close"], instants: &["time"], ..ViewInfo::new(Some("bars")) };
    let bar = |time: u32, close: u32| format!("{{\"time\": {time}, \"close\": {close}}}");
    let bars = [bar(1_719_549_000, 7), bar(1_719_552_600, 9), bar(1_719_556_200, 8)].join(",");
    let value: Value = serde_json::from_str(&format!("{{\"bars\": [{bars}]}}")).unwrap();
    let csv = |sort: Option<&str>| {
        let (sort, columns) = (sort.map(str::to_owned), vec!["close".to_owned()]);
        let rendering = Rendering { sort, columns, limit: Some(2), ..Rendering::of(Format::Csv) };
        String::from_utf8(rendering.render(&value, &outlined(Some(&view))).unwrap()).unwrap()
    };
    assert_eq!(csv(None), "close\n9\n8\n");
    assert_eq!(csv(Some("-close")), "close\n9\n8\n");
    assert_eq!(csv(Some("close")), "close\n7\n8\n");
}
