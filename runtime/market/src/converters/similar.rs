//! Similar: the instruments that people look at together with others, from the recommendation service or the quote page.

use serde::de::DeserializeOwned;
use virtual_finance_core::{
    Context, ConversionError, Converted, Fault, QueryPairs, RawReply, SkippedRow, exactly_one,
};

use super::params::similar::Params;
use crate::read::carried;
use crate::read::envelope::{self, Envelope};
use crate::read::json::List;
use crate::read::listed::none_of;
use crate::read::rows::{Readable, Row, Rows};
use crate::read::script::Embedded;
use crate::read::{instrument, json, members};

pub use crate::records::similar::*;

/// The most rows that a reply may have; an address has no place for more symbols.
const MAX_ROWS: usize = 2000;

/// The path that pages have the reply from, before the symbol.
const PATH: &str = "/v6/finance/recommendationsbysymbol/";

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'a>,
) -> Result<Vec<QueryPairs<'a>>, ConversionError> {
    let Params { symbols } = params;
    let is_there = symbols.len() == 1;
    carried::page_query(is_there, "the instruments similar to one symbol")
}

/// Converts the reply of the recommendation service, or the quote page. A symbol without similar instruments is no error.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, or is about another symbol.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let is_wanted = |script: &Embedded<'_>| {
        script
            .after(PATH)
            .zip(params.symbols.first())
            .is_some_and(|(found, asked)| instrument::is_same(&found, asked))
    };
    let document =
        carried::document(exactly_one(replies)?, "the similar instruments of the page", is_wanted)?;
    let raw = document.reply();
    match json::document::<Fast>(raw, NAME) {
        Ok(reply) => response(raw, reply, params),
        // One by one: that takes longer.
        Err(_) => response(raw, json::document::<OneByOne>(raw, NAME)?, params),
    }
}

/// The reply in messages, and the path of its rows.
const NAME: &str = "the similar instruments";
const RESULT: &str = "finance.result";

type Fast = Reply<List<Found<List<SimilarInstrument, MAX_ROWS>>, MAX_ROWS>>;
type OneByOne = Reply<Rows<Found<Rows<SimilarInstrument, MAX_ROWS>>, MAX_ROWS>>;

fn response<L: Readable<Found<S>>, S: Readable<SimilarInstrument>>(
    raw: RawReply<'_>,
    reply: Reply<L>,
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionError> {
    let envelope = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    let mut skipped = Vec::new();
    let mut response = Response::default();
    for (index, row) in envelope.result(RESULT)?.readable(RESULT, &mut skipped)?.into_iter().enumerate() {
        let symbol = row.symbol.unwrap_or_default();
        if !params.symbols.iter().any(|asked| instrument::is_same(&symbol, asked)) {
            return Err(instrument::other(symbol).into());
        }
        let path = format!("{RESULT}[{index}].recommendedSymbols");
        let similar = row.similar.ok_or_else(|| Fault::missing(path.clone()));
        match similar.and_then(|similar| similar.readable(&path, &mut skipped)) {
            Ok(similar) => response.recommendations.push(Recommendation { symbol, similar }),
            Err(fault) => skipped.push(SkippedRow::named(symbol, fault.to_string())),
        }
    }
    if response.recommendations.is_empty() && !skipped.is_empty() {
        return Err(none_of(RESULT, &skipped).into());
    }
    let has_any = |symbol: &&str| {
        let mut rows = response.recommendations.iter().filter(|row| !row.similar.is_empty());
        rows.any(|row| instrument::is_same(&row.symbol, symbol))
    };
    let unknown = params.symbols.into_iter().filter(|symbol| !has_any(symbol));
    response.unknown = unknown.map(str::to_owned).collect();
    response.recommendations.retain(|row| !row.similar.is_empty());
    Ok(Converted::from(response).with_skipped(skipped))
}

impl<S: DeserializeOwned> Row for Found<S> {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.as_deref()
    }
}

members! {
    struct Reply[L] {
        finance: "finance" => Option<Envelope<L>>,
    }
}

members! {
    struct Found[S] {
        symbol: "symbol" => Option<String>,
        similar: "recommendedSymbols" => Option<S>,
    }
}
