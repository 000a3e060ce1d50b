//! Insights.

use serde_json::{Value, json};

use super::plain::{named, replace, seconds};
use super::verdict::Verdict::{Gives, Says};
use super::verdict::{Case, captured, check, converted};

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("further/insights/gadicc-node-yahoo-finance2__insights-0P000071W8.TO.json", "0P000071W8.TO", Gives(&[("/insights", 0), ("/unknown", 1)])),
    ("further/insights/gadicc-node-yahoo-finance2__insights-AAPL.json", "AAPL", Gives(&[("/insights", 1), ("/unknown", 0), ("/insights/0/secReports", 39)])),
    ("further/insights/gramistella-yfinance-rs__profile_html_AAPL.html--36-ws_insights_v3_finance_insights_AAPL.json", "AAPL", Gives(&[("/insights", 1), ("/insights/0/secReports", 41)])),
    ("further/insights/gramistella-yfinance-rs__profile_html_AAPL.html--36-ws_insights_v3_finance_insights_AAPL.json", "MSFT", Says("is about \"AAPL\"")),
];

#[test]
fn every_reply_has_a_verdict() {
    check("insights", &["further/insights"], CASES, expected);
}

/// Figures that were read off the reply by eye.
#[test]
fn figures_and_units() {
    let Some(reply) = captured(CASES[1].0) else { return };
    let insight = &converted("insights", "AAPL", &reply).unwrap()["insights"][0];
    assert_eq!(insight["secReports"][0]["filingDate"], json!(1_738_281_600));
    assert_eq!(insight["events"][0]["startDate"], json!(1_739_543_400));
    assert_eq!(insight["instrumentInfo"]["keyTechnicals"]["stopLoss"], json!(232.944_749));
    assert_eq!(insight["instrumentInfo"]["valuation"]["discount"], json!("-4%"));
    assert_eq!(insight["companySnapshot"]["company"]["hiring"], json!(0.951_299_999_999_999_9));
}

fn expected(reply: &Value, asked: &str) -> Value {
    let result = &reply["finance"]["result"];
    let result = result.as_array().cloned().unwrap_or_else(|| vec![result.clone()]);
    let says_something = |insight: &Value| {
        let members = insight.as_object().unwrap();
        members
            .iter()
            .any(|(name, value)| name != "symbol" && value.as_array().is_none_or(|list| !list.is_empty()))
    };
    let insight = |found: &Value| {
        let mut found = named(found, &[]);
        replace(&mut found, "secReports", |reports| {
            let reports = reports.as_array().unwrap().iter().cloned().map(|mut report| {
                replace(&mut report, "filingDate", seconds);
                report
            });
            reports.collect()
        });
        replace(&mut found, "upsell", |upsell| {
            let mut upsell = upsell.clone();
            replace(&mut upsell, "msBullishBearishSummariesPublishDate", seconds);
            upsell
        });
        found
    };
    let insights: Vec<Value> = result.iter().filter(|found| says_something(found)).map(insight).collect();
    let unknown = if insights.is_empty() { json!([asked]) } else { json!([]) };
    json!({"insights": insights, "unknown": unknown})
}
