//! Shares: the number of shares of a company over time, from the fundamentals time series.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, DateTime, Fault, QueryPairs, RawReply, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::{amounts, instrument, members};

/// The number of shares over time.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The ticker that was asked for.
    pub ticker: String,
    /// The counts in the host's order. A day may have several, with different numbers.
    pub shares: Vec<ShareCount>,
}

/// The number of shares on a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ShareCount {
    /// The day, in epoch seconds (midnight UTC).
    pub date: i64,
    /// The number of shares; null where the host does not know it.
    pub shares: Option<Number>,
}

/// The parameters that the conversion reads.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for.
    pub ticker: &'a str,
}

/// The parameters that the query is made of.
#[derive(Debug, Clone, Copy)]
pub struct Query {
    /// The start of the span, in epoch seconds.
    pub start: Option<i64>,
    /// The end of the span, in epoch seconds.
    pub end: Option<i64>,
}

/// Returns the query for a span, by default the 18 months up to now.
#[must_use]
pub fn prepare(query: Query, now: DateTime) -> QueryPairs<'static> {
    /// 548 days, which are 18 months.
    const USUAL: i64 = 548 * 86_400;
    let end = query.end.unwrap_or(now.epoch_seconds());
    let start = query.start.unwrap_or(end.saturating_sub(USUAL));
    vec![("period1", start.to_string().into()), ("period2", end.to_string().into())]
}

/// Converts the reply of the fundamentals time series. No counts within the span are no error.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, is about another company, or its lists have different
/// lengths.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the shares")?;
    let envelope = reply.series.ok_or_else(|| envelope::missing(raw, "timeseries"))?;
    let First(series) = envelope.result("timeseries.result")?;
    let series = series.ok_or(Fault::Nothing { path: "timeseries.result[0]" })?;
    let symbols = series.meta.and_then(|meta| meta.symbol).unwrap_or_default();
    if symbols.is_empty() {
        return Err(Fault::missing("timeseries.result[0].meta.symbol").into());
    }
    instrument::require_same(symbols.iter().map(String::as_str), params.ticker)?;
    let (dates, counts) = (series.timestamp.unwrap_or_default(), series.shares.unwrap_or_default());
    if dates.len() != counts.len() {
        let (rows, timestamps) = (counts.len(), dates.len());
        return Err(MarketFault::UnequalRows { column: "shares_out", rows, timestamps }.into());
    }
    let counts = counts.into_iter().map(|count| count.map(amounts::whole));
    let shares = dates.into_iter().zip(counts).map(|(date, shares)| ShareCount { date, shares }).collect();
    Ok(Response { ticker: params.ticker.to_owned(), shares }.into())
}

members! {
    struct Reply {
        series: "timeseries" => Option<Envelope<First<Series>>>,
    }
}

members! {
    struct Series {
        meta: "meta" => Option<About>,
        timestamp: "timestamp" => Option<Vec<i64>>,
        shares: "shares_out" => Option<Vec<Option<Number>>>,
    }
}

members! {
    struct About {
        symbol: "symbol" => Option<Vec<String>>,
    }
}
