//! Columns that the tables of some tickers lack, and tables without rows.

use serde_json::{Value, json};
use virtual_finance_loopback::{LoopbackHost, reply, target};

use super::{stderr, vfapi};

fn insiders(of: &'static [(&str, &str)], options: &str) -> (Option<i32>, String, String) {
    let host = LoopbackHost::start(move |request| match target(request) {
        "/" => reply(200, &[("set-cookie", "A3=a; Path=/")], ""),
        "/v1/test/getcrumb" => reply(200, &[], "c.rumb"),
        path => {
            let ticker = path.split(['/', '?']).nth(4).unwrap();
            let transactions = of.iter().find(|(known, _)| *known == ticker).unwrap().1;
            let transactions: Value = serde_json::from_str(transactions).unwrap();
            let sections = json!({"quoteType": {"symbol": ticker, "quoteType": "EQUITY"},
                "insiderTransactions": {"transactions": transactions},
                "insiderHolders": {"holders": []}, "netSharePurchaseActivity": {"period": "6m"}});
            reply(200, &[], json!({"quoteSummary": {"result": [sections], "error": null}}).to_string())
        }
    });
    let (url, tickers) = (host.url(), of.iter().map(|(ticker, _)| *ticker).collect::<Vec<_>>().join(" "));
    let hosts =
        format!("--source api --query-url {url} --finance-url {url} --cookie-url {url} --no-session-file");
    let output = vfapi(&format!("{hosts} insiders {tickers} {options}")).output().unwrap();
    (output.status.code(), stderr(&output), String::from_utf8(output.stdout).unwrap())
}

const WITH: &str = r#"[{"filerName": "A", "startDate": 1717372800, "odd": 5}]"#;
const WITHOUT: &str = r#"[{"filerName": "B", "startDate": 1717372800}]"#;

/// A company without earnings has no price-earnings ratio, which costs the others nothing.
#[test]
fn a_column_that_one_ticker_lacks_is_empty() {
    let columns = "--columns insider,odd --format";
    let note =
        |ticker| format!("note: {ticker} has no \"odd\" in the table transactions: its cells are empty\n");
    for (tickers, lacks, rows) in [
        (&[("IBM", WITH), ("MSFT", WITHOUT)], "MSFT", ["IBM,A,5", "MSFT,B,"]),
        (&[("IBM", WITHOUT), ("MSFT", WITH)], "IBM", ["IBM,B,", "MSFT,A,5"]),
    ] {
        let (code, told, csv) = insiders(tickers, &format!("{columns} csv"));
        assert_eq!((code, told), (Some(0), note(lacks)));
        assert_eq!(csv, format!("ticker,insider,odd\n{}\n", rows.join("\n")));
        let (code, told, text) = insiders(tickers, &format!("{columns} json"));
        assert_eq!((code, told), (Some(0), note(lacks)));
        let found: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(found[lacks], json!([{"insider": "B", "odd": null}]));
        assert_eq!(insiders(tickers, "--sort odd --format csv").0, Some(0));
    }
    // What no ticker has is a slip.
    let (code, told, _) =
        insiders(&[("IBM", WITHOUT), ("MSFT", WITHOUT)], "--columns insider,odd --format csv");
    assert_eq!(code, Some(2));
    assert!(
        told.contains("error: the table transactions has no column \"odd\": write one of insider"),
        "{told}"
    );
    // One ticker that lacks a column is told so.
    assert_eq!(insiders(&[("IBM", WITHOUT)], "--columns insider,odd --format csv").0, Some(2));
}

/// The columns of CSV are those of the first ticker with rows.
#[test]
fn a_ticker_without_rows_decides_no_columns() {
    let header = "ticker,insider,";
    for tickers in [&[("IBM", "[]"), ("MSFT", WITH)], &[("IBM", WITH), ("MSFT", "[]")]] {
        let (code, told, csv) = insiders(tickers, "--format csv");
        assert_eq!(code, Some(0), "{told}");
        assert!(csv.starts_with(header) && csv.lines().next().unwrap().contains(",odd,"), "{csv}");
        assert_eq!(csv.lines().count(), 2);
    }
    let (code, _, csv) = insiders(&[("IBM", "[]"), ("MSFT", "[]")], "--format csv");
    assert_eq!(code, Some(0));
    assert!(csv.starts_with(header) && csv.lines().count() == 1, "{csv}");
}

/// A name that is there twice is one ticker, however it is written.
#[test]
fn a_ticker_that_is_there_twice_is_one() {
    for tickers in ["IBM,IBM", "IBM IBM", "IBM,"] {
        let output =
            vfapi(&format!("--sample history {tickers} --range 1d --adjust none --format csv")).output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap().lines().count(), 2, "{tickers}");
    }
}
