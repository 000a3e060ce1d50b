//! Statements and filings of the SEC, on invented replies.

use serde_json::{Value, json};
use virtual_finance::notes::SkippedRows;
use virtual_finance::{Error, Facts, Filings, StatementPeriod, Statements};
use virtual_finance_tests::converted;

/// The list of tickers.
const TICKERS: &str = r#"{"0":{"cik_str":51143,"ticker":"IBM","title":"Invented"}}"#;

/// A figure: unit, first day, last day, value, form and day of filing.
type Row = (&'static str, Option<&'static str>, &'static str, f64, &'static str, &'static str);

fn facts(taxonomy: &str, concepts: &[(&str, &[Row])]) -> String {
    let mut found = json!({});
    for (concept, rows) in concepts {
        for (unit, start, end, value, form, filed) in *rows {
            let mut row = json!({"end": end, "val": value, "accn": "0000051143-24-000012", "form": form, "filed": filed});
            if let Some(start) = start {
                row["start"] = json!(start);
            }
            let units = &mut found[concept]["units"][unit];
            match units.as_array_mut() {
                Some(rows) => rows.push(row),
                None => *units = json!([row]),
            }
        }
    }
    json!({"cik": "0000051143", "facts": {taxonomy: found}}).to_string()
}

fn statements(request: &Statements, facts: String) -> Result<Value, Error> {
    let reply = converted(request, &[TICKERS.to_owned(), facts]).map_err(Error::from)?;
    Ok(serde_json::to_value(reply.response).unwrap())
}

const YEAR: (Option<&str>, &str) = (Some("2023-01-01"), "2023-12-31");

#[test]
fn a_figure_is_of_the_newest_filing_and_of_the_concept_of_most_weight() {
    let (start, end) = YEAR;
    let reply = facts(
        "us-gaap",
        &[
            (
                "RevenueFromContractWithCustomerExcludingAssessedTax",
                &[("USD", start, end, 90.0, "10-K", "2024-02-26")],
            ),
            (
                "Revenues",
                &[
                    ("USD", start, end, 99.0, "10-K", "2024-02-26"),
                    ("USD", start, end, 101.0, "8-K", "2024-06-01"),
                    ("USD", start, end, 100.0, "10-K/A", "2024-03-26"),
                    // Twelve months that are no fiscal year.
                    ("USD", Some("2023-04-01"), "2024-03-31", 107.0, "10-Q", "2024-05-01"),
                ],
            ),
            ("PaymentsOfDividends", &[("USD", start, end, 0.0, "10-K", "2024-02-26")]),
            ("PaymentsToAcquirePropertyPlantAndEquipment", &[("USD", start, end, 7.5, "10-K", "2024-02-26")]),
            (
                "WeightedAverageNumberOfDilutedSharesOutstanding",
                &[("shares", start, end, 8.0, "10-K", "2024-02-26")],
            ),
            ("EarningsPerShareDiluted", &[("USD/shares", start, end, 1.25, "10-K", "2024-02-26")]),
            (
                "Assets",
                &[
                    ("USD", None, end, 50.0, "10-K", "2024-02-26"),
                    ("USD", None, "2023-06-30", 40.0, "10-Q", "2023-07-26"),
                ],
            ),
        ],
    );
    let end = 1_703_980_800;
    assert_eq!(
        statements(&Statements::new("ibm"), reply).unwrap(),
        json!({
            "income": [{
                "endDate": end, "currency": "USD", "TotalRevenue": 101, "DilutedEPS": 1.25, "DilutedAverageShares": 8,
            }],
            "balance_sheet": [{"endDate": end, "currency": "USD", "TotalAssets": 50}],
            "cash_flow": [{"endDate": end, "currency": "USD", "PurchaseOfPPE": -7.5, "CashDividendsPaid": 0}],
            "other": [],
        })
    );
}

#[test]
fn what_has_no_statements_is_an_error() {
    let (start, end) = YEAR;
    let income = |unit| ("NetIncomeLoss", [(unit, start, end, 1.0, "10-K", "2024-02-26")]);
    let (dollars, pesos) = (income("USD"), income("COP"));
    let sum = ("Assets", [("COP", None, end, 2.0, "10-K", "2024-02-26")]);
    for (reply, status, words) in [
        (facts("ifrs-full", &[("Equity", &dollars.1)]), 422, "SEC has no figures by US GAAP of IBM"),
        (facts("us-gaap", &[(dollars.0, &dollars.1), (sum.0, &sum.1)]), 422, "in one currency"),
        (facts("us-gaap", &[("Nonsense", &dollars.1)]), 404, "statements of any period"),
        (r#"{"cik":7,"facts":{}}"#.to_owned(), 422, "7"),
        (r#"{"facts":{}}"#.to_owned(), 422, "cik is missing"),
        ("<html>".to_owned(), 422, "HTML"),
    ] {
        let error = statements(&Statements::new("IBM"), reply.clone()).unwrap_err();
        assert_eq!(error.status(), Some(status), "{reply}: {error}");
        assert!(error.to_string().contains(words), "{reply}: {error}");
    }
    // One currency is as good as another, and what has no quarters has none.
    let reply = || facts("us-gaap", &[(pesos.0, &pesos.1)]);
    assert_eq!(statements(&Statements::new("IBM"), reply()).unwrap()["income"][0]["currency"], "COP");
    let quarterly = Statements::new("IBM").period(StatementPeriod::Quarterly);
    assert_eq!(statements(&quarterly, reply()).unwrap_err().status(), Some(404));
}

#[test]
fn filings_are_columns_of_one_length() {
    let columns = |days: Value, documents: Value| {
        json!({"cik": 51143, "filings": {"recent": {
            "accessionNumber": ["0000051143-24-000009", "0000051143-24-000012"], "filingDate": days, "form": ["8-K", "10-K"],
            "primaryDocument": documents, "primaryDocDescription": ["", "Annual report"],
        }}})
        .to_string()
    };
    let found =
        |reply: String| converted(&Filings::new("IBM"), &[TICKERS.to_owned(), reply]).map_err(Error::from);
    let days = json!(["2024-01-24", "2024-02-26"]);
    let reply = found(columns(days.clone(), json!(["", "ibm.htm"]))).unwrap();
    assert_eq!(
        serde_json::to_value(reply.response).unwrap(),
        json!({"ticker": "IBM", "filings": [
            {
                "date": "2024-02-26", "timestamp": 1_708_905_600, "type": "10-K", "title": "Annual report",
                "accessionNumber": "0000051143-24-000012",
                "exhibits": [{
                    "type": "10-K", "url": "https://www.sec.gov/Archives/edgar/data/51143/000005114324000012/ibm.htm",
                }],
            },
            {
                "date": "2024-01-24", "timestamp": 1_706_054_400, "type": "8-K",
                "accessionNumber": "0000051143-24-000009", "exhibits": [],
            },
        ]})
    );
    let odd = found(columns(json!(["soon", "2024-02-26"]), json!(["a", "b"]))).unwrap();
    assert_eq!(odd.response.filings.len(), 1);
    assert_eq!(odd.notes.get::<SkippedRows>().unwrap().0.len(), 1);
    for (reply, status) in [
        (columns(days, json!(["a"])), 422),
        (r#"{"cik":51143,"filings":{"recent":{}}}"#.to_owned(), 404),
        (r#"{"cik":51143}"#.to_owned(), 422),
        (r#"{"cik":7,"filings":{"recent":{}}}"#.to_owned(), 422),
    ] {
        assert_eq!(found(reply.clone()).unwrap_err().status(), Some(status), "{reply}");
    }
}

/// Filed figures know the rows of the statements by their names there and in the contract. Revenues are the total.
#[test]
fn filed_figures_go_by_the_names_of_rows() {
    let (start, end) = YEAR;
    let figure = |value| [("USD", start, end, value, "10-K", "2024-02-26")];
    let reply = facts(
        "us-gaap",
        &[
            ("RevenueFromContractWithCustomerExcludingAssessedTax", &figure(90.0)),
            ("Revenues", &figure(100.0)),
            ("NetCashProvidedByUsedInOperatingActivities", &figure(30.0)),
        ],
    );
    for (name, value) in [
        ("totalRevenue", 100.0),
        ("TotalRevenue", 100.0),
        ("OperatingCashFlow", 30.0),
        ("totalCashFromOperatingActivities", 30.0),
    ] {
        let request = Facts::new("IBM").concepts([name]);
        let found = converted(&request, &[TICKERS.to_owned(), reply.clone()]).map_err(Error::from).unwrap();
        let found = serde_json::to_value(found.response).unwrap();
        assert_eq!(
            (&found["facts"][0]["value"], &found["facts"][1]),
            (&json!(value), &Value::Null),
            "{name}"
        );
    }
}
