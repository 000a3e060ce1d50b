//! Insiders.

use serde_json::{Value, json};

use super::plain::{named, replace, rows, section, whole};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, check_all, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-insiderHolders-AAPL.json", "AAPL", Gives(&[("/roster", 10)])),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-insiderTransactions-AAPL.json", "AAPL", Gives(&[("/transactions", 85)])),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-insiderTransactions-BABA__status404.json", "BABA", Says("the host answers \"Not Found\"")),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-insiderTransactions-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-majorDirectHolders-AAPL.json", "AAPL", Says("the host has no insiders")),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-netSharePurchaseActivity-AAPL.json", "AAPL", Gives(&[("/purchases", 11)])),
    ("further/insiders/gadicc-node-yahoo-finance2__quoteSummary-netSharePurchaseActivity-QQQ__status404.json", "QQQ", Says("the host answers \"Not Found\"")),
    ("further/insiders/gramistella-yfinance-rs__holders_api_institutionOwnership-fundOwnership-majorHoldersBreakdown-insiderTransactions-insiderHolders-netSharePurchaseActivity_AAPL.json", "AAPL", Gives(&[("/transactions", 78), ("/roster", 10), ("/purchases", 11)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("insiders", &["further/insiders"], CASES, expected);
}

#[test]
fn summaries_of_all_sections() {
    let Some(_) = captured(CASES[0].0) else { return };
    // None of them has the sections of insiders; the error names the kind of the instrument.
    let fund = captured("quoteSummary_all/gadicc-yf2__2025-02-24_quoteSummary-all-QQQ.json").unwrap();
    let said = converted("insiders", "QQQ", &fund).unwrap_err();
    assert!(said.contains("the host has no insiders (the instrument is of the kind \"ETF\")"), "{said}");
    check_all("insiders", "quoteSummary_all", expected);
}

/// Figures that were read off the replies by eye.
#[test]
fn figures_and_units() {
    let Some(purchases) = captured(CASES[5].0) else { return };
    let found = converted("insiders", "AAPL", &purchases).unwrap();
    assert_eq!(found["purchases"]["buyPercentInsiderShares"], json!(0.003));
    assert_eq!(found["purchases"]["totalInsiderShares"], json!(343_404_576));
    let trades = captured(CASES[1].0).unwrap();
    let found = converted("insiders", "AAPL", &trades).unwrap();
    let trade = &found["transactions"][0];
    assert_eq!((&trade["insider"], &trade["position"]), (&json!("LEVINSON ARTHUR D"), &json!("Director")));
    assert!(trade["date"].as_i64().is_some_and(|date| (1_700_000_000..1_800_000_000).contains(&date)));
    // Grants have no value, which is not zero.
    let valued = found["transactions"].as_array().unwrap().iter().filter(|row| row.get("value").is_some());
    assert!(valued.count() < 85);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let trades = |row: &Value| {
        let names = [
            ("filerName", "insider"),
            ("filerRelation", "position"),
            ("transactionText", "text"),
            ("startDate", "date"),
        ];
        let mut row = named(row, &names);
        replace(&mut row, "shares", whole);
        replace(&mut row, "value", whole);
        row
    };
    let holder = |row: &Value| {
        let names = [
            ("relation", "position"),
            ("transactionDescription", "latestTransaction"),
            ("latestTransDate", "latestTransactionDate"),
            ("positionDirect", "sharesDirect"),
            ("positionDirectDate", "dateDirect"),
            ("positionIndirect", "sharesIndirect"),
            ("positionIndirectDate", "dateIndirect"),
        ];
        let mut row = named(row, &names);
        replace(&mut row, "sharesDirect", whole);
        replace(&mut row, "sharesIndirect", whole);
        row
    };
    let transactions = rows(&section(reply, "insiderTransactions")["transactions"], trades);
    let roster = rows(&section(reply, "insiderHolders")["holders"], holder);
    let mut purchases = named(section(reply, "netSharePurchaseActivity"), &[]);
    for figure in ["buyInfoShares", "sellInfoShares", "netInfoShares", "totalInsiderShares"] {
        replace(&mut purchases, figure, whole);
    }
    if transactions.is_null() && roster.is_null() && purchases.is_null() {
        return Value::Null;
    }
    json!({"ticker": asked, "transactions": transactions, "roster": roster, "purchases": purchases})
}
