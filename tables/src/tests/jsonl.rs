//! Rows as lines of JSON.

use expect_test::expect;
use virtual_finance_core::Value;

use super::{PRICES, outlined};
use crate::formats::jsonl;
use crate::tabular::cut;

/// Nulls are there, times are as in CSV, and numbers, lists and objects are JSON.
#[test]
fn a_line_of_json_is_a_row() {
    let value: Value = serde_json::from_str(
        r#"{"zone": "America/New_York",
            "bars": {"at": [1719581400, 1719619200], "price": [1.5, null]},
            "rows": [{"at": 1719532800, "n": {"raw": 1, "fmt": "one"}, "x": "\n\""}, {"at": 1719581400, "list": [1, {"a": 2}]}],
            "facts": {"at": 1719532800, "end": null}}"#,
    )
    .unwrap();
    let outline = outlined(Some(&PRICES));
    let tables = cut(&value, &outline);
    let lines = |name: &str| {
        let mut out = Vec::new();
        jsonl::write(&tables.choose(Some(name)).unwrap(), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let all = ["bars", "rows", "facts"].map(lines).join("\n");
    expect![[r#"
        {"at":"2024-06-28T13:30:00Z","price":1.5}
        {"at":"2024-06-29T00:00:00Z","price":null}

        {"at":"2024-06-28T00:00:00Z","n":1,"x":"\n\""}
        {"at":"2024-06-28T13:30:00Z","n":null,"x":null}

        {"name":"at","value":"2024-06-28"}
        {"name":"end","value":null}
    "#]]
    .assert_eq(&all);
}
