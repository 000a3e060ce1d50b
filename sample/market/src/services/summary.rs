//! The summary of an instrument: those of its sections that are asked for.

use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::calendar;
use crate::company;
use crate::facts::{analysts, statements, summary};
use crate::holders::{self, Owner};
use crate::numbers::{count, day, part};
use crate::quotes;
use crate::reply::{JSON_TYPE, Reply};
use crate::services::bare::bare;

/// The envelope.
const KEY: &str = "quoteSummary";

/// Returns the asked sections; those that the host does not know are left out.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let Some(modules) = asked.sent.query.get("modules") else {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=modules");
    };
    let names: Vec<&str> = modules.split(',').map(str::trim).collect();
    let is_formatted = asked.sent.query.get("formatted") != Some("false");
    let body = body(asked.subject, &names, is_formatted, asked.now);
    if body.pointer("/quoteSummary/result/0").and_then(Value::as_object).is_none_or(Map::is_empty) {
        let text = format!("No fundamentals data found for any of the summaryTypes={modules}");
        return error_envelope(KEY, 404, "Not Found", &text);
    }
    Reply::new(200, JSON_TYPE, body.to_string())
}

/// Returns the reply with the sections of these names, in the host's own order.
pub(crate) fn body(ticker: &str, names: &[&str], is_formatted: bool, now: i64) -> Value {
    let mut sections = sections(ticker, names, now);
    // The service has sections only; a store also has the ticker among them, and the scores, which have ended.
    let is_gone = |name: &str| name == "esgScores";
    sections.retain(|name, section| names.contains(&name.as_str()) && section.is_object() && !is_gone(name));
    let sections = Value::from(sections);
    let sections = if is_formatted { sections } else { bare(sections) };
    json!({KEY: {"result": [sections], "error": null}})
}

/// Returns the reply of the service of quote types.
pub(crate) fn quote_type_reply(asked: &RoutedRequest<'_>) -> Reply {
    Reply::new(200, JSON_TYPE, quote_type(asked.subject, asked.now).to_string())
}

/// Returns the reply of the service that knows one section alone.
pub(crate) fn quote_type(ticker: &str, now: i64) -> Value {
    let section = sections(ticker, &["quoteType"], now).remove("quoteType");
    json!({"quoteType": {"result": [section], "error": null}})
}

/// Returns all sections of which these may be some.
fn sections(ticker: &str, names: &[&str], now: i64) -> Map<String, Value> {
    let mut sections = summary::sections(ticker, now);
    if let Some(profile) = sections.get_mut("summaryProfile") {
        // The officers have moved; the list that they leave is still there.
        let whole = profile.clone();
        if let Some(officers) = profile.get_mut("companyOfficers") {
            *officers = json!([]);
        }
        sections.insert("assetProfile".into(), whole);
    }
    sections.extend(statements::hollow(ticker, now));
    if company::kind(ticker) == "EQUITY" {
        sections.extend(analysts::sections(ticker, now));
    }
    if names.iter().any(|name| name.ends_with("Ownership") || name.ends_with("Breakdown")) {
        sections.extend(held(ticker, now));
    }
    sections.insert("majorDirectHolders".into(), json!({"holders": [], "maxAge": 1}));
    if names.contains(&"components") {
        let components = quotes::components(ticker);
        sections.insert("components".into(), json!({"components": components, "maxAge": 1}));
    }
    sections
}

/// Returns the sections on holders.
fn held(ticker: &str, now: i64) -> Map<String, Value> {
    let holders = holders::of(ticker, now);
    let reported = calendar::midnight(holders.reported);
    let owner = |owner: &Owner| {
        json!({
            "maxAge": 1,
            "reportDate": day(reported),
            "organization": owner.name,
            "pctHeld": part(owner.held),
            "position": count(owner.shares),
            "value": count(owner.value),
            "pctChange": part(owner.change),
        })
    };
    let list = |owners: &[Owner]| {
        let owners: Vec<Value> = owners.iter().map(owner).collect();
        json!({"maxAge": 1, "ownershipList": owners})
    };
    let breakdown = json!({
        "maxAge": 1,
        "insidersPercentHeld": part(holders.by_insiders),
        "institutionsPercentHeld": part(holders.by_institutions),
        "institutionsFloatPercentHeld": part(holders.of_float),
        "institutionsCount": count(holders.count),
    });
    Map::from_iter([
        ("institutionOwnership".to_owned(), list(&holders.institutions)),
        ("majorHoldersBreakdown".to_owned(), breakdown),
        ("fundOwnership".to_owned(), list(&holders.funds)),
    ])
}
