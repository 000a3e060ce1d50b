//! Section 2.2.

use serde_json::json;
use virtual_finance::Financials;
use virtual_finance_tests::{convert, page};

use crate::{UNPROCESSABLE, failed};

const STORE: &str = "QuoteSummaryStore";

#[test]
fn each_group_takes_its_lists() {
    let list = |name: &str, year: i64| {
        format!(
            r#"{{"maxAge":86400,"{name}":[{{"endDate":{{"raw":{year},"fmt":"x"}},"netIncome":{{"raw":-5,"fmt":"-5","longFmt":"-5"}},"none":{{}},"maxAge":1}}]}}"#
        )
    };
    let store = format!(
        r#"{{"cashflowStatementHistory":{},"cashflowStatementHistoryQuarterly":{},"balanceSheetHistory":{},
            "balanceSheetHistoryQuarterly":{},"incomeStatementHistory":{},"incomeStatementHistoryQuarterly":{},
            "earnings":{{"maxAge":1,"financialsChart":{{"yearly":[{{"date":2020,"revenue":{{"raw":7,"fmt":"7"}}}}]}}}}}}"#,
        list("cashflowStatements", 1),
        list("cashflowStatements", 2),
        list("balanceSheetStatements", 3),
        list("balanceSheetStatements", 4),
        list("incomeStatementHistory", 5),
        list("incomeStatementHistory", 6),
    );
    let entry = |year: i64| json!([{"endDate": year, "netIncome": -5, "none": null, "maxAge": 1}]);
    assert_eq!(
        convert(&Financials::new("IBM"), page(STORE, &store)).unwrap(),
        json!({
            "cashflow": {"yearly": entry(1), "quarterly": entry(2)},
            "balancesheet": {"yearly": entry(3), "quarterly": entry(4)},
            "financials": {"yearly": entry(5), "quarterly": entry(6)},
            "earnings": {"yearly": [{"date": 2020, "revenue": 7}]}
        })
    );
}

#[test]
fn a_sub_key_needs_an_object_and_a_group_a_sub_key() {
    for (store, expected) in [
        ("{}", json!({})),
        (r#"{"cashflowStatementHistory":null,"earnings":null}"#, json!({})),
        (r#"{"cashflowStatementHistory":{},"earnings":{}}"#, json!({})),
        (r#"{"earnings":[]}"#, json!({})),
        (r#"{"cashflowStatementHistory":"text","balanceSheetHistory":[1]}"#, json!({})),
        (
            r#"{"balanceSheetHistoryQuarterly":{"balanceSheetStatements":[]}}"#,
            json!({"balancesheet": {"quarterly": []}}),
        ),
    ] {
        assert_eq!(convert(&Financials::new("IBM"), page(STORE, store)).unwrap(), expected, "{store}");
    }
}

#[test]
fn what_cannot_be_read_is_422() {
    for store in [
        r#"{"cashflowStatementHistory":{"maxAge":1}}"#,
        r#"{"cashflowStatementHistory":{"cashflowStatements":null}}"#,
        r#"{"cashflowStatementHistory":{"cashflowStatements":"x"}}"#,
        r#"{"cashflowStatementHistory":{"cashflowStatements":[1]}}"#,
        r#"{"earnings":{"maxAge":1}}"#,
        r#"{"earnings":"text"}"#,
        "[]",
    ] {
        assert_eq!(failed(convert(&Financials::new("IBM"), page(STORE, store))), UNPROCESSABLE, "{store}");
    }
    assert_eq!(failed(convert(&Financials::new("IBM"), "<html></html>")), UNPROCESSABLE);
}
