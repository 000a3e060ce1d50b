//! Similar: the instruments that people look at together with others, from the recommendation service or the quote page.

use serde::de::DeserializeOwned;
use virtual_finance_core::{Context, ConversionError, Converted, Fault, RawReply, SkippedRow, at_least_one};

use super::params::similar::Params;
use crate::read::envelope::Finance;
use crate::read::json::List;
use crate::read::listed::require_some;
use crate::read::rows::{Readable, Row, Rows};
use crate::read::script::Embedded;
use crate::read::{Conversion, Queries, carried, instrument, json, members};

pub use crate::records::similar::*;

/// The path that pages have the reply from, before the symbol.
const PATH: &str = "/v6/finance/recommendationsbysymbol/";

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let Params { symbols } = params;
    let is_there = symbols.len() == 1;
    carried::page_query(is_there, "the instruments similar to one symbol")
}

/// Converts the replies of the recommendation service, to parts of the symbols each, or the quote page. A symbol without
/// similar instruments is no error.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, or is about another symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    at_least_one(replies)?;
    let (mut recommendations, mut skipped) = (Vec::new(), Vec::new());
    for reply in replies {
        recommendations.extend(read(*reply, &params, &mut skipped)?);
    }
    recommendations.retain(|row| !row.similar.is_empty());
    let known = recommendations.iter().map(|row: &Recommendation| row.symbol.as_str());
    let unknown = instrument::unknown(params.symbols, &known);
    Ok(Converted::from(Response { recommendations, unknown }).with_skipped(skipped))
}

/// Reads a reply, and adds the rows that are left out.
fn read(
    reply: RawReply<'_>,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Recommendation>, ConversionError> {
    let is_wanted = |script: &Embedded<'_>| {
        script
            .after(PATH)
            .zip(params.symbols.first())
            .is_some_and(|(found, asked)| instrument::is_same(&found, asked))
    };
    let document = carried::document(reply, "the similar instruments of the page", is_wanted)?;
    let raw = document.reply();
    match json::document::<Fast>(raw, NAME) {
        Ok(reply) => rows(raw, reply, params, skipped),
        // One by one: that takes longer.
        Err(_) => rows(raw, json::document::<OneByOne>(raw, NAME)?, params, skipped),
    }
}

/// The reply in messages, and the path of its rows.
const NAME: &str = "the similar instruments";
const RESULT: &str = "finance.result";

type Fast = Finance<List<Found<List<SimilarInstrument>>>>;
type OneByOne = Finance<Rows<Found<Rows<SimilarInstrument>>>>;

fn rows<L: Readable<Found<S>>, S: Readable<SimilarInstrument>>(
    raw: RawReply<'_>,
    reply: Finance<L>,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Recommendation>, ConversionError> {
    let mut rows = Vec::new();
    let before = skipped.len();
    for (index, row) in
        reply.envelope(raw)?.result(RESULT)?.readable(RESULT, skipped)?.into_iter().enumerate()
    {
        let symbol = row.symbol.unwrap_or_default();
        instrument::require_asked([&symbol], &params.symbols)?;
        let path = format!("{RESULT}[{index}].recommendedSymbols");
        let similar = row.similar.ok_or_else(|| Fault::missing(path.clone()));
        match similar.and_then(|similar| similar.readable(&path, skipped)) {
            Ok(similar) => rows.push(Recommendation { symbol, similar }),
            Err(fault) => skipped.push(SkippedRow::named(symbol, fault.to_string())),
        }
    }
    require_some(&rows, RESULT, before, skipped)?;
    Ok(rows)
}

impl<S: DeserializeOwned> Row for Found<S> {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.as_deref()
    }
}

members! {
    struct Found[S] {
        symbol: "symbol" => Option<String>,
        similar: "recommendedSymbols" => Option<S>,
    }
}
