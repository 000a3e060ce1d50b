//! Statements in full.

use serde_json::{Value, json};
use virtual_finance::catalogue::ParamKind;
use virtual_finance::{ENDPOINTS, StatementPeriod, Statements};
use virtual_finance_tests::{captures, captures_required, convert};

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

/// The rows of a statement stand as the host's pages show them, whatever the order of the reply.
#[test]
fn rows_are_in_the_order_of_the_host_s_pages() {
    let names = |statement: &Value| {
        let names = statement.as_object().unwrap().keys().skip(2);
        names.map(|name| name.as_str().to_owned()).collect::<Vec<_>>().join(" ")
    };
    let all = [
        "TotalRevenue CostOfRevenue GrossProfit OperatingIncome PretaxIncome NetIncome BasicEPS DilutedEPS EBITDA",
        "TotalAssets CurrentAssets CashAndCashEquivalents Inventory NetPPE TotalLiabilitiesNetMinorityInterest \
         CurrentLiabilities LongTermDebt StockholdersEquity RetainedEarnings TotalDebt",
        "OperatingCashFlow ChangeInWorkingCapital InvestingCashFlow PurchaseOfPPE FinancingCashFlow CashDividendsPaid \
         EndCashPosition FreeCashFlow",
    ];
    let mut series: Vec<String> =
        all.iter().flat_map(|names| names.split_whitespace()).map(|name| format!("annual{name}")).collect();
    series.sort();
    let series: Vec<(&str, Value)> = series.iter().map(|name| (name.as_str(), json!(1))).collect();
    let found = convert(&Statements::new("ACME"), reply(&series)).unwrap();
    for (statement, expected) in ["income", "balance_sheet", "cash_flow"].iter().zip(&all) {
        assert_eq!(names(&found[*statement][0]), *expected, "{statement}");
    }
}

/// The page of 2021 has the order of the rows of an income statement.
#[test]
fn the_income_statement_has_the_order_of_a_captured_page() {
    use virtual_finance::request::Request as _;

    let page = captures()
        .map(|folder| folder.join("financials/virtual-finance-API__2021_yahoo_financials.raw.html"));
    let Some(page) = page.ok().and_then(|page| std::fs::read_to_string(page).ok()) else {
        assert!(!captures_required(), "there are no captured replies");
        return;
    };
    let (_, template) = page.split_once("\"FinancialTemplateStore\":").unwrap();
    let mut values = serde_json::Deserializer::from_str(template).into_iter::<Value>();
    let template = values.next().unwrap().unwrap();
    let mut shown = Vec::new();
    walk(&template["template"], &mut shown);
    let request = Statements::new("ACME");
    let query = request.query(1_700_000_000.into());
    let asked = query[0].1.split(',').map(|name| name.strip_prefix("annual").unwrap().to_owned());
    let asked: Vec<String> = asked.filter(|name| shown.contains(name)).collect();
    assert_eq!(asked, shown);
}

/// Adds the rows of a template with those below them.
fn walk(rows: &Value, shown: &mut Vec<String>) {
    for row in rows.as_array().into_iter().flatten() {
        shown.push(row["key"].as_str().unwrap().to_owned());
        walk(&row["children"], shown);
    }
}
