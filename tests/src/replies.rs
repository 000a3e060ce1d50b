//! One large reply for each endpoint: the captured ones where they are, the sample host's otherwise.

use std::fs;

use serde_json::Value;
use virtual_finance::ENDPOINTS;
use virtual_finance::catalogue::{EndpointInfo, ExampleInfo};
use virtual_finance::request::ErasedRequest;
use virtual_finance_sample as sample;

use crate::captures::captures;
use crate::of_one_reply;
use crate::pages::script_page;

/// A reply with its request.
pub struct Case {
    /// The command of the endpoint.
    pub name: &'static str,
    /// The request.
    pub request: Box<dyn ErasedRequest>,
    /// The body of its reply.
    pub body: Vec<u8>,
    /// The most that a conversion may cost, as a multiple of one scan of the same bytes, where the body is
    /// the captured one.
    pub goal: Option<f64>,
}

/// An endpoint with the parameter that a captured reply answers, the file of the reply, and its goal.
const CAPTURED: [(&str, &str, Option<f64>); 9] = [
    ("profile ticker=IBM", "yahoo_profile.raw.html", Some(12.0)),
    ("financials ticker=IBM", "yahoo_financials.raw.html", Some(12.0)),
    ("holders ticker=IBM", "yahoo_holders.raw.html", Some(20.0)),
    ("history ticker=IBM", "yahoo_history.raw.json", Some(130.0)),
    ("options ticker=IBM", "yahoo_options.raw.json", Some(190.0)),
    ("screeners", "screeners.raw.html", Some(5.0)),
    ("screener name=DAY_GAINERS", "screener.raw.html", Some(6.0)),
    ("index index=^IXIC", "yahoo_index.raw.html", Some(30.0)),
    ("isin query=IBM", "business_insider_get_isin.raw.txt", None),
];

/// Returns the replies, one for each endpoint in the table's order.
///
/// # Errors
/// A captured reply cannot be read, or an endpoint has no example.
pub fn large() -> Result<Vec<Case>, Box<dyn std::error::Error>> {
    let folder = captures().ok();
    let case = |info: &'static EndpointInfo| {
        let name = info.command;
        let known = CAPTURED.iter().find(|(question, ..)| question.split(' ').next() == Some(name));
        match folder.as_ref().zip(known) {
            Some((folder, (question, file, goal))) => Ok(Case {
                name,
                request: (info.build)(
                    &question.split(' ').filter_map(|word| word.split_once('=')).collect(),
                )?,
                body: fs::read(folder.join(format!("{name}/virtual-finance-API__2021_{file}")))?,
                goal: *goal,
            }),
            None => largest_example(info),
        }
    };
    of_one_reply().map(case).collect()
}

/// A page of today of 2.5 MB, with the summary of one instrument among much else.
pub struct ScriptPage {
    /// The page, asked for the profile.
    pub case: Case,
    /// The sections that a profile has of it, alone: a reply of the summary service.
    pub sections: Vec<u8>,
}

/// Returns the captured page of today where there is one, an invented one otherwise.
///
/// # Errors
/// A captured reply cannot be read, or is no JSON.
pub fn script_page_of_today() -> Result<ScriptPage, Box<dyn std::error::Error>> {
    const PAGE: &str = "profile/yfinance-rs__2025-10_profile_html_AAPL.html";
    const SUMMARY: &str = "profile/yfinance-rs__2025-10_embedded_quoteSummary_formatted_AAPL.json";
    const QUOTE_TYPE: &str = "profile/yfinance-rs__2025-10_embedded_quoteType_AAPL.json";
    let (body, mut sections, quote_type) = match captures() {
        Ok(folder) => {
            let json = |file| -> Result<Value, Box<dyn std::error::Error>> {
                Ok(serde_json::from_slice(&fs::read(folder.join(file))?)?)
            };
            (fs::read(folder.join(PAGE))?, json(SUMMARY)?, json(QUOTE_TYPE)?)
        }
        Err(_) => invented_page()?,
    };
    let sections_of_profile = sections.pointer_mut("/quoteSummary/result/0").and_then(Value::as_object_mut);
    let sections_of_profile = sections_of_profile.ok_or("the summary has no result")?;
    sections_of_profile.retain(|name, _| PROFILE_SECTIONS.split(' ').any(|known| known == name));
    if let Some(quote_type) = quote_type.pointer("/quoteType/result/0") {
        sections_of_profile.insert("quoteType".to_owned(), quote_type.clone());
    }
    let ticker = if captures().is_ok() { "AAPL" } else { "IBM" };
    let info = ENDPOINTS.iter().find(|info| info.command == "profile").ok_or("there is no profile")?;
    let request = (info.build)(&[("ticker", ticker)].into_iter().collect())?;
    let case = Case { name: "profile, today", request, body, goal: None };
    Ok(ScriptPage { case, sections: sections.to_string().into_bytes() })
}

const PROFILE_SECTIONS: &str = "summaryProfile summaryDetail quoteType defaultKeyStatistics assetProfile \
     upgradeDowngradeHistory calendarEvents esgScores";

/// Returns a page around the sections of the sample host's profile, with the summary and its quote type.
fn invented_page() -> Result<(Vec<u8>, Value, Value), Box<dyn std::error::Error>> {
    let store = sample::reply("/quote/IBM", "", sample::DEFAULT_NOW).body;
    let (_, store) = store.split_once("\"QuoteSummaryStore\":").ok_or("the sample has no store")?;
    let mut values = serde_json::Deserializer::from_str(store).into_iter::<Value>();
    let sections = values.next().ok_or("the store is empty")??;
    let quote_type = serde_json::json!({"quoteType": {"result": [sections.get("quoteType")], "error": null}});
    let summary = serde_json::json!({"quoteSummary": {"result": [sections], "error": null}});
    let filler = format!("{{\"text\":\"{}\"}}", "no <b>data</b> \\u003C ".repeat(20_000));
    let (own, other) = (summary.to_string(), quote_type.to_string());
    let mut replies = vec![("/xhr/other?a=1&b=2", 200, filler.as_str()); 5];
    replies.push(("/v1/finance/quoteType/IBM?lang=en-US", 200, &other));
    replies.push(("/v10/finance/quoteSummary/IBM?formatted=true&modules=x", 200, &own));
    Ok((script_page(&replies).into_bytes(), summary, quote_type))
}

/// Returns the example to which the sample host has the largest reply.
fn largest_example(info: &'static EndpointInfo) -> Result<Case, Box<dyn std::error::Error>> {
    let reply = |example: &&ExampleInfo| {
        let (path, query) = example.path_and_query(info);
        let body = example.body.unwrap_or_default();
        sample::reply_to(
            &sample::SampleRequest { method: info.method, path, query, headers: &[], body },
            sample::DEFAULT_NOW,
        )
        .body
    };
    let example = info.examples.iter().max_by_key(|example| reply(example).len());
    let example = example.ok_or_else(|| format!("{} has no example", info.name))?;
    let request = (info.build)(&example.param_map(info))?;
    Ok(Case { name: info.command, request, body: reply(&example).into_bytes(), goal: None })
}
