//! ScreenerFields.

use serde_json::{Value, json};

use super::verdict::Verdict::Gives;
use super::verdict::{Case, check};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-economic_event.json", "economic_event", Gives(&[("/fields", 10)])),
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-equity.json", "equity", Gives(&[("/fields", 213)])),
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-insider_transaction.json", "insider_transaction", Gives(&[("/fields", 13)])),
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-ipo_info.json", "ipo_info", Gives(&[("/fields", 16)])),
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-research_reports.json", "research_reports", Gives(&[("/fields", 21)])),
    ("further/screener_fields/bradjacobs-java-yahoo-finance-api__visualfields-splits.json", "splits", Gives(&[("/fields", 6)])),
];

#[test]
fn every_reply_has_a_verdict() {
    check("screener-fields", &["further/screener_fields"], CASES, expected);
}

fn expected(reply: &Value, asked: &str) -> Value {
    let fields = reply["finance"]["result"][0]["fields"].as_object().unwrap();
    json!({"kind": asked, "fields": fields.values().collect::<Vec<_>>()})
}
