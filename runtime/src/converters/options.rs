//! Options: the calls and puts of one expiration, from the options service.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Number, Value};
use virtual_finance_core::{
    Context, ConversionHookError, Converted, DateTime, Fault, Field, Notes, RawReply, SkippedRow,
    SkippedRows, exactly_one,
};

use crate::fault::MarketFault;
use crate::read::envelope::{self, Envelope};
use crate::read::instrument;
use crate::read::json::{self, Entries, First};
use crate::read::rows::{Row, Rows};
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
/// 422: the reply is not an option chain, is about another instrument or another expiration, a chain has neither calls nor
/// puts, a contract has no symbol or no strike, or the instrument has none.
pub fn convert(
    _: &Context<'_>,
    replies: &[RawReply<'_>],
    params: Params<'_>,
) -> Result<Converted<Response>, ConversionHookError> {
    let raw = exactly_one(replies)?;
    let reply: Reply<&RawValue> = json::document(raw, "the option chain")?;
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
    let mut skipped = Vec::new();
    let chains = result.options.ok_or_else(missing("options"))?;
    let chains = chains.into_iter().enumerate().map(|(index, chain)| {
        self::chain(chain, &format!("optionChain.result[0].options[{index}]"), &mut skipped)
    });
    let response = Response {
        options: chains.collect::<Result<_, _>>()?,
        underlying_symbol: result.underlying_symbol.into_value(),
        expiration_dates: result.expiration_dates.ok_or_else(missing("expirationDates"))?,
        strikes: result.strikes.ok_or_else(missing("strikes"))?,
        has_mini_options: result.has_mini_options.ok_or_else(missing("hasMiniOptions"))?,
    };
    params.date.map_or(Ok(()), |date| require_expiration(&response, date))?;
    let mut notes = Notes::new();
    SkippedRows::note(skipped, &mut notes);
    Ok(Converted { response, notes })
}

/// Reads a chain. Its contracts are read one by one.
fn chain(
    Entries(members): Entries<&RawValue>,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Chain, Fault> {
    let (mut calls, mut puts) = (Field::Absent, Field::Absent);
    let mut others: Map<String, Value> = Map::new();
    let malformed = |error: serde_json::Error| json::malformed(path.to_owned(), &error);
    for (name, value) in members {
        match &*name {
            "calls" => calls = contracts(value, &format!("{path}.calls"), skipped)?,
            "puts" => puts = contracts(value, &format!("{path}.puts"), skipped)?,
            _ => {
                others.insert(name, serde_json::from_str(value.get()).map_err(malformed)?);
            }
        }
    }
    if calls.get().or(puts.get()).is_none() {
        return Err(Fault::missing(format!("{path}.calls")));
    }
    let chain: Chain = serde_json::from_value(others.into()).map_err(malformed)?;
    Ok(Chain { calls, puts, ..chain }.with_whole_counts())
}

/// Reads the contracts of one side of a chain, each of which has a symbol and a strike.
fn contracts(
    side: &RawValue,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Field<Vec<Contract>>, Fault> {
    let rows: Option<Rows<Contract, { usize::MAX }>> =
        serde_json::from_str(side.get()).map_err(|error| json::malformed(path.to_owned(), &error))?;
    let Some(rows) = rows else { return Ok(Field::Null) };
    let contracts = rows.all_named(path, skipped)?;
    match contracts.iter().position(|contract| contract.strike.get().is_none()) {
        Some(index) => Err(Fault::missing(format!("{path}[{index}].strike"))),
        None => Ok(Field::Value(contracts)),
    }
}

impl Row for Contract {
    const NAME: &'static str = "contractSymbol";

    fn name(&self) -> Option<&str> {
        self.contract_symbol.get().map(String::as_str)
    }
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
    struct Reply[T] {
        option_chain: "optionChain" => Option<Envelope<First<Chains<T>>>>,
    }
}

members! {
    struct Chains[T] {
        underlying_symbol: "underlyingSymbol" => Field<String>,
        expiration_dates: "expirationDates" => Option<Vec<i64>>,
        strikes: "strikes" => Option<Vec<Number>>,
        has_mini_options: "hasMiniOptions" => Option<bool>,
        options: "options" => Option<Vec<Entries<T>>>,
    }
}
