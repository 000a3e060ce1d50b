//! Search: instruments, private companies, news, lists and reports that match a text, from the search service. The rows
//! keep the service's names.

mod rows;

use serde_json::{Map, Value};
use virtual_finance_core::{
    Context, Converted, DateTime, Field, QueryPairs, RawReply, SkippedRow, exactly_one,
};

use super::params::search::Query;
use crate::read::adapted::{Adapted, structure};
use crate::read::advertisement::is_advertisement;
use crate::read::json::List;
use crate::read::listed::{Distinct, Listed, TWICE, at, none_of};
use crate::read::rows::keep_first;
use crate::read::{Conversion, Named as _, add_reader, envelope, flag, json, members};

pub use crate::records::search::*;

/// Returns the query, with the names of the service's own queries.
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    let mut pairs: QueryPairs<'_> = vec![
        ("q", query.query.into()),
        ("quotesCount", query.quotes.to_string().into()),
        ("newsCount", query.news.to_string().into()),
        ("listsCount", query.lists.to_string().into()),
        ("recommendedCount", query.recommended.to_string().into()),
        ("enableFuzzyQuery", flag(query.fuzzy).into()),
        ("enableCb", flag(query.companies).into()),
        ("enableNavLinks", flag(query.navigation).into()),
        ("enableResearchReports", flag(query.reports).into()),
        ("enableCulturalAssets", flag(query.cultural_assets).into()),
        ("quotesQueryId", "tss_match_phrase_query".into()),
        ("multiQuoteQueryId", "multi_quote_single_token_query".into()),
        ("newsQueryId", "news_cie_vespa".into()),
    ];
    add_reader(&mut pairs, query.lang, query.region);
    pairs
}

/// Converts the reply of the search service. Nothing found is no error.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or no row says what it is about.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>]) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the search")?;
    let List(found) = reply.quotes.ok_or_else(|| envelope::missing(raw, "quotes"))?;
    let mut response = Response::default();
    let mut skipped = Vec::new();
    each(found, "quotes", &mut skipped, |row, may_be_known| {
        if is_company(&row) {
            push(&mut response.companies, company(row)?, may_be_known)
        } else if has_text(&row, "symbol") {
            push(&mut response.quotes, structure(row.into())?, may_be_known)
        } else {
            Err("its symbol is missing".to_owned())
        }
    });
    keep_first(&mut response.quotes, FoundQuote::key, &mut skipped);
    let List(items) = reply.news.unwrap_or(List(Vec::new()));
    each(items, "news", &mut skipped, |item, may_be_known| match is_advertisement(&item) {
        true => Ok(()),
        false => push(&mut response.news, structure(item.into())?, may_be_known),
    });
    keep_first(&mut response.news, News::key, &mut skipped);
    response.lists = part(reply.lists, "lists", &mut skipped);
    response.navigation = part(reply.navigation, "nav", &mut skipped);
    response.reports = part(reply.reports, "researchReports", &mut skipped);
    if response == Response::default() && !skipped.is_empty() {
        return Err(none_of("quotes", &skipped).into());
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

/// Reads the rows of a list, and counts unreadable ones as skipped. `read` is told whether the row may be a repeated
/// one.
fn each(
    rows: Vec<Value>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
    mut read: impl FnMut(Map<String, Value>, bool) -> Result<(), String>,
) {
    let mut distinct = Distinct::default();
    for (index, row) in rows.into_iter().enumerate() {
        let may_be_known = distinct.may_have(&row);
        let read = match row {
            Value::Object(row) => read(row, may_be_known),
            _ => Err("it is no object".to_owned()),
        };
        skipped.extend(read.err().map(|reason| at(path, index, reason)));
    }
}

/// Adds a row, unless it is there.
fn push<T: PartialEq>(rows: &mut Vec<T>, row: T, may_be_known: bool) -> Result<(), String> {
    if may_be_known && rows.contains(&row) {
        return Err(TWICE.to_owned());
    }
    rows.push(row);
    Ok(())
}

/// Returns the rows of a list that a reply may lack.
fn part<T: Adapted>(rows: Option<Listed<T>>, path: &str, skipped: &mut Vec<SkippedRow>) -> Vec<T> {
    rows.and_then(|rows| rows.part(path, skipped)).unwrap_or_default()
}

/// Returns true for a row of a private company: it has no symbol, or the host says that it is not an instrument.
fn is_company(row: &Map<String, Value>) -> bool {
    let kind = row.get("quoteType").and_then(Value::as_str);
    let is_private = kind.is_some_and(|kind| {
        let letters = kind.bytes().filter(u8::is_ascii_alphabetic).map(|byte| byte.to_ascii_lowercase());
        letters.eq(*b"privatecompany")
    });
    is_private || !has_text(row, "symbol") && row.get("isYahooFinance") != Some(&Value::Bool(true))
}

/// Reads the row of a private company, which has a name.
fn company(row: Map<String, Value>) -> Result<Company, String> {
    let mut company: Company = structure(row.into())?;
    if company.name.is_absent() {
        let name = ["longname", "shortname"].into_iter().find_map(|name| company.other.get(name)?.as_str());
        company.name = name.map_or(Field::Absent, |name| Field::Value(name.to_owned()));
    }
    match company.name.get() {
        Some(_) => Ok(company),
        // A row without a symbol and without a name is of nothing that is known.
        None => Err("its symbol is missing".to_owned()),
    }
}

fn has_text(row: &Map<String, Value>, name: &str) -> bool {
    row.get(name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty())
}

members! {
    struct Reply {
        quotes: "quotes" => Option<List<Value>>,
        news: "news" => Option<List<Value>>,
        lists: "lists" => Option<Listed<FoundList>>,
        navigation: "nav" => Option<Listed<Navigation>>,
        reports: "researchReports" => Option<Listed<Report>>,
    }
}
