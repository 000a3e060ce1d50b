//! Similar: the instruments that people look at together with others, from the recommendation service or the quote page.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, Fault, QueryPairs, RawReply, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::carried;
use crate::read::envelope::{self, Envelope};
use crate::read::json::List;
use crate::read::script::Embedded;
use crate::read::{instrument, json, members, record};

/// The most rows that a reply may have; an address has no place for more symbols.
const MAX_ROWS: usize = 2000;

/// The path that pages have the reply from, before the symbol.
const PATH: &str = "/v6/finance/recommendationsbysymbol/";

/// The similar instruments of each symbol, and the symbols without any.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The symbols that the host knows similar instruments of, in its order.
    pub recommendations: Vec<Recommendation>,
    /// The symbols that were asked for and have none, in the order in which they were asked for.
    pub unknown: Vec<String>,
}

/// The instruments that are similar to one.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Recommendation {
    /// The symbol that was asked for.
    pub symbol: String,
    /// The similar instruments, the most similar first.
    pub similar: Vec<SimilarInstrument>,
}

record! {
    /// An instrument that is similar to another one.
    pub struct SimilarInstrument {
        /// The symbol.
        symbol: "symbol" => String,
        /// The similarity, a fraction.
        score: "score" => Number,
    }
}

/// The parameters that the conversion reads.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    /// The symbols that were asked for.
    pub symbols: Vec<&'a str>,
}

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(
    _: &Context<'_>,
    _: &[RawReply<'_>],
    params: Params<'a>,
) -> Result<Vec<QueryPairs<'a>>, ConversionHookError> {
    let Params { symbols } = params;
    let is_there = symbols.len() == 1;
    if is_there {
        Ok(vec![Vec::new()])
    } else {
        Err(MarketFault::OnPage { only: "the instruments similar to one symbol" }.into())
    }
}

/// Converts the reply of the recommendation service, or the quote page. A symbol without similar instruments is no error.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, or is about another symbol.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let is_wanted = |script: &Embedded<'_>| {
        script
            .after(PATH)
            .zip(params.symbols.first())
            .is_some_and(|(found, asked)| instrument::is_same(&found, asked))
    };
    let document =
        carried::document(exactly_one(replies)?, "the similar instruments of the page", is_wanted)?;
    let raw = document.reply();
    let reply: Reply = json::document(raw, "the similar instruments")?;
    let envelope = reply.finance.ok_or_else(|| envelope::missing(raw, "finance"))?;
    let List(rows) = envelope.result("finance.result")?;
    let mut response = Response::default();
    for row in rows {
        let symbol = row.symbol.ok_or_else(|| Fault::missing("finance.result[].symbol"))?;
        if !params.symbols.iter().any(|asked| instrument::is_same(&symbol, asked)) {
            return Err(instrument::other(symbol).into());
        }
        let List(similar) =
            row.similar.ok_or_else(|| Fault::missing("finance.result[].recommendedSymbols"))?;
        if similar.iter().any(|row| row.symbol.get().is_none()) {
            return Err(Fault::missing("finance.result[].recommendedSymbols[].symbol").into());
        }
        response.recommendations.push(Recommendation { symbol, similar });
    }
    let has_any = |symbol: &&str| {
        let mut rows = response.recommendations.iter().filter(|row| !row.similar.is_empty());
        rows.any(|row| instrument::is_same(&row.symbol, symbol))
    };
    let unknown = params.symbols.into_iter().filter(|symbol| !has_any(symbol));
    response.unknown = unknown.map(str::to_owned).collect();
    response.recommendations.retain(|row| !row.similar.is_empty());
    Ok(response.into())
}

members! {
    struct Reply {
        finance: "finance" => Option<Envelope<List<Row, MAX_ROWS>>>,
    }
}

members! {
    struct Row {
        symbol: "symbol" => Option<String>,
        similar: "recommendedSymbols" => Option<List<SimilarInstrument, MAX_ROWS>>,
    }
}
