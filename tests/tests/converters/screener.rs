//! Section 2.7.

use serde_json::json;
use virtual_finance::{Screener, ScreenerName};
use virtual_finance_tests::{convert, page};

use crate::{UNPROCESSABLE, failed};

const STORE: &str = "ScreenerResultsStore";

fn request() -> Screener {
    Screener::new(ScreenerName::DayGainers)
}

#[test]
fn rows_stay_as_they_are() {
    let results = json!({
        "rows": [
            {"symbol": "A", "regularMarketPrice": {"raw": 29.39, "fmt": "29.39"}, "marketCap": {},
             "regularMarketVolume": {"raw": 1_268_153, "fmt": "1.268M", "longFmt": "1,268,153"}, "priceHint": 2, "newer": [{}]},
            {"symbol": "B", "trailingPE": {"raw": 12, "fmt": "12.00"}, "longName": null}
        ],
        "columns": [{"data": "symbol"}, {"data": "marketCap"}],
        "total": 4422,
        "filters": {}
    });
    let store = format!(r#"{{"meta":{{}},"results":{results},"fields":{{"x":[1,2]}}}}"#);
    assert_eq!(convert(&request(), page(STORE, &store)).unwrap(), results);
}

#[test]
fn what_cannot_be_read_is_422() {
    for results in [
        "null",
        "[]",
        "{}",
        r#"{"columns":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"columns":[],"filters":{}}"#,
        r#"{"rows":[],"columns":[],"total":1}"#,
        r#"{"rows":[5],"columns":[],"total":1,"filters":{}}"#,
        r#"{"rows":[],"columns":[],"total":"many","filters":{}}"#,
    ] {
        let page = page(STORE, &format!(r#"{{"results":{results}}}"#));
        assert_eq!(failed(convert(&request(), page)), UNPROCESSABLE, "{results}");
    }
    assert_eq!(failed(convert(&request(), page(STORE, "{}"))), UNPROCESSABLE);
}
