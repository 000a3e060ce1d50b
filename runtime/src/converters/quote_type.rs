//! QuoteType: the kind of an instrument, its names and its exchange, from the service of quote types.

use serde::Deserialize;
use serde_json::{Map, Value};
use virtual_finance_core::{Context, ConversionHookError, Converted, Fault, RawReply, exactly_one};

use crate::read::envelope::{self, Envelope};
use crate::read::json::{self, First};
use crate::read::{instrument, members, record};

record! {
    /// The kind of an instrument, its names and its exchange.
    pub struct Response {
        /// The symbol, for example `IBM`.
        symbol: "symbol" => String,
        /// The type of the instrument, for example `EQUITY`.
        quote_type: "quoteType" => String,
        /// The code of the exchange, for example `NYQ`.
        exchange: "exchange" => String,
        /// The short name.
        short_name: "shortName" => String,
        /// The full name.
        long_name: "longName" => String,
        /// The id of the message board.
        message_board_id: "messageBoardId" => String,
        /// The zone of the exchange, for example `America/New_York`.
        exchange_timezone_name: "exchangeTimezoneName" => String,
        /// The short name of the zone, for example `EDT`.
        exchange_timezone_short_name: "exchangeTimezoneShortName" => String,
        /// The offset of the exchange from UTC, in milliseconds.
        gmt_off_set_milliseconds: "gmtOffSetMilliseconds" => i64,
        /// The market, for example `us_market`.
        market: "market" => String,
    }
}

/// The member that the service writes as text.
const OFFSET: &str = "gmtOffSetMilliseconds";

/// The parameters that the conversion reads.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker that was asked for.
    pub ticker: &'a str,
}

/// Converts the reply of the service of quote types.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, is about another instrument, or has none.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the quote type")?;
    let envelope = reply.quote_type.ok_or_else(|| envelope::missing(raw, "quoteType"))?;
    let First(row) = envelope.result("quoteType.result")?;
    let mut row = row.ok_or(Fault::Nothing { path: "quoteType.result[0]" })?;
    if let Some(Value::String(offset)) = row.get(OFFSET) {
        let number: i64 = offset
            .parse()
            .map_err(|_| Fault::wrong_type(format!("quoteType.result[0].{OFFSET}"), "an integer"))?;
        row.insert(OFFSET.to_owned(), number.into());
    }
    let response = Response::deserialize(Value::Object(row))
        .map_err(|error| json::malformed("quoteType.result[0]", &error))?;
    let missing = |field| move || Fault::missing(format!("quoteType.result[0].{field}"));
    let symbol = response.symbol.get().ok_or_else(missing("symbol"))?;
    instrument::require_same([symbol.as_str()], params.ticker)?;
    response.quote_type.get().ok_or_else(missing("quoteType"))?;
    Ok(response.into())
}

members! {
    struct Reply {
        quote_type: "quoteType" => Option<Envelope<First<Map<String, Value>>>>,
    }
}
