//! Quote: the latest prices of several instruments, from the quote service. The contract has no such
//! request; the rows keep the service's names, as those of Screener do.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::read::shortened;
use virtual_finance_core::{Context, ConversionHookError, Converted, Notes, RawReply, exactly_one};

use crate::fault::MarketFault;
use crate::notes::SkippedRows;
use crate::read::envelope::{self, Envelope};
use crate::read::instrument;
use crate::read::rows::{Row, Rows};
use crate::read::{amounts, json, members, record};

/// The most quotes that a reply may have; an address has no place for more symbols.
const MAX_QUOTES: usize = 5000;

/// The path of the quotes.
const RESULT: &str = "quoteResponse.result";

/// The quotes of the symbols that the host knows, and those that it does not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// A quote for each symbol that the host knows, in the host's order.
    pub quotes: Vec<Quote>,
    /// The symbols that were asked for and have no quote, in the order in which they were asked for. The note
    /// `SkippedRows` names those whose quote cannot be read.
    pub unknown: Vec<String>,
}

record! {
    /// The latest prices of an instrument and what the host says beside them. Prices are in `currency`.
    pub struct Quote {
        /// The symbol, for example `IBM`.
        symbol: "symbol" => String,
        /// The type of the instrument: `EQUITY`, `ETF`, `MUTUALFUND`, `INDEX`, `CURRENCY`, `CRYPTOCURRENCY`, `FUTURE` or `NONE`.
        quote_type: "quoteType" => String,
        /// The short name.
        short_name: "shortName" => String,
        /// The full name.
        long_name: "longName" => String,
        /// The currency of the prices, for example `USD`.
        currency: "currency" => String,
        /// The code of the exchange, for example `NYQ`.
        exchange: "exchange" => String,
        /// The zone of the exchange, for example `America/New_York`.
        exchange_timezone_name: "exchangeTimezoneName" => String,
        /// The state of the market: `PRE`, `REGULAR`, `POST`, `CLOSED` and others.
        market_state: "marketState" => String,
        /// The latest price of the regular session.
        regular_market_price: "regularMarketPrice" => Number,
        /// When that price was made, in epoch seconds.
        regular_market_time: "regularMarketTime" => i64,
        /// Its change since the previous close, in the currency.
        regular_market_change: "regularMarketChange" => Number,
        /// Its change since the previous close, in percent.
        regular_market_change_percent: "regularMarketChangePercent" => Number,
        /// The close of the session before.
        regular_market_previous_close: "regularMarketPreviousClose" => Number,
        /// The first price of the session.
        regular_market_open: "regularMarketOpen" => Number,
        /// The highest price of the session.
        regular_market_day_high: "regularMarketDayHigh" => Number,
        /// The lowest price of the session.
        regular_market_day_low: "regularMarketDayLow" => Number,
        /// The volume of the session, in shares or contracts.
        regular_market_volume: "regularMarketVolume" => Number,
        /// The best bid.
        bid: "bid" => Number,
        /// The best ask.
        ask: "ask" => Number,
        /// The value of all shares, in the currency.
        market_cap: "marketCap" => Number,
    }
}

/// The type in a row whose symbol the host no longer knows.
pub(super) const NOTHING: &str = "NONE";

impl Quote {
    /// Returns true if the symbol is gone: the host still has a row for it, without a price.
    fn is_of_nothing(&self) -> bool {
        let is_none = self.quote_type.get().is_some_and(|kind| kind == NOTHING);
        is_none && self.regular_market_price.get().is_none()
    }

    pub(super) fn make_amounts_whole(&mut self) {
        amounts::whole_field(&mut self.regular_market_volume);
        amounts::whole_field(&mut self.market_cap);
        amounts::whole_members(&mut self.other);
    }
}

impl Row for Quote {
    const NAME: &'static str = "symbol";

    fn name(&self) -> Option<&str> {
        self.symbol.get().map(String::as_str)
    }
}

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    /// The symbols that were asked for.
    pub symbols: Vec<&'a str>,
}

/// Converts the reply of the quote service.
///
/// # Errors
/// 422: the reply is not the service's, is the host's own error, has a quote of another symbol or of none, knows none of
/// the symbols, or has no quote that can be read.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the quotes")?;
    let envelope = reply.quotes.ok_or_else(|| envelope::missing(raw, "quoteResponse"))?;
    let mut skipped = Vec::new();
    let mut quotes = envelope.result(RESULT)?.readable(RESULT, &mut skipped)?;
    let symbols = quotes.iter().filter_map(Row::name).chain(skipped.iter().map(|row| row.name.as_str()));
    for symbol in symbols {
        if !params.symbols.iter().any(|asked| instrument::is_same(symbol, asked)) {
            return Err(instrument::other(symbol.to_owned()).into());
        }
    }
    quotes.retain(|quote| !quote.is_of_nothing());
    quotes.iter_mut().for_each(Quote::make_amounts_whole);
    if quotes.is_empty() {
        let symbols = params.symbols.into_iter().map(|symbol| shortened(symbol.to_owned())).collect();
        return Err(MarketFault::NoneKnown { symbols }.into());
    }
    let is_known = |symbol: &&str| {
        let mut known = quotes.iter().filter_map(|quote| quote.symbol.get());
        known.any(|known| instrument::is_same(known, symbol))
    };
    let unknown = params.symbols.into_iter().filter(|symbol| !is_known(symbol)).map(str::to_owned).collect();
    let mut notes = Notes::new();
    SkippedRows::note(skipped, &mut notes);
    Ok(Converted { response: Response { quotes, unknown }, notes })
}

members! {
    struct Reply {
        quotes: "quoteResponse" => Option<Envelope<Rows<Quote, MAX_QUOTES>>>,
    }
}
