//! Spark: the latest closes of several instruments in one request, from the spark service or the
//! quote page.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{
    Batch, Context, ConversionHookError, Converted, DateTime, Fault, QueryPairs, RawReply, exactly_one,
};

use super::history::Meta;
use crate::fault::MarketFault;
use crate::read::carried;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First, List};
use crate::read::numbers::Numbers;
use crate::read::script::Embedded;
use crate::read::{instrument, members};

/// The most series that a reply may have; a request asks for 20.
const MAX_SERIES: usize = 500;

/// The path that pages have the reply from, and the range and the interval of its bars.
const PATH: &str = "/v7/finance/spark";
const RANGE: &str = "1d";
const INTERVAL: &str = "5m";

/// The closes of the symbols that the host knows, and those that it does not know.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The closes of each symbol that the host knows, in the host's order.
    pub series: Vec<Closes>,
    /// The symbols that were asked for and have no series, in the order in which they were asked for.
    pub unknown: Vec<String>,
}

/// The closes of an instrument as parallel lists: value *i* belongs to timestamp *i*.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Closes {
    /// The symbol.
    pub symbol: String,
    /// The instrument and its exchange.
    pub meta: Meta,
    /// The begin of each bar, in epoch seconds; empty where there are no bars, as for funds within a day.
    pub timestamp: Vec<i64>,
    /// The last price of each bar, in the currency of `meta`; null where the host does not know it.
    pub close: Vec<Option<Number>>,
}

/// The parameters that the conversion reads.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    /// The symbols that were asked for.
    pub symbols: Vec<&'a str>,
    /// A range such as `1d`.
    pub range: &'a str,
    /// The interval of the bars.
    pub interval: &'a str,
    /// True if bars outside the regular session are wanted.
    pub prepost: bool,
}

/// The parameters that the query is made of.
#[derive(Debug, Clone)]
pub struct Query<'a> {
    /// The symbols.
    pub symbols: Vec<&'a str>,
    /// A range such as `1d`.
    pub range: &'a str,
    /// The interval of the bars.
    pub interval: &'a str,
    /// True if bars outside the regular session are wanted.
    pub prepost: bool,
}

/// Returns the query for closes with their times.
#[must_use]
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    let Query { symbols, range, interval, prepost } = query;
    vec![
        ("symbols", symbols.join(",").into()),
        ("range", range.into()),
        ("interval", interval.into()),
        ("includePrePost", if prepost { "true" } else { "false" }.into()),
        ("indicators", "close".into()),
        ("includeTimestamps", "true".into()),
    ]
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
    let Params { symbols, range, interval, prepost } = params;
    let is_there = symbols.len() == 1 && range == RANGE && interval == INTERVAL && !prepost;
    if is_there {
        Ok(vec![Vec::new()])
    } else {
        Err(MarketFault::OnPage { only: "the closes of one symbol, of the day and every five minutes" }
            .into())
    }
}

/// Converts the reply of the spark service, or the quote page.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, has a series of another symbol or lists of different
/// lengths, or knows none of the symbols.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let is_wanted = |script: &Embedded<'_>| {
        let symbols = script.parameter("symbols").filter(|_| script.is_from(PATH));
        symbols.zip(params.symbols.first()).is_some_and(|(found, asked)| instrument::is_same(&found, asked))
            && script.has("range", params.range)
            && script.has("interval", params.interval)
            && script.has("includePrePost", if params.prepost { "true" } else { "false" })
    };
    let document = carried::document(exactly_one(replies)?, "the closes of the page", is_wanted)?;
    let raw = document.reply();
    let reply: Reply = json::document(raw, "the closes")?;
    let envelope = reply.spark.ok_or_else(|| envelope::missing(raw, "spark"))?;
    let List(rows) = envelope.result("spark.result")?;
    let mut series = Vec::new();
    for row in rows {
        let symbol = row.symbol.ok_or_else(|| Fault::missing("spark.result[].symbol"))?;
        if !params.symbols.iter().any(|asked| instrument::is_same(&symbol, asked)) {
            return Err(instrument::other(symbol).into());
        }
        let First(chart) = row.response.ok_or_else(|| Fault::missing("spark.result[].response"))?;
        // A symbol that the host does not know may still have a row.
        let Some(chart) = chart else { continue };
        series.push(closes(symbol, chart)?);
    }
    if series.is_empty() {
        let symbols = params.symbols.into_iter().map(|symbol| shortened(symbol.to_owned())).collect();
        return Err(MarketFault::NoneKnown { symbols }.into());
    }
    let is_known =
        |symbol: &&str| series.iter().any(|known: &Closes| instrument::is_same(&known.symbol, symbol));
    let unknown = params.symbols.into_iter().filter(|symbol| !is_known(symbol)).map(str::to_owned).collect();
    Ok(Response { series, unknown }.into())
}

// ANCHOR: join
/// Joins the responses to parts of the symbols, in the order of the symbols.
#[must_use]
pub fn join(batches: Vec<Batch<Response>>) -> Response {
    let mut whole = Response::default();
    for batch in batches {
        match batch {
            Batch::Response(Response { series, unknown }) => {
                whole.series.extend(series);
                whole.unknown.extend(unknown);
            }
            Batch::Unknown(symbols) => whole.unknown.extend(symbols),
        }
    }
    whole
}
// ANCHOR_END: join

/// Returns the closes of one chart, which has as many of them as timestamps.
fn closes(symbol: String, chart: Chart) -> Result<Closes, Fault> {
    let missing = |field| move || Fault::missing(format!("spark.result[].response[0].{field}"));
    let meta = chart.meta.ok_or_else(missing("meta"))?;
    instrument::require_same(meta.symbol.get().map(String::as_str), &symbol)?;
    let indicators = chart.indicators.ok_or_else(missing("indicators"))?;
    let First(quote) = indicators.quote.ok_or_else(missing("indicators.quote"))?;
    let Numbers(close) = quote.and_then(|quote| quote.close).unwrap_or_default();
    let timestamp = chart.timestamp.unwrap_or_default();
    if close.len() != timestamp.len() {
        let (rows, timestamps) = (close.len(), timestamp.len());
        return Err(MarketFault::UnequalRows { column: "close", rows, timestamps }.into());
    }
    Ok(Closes { symbol, meta, timestamp, close })
}

members! {
    struct Reply {
        spark: "spark" => Option<Envelope<List<Row, MAX_SERIES>>>,
    }
}

members! {
    struct Row {
        symbol: "symbol" => Option<String>,
        response: "response" => Option<First<Chart>>,
    }
}

members! {
    struct Chart {
        meta: "meta" => Option<Meta>,
        timestamp: "timestamp" => Option<Vec<i64>>,
        indicators: "indicators" => Option<Indicators>,
    }
}

members! {
    struct Indicators {
        quote: "quote" => Option<First<Quote>>,
    }
}

members! {
    struct Quote {
        close: "close" => Option<Numbers>,
    }
}
