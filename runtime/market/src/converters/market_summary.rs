//! MarketSummary: the latest prices of what stands for a market, from the
//! summary of markets or a quote page.

use virtual_finance_core::{Context, Converted, DateTime, QueryPairs, RawReply, exactly_one};

use super::params::market_summary::{Params, Query};
use crate::read::envelope::{self, Envelope};
use crate::read::listed::Listed;
use crate::read::script::Embedded;
use crate::read::{Conversion, Queries, add_reader, carried, json, members};
use crate::records::InstrumentQuote;

pub use crate::records::market_summary::*;

/// The path that pages have the reply from, and the market, the country and the language of pages.
const PATH: &str = "/v6/finance/quote/marketSummary";
const COUNTRY: &str = "US";
const LANGUAGE: &str = "en-US";

/// The path of the rows.
const RESULT: &str = "marketSummaryResponse.result";

/// Returns the query for plain numbers, with the fields that the host's own pages ask for.
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    const FIELDS: &str = "shortName,regularMarketPrice,regularMarketChange,regularMarketChangePercent";
    let mut pairs: QueryPairs<'_> =
        vec![("market", query.market.into()), ("fields", FIELDS.into()), ("formatted", "false".into())];
    add_reader(&mut pairs, query.lang, query.region);
    pairs
}

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let is_there = params.market == COUNTRY
        && params.lang.is_none_or(|lang| lang == LANGUAGE)
        && params.region.is_none_or(|region| region == COUNTRY);
    carried::page_query(is_there, "the market of the United States, in English")
}

/// Converts the reply of the summary of markets, or a quote page. A market without instruments is no error.
///
/// # Errors
/// 422: the reply is not the service's or is the host's own error, or a row has no symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let is_wanted = |script: &Embedded<'_>| script.is_from(PATH) && script.has("market", params.market);
    let document = carried::document(exactly_one(replies)?, "the summary of the page", is_wanted)?;
    let raw = document.reply();
    let reply: Reply = json::document(raw, "the summary of the market")?;
    let envelope = reply.summary.ok_or_else(|| envelope::missing(raw, "marketSummaryResponse"))?;
    let mut skipped = Vec::new();
    let quotes = envelope.result(RESULT)?.subject(RESULT, &mut skipped)?;
    Ok(Converted::from(Response { quotes }).with_skipped(skipped))
}

members! {
    struct Reply {
        summary: "marketSummaryResponse" => Option<Envelope<Listed<InstrumentQuote>>>,
    }
}
