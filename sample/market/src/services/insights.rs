//! Insights into several instruments.

use serde_json::{Value, json};

use crate::asked::RoutedRequest;
use crate::calendar::{self, DAY};
use crate::company;
use crate::numbers::cents;
use crate::quotes::Latest;
use crate::reply::{Reply, in_envelope};

/// Returns the insights into the symbols that are asked for.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let insights: Vec<Value> = asked.subject.split(',').map(|symbol| insight(symbol, asked.now)).collect();
    in_envelope("finance", &insights)
}

fn insight(symbol: &str, now: i64) -> Value {
    let Some(latest) = Latest::of(symbol, now) else { return json!({"symbol": symbol, "sigDevs": []}) };
    let company = company::of(symbol);
    let today = calendar::date_of(now);
    json!({
        "symbol": symbol,
        "instrumentInfo": {
            "technicalEvents": {"provider": "Fennel Charts", "sector": company.industry.sector,
                "shortTermOutlook": {"direction": "Bullish", "score": 2, "scoreDescription": "Bullish Evidence"}},
            "keyTechnicals": {"provider": "Fennel Charts", "support": cents(latest.price * 0.96),
                "resistance": cents(latest.price * 1.04), "stopLoss": cents(latest.price * 0.93)},
            "valuation": {"color": 0, "description": "Near Fair Value", "discount": "-1%", "relativeValue": "Premium",
                "provider": "Fennel Charts"},
        },
        "companySnapshot": {"sectorInfo": company.industry.sector, "company": {"hiring": 0.61}, "sector": {"hiring": 0.5}},
        "recommendation": {"targetPrice": cents(latest.price * 1.1), "provider": "Sable Point Research", "rating": "HOLD"},
        "events": [],
        "reports": [{"id": format!("SABLE_{symbol}"), "headHtml": format!("Analyst Report: {}", company.name),
            "provider": "Sable Point Research", "reportDate": format!("{today}T09:00:00Z"),
            "reportTitle": format!("{} at a glance", company.name), "tickers": [symbol]}],
        "sigDevs": [{"headline": format!("{} opens an office", company.name), "date": today.to_string()}],
        "secReports": [{"id": "0000099999-24-000000_99999", "type": "Periodic Financial Reports",
            "title": "10-Q : Periodic Financial Reports", "description": "Quarterly report",
            "filingDate": calendar::midnight(today).saturating_sub(28 * DAY).saturating_mul(1000), "formType": "10-Q"}],
    })
}
