//! Figi: the listings of instruments by their identifiers, from the mapping of OpenFIGI.

use serde_json::{Value, json};
use virtual_finance_core::params::ParamFault;
use virtual_finance_core::{Context, Converted, DateTime, Fault, Field, RawReply, SkippedRow, exactly_one};

use super::params::figi::{Body, Params};
use crate::read::json::{self, List};
use crate::read::{Conversion, members};

pub use crate::records::figi::*;

/// The most answers, and the most listings of one, that a reply may have.
const MAX_ROWS: usize = 20_000;

/// Returns the body of the request: a job for each identifier.
///
/// # Errors
/// There are none.
pub fn mapping_body(
    Body { identifiers, exchange, kind }: Body<'_>,
    _: DateTime,
) -> Result<Value, ParamFault> {
    let job = |identifier: &&str| {
        let mut job = json!({ "idType": kind.unwrap_or_else(|| kind_of(identifier)), "idValue": identifier });
        if let (Some(job), Some(exchange)) = (job.as_object_mut(), exchange) {
            job.insert("exchCode".to_owned(), exchange.into());
        }
        job
    };
    Ok(identifiers.iter().map(job).collect())
}

/// Returns the kind of an identifier by its form.
fn kind_of(identifier: &str) -> &'static str {
    let is_plain = identifier.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let begins_with_country = identifier.bytes().take(2).all(|byte| byte.is_ascii_alphabetic());
    match identifier.len() {
        12 if is_plain && identifier.starts_with("BBG") => "ID_BB_GLOBAL",
        12 if is_plain && begins_with_country => "ID_ISIN",
        9 if is_plain => "ID_CUSIP",
        _ => "TICKER",
    }
}

/// Converts the answers, which have the order of the identifiers.
///
/// # Errors
/// 404 where no identifier stands for anything; 422 where the host refuses an identifier, or the reply is not its own.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    Params { identifiers }: Params<'_>,
) -> Conversion<Response> {
    let List(answers): List<Answer, MAX_ROWS> = json::document(exactly_one(replies)?, "the listings")?;
    if answers.len() != identifiers.len() {
        let reason = format!("it has {} answers to {} identifiers", answers.len(), identifiers.len());
        return Err(Fault::Malformed { path: "the listings".into(), reason }.into());
    }
    let (mut response, mut skipped) = (Response::default(), Vec::new());
    for (&asked, answer) in identifiers.iter().zip(answers) {
        if let Some(error) = answer.error {
            skipped.push(SkippedRow::named(asked, error));
        }
        match answer.listings {
            Some(List(listings)) => response.listings.extend(
                listings
                    .into_iter()
                    .map(|listing| Listing { asked: Field::Value(asked.to_owned()), ..listing }),
            ),
            None => response.unknown.push(asked.to_owned()),
        }
    }
    if response.listings.is_empty() {
        return Err(Fault::none_known(identifiers.iter().copied(), None).into());
    }
    Ok(Converted::from(response).with_skipped(skipped))
}

members! {
    struct Answer {
        listings: "data" => Option<List<Listing, MAX_ROWS>>,
        error: "error" => Option<String>,
    }
}
