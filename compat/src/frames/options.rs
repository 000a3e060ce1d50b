//! Option chains.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::options::{Chain, Contract, Response};
use virtual_finance::responses::{Field, Map, Value};

use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::{Zone, day_text};

/// The options of one expiration.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OptionChain {
    /// The calls, by strike.
    pub calls: DataFrame,
    /// The puts, by strike.
    pub puts: DataFrame,
    /// The quote of the underlying instrument by the host's names; empty where the host sends none.
    pub underlying: Map<String, Value>,
}

/// Returns the days on which options expire, written `2024-07-19`, as the response lists them.
#[must_use]
pub fn expirations(response: &Response) -> Vec<String> {
    response.expiration_dates.iter().filter_map(|date| day_text(*date)).collect()
}

/// Returns the calls and the puts of a chain, without the quote of the underlying instrument, with the columns `contractSymbol`, `lastTradeDate` (in the zone
/// `tz`, UTC without one), `strike`, `lastPrice`, `bid`, `ask`, `change` (doubles, in the currency),
/// `percentChange` (percent), `volume`, `openInterest` (integers), `impliedVolatility` (a fraction a year),
/// `inTheMoney` (true or false), `contractSize` and `currency` (texts). Without a chain they have no rows.
///
/// # Errors
/// [`Error::UnknownZone`]; [`Error::Frame`] if polars rejects a column.
pub fn option_chain(chain: Option<&Chain>, tz: Option<&str>) -> Result<OptionChain, Error> {
    let zone = tz.map_or(Ok(Zone::UTC), Zone::named)?;
    let side =
        |of: fn(&Chain) -> &Field<Vec<Contract>>| contracts(chain.and_then(|chain| of(chain).get()), zone);
    let (calls, puts) = (side(|chain| &chain.calls)?, side(|chain| &chain.puts)?);
    Ok(OptionChain { calls, puts, underlying: Map::new() })
}

/// Returns the quote of the underlying instrument by the host's names.
#[must_use]
pub fn underlying(response: &Response) -> Map<String, Value> {
    match response.quote.as_ref().map(serde_json::to_value) {
        Some(Ok(Value::Object(quote))) => quote,
        _ => Map::new(),
    }
}

fn contracts(list: Option<&Vec<Contract>>, zone: Zone) -> Result<DataFrame, Error> {
    let rows = Rows::of(list);
    rows.frame(vec![
        rows.texts("contractSymbol", |row| &row.contract_symbol),
        rows.instants("lastTradeDate", |row| &row.last_trade_date, zone),
        rows.floats("strike", |row| row.strike.get()),
        rows.floats("lastPrice", |row| row.last_price.get()),
        rows.floats("bid", |row| row.bid.get()),
        rows.floats("ask", |row| row.ask.get()),
        rows.floats("change", |row| row.change.get()),
        rows.floats("percentChange", |row| row.percent_change.get()),
        rows.integers("volume", |row| row.volume.get()),
        rows.integers("openInterest", |row| row.open_interest.get()),
        rows.floats("impliedVolatility", |row| row.implied_volatility.get()),
        rows.truths("inTheMoney", |row| &row.in_the_money),
        rows.texts("contractSize", |row| &row.contract_size),
        rows.texts("currency", |row| &row.currency),
    ])
}
