//! Section 2.2.

use serde_json::json;
use virtual_finance::Financials;
use virtual_finance::notes::{NullSums, StatementCurrencies};
use virtual_finance_tests::{captures, convert, converted, script_page};

use super::UNPROCESSABLE;

/// Returns a time series reply about ACME: the name of each series and its points.
fn series(all: &[(&str, &str)]) -> String {
    let entries: Vec<String> = all
        .iter()
        .map(|(name, points)| {
            let points = if name.starts_with("quarterly") {
                points.replace("12M", "3M")
            } else {
                (*points).to_owned()
            };
            format!(
                r#"{{"meta":{{"symbol":["ACME"],"type":["{name}"]}},"timestamp":[1,2],"{name}":[{points}]}}"#
            )
        })
        .collect();
    format!(r#"{{"timeseries":{{"result":[{}],"error":null}}}}"#, entries.join(","))
}

fn point(date: &str, raw: &str) -> String {
    format!(
        r#"{{"dataId":1,"asOfDate":"{date}","periodType":"12M","currencyCode":"USD","reportedValue":{{"raw":{raw},"fmt":"x"}}}}"#
    )
}

fn summary(sections: &str) -> String {
    format!(r#"{{"quoteSummary":{{"result":[{{{sections}}}],"error":null}}}}"#)
}

const EARNINGS: &str = r#""earnings":{"maxAge":1,"financialsChart":{"yearly":[{"date":2023,"revenue":{"raw":7,"fmt":"7"},"earnings":{}}],"quarterly":[]}}"#;
/// The statements in today's summary, which have hardly any figures.
const HOLLOW: &str = r#""balanceSheetHistory":{"balanceSheetStatements":[{"maxAge":1,"endDate":{"raw":1703980800,"fmt":"2023-12-31"}}],"maxAge":86400},
    "incomeStatementHistory":{"incomeStatementHistory":[{"maxAge":1,"endDate":{"raw":1703980800,"fmt":"2023-12-31"},"totalRevenue":{"raw":7,"fmt":"7"},"ebit":{"raw":0,"fmt":null,"longFmt":"0"},"incomeTaxExpense":{},"netIncome":{"raw":5,"fmt":"5"},"netIncomeApplicableToCommonShares":{"raw":5,"fmt":"5"}}]},
    "cashflowStatementHistoryQuarterly":{"cashflowStatements":[]}"#;
const CHART: &str = r#"{"yearly":[{"date":2023,"revenue":7,"earnings":null}],"quarterly":[]}"#;

#[test]
fn a_time_series_gives_a_statement_for_each_date() {
    let (old, new) = ("2022-12-31", "2023-12-31");
    let both = |old_raw: &str, new_raw: &str| format!("{},{}", point(old, old_raw), point(new, new_raw));
    let reply = series(&[
        ("annualOperatingCashFlow", &both("-5", "9007199254740993")),
        ("annualTotalAssets", &format!("null,{},null", point(new, "3.65817E11"))),
        // In both statements, as the contract has it in both.
        ("annualNetIncome", &point(new, "8")),
        ("annualInterestExpense", &both("7", "-2.5")),
        ("quarterlyTotalRevenue", &format!("{},null", point("2024-03-31", "1.0"))),
        ("quarterlyInterestExpense", &point("2024-03-31", "0.0")),
        // Without equivalents, or of other periods.
        ("annualDilutedEPS", &point(new, "1.5")),
        ("trailingNetIncome", &point("2024-03-31", "9")),
        ("annualGoodwill", r#"{"asOfDate":"2023-12-31","reportedValue":{}},{"asOfDate":"2022-12-31"}"#),
    ]);
    assert_eq!(
        convert(&Financials::new("acme"), reply).unwrap(),
        json!({
            "cashflow": {"yearly": [
                {"endDate": 1703980800, "netIncome": 8, "totalCashFromOperatingActivities": 9007199254740993_u64},
                {"endDate": 1672444800, "totalCashFromOperatingActivities": -5}
            ]},
            "balancesheet": {"yearly": [{"endDate": 1703980800, "totalAssets": 365817000000_i64}]},
            "financials": {
                "yearly": [
                    {"endDate": 1703980800, "interestExpense": 2.5, "netIncome": 8},
                    {"endDate": 1672444800, "interestExpense": -7}
                ],
                "quarterly": [{"endDate": 1711843200, "totalRevenue": 1, "interestExpense": 0}]
            }
        })
    );
}

#[test]
fn an_expense_changes_its_sign_and_nothing_else() {
    for (raw, expected) in [
        ("7", "-7"),
        ("0", "0"),
        ("0.0", "0"),
        ("-0.0", "0"),
        ("5.0", "-5"),
        ("5.5", "-5.5"),
        ("-9223372036854775808", "9223372036854775808"),
        ("9223372036854775808", "-9223372036854775808"),
    ] {
        let reply = series(&[("annualInterestExpense", &point("2023-12-31", raw))]);
        let found = convert(&Financials::new("ACME"), reply).unwrap();
        assert_eq!(found["financials"]["yearly"][0]["interestExpense"].to_string(), expected, "{raw}");
    }
}

/// Each field that no single name of today has the meaning of, with all its operands and with the fewest.
#[test]
fn items_are_sums_where_no_single_name_means_them() {
    let of_figures = |figures: &[(&str, &str)]| {
        let all: Vec<_> = figures.iter().map(|(name, raw)| (*name, point("2023-12-31", raw))).collect();
        let all: Vec<_> = all.iter().map(|(name, points)| (*name, points.as_str())).collect();
        convert(&Financials::new("ACME"), series(&all)).unwrap()
    };
    let all = of_figures(&[
        ("annualOperatingCashFlow", "1000"),
        ("annualNetIncome", "700"),
        ("annualDepreciationAndAmortization", "150"),
        ("annualChangeInWorkingCapital", "90"),
        ("annualChangesInAccountReceivables", "-20"),
        ("annualChangeInReceivables", "-30"),
        ("annualChangeInInventory", "-5"),
        ("annualChangeInPayablesAndAccruedExpense", "60"),
        ("annualChangeInPayable", "50"),
        ("annualChangeInOtherWorkingCapital", "7"),
        ("annualChangeInOtherCurrentLiabilities", "12"),
        ("annualTotalNonCurrentAssets", "500"),
        ("annualNetPPE", "200"),
        ("annualInvestmentsAndAdvances", "100"),
        ("annualGoodwill", "40"),
        ("annualOtherIntangibleAssets", "25"),
        ("annualOtherNonCurrentAssets", "99"),
        ("annualCurrentDebt", "80"),
        ("annualCommercialPaper", "35"),
        ("annualOtherNonCurrentLiabilities", "11"),
        ("annualTradeandOtherPayablesNonCurrent", "22"),
        ("annualOperatingIncome", "900"),
        ("annualEBIT", "950"),
        ("annualMinorityInterest", "33"),
        ("annualMinorityInterests", "-3"),
    ]);
    let figures = [
        ("cashflow", "changeToAccountReceivables", -20),
        ("cashflow", "changeToLiabilities", 67),
        ("cashflow", "changeToNetincome", 60),
        ("cashflow", "changeToOperatingActivities", 48),
        ("balancesheet", "otherAssets", 135),
        ("balancesheet", "shortLongTermDebt", 45),
        ("balancesheet", "otherLiab", 33),
        ("financials", "ebit", 900),
        ("financials", "minorityInterest", 33),
        ("balancesheet", "minorityInterest", 33),
    ];
    for (group, item, expected) in figures {
        assert_eq!(all[group]["yearly"][0][item], expected, "{item}");
    }
    let few = of_figures(&[
        ("annualChangeInReceivables", "-30"),
        ("annualChangeInPayable", "50.5"),
        ("annualChangeInWorkingCapital", "90"),
        ("annualTotalNonCurrentAssets", "500"),
        ("annualCurrentDebt", "80"),
        ("annualOtherNonCurrentLiabilities", "11"),
    ]);
    assert_eq!(
        few,
        json!({
            "cashflow": {"yearly": [{
                "endDate": 1703980800, "changeToAccountReceivables": -30, "changeToLiabilities": 50.5,
                "changeToOperatingActivities": 69.5
            }]},
            "balancesheet": {"yearly": [{
                "endDate": 1703980800, "otherAssets": 500, "shortLongTermDebt": 80, "otherLiab": 11
            }]}
        })
    );
    // Operands in brackets, and names of another meaning, make no item.
    for name in [
        "ChangeInOtherWorkingCapital",
        "ChangeInOtherCurrentLiabilities",
        "CommercialPaper",
        "TradeandOtherPayablesNonCurrent",
        "OtherNonCurrentAssets",
        "EBIT",
        "MinorityInterests",
    ] {
        let reply = series(&[(&format!("annual{name}"), &point("2023-12-31", "1"))]);
        let error = convert(&Financials::new("ACME"), reply).unwrap_err().to_string();
        assert!(error.contains("no statements"), "{name}: {error}");
    }
}

/// Replies in any order: the earnings of the summary, and the statements of the time series in two parts.
#[test]
fn the_summary_and_the_time_series_merge() {
    let summary = summary(&format!("{EARNINGS},{HOLLOW}"));
    let assets = series(&[("annualTotalAssets", &point("2023-12-31", "3"))]);
    let more = series(&[("annualInventory", &point("2023-12-31", "2")), ("quarterlyInventory", "null")]);
    let expected = json!({
        "balancesheet": {"yearly": [{"endDate": 1703980800, "totalAssets": 3, "inventory": 2}]},
        "earnings": serde_json::from_str::<serde_json::Value>(CHART).unwrap()
    });
    let script = script_page(&[("/v10/finance/quoteSummary/ACME?modules=earnings", 200, &summary)]);
    for replies in [
        [&*summary, &*assets, &*more],
        [&*more, &*summary, &*assets],
        [&*assets, &*more, &*summary],
        // The earnings of today's page do as well.
        [&*script, &*assets, &*more],
    ] {
        assert_eq!(
            json!(converted(&Financials::new("ACME"), &replies).unwrap().response),
            expected,
            "{}",
            replies[0]
        );
    }
}

#[test]
fn a_summary_s_statements_count_where_they_are_filled() {
    let filled = r#""balanceSheetHistory":{"balanceSheetStatements":[{"endDate":{"raw":1,"fmt":"x"}},{"endDate":{"raw":0,"fmt":"x"},"cash":{"raw":2,"fmt":"2"}}]}"#;
    assert_eq!(
        convert(&Financials::new("ACME"), summary(filled)).unwrap(),
        json!({"balancesheet": {"yearly": [{"endDate": 1}, {"endDate": 0, "cash": 2}]}})
    );
    // The summary alone is asked for the earnings; a page, for all.
    let chart: serde_json::Value = serde_json::from_str(CHART).unwrap();
    let earnings = summary(&format!("{EARNINGS},{HOLLOW}"));
    assert_eq!(convert(&Financials::new("ACME"), &earnings).unwrap(), json!({"earnings": chart}));
    let page = script_page(&[("/v10/finance/quoteSummary/ACME?modules=earnings", 200, &earnings)]);
    assert_eq!(
        convert(&Financials::new("ACME"), page).unwrap_err().to_string(),
        "the reply could not be converted (422): the reply has no statements of any year or quarter; check that it is a company, and let the services be asked too (SourceChoice::Auto), as today's pages carry only earnings"
    );
    let page = script_page(&[("/v10/finance/quoteSummary/ACME?modules=all", 200, &summary(filled))]);
    assert!(convert(&Financials::new("ACME"), page).is_ok());
}

/// Every reply that is no data fails with a fault that says what it is.
#[test]
fn replies_without_data_are_faults() {
    let empty = |result: &str| format!(r#"{{"timeseries":{{"result":{result},"error":null}}}}"#);
    let net_income = |points: &str| series(&[("annualNetIncome", points)]);
    let about = |symbol: &str| net_income(&point("2023-12-31", "1")).replace(r#"["ACME"]"#, symbol);
    let unauthorized =
        r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}"#;
    for (reply, fault) in [
        (empty("[]"), "the host knows nothing: it gives no timeseries.result"),
        (empty("null"), "the host knows nothing: it gives no timeseries.result"),
        (net_income(""), "the reply has no statements"),
        (net_income("null,null"), "the reply has no statements"),
        (summary(HOLLOW), "the reply has no statements"),
        (summary(""), "the reply has no statements"),
        (summary("").replace("[{}]", "[]"), "it gives no quoteSummary.result[0]"),
        (summary("").replace("[{}]", "null"), "it gives no quoteSummary.result[0]"),
        (about(r#"["ACMEX"]"#), "the reply is about \"ACMEX\""),
        (about("[]"), "timeseries.result[].meta.symbol is missing"),
        (unauthorized.to_owned(), r#"the host answers "Unauthorized": "Invalid Crumb""#),
        (
            unauthorized.replace("finance", "timeseries"),
            r#"the host answers "Unauthorized": "Invalid Crumb""#,
        ),
        (unauthorized.replace("finance", "quoteSummary"), r#"the host answers "Unauthorized""#),
        (r#"{"chart":{"result":[],"error":null}}"#.to_owned(), "timeseries is missing"),
        (net_income(&point("2023-12-31", "1"))[..99].to_owned(), "the reply is cut"),
        ("Too Many Requests\r\n".to_owned(), "the host answers \"Too Many Requests\""),
        ("<html><title>Will be right back</title></html>".to_owned(), "the host will be right back"),
        (String::new(), "the reply is empty"),
    ] {
        let good = summary(EARNINGS);
        let error = convert(&Financials::new("ACME"), &reply).unwrap_err();
        assert!(error.to_string().contains(fault), "{reply}: {error}");
        assert_eq!((error.status(), error.message()), UNPROCESSABLE, "{reply}");
        // A good reply beside it does not hide it, unless all that is wrong is that it has no statements.
        if fault != "the reply has no statements" && reply != empty("[]") {
            assert!(converted(&Financials::new("ACME"), &[&good, &reply]).is_err(), "{reply}");
        }
    }
}

/// Each way in which a host names a figure and gives none, for the first point of a series.
const UNREADABLE: [&str; 6] = [
    r#"{"asOfDate":"2023-12-31","reportedValue":{"raw":null,"fmt":null}}"#,
    r#"{"asOfDate":"2023-12-31","reportedValue":null}"#,
    r#"{"asOfDate":"2023-12-31","reportedValue":{}}"#,
    r#"{"asOfDate":"2023-12-31"}"#,
    // The day is that of the list of timestamps.
    r#"{"reportedValue":null}"#,
    "null",
];

/// A part that is there and unreadable is no zero, and neither is it absent.
#[test]
fn a_sum_with_an_unreadable_part_is_null_with_a_note() {
    const DAY: i64 = 1_703_980_800; // 2023-12-31
    let debt = point("2023-12-31", "80");
    let sheet = |paper: &str| {
        let reply = series(&[("annualCurrentDebt", &debt), ("annualCommercialPaper", paper)]);
        let reply = reply.replace(r#""timestamp":[1,2]"#, &format!(r#""timestamp":[{DAY}]"#));
        let reply = converted(&Financials::new("ACME"), &[reply]).unwrap();
        (json!(reply.response)["balancesheet"]["yearly"].clone(), reply.notes.get::<NullSums>().cloned())
    };
    for paper in UNREADABLE {
        let (sheets, note) = sheet(paper);
        assert_eq!(sheets, json!([{"endDate": DAY, "shortLongTermDebt": null}]), "{paper}");
        let note = note.unwrap().to_string();
        assert_eq!(note, "balancesheet.yearly 2023-12-31 shortLongTermDebt (without CommercialPaper)");
    }
    // The host counts a day of which it gives no point, or says of nobody whose the series is.
    let short = series(&[("annualCurrentDebt", &debt), ("annualCommercialPaper", &point("2022-12-31", "9"))]);
    let short = short.replace(r#""timestamp":[1,2]"#, &format!(r#""timestamp":[1672444800,{DAY}]"#));
    let short = convert(&Financials::new("ACME"), short).unwrap();
    assert!(short["balancesheet"]["yearly"][0]["shortLongTermDebt"].is_null(), "{short}");
    let nobody =
        series(&[("annualCurrentDebt", &debt), ("annualCommercialPaper", &point("2023-12-31", "5"))]);
    let nobody = nobody.replacen(r#""symbol":["ACME"],"type":["annualCommercialPaper"]"#, "", 1);
    let nobody = convert(&Financials::new("ACME"), nobody).unwrap();
    assert!(nobody["balancesheet"]["yearly"][0]["shortLongTermDebt"].is_null(), "{nobody}");
    // Absent, of another day, and zero are something else.
    let absent = series(&[("annualCurrentDebt", &debt)]);
    assert_eq!(
        convert(&Financials::new("ACME"), absent).unwrap()["balancesheet"]["yearly"][0]["shortLongTermDebt"],
        80
    );
    for (paper, expected) in [("", 80), (r#"{"asOfDate":"2022-12-31"}"#, 80)] {
        let (sheets, note) = sheet(paper);
        assert_eq!((&sheets[0]["shortLongTermDebt"], note), (&json!(expected), None), "{paper}");
    }
    assert_eq!(sheet(&point("2023-12-31", "0")).0[0]["shortLongTermDebt"], 80);
    // Two currencies have no sum. A figure that names none is in that of the others.
    let paper = point("2023-12-31", "3");
    let in_yen = paper.replace("USD", "JPY");
    let in_none = paper.replace(r#""currencyCode":"USD","#, "");
    let sheet = |debt: &str, paper: &str| {
        let reply = series(&[("annualCurrentDebt", debt), ("annualCommercialPaper", paper)]);
        let reply = converted(&Financials::new("ACME"), &[reply]).unwrap();
        let debt = json!(reply.response)["balancesheet"]["yearly"][0]["shortLongTermDebt"].clone();
        (debt, reply.notes.get::<NullSums>().map(|sums| sums.0.len()))
    };
    assert_eq!(sheet(&debt, &in_yen), (json!(null), Some(1)));
    assert_eq!(sheet(&debt, &paper), (json!(77), None));
    assert_eq!(sheet(&debt, &in_none), (json!(77), None));
    // A series that is null as a whole, and one that another reply has in full.
    let null = series(&[("annualCurrentDebt", &debt)])
        .replace("]}],\"error\"", r#"]},{"meta":{"symbol":["ACME"]},"annualCommercialPaper":null}],"error""#);
    let replied = |replies: &[&str]| json!(converted(&Financials::new("ACME"), replies).unwrap().response);
    assert!(replied(&[&null])["balancesheet"]["yearly"][0]["shortLongTermDebt"].is_null());
    let paper = series(&[("annualCommercialPaper", &point("2023-12-31", "35"))]);
    assert_eq!(replied(&[&null, &paper])["balancesheet"]["yearly"][0]["shortLongTermDebt"], 45);
}

/// An item that is a part of another one, and a figure that stands for another one.
#[test]
fn an_unreadable_part_reaches_the_sums_of_sums() {
    let figure = |raw: &str| point("2023-12-31", raw);
    let unreadable = r#"{"asOfDate":"2023-12-31","reportedValue":{}}"#;
    let cashflow = |odd: &str| {
        let figures: Vec<(&str, String)> = [
            ("annualChangeInWorkingCapital", "90"),
            ("annualChangeInReceivables", "-30"),
            ("annualChangesInAccountReceivables", "-20"),
            ("annualChangeInInventory", "-5"),
            ("annualChangeInPayable", "50"),
        ]
        .into_iter()
        .map(|(name, raw)| (name, if name == odd { unreadable.to_owned() } else { figure(raw) }))
        .collect();
        let figures: Vec<(&str, &str)> = figures.iter().map(|(name, points)| (*name, &**points)).collect();
        convert(&Financials::new("ACME"), series(&figures)).unwrap()["cashflow"]["yearly"][0].clone()
    };
    let whole = cashflow("none");
    assert_eq!(whole["changeToOperatingActivities"], 65);
    // The other name of receivables means something else.
    let odd = cashflow("annualChangesInAccountReceivables");
    assert_eq!(
        (&odd["changeToAccountReceivables"], &odd["changeToOperatingActivities"]),
        (&json!(null), &json!(null))
    );
    // An item of one figure stays absent, as documented, and the sum with it is null.
    let odd = cashflow("annualChangeInInventory");
    assert_eq!((odd.get("changeToInventory"), &odd["changeToOperatingActivities"]), (None, &json!(null)));
    // What is not used decides nothing.
    assert_eq!(cashflow("annualChangeInReceivables"), whole);
}

/// The figures of a real reply with one cell emptied: a year's debt without its commercial paper, and the other assets
/// without the investments.
#[test]
fn one_empty_cell_of_a_real_reply_changes_no_other_figure() {
    let Ok(folder) = captures() else { return };
    let file = "financials/gadicc-yf2__2025-02-21_fundamentalsTimeSeries-AAPL-balance-sheet-annual.json";
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    for (series, year, item, right) in [
        ("annualCommercialPaper", 2022, "shortLongTermDebt", 11_128_000_000_i64),
        ("annualInvestmentsAndAdvances", 2024, "otherAssets", 74_834_000_000),
    ] {
        let value = |reply: &serde_json::Value| {
            let reply = converted(&Financials::new("AAPL"), &[reply.to_string()]).unwrap();
            let sheet = json!(reply.response)["balancesheet"]["yearly"][2024 - year].clone();
            (sheet[item].clone(), reply.notes.get::<NullSums>().map(|sums| sums.0.len()))
        };
        let mut reply: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value(&reply), (json!(right), None));
        let entries = reply["timeseries"]["result"].as_array_mut().unwrap();
        let entry = entries.iter_mut().find(|entry| entry.get(series).is_some()).unwrap();
        entry[series][year - 2022]["reportedValue"]["raw"] = json!(null);
        assert_eq!(value(&reply), (json!(null), Some(1)), "{series}");
    }
}

/// The currency of each statement, which the host says of each figure, or of the earnings.
#[test]
fn statements_have_a_currency() {
    let said = |reply: &str| {
        let notes = converted(&Financials::new("ACME"), &[reply]).unwrap().notes;
        notes.get::<StatementCurrencies>().cloned()
    };
    let one = series(&[
        ("annualTotalAssets", &point("2023-12-31", "1")),
        ("quarterlyTotalRevenue", &point("2023-12-31", "1")),
    ]);
    let currencies = said(&one).unwrap();
    assert_eq!((currencies.single(), currencies.to_string()), (Some("USD"), "USD".to_owned()));
    assert_eq!(
        currencies.0.iter().map(|of| (of.kind, of.period)).collect::<Vec<_>>(),
        [("balancesheet", "yearly"), ("financials", "quarterly"),]
    );
    let yuan = point("2022-12-31", "1").replace("USD", "CNY");
    let mixed = series(&[("annualTotalAssets", &format!("{yuan},{}", point("2023-12-31", "1")))]);
    let currencies = said(&mixed).unwrap();
    assert_eq!(currencies.single(), None);
    assert_eq!(
        currencies.to_string(),
        "balancesheet.yearly 2023-12-31 USD, balancesheet.yearly 2022-12-31 CNY"
    );
    // A figure that no item needs says nothing of the statement.
    let share = point("2023-12-31", "1").replace("USD", "EUR");
    let with_share = series(&[("annualTotalAssets", &point("2023-12-31", "1")), ("annualBasicEPS", &share)]);
    assert_eq!(said(&with_share).unwrap().to_string(), "USD");
    let sections = EARNINGS.replacen("{", r#"{"financialCurrency":"GBP","#, 1);
    assert_eq!(said(&summary(&sections)).unwrap().single(), Some("GBP"));
    assert_eq!(said(&summary(EARNINGS)), None);
}
