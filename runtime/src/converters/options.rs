//! Options: the calls and puts of one expiration, from the options service.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::{
    Context, ConversionHookError, Converted, DateTime, Fault, Field, RawReply, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::envelope::{self, Envelope};
use crate::read::instrument;
use crate::read::json::{self, First};
use crate::read::{amounts, members, record};

/// The standardized option chain.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Response {
    /// The ticker of the underlying instrument; null where the host does not know it.
    pub underlying_symbol: Option<String>,
    /// All expirations, in epoch seconds (midnight UTC).
    pub expiration_dates: Vec<i64>,
    /// All strikes, in the currency of the contracts.
    pub strikes: Vec<Number>,
    /// True if there are mini options.
    pub has_mini_options: bool,
    /// The chain of the selected expiration; empty where there is none.
    pub options: Vec<Chain>,
}

record! {
    /// The calls and puts of one expiration.
    pub struct Chain {
        /// The expiration, in epoch seconds.
        expiration_date: "expirationDate" => i64,
        /// True if there are mini options.
        has_mini_options: "hasMiniOptions" => bool,
        /// The calls, by strike.
        calls: "calls" => Vec<Contract>,
        /// The puts, by strike.
        puts: "puts" => Vec<Contract>,
    }
}

record! {
    /// An option contract.
    pub struct Contract {
        /// The symbol, for example `IBM210326C00100000`.
        contract_symbol: "contractSymbol" => String,
        /// The strike, in the currency.
        strike: "strike" => Number,
        /// The currency of the prices.
        currency: "currency" => String,
        /// The latest price, in the currency.
        last_price: "lastPrice" => Number,
        /// The change since the previous close, in the currency.
        change: "change" => Number,
        /// The change since the previous close, in percent.
        percent_change: "percentChange" => Number,
        /// The day's volume, in contracts.
        volume: "volume" => Number,
        /// The number of open contracts.
        open_interest: "openInterest" => Number,
        /// The bid, in the currency.
        bid: "bid" => Number,
        /// The ask, in the currency.
        ask: "ask" => Number,
        /// The size of the contract, for example `REGULAR`.
        contract_size: "contractSize" => String,
        /// The expiration, in epoch seconds.
        expiration: "expiration" => i64,
        /// The time of the latest trade, in epoch seconds.
        last_trade_date: "lastTradeDate" => i64,
        /// The implied volatility as a fraction a year.
        implied_volatility: "impliedVolatility" => Number,
        /// True if exercising would pay.
        in_the_money: "inTheMoney" => bool,
    }
}

impl Chain {
    /// Returns the chain with the counts of contracts as integers.
    fn with_whole_counts(mut self) -> Self {
        for side in [&mut self.calls, &mut self.puts] {
            let Field::Value(contracts) = side else { continue };
            for contract in contracts {
                amounts::whole_field(&mut contract.volume);
                amounts::whole_field(&mut contract.open_interest);
            }
        }
        self
    }
}

/// The parameters of the request that the conversion needs.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    /// The ticker of the underlying instrument that was asked for.
    pub ticker: &'a str,
    /// The expiration that was asked for, in epoch seconds.
    pub date: Option<i64>,
}

/// Converts the reply of the options service, which names the symbol that was asked for.
///
/// # Errors
/// 422: the reply is not an option chain, is about another instrument or another expiration, or the
/// instrument has none.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply = json::document(raw, "the option chain")?;
    let chains = reply.option_chain.ok_or_else(|| envelope::missing(raw, "optionChain"))?;
    let First(result) = chains.result("optionChain.result")?;
    let result = result.ok_or(MarketFault::NoOptions)?;
    let missing = |field| move || Fault::missing(format!("optionChain.result[0].{field}"));
    if result.underlying_symbol.is_absent() {
        return Err(missing("underlyingSymbol")().into());
    }
    if result.underlying_symbol.is_null() {
        return Err(Fault::Nothing { path: "optionChain.result[0].underlyingSymbol" }.into());
    }
    instrument::require_same(result.underlying_symbol.get().map(String::as_str), params.ticker)?;
    let response = Response {
        underlying_symbol: result.underlying_symbol.into_value(),
        expiration_dates: result.expiration_dates.ok_or_else(missing("expirationDates"))?,
        strikes: result.strikes.ok_or_else(missing("strikes"))?,
        has_mini_options: result.has_mini_options.ok_or_else(missing("hasMiniOptions"))?,
        options: result
            .options
            .ok_or_else(missing("options"))?
            .into_iter()
            .map(Chain::with_whole_counts)
            .collect(),
    };
    params.date.map_or(Ok(()), |date| require_expiration(&response, date))?;
    Ok(response.into())
}

/// Refuses a chain of another expiration than the one of the day.
fn require_expiration(response: &Response, date: i64) -> Result<(), Fault> {
    const DAY: i64 = 86_400;
    let is_asked = |expiration: &i64| expiration.div_euclid(DAY) == date.div_euclid(DAY);
    let day = |seconds: i64| {
        let text = DateTime::from(seconds).to_string();
        text.split('T').next().unwrap_or_default().to_owned()
    };
    if !response.expiration_dates.iter().any(is_asked) {
        let available = response.expiration_dates.iter().copied().map(day).collect();
        return Err(MarketFault::NoExpiration { asked: day(date), available }.into());
    }
    let mut chains = response.options.iter().filter_map(|chain| chain.expiration_date.get());
    match chains.all(is_asked) {
        true => Ok(()),
        false => Err(MarketFault::OtherExpiration { asked: day(date) }.into()),
    }
}

members! {
    struct Reply {
        option_chain: "optionChain" => Option<Envelope<First<Chains>>>,
    }
}

members! {
    struct Chains {
        underlying_symbol: "underlyingSymbol" => Field<String>,
        expiration_dates: "expirationDates" => Option<Vec<i64>>,
        strikes: "strikes" => Option<Vec<Number>>,
        has_mini_options: "hasMiniOptions" => Option<bool>,
        options: "options" => Option<Vec<Chain>>,
    }
}
