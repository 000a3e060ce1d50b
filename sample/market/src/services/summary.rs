//! The summary of an instrument: its requested sections.

use serde_json::{Map, Value, json};

use crate::agreed::error_envelope;
use crate::asked::RoutedRequest;
use crate::facts::bare::bare;
use crate::facts::{statements, summary};
use crate::reply::{Reply, in_envelope};

/// The envelope.
const KEY: &str = "quoteSummary";

/// Returns the requested sections; unknown sections are left out.
pub(crate) fn reply(asked: &RoutedRequest<'_>) -> Reply {
    let Some(modules) = asked.sent.query.get("modules") else {
        return error_envelope(KEY, 400, "Bad Request", "Missing required query parameter=modules");
    };
    let names: Vec<&str> = modules.split(',').map(str::trim).collect();
    let mut sections = sections(asked.subject, asked.now);
    // The service has sections only; a store also has the ticker among them, and the scores, which have ended.
    let is_gone = |name: &str| name == "esgScores";
    sections.retain(|name, section| names.contains(&name.as_str()) && section.is_object() && !is_gone(name));
    if sections.is_empty() {
        let text = format!("No fundamentals data found for any of the summaryTypes={modules}");
        return error_envelope(KEY, 404, "Not Found", &text);
    }
    let is_formatted = asked.sent.query.get("formatted") != Some("false");
    let sections = Value::from(sections);
    in_envelope(KEY, &[if is_formatted { sections } else { bare(sections) }])
}

/// Returns the reply of the service that knows one section alone.
pub(crate) fn quote_type(asked: &RoutedRequest<'_>) -> Reply {
    let section = sections(asked.subject, asked.now).remove("quoteType");
    in_envelope("quoteType", &[section.unwrap_or_default()])
}

/// Returns all sections.
fn sections(ticker: &str, now: i64) -> Map<String, Value> {
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
    sections
}
