//! Section 2.6.

use serde_json::json;
use virtual_finance::Screeners;
use virtual_finance_tests::{convert, page, script_page};

use super::{UNPROCESSABLE, failed};

const STORE: &str = "ScreenerStore";

fn discovered(sections: &str) -> String {
    format!(r#"{{"finance":{{"result":{{"sections":{sections},"quotes":{{"A":{{}}}}}},"error":null}}}}"#)
}

#[test]
fn the_service_s_sections_make_one_list() {
    let reply = discovered(
        r#"{"z_first":{"screenersList":[
                {"id":"1","title":"T","predefinedScr":true,"description":"d","canonicalName":"ONE","records":[{"ticker":"A"}]},
                {"canonicalName":"TWO"}]},
            "other":{"articles":[]}, "none": null,
            "a_second":{"screenersList":[{"canonicalName":"TWO","title":"again"},{"canonicalName":"THREE"}]}}"#,
    );
    let page =
        script_page(&[("/ws/screeners/v1/finance/screener/discover?count=5&formatted=true", 200, &reply)]);
    assert_eq!(convert(&Screeners::new(), page).unwrap(), convert(&Screeners::new(), &reply).unwrap());
    assert_eq!(
        convert(&Screeners::new(), reply).unwrap(),
        json!({"screeners": [
            {"title": "T", "predefinedScr": true, "description": "d", "canonicalName": "ONE"},
            {"canonicalName": "TWO"},
            {"canonicalName": "THREE"}
        ]})
    );
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
