//! Section 2.6.

use serde_json::json;
use virtual_finance::Screeners;
use virtual_finance_tests::{convert, page};

use crate::{UNPROCESSABLE, failed};

const STORE: &str = "ScreenerStore";

#[test]
fn entries_have_the_four_fields() {
    let store = r#"{"loading":false,"PredefinedList":[],"predefinedList":[
        {"total":1,"criteriaMeta":{"criteria":[{}]},"title":"Day \"Gainers\"","predefinedScr":true,"description":"up & up","canonicalName":"DAY_GAINERS"},
        {"description":null,"canonicalName":"NEWER"}],"event":"x"}"#;
    assert_eq!(
        convert(&Screeners::new(), page(STORE, store)).unwrap(),
        json!({"screeners": [
            {"title": "Day \"Gainers\"", "predefinedScr": true, "description": "up & up", "canonicalName": "DAY_GAINERS"},
            {"description": null, "canonicalName": "NEWER"}
        ]})
    );
    let empty = convert(&Screeners::new(), page(STORE, r#"{"predefinedList":[]}"#)).unwrap();
    assert_eq!(empty, json!({"screeners": []}));
}

#[test]
fn what_cannot_be_read_is_422() {
    for store in [
        "{}",
        r#"{"predefinedList":null}"#,
        r#"{"predefinedList":{}}"#,
        r#"{"predefinedList":[{"title":"x"}]}"#,
        "[]",
    ] {
        assert_eq!(failed(convert(&Screeners::new(), page(STORE, store))), UNPROCESSABLE, "{store}");
    }
    let page = page(STORE, r#"{"predefinedList":[]}"#).replace("</html>", "");
    assert_eq!(failed(convert(&Screeners::new(), page)), UNPROCESSABLE, "a page without its end");
}
