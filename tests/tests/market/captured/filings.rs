//! Filings.

use serde_json::{Value, json};

use super::plain::{named, rows, section};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, check_all, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/filings/gadicc-node-yahoo-finance2__quoteSummary-secFilings-AAPL.json", "AAPL", Gives(&[("/filings", 55)])),
    ("further/filings/gadicc-node-yahoo-finance2__quoteSummary-secFilings-CRON.json", "CRON", Gives(&[("/filings", 37)])),
    ("further/filings/gadicc-node-yahoo-finance2__quoteSummary-secFilings-OCDO.L__status404.json", "OCDO.L", Says("the host answers \"Not Found\"")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("filings", &["further/filings"], CASES, expected);
}

#[test]
fn summaries_of_all_sections() {
    check_all("filings", "quoteSummary_all", expected);
}

/// Figures that were read off the reply by eye.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[0].0) else { return };
    let filing = &converted("filings", "AAPL", &reply).unwrap()["filings"][0];
    assert_eq!((&filing["date"], &filing["timestamp"]), (&json!("2025-01-31"), &json!(1_738_281_600)));
    assert_eq!(
        (&filing["type"], &filing["accessionNumber"]),
        (&json!("10-Q"), &json!("0000320193-25-000008"))
    );
    assert_eq!(filing["exhibits"].as_array().unwrap().len(), 7);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let filing = |row: &Value| {
        let mut row = named(row, &[("epochDate", "timestamp"), ("edgarUrl", "url")]);
        let url = row["url"].as_str().unwrap_or_default().to_owned();
        let parts = url.split(['/', '_', '=', '&']).filter(|part| part.len() == 20);
        let mut numbers = parts.filter(|part| part.bytes().all(|byte| byte == b'-' || byte.is_ascii_digit()));
        if let Some(number) = numbers.next() {
            row["accessionNumber"] = number.into();
        }
        row
    };
    let filings = rows(&section(reply, "secFilings")["filings"], filing);
    if filings.is_null() { Value::Null } else { json!({"ticker": asked, "filings": filings}) }
}
