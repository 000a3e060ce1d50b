//! Statements in full.

use serde_json::{Value, json};
use virtual_finance::catalogue::ParamKind;
use virtual_finance::notes::{NullSums, SkippedRows};
use virtual_finance::request::Endpoint;
use virtual_finance::{ENDPOINTS, Financials, StatementPeriod, Statements, Valuation, ValuationPeriod};
use virtual_finance_tests::{captures, captures_required, convert, converted};

fn reply(series: &[(&str, Value)]) -> String {
    let entry = |(name, raw): &(&str, Value)| {
        let point = json!({"asOfDate": "2023-12-31", "currencyCode": "USD", "reportedValue": {"raw": raw}});
        json!({"meta": {"symbol": ["ACME"], "type": [name]}, *name: [null, point]})
    };
    let result: Vec<_> = series.iter().map(entry).collect();
    json!({"timeseries": {"result": result, "error": null}}).to_string()
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
    let of_insurers = [
        "EquityInvestments",
        "FixedMaturityInvestments",
        "LossAdjustmentExpense",
        "NetPolicyholderBenefitsAndClaims",
        "PolicyholderBenefitsCeded",
        "PolicyholderBenefitsGross",
    ];
    assert!(of_insurers.iter().all(|row| asked.contains(&format!("annual{row}").as_str())));
    let trailing = Statements::new("ACME").period(StatementPeriod::Trailing);
    assert_eq!(trailing.query(1_700_000_000.into())[0].1.split(',').count(), 144 + 146);
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

fn walk(rows: &Value, shown: &mut Vec<String>) {
    for row in rows.as_array().into_iter().flatten() {
        shown.push(row["key"].as_str().unwrap().to_owned());
        walk(&row["children"], shown);
    }
}

fn beside_good(name: &str, points: &Value) -> String {
    let good = json!({"asOfDate": "2023-12-31", "currencyCode": "USD", "reportedValue": {"raw": 80}});
    json!({"timeseries": {"result": [
        {"meta": {"symbol": ["ACME"]}, "annualCurrentDebt": [good]},
        {"meta": {"symbol": ["ACME"]}, name: points},
    ], "error": null}})
    .to_string()
}

fn read<E: Endpoint>(request: &E, reply: &str) -> (Value, String)
where
    E::Response: serde::Serialize,
{
    let found = converted(request, &[reply]).unwrap();
    (json!(found.response), found.notes.get::<SkippedRows>().map(ToString::to_string).unwrap_or_default())
}

/// A figure that cannot be read, and the reason.
fn unreadable() -> [(Value, &'static str); 9] {
    let point = |date: Value, value: Value| json!({"asOfDate": date, "reportedValue": value});
    let odd = "its reportedValue is no number";
    let period = json!({"asOfDate": "2023-12-31", "periodType": "3M", "reportedValue": {"raw": 7}});
    [
        (point(json!("2023-12-31"), json!("7")), odd),
        (point(json!("2023-12-31"), json!([7])), odd),
        (point(json!("2023-02-30"), json!({"raw": 7})), "its asOfDate is no date such as 2024-09-30"),
        (point(json!("9999-12-31"), json!({"raw": 7})), "its asOfDate is no date such as 2024-09-30"),
        (point(json!(null), json!({"raw": 7})), "its asOfDate is missing"),
        (point(json!(20_231_231), json!({"raw": 7})), odd),
        (json!({"asOfDate": "2023-12-31", "currencyCode": 5, "reportedValue": {"raw": 7}}), odd),
        (json!(7), odd),
        (period, "its periodType is that of another period"),
    ]
}

/// A figure that cannot be read costs no other.
#[test]
fn an_unreadable_figure_is_left_out() {
    let sheet = json!([{"endDate": 1_703_980_800, "currency": "USD", "CurrentDebt": 80}]);
    for (point, reason) in unreadable() {
        let reply = beside_good("annualCommercialPaper", &json!([null, point]));
        let said = format!("\"annualCommercialPaper[1]\", as {reason}");
        let (found, note) = read(&Statements::new("ACME"), &reply);
        assert_eq!((&found["balance_sheet"], &note), (&sheet, &said), "{point}");
        // A sum that has it as a part is null.
        let found = converted(&Financials::new("ACME"), &[&reply]).unwrap();
        assert_eq!(
            json!(found.response)["balancesheet"]["yearly"],
            json!([{"endDate": 1_703_980_800, "shortLongTermDebt": null}]),
            "{point}"
        );
        assert!(found.notes.get::<NullSums>().is_some(), "{point}");
        assert_eq!(found.notes.get::<SkippedRows>().map(ToString::to_string), Some(said), "{point}");
    }
    // One that the host does not have is left out of the rows without a word, and a sum does not do without it.
    let point = json!({"asOfDate": "2023-12-31", "reportedValue": {"raw": "NaN"}});
    let reply = beside_good("annualCommercialPaper", &json!([point]));
    assert_eq!(read(&Statements::new("ACME"), &reply).1, "");
    let found = converted(&Financials::new("ACME"), &[&reply]).unwrap();
    assert_eq!(json!(found.response)["balancesheet"]["yearly"][0]["shortLongTermDebt"], Value::Null);
    // A series that is no list, and an entry that is none.
    let (found, note) = read(&Statements::new("ACME"), &beside_good("annualCommercialPaper", &json!(7)));
    assert_eq!((&found["balance_sheet"], note.contains("CommercialPaper[0]")), (&sheet, true));
    let reply = beside_good("annualCommercialPaper", &json!([])).replace(r#"{"meta""#, r#"7,{"meta""#);
    let (found, note) = read(&Statements::new("ACME"), &reply);
    assert_eq!(found["balance_sheet"], sheet);
    assert_eq!(
        note,
        "\"timeseries.result[0]\", as it is no series; \"timeseries.result[2]\", as it is no series"
    );
}

/// A reply without any figure that can be read says why.
#[test]
fn unreadable_figures_alone_are_an_error() {
    for (point, reason) in unreadable() {
        let reply = beside_good("annualCommercialPaper", &json!([point]));
        let reply = reply.replace("annualCurrentDebt", "quarterlyCurrentDebt");
        for error in [
            convert(&Statements::new("ACME"), &reply).unwrap_err().to_string(),
            convert(
                &Valuation::new("ACME"),
                reply.replace("annualCommercialPaper", "quarterlyMarketCap").replace("3M", "12M"),
            )
            .unwrap_err()
            .to_string(),
        ] {
            assert!(
                error.contains("timeseries.result cannot be read: none of its rows can be read"),
                "{error}"
            );
            assert!(error.contains(reason), "{error}");
        }
    }
}

/// Each period has its own code.
#[test]
fn figures_of_another_period_are_left_out() {
    for (asked, prefix, own) in [
        (ValuationPeriod::Annual, "annual", "12M"),
        (ValuationPeriod::Quarterly, "quarterly", "3M"),
        (ValuationPeriod::Monthly, "monthly", "1M"),
        (ValuationPeriod::Trailing, "trailing", "TTM"),
    ] {
        for code in ["12M", "3M", "1M", "TTM", "6M"] {
            let point = json!({"asOfDate": "2023-12-31", "periodType": code, "reportedValue": {"raw": 7}});
            let twice = json!([point, {"asOfDate": "2022-12-31", "reportedValue": {"raw": 6}}]);
            let reply = beside_good(&format!("{prefix}PeRatio"), &twice);
            let request = Valuation::new("ACME").periods([asked]);
            let (found, _) = read(&request, &reply);
            // A company may report half-years, which stand among its quarters.
            let rows = if code == own || (code, own) == ("6M", "3M") { 2 } else { 1 };
            assert_eq!(found[prefix].as_array().unwrap().len(), rows, "{prefix} {code}");
        }
    }
}
