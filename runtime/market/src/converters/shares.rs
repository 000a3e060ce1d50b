//! Shares: the number of shares of a company over time, from the fundamentals time series.

use virtual_finance_core::{Context, Converted, DateTime, Fault, QueryPairs, RawReply, exactly_one};

use super::params::shares::{Params, Query};
use crate::read::bars::{keep_possible, only_column};
use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::numbers::{Numbers, Times};
use crate::read::span::{DAY, Span};
use crate::read::timeseries::Names;
use crate::read::{Conversion, amounts, instrument, members};

pub use crate::records::shares::*;

/// Returns the query for a span, by default the 18 months up to now.
pub fn prepare(query: Query, now: DateTime) -> QueryPairs<'static> {
    /// 548 days, which are 18 months.
    const USUAL: i64 = 548 * 86_400;
    let end = query.end.unwrap_or(now).epoch_seconds();
    let start = query.start.map_or(end.saturating_sub(USUAL), DateTime::epoch_seconds);
    vec![("period1", start.to_string().into()), ("period2", end.to_string().into())]
}

/// The name of the series.
const SERIES: &str = "shares_out";

/// Converts the reply of the fundamentals time series. No counts within the span are no error.
///
/// # Errors
/// 422: the reply is not the service's or is of another series, is the host's own error, is about another company or another
/// time, or its lists have different lengths.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the shares")?;
    let envelope = reply.series.ok_or_else(|| envelope::missing(raw, "timeseries"))?;
    let First(series) = envelope.result("timeseries.result")?;
    let series = series.ok_or(Fault::Nothing { path: "timeseries.result[0]" })?;
    let About { symbol, kind } = series.meta.unwrap_or_default();
    let symbols = symbol.map(Names::into_list).unwrap_or_default();
    if symbols.is_empty() {
        return Err(Fault::missing("timeseries.result[0].meta.symbol").into());
    }
    instrument::require_same(symbols.iter().map(String::as_str), params.ticker)?;
    // Without a count within the span, the service names the series alone.
    let kinds = kind.map(Names::into_list).unwrap_or_default();
    let is_named = kinds.iter().any(|kind| kind == SERIES);
    if series.shares.is_none() && !is_named {
        return Err(Fault::missing("timeseries.result[0].shares_out").into());
    }
    if let Some(other) = kinds.into_iter().next().filter(|_| !is_named) {
        return Err(Fault::about_other(format!("series {other}"), None).into());
    }
    let mut skipped = Vec::new();
    let (Times(mut dates), counts) =
        (series.timestamp.unwrap_or_default(), series.shares.unwrap_or_default());
    let path = "timeseries.result[0].shares_out";
    let mut counts = Some(only_column(SERIES, counts, dates.len(), path, &mut skipped)?);
    keep_possible(&mut dates, [&mut counts], "timeseries.result[0].timestamp", &mut skipped)?;
    let [start, end] = [params.start, params.end].map(|time| time.map(DateTime::epoch_seconds));
    Span { start, end }.require(dates.iter().copied(), DAY)?;
    let counts = counts.into_iter().flatten().map(|count| count.map(amounts::whole));
    let shares = dates.into_iter().zip(counts).map(|(date, shares)| ShareCount { date, shares }).collect();
    let response = Response { ticker: params.ticker.to_owned(), shares };
    Ok(Converted::from(response).with_skipped(skipped))
}

members! {
    struct Reply {
        series: "timeseries" => Option<Envelope<First<Series>>>,
    }
}

members! {
    struct Series {
        meta: "meta" => Option<About>,
        timestamp: "timestamp" => Option<Times>,
        shares: "shares_out" => Option<Numbers>,
    }
}

members! {
    #[derive(Default)]
    struct About {
        symbol: "symbol" => Option<Names>,
        kind: "type" => Option<Names>,
    }
}
