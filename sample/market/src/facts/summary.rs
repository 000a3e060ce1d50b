//! The sections of a quote page's QuoteSummaryStore.

use serde_json::{Map, Value};

use crate::company;
use crate::facts::{known, statements, template::filled};

const EVERY: &str = include_str!("every.json");
const COMPANY: &str = include_str!("company.json");
const FUND: &str = include_str!("fund.json");

/// Returns the store of a quote page, which is what the summary service knows, too.
pub(crate) fn sections(ticker: &str, now: i64) -> Map<String, Value> {
    let facts = known::of(ticker, now);
    let mut sections = Map::new();
    let mut add = |template| {
        if let Value::Object(more) = filled(template, &facts) {
            sections.extend(more);
        }
    };
    add(EVERY);
    match company::kind(ticker) {
        "EQUITY" => add(COMPANY),
        "ETF" | "MUTUALFUND" => add(FUND),
        // Nobody rates or reports others, and they belong to no sector.
        _ => {}
    }
    if !facts.is_traded() {
        // The clock stands before the first trade: there is a name, and no market.
        sections.retain(|name, _| ["quoteType", "symbol"].contains(&name.as_str()));
    } else if company::kind(ticker) == "EQUITY" {
        sections.insert("earnings".to_owned(), statements::earnings(ticker, now));
    }
    sections
}
