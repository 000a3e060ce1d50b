//! Option chains.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::options::{Chain, Contract, Response};
use virtual_finance::responses::{Field, Number};

use crate::column::{floats, frame, instants, integers, texts, truths};
use crate::error::Error;
use crate::zone::{Zone, day_text};

/// The options of one expiration.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OptionChain {
    /// The calls, by strike.
    pub calls: DataFrame,
    /// The puts, by strike.
    pub puts: DataFrame,
}

/// Returns the days on which options expire, written `2024-07-19`, as the response lists them.
#[must_use]
pub fn expirations(response: &Response) -> Vec<String> {
    response.expiration_dates.iter().filter_map(|date| day_text(*date)).collect()
}

/// Returns the calls and the puts of a chain, with the columns `contractSymbol`, `lastTradeDate` (in the zone
/// `tz`, UTC without one), `strike`, `lastPrice`, `bid`, `ask`, `change` (doubles, in the currency),
/// `percentChange` (percent), `volume`, `openInterest` (integers), `impliedVolatility` (a fraction a year),
/// `inTheMoney` (true or false), `contractSize` and `currency` (texts). Without a chain they have no rows.
///
/// # Errors
/// [`Error::UnknownZone`]; [`Error::Frame`] if polars rejects a column.
pub fn option_chain(chain: Option<&Chain>, tz: Option<&str>) -> Result<OptionChain, Error> {
    let zone = tz.map_or(Ok(Zone::UTC), Zone::named)?;
    let side = |of: fn(&Chain) -> &Field<Vec<Contract>>| {
        let contracts = chain.and_then(|chain| of(chain).get());
        contracts_frame(contracts.map(Vec::as_slice).unwrap_or_default(), zone)
    };
    Ok(OptionChain { calls: side(|chain| &chain.calls)?, puts: side(|chain| &chain.puts)? })
}

fn contracts_frame(contracts: &[Contract], zone: Zone) -> Result<DataFrame, Error> {
    let text = |name, of: fn(&Contract) -> &Field<String>| {
        texts(name, contracts.iter().map(move |contract| of(contract).get()))
    };
    let numbers =
        |of: fn(&Contract) -> &Field<Number>| contracts.iter().map(move |contract| of(contract).get());
    let trades = contracts.iter().map(|contract| contract.last_trade_date.get().copied());
    frame(
        contracts.len(),
        vec![
            text("contractSymbol", |contract| &contract.contract_symbol),
            instants("lastTradeDate", trades, zone),
            floats("strike", numbers(|contract| &contract.strike)),
            floats("lastPrice", numbers(|contract| &contract.last_price)),
            floats("bid", numbers(|contract| &contract.bid)),
            floats("ask", numbers(|contract| &contract.ask)),
            floats("change", numbers(|contract| &contract.change)),
            floats("percentChange", numbers(|contract| &contract.percent_change)),
            integers("volume", numbers(|contract| &contract.volume)),
            integers("openInterest", numbers(|contract| &contract.open_interest)),
            floats("impliedVolatility", numbers(|contract| &contract.implied_volatility)),
            truths("inTheMoney", contracts.iter().map(|contract| contract.in_the_money.get().copied())),
            text("contractSize", |contract| &contract.contract_size),
            text("currency", |contract| &contract.currency),
        ],
    )
}
