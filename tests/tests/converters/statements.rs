//! Statements in full.

use serde_json::{Value, json};
use virtual_finance::catalogue::ParamKind;
use virtual_finance::{ENDPOINTS, StatementPeriod, Statements};
use virtual_finance_tests::convert;

fn reply(series: &[(&str, Value)]) -> String {
    let entry = |(name, raw): &(&str, Value)| {
        let point = json!({"asOfDate": "2023-12-31", "currencyCode": "USD", "reportedValue": {"raw": raw}});
        json!({"meta": {"symbol": ["ACME"], "type": [name]}, *name: [null, point]})
    };
    let result: Vec<_> = series.iter().map(entry).collect();
    json!({"timeseries": {"result": result, "error": null}}).to_string()
}

#[test]
fn rows_stand_in_their_statement_under_their_own_names() {
    let all = reply(&[
        ("annualTotalRevenue", json!(6.9916e10)),
        ("annualBasicEPS", json!(1.5)),
        ("annualTotalAssets", json!(7)),
        ("annualOperatingCashFlow", json!(-5)),
        ("annualInvented", json!(1)),
        ("quarterlyTotalRevenue", json!(2)),
        ("trailingTotalRevenue", json!(3)),
    ]);
    let row = |name: &str, amount: Value| json!({"endDate": 1_703_980_800, "currency": "USD", name: amount});
    assert_eq!(
        convert(&Statements::new("ACME"), &all).unwrap(),
        json!({
            "income": [{"endDate": 1_703_980_800, "currency": "USD", "TotalRevenue": 69_916_000_000_i64, "BasicEPS": 1.5}],
            "balance_sheet": [row("TotalAssets", json!(7))],
            "cash_flow": [row("OperatingCashFlow", json!(-5))],
            "other": [row("Invented", json!(1))]
        })
    );
    let trailing = Statements::new("ACME").period(StatementPeriod::Trailing);
    assert_eq!(convert(&trailing, &all).unwrap()["income"], json!([row("TotalRevenue", json!(3))]));
    for (body, fault) in [
        (reply(&[("quarterlyTotalRevenue", json!(2))]), "the reply has no statements"),
        (all.replace("ACME", "OTHER"), "the reply is about \"OTHER\""),
        ("{}".to_owned(), "timeseries is missing"),
    ] {
        let error = convert(&Statements::new("ACME"), &body).unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

/// Without a choice of rows, all that the table lists are asked for.
#[test]
fn all_rows_of_the_table_are_asked_for() {
    use virtual_finance::request::Request as _;

    let info = ENDPOINTS.iter().find(|info| info.command == "statements").unwrap();
    let ParamKind::List { item, .. } = info.param("series").unwrap().kind else { unreachable!() };
    let ParamKind::Enum(known) = *item else { unreachable!() };
    let mut listed: Vec<String> = known.variants.iter().map(|row| format!("annual{}", row.wire)).collect();
    let request = Statements::new("ACME");
    let query = request.query(1_700_000_000.into());
    let mut asked: Vec<&str> = query[0].1.split(',').collect();
    listed.sort();
    asked.sort_unstable();
    assert_eq!(asked, listed);
    let trailing = Statements::new("ACME").period(StatementPeriod::Trailing);
    assert_eq!(trailing.query(1_700_000_000.into())[0].1.split(',').count(), 140 + 146);
}
