//! Spark: the latest closes of several instruments in one request, from the spark service or the
//! quote page.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{
    Batch, Context, ConversionError, Converted, DateTime, Fault, Notes, QueryPairs, RawReply, SkippedRow,
    exactly_one,
};

use super::history::{Meta, reported, unknown_zone};
use super::params::spark::{Params, Query};
use crate::notes::{LiveQuote, UnknownZone, WidenedInterval};
use crate::read::bars::only_column;
use crate::read::chart::{
    granularity, interval_seconds, old_bars, other, possible, require_past, require_range, widened,
};
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First, List};
use crate::read::lenient::Lenient;
use crate::read::listed::none_of;
use crate::read::live::Columns;
use crate::read::numbers::{Numbers, Times};
use crate::read::rows::{self, Readable, Rows};
use crate::read::script::Embedded;
use crate::read::span::Span;
use crate::read::{Conversion, Queries, carried, flag, instrument, members};

/// The path that pages have the reply from, and the range and the interval of its bars.
const PATH: &str = "/v7/finance/spark";
const RANGE: &str = "1d";
const INTERVAL: &str = "5m";

/// The closes of the known symbols, and the unknown symbols.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The closes of each symbol that the host knows, in the host's order.
    pub series: Vec<Closes>,
    /// The symbols that were asked for and have no series, in the order in which they were asked for. The note `SkippedRows`
    /// names those whose series cannot be read, or is of another range.
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
    /// The start of each bar, in epoch seconds; empty where there are no bars, as for funds within a day.
    pub timestamp: Vec<i64>,
    /// The last price of each bar, in the currency of `meta`; null where the host does not know it.
    pub close: Vec<Option<Number>>,
}

/// Returns the query for closes with their times.
pub fn prepare(query: Query<'_>, _: DateTime) -> QueryPairs<'_> {
    let Query { symbols, range, interval, prepost } = query;
    vec![
        ("symbols", symbols.join(",").into()),
        ("range", range.into()),
        ("interval", interval.into()),
        ("includePrePost", flag(prepost).into()),
        ("indicators", "close".into()),
        ("includeTimestamps", "true".into()),
    ]
}

/// Asks for a page, where one has what was asked for.
///
/// # Errors
/// 422: no page has it.
pub fn page_queries<'a>(_: &Context<'_>, _: &[RawReply<'_>], params: Params<'a>) -> Queries<'a> {
    let Params { symbols, range, interval, prepost } = params;
    let is_there = symbols.len() == 1 && range == RANGE && interval == INTERVAL && !prepost;
    carried::page_query(is_there, "the closes of one symbol, of the day and every five minutes")
}

/// Converts the reply of the spark service, or the quote page.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, has a series of another symbol or another range, or none
/// that can be read. 404: the host knows none of the symbols.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let is_wanted = |script: &Embedded<'_>| {
        let symbols = script.parameter("symbols").filter(|_| script.is_from(PATH));
        symbols.zip(params.symbols.first()).is_some_and(|(found, asked)| instrument::is_same(&found, asked))
            && script.has("range", params.range)
            && script.has("interval", params.interval)
            && script.has("includePrePost", flag(params.prepost))
    };
    let document = carried::document(exactly_one(replies)?, "the closes of the page", is_wanted)?;
    let raw = document.reply();
    match json::document::<Reply<List<Row<Meta>>>>(raw, NAME) {
        Ok(reply) => response(raw, reply, params),
        // One by one: that takes longer.
        Err(_) => {
            let reply = json::document::<Reply<Rows<Row<Lenient<Meta>>>>>(raw, NAME)?;
            response(raw, reply, params)
        }
    }
}

/// The reply in messages, and the path of its rows.
const NAME: &str = "the closes";
const RESULT: &str = "spark.result";

fn response<M: Into<Lenient<Meta>>, L: Readable<Row<M>>>(
    raw: RawReply<'_>,
    reply: Reply<L>,
    params: Params<'_>,
) -> Conversion<Response> {
    let envelope = reply.spark.ok_or_else(|| envelope::missing(raw, "spark"))?;
    let (mut series, mut skipped, mut notes) = (Vec::new(), Vec::new(), Notes::new());
    let mut of_other_question = None;
    for row in envelope.result(RESULT)?.readable(RESULT, &mut skipped)? {
        let symbol = row.symbol.unwrap_or_default();
        instrument::require_asked([&symbol], &params.symbols)?;
        let Some(First(chart)) = row.response else {
            skipped.push(SkippedRow::named(symbol, "its response is missing"));
            continue;
        };
        // A symbol that the host does not know may still have a row.
        let Some(chart) = chart else { continue };
        let Some((found, quote)) = closes(symbol, chart, &params, &mut skipped)? else { continue };
        if let Some(quote) = quote.filter(|_| notes.get::<LiveQuote>().is_none()) {
            notes.insert(quote);
        }
        match require_asked(&found, &params) {
            Ok(widened) => widened.into_iter().for_each(|widened| notes.insert(widened)),
            Err(fault) => {
                skipped.push(SkippedRow::named(found.symbol, fault.to_string()));
                of_other_question.get_or_insert(fault);
                continue;
            }
        }
        if let Some(unknown) = unknown_zone(&found.meta).filter(|_| notes.get::<UnknownZone>().is_none()) {
            notes.insert(unknown);
        }
        let (latest, named) = (&found.meta.regular_market_time, &found.meta.data_granularity);
        let interval = named.get().map_or(params.interval, String::as_str);
        if let Some(old) = old_bars(interval, &found.timestamp, latest.get().copied()) {
            notes.insert(old);
        }
        series.push(found);
    }
    if series.is_empty() {
        if let Some(fault) = of_other_question {
            return Err(fault.into());
        }
        if !skipped.is_empty() {
            return Err(none_of(RESULT, &skipped).into());
        }
        return Err(Fault::none_known(params.symbols, None).into());
    }
    let known = series.iter().map(|known: &Closes| known.symbol.as_str());
    let unknown = instrument::unknown(params.symbols, &known);
    Ok(Converted { response: Response { series, unknown }, notes }.with_skipped(skipped))
}

/// Refuses the closes of another range. Returns the interval where the host widened it.
fn require_asked(found: &Closes, params: &Params<'_>) -> Result<Option<WidenedInterval>, Fault> {
    require_range(params.range, found.meta.range.get().map(String::as_str), &found.timestamp)?;
    require_past(params.range, &found.timestamp, found.meta.regular_market_time.get().copied())?;
    let named = found.meta.data_granularity.get().map(String::as_str);
    match widened(params.interval, granularity(named, params.interval, &found.timestamp)) {
        // No host narrows an interval.
        Some(WidenedInterval { asked, found }) if interval_seconds(&found) < interval_seconds(&asked) => {
            Err(other(&asked, &found))
        }
        widened => Ok(widened),
    }
}

// ANCHOR: join
/// Joins the responses to parts of the symbols, in the order of the symbols.
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

/// Returns the closes of one chart, which has as many of them as timestamps, with the live quote that is in the last one;
/// `None` for a chart that is skipped.
///
/// # Errors
/// It is the chart of another symbol.
fn closes(
    symbol: String,
    chart: Chart<impl Into<Lenient<Meta>>>,
    params: &Params<'_>,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Option<(Closes, Option<LiveQuote>)>, ConversionError> {
    let Chart { meta, timestamp, indicators } = chart;
    let quote = indicators.and_then(|indicators| indicators.quote);
    let (Some(meta), Some(First(quote))) = (meta, quote) else {
        skipped.push(SkippedRow::named(symbol, "its meta or its quote is missing"));
        return Ok(None);
    };
    let Lenient { value: meta, skipped: unreadable } = meta.into();
    skipped.extend(unreadable);
    instrument::require_same(meta.symbol.get().map(String::as_str), &symbol)?;
    let cells = quote.and_then(|quote| quote.close).unwrap_or_default();
    let path = format!("{RESULT}.{}", shortened(symbol.clone()));
    let Times(mut timestamp) = timestamp.unwrap_or_default();
    let named = meta.data_granularity.get().map(String::as_str);
    let interval = granularity(named, params.interval, &timestamp);
    let settled =
        only_column("close", cells, timestamp.len(), &format!("{path}.close"), skipped).and_then(|close| {
            let (mut close, [mut open, mut high, mut low, mut adjclose, mut volume]) =
                (Some(close), [const { None }; 5]);
            let latest = meta.regular_market_time.get().copied();
            let possible = possible((Some(params.range), Span::OPEN), "", &timestamp, latest);
            let mut bars = Columns {
                timestamp: &mut timestamp,
                open: &mut open,
                high: &mut high,
                low: &mut low,
                closes: [&mut close, &mut adjclose],
                volume: &mut volume,
            };
            if let Some(possible) = possible {
                bars.keep_within(&possible, || format!("{path}.timestamp"), skipped);
            }
            let quote =
                bars.settle(reported(&meta, interval).as_ref(), &format!("{path}.timestamp"), skipped)?;
            Ok((close.unwrap_or_default(), quote))
        });
    match settled {
        Ok((close, quote)) => Ok(Some((Closes { symbol, meta, timestamp, close }, quote))),
        Err(fault) => {
            skipped.push(SkippedRow::named(symbol, fault.to_string()));
            Ok(None)
        }
    }
}

impl<M: DeserializeOwned> rows::Row for Row<M> {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.as_deref()
    }
}

members! {
    struct Reply[L] {
        spark: "spark" => Option<Envelope<L>>,
    }
}

members! {
    struct Row[M] {
        symbol: "symbol" => Option<String>,
        response: "response" => Option<First<Chart<M>>>,
    }
}

members! {
    struct Chart[M] {
        meta: "meta" => Option<M>,
        timestamp: "timestamp" => Option<Times>,
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
