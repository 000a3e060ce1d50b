//! The structure of an option chain.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use virtual_finance_core::Field;

use crate::read::rows::Row;
use crate::read::{amounts, members};
use crate::records::InstrumentQuote;

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
    /// The chain of the selected expiration.
    pub options: Vec<Chain>,
    /// The quote of the underlying instrument, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "InstrumentQuote"))]
    pub quote: Option<InstrumentQuote>,
}

members! {
    /// The calls and puts of one expiration.
    pub open struct Chain {
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

members! {
    /// An option contract.
    pub open struct Contract {
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
    pub(super) fn with_whole_counts(mut self) -> Self {
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

impl Row for Contract {
    const NAME: &'static str = "contractSymbol";

    fn name(&self) -> Option<&str> {
        self.contract_symbol.get().map(String::as_str)
    }
}
