//! Option chains.

use polars_core::prelude::DataFrame;
use virtual_finance::notes::Notes;
use virtual_finance::responses::options::{Chain, Contract, Response};
use virtual_finance::responses::{Field, Map, Value};

use crate::error::Error;
use crate::frames::members::members;
use crate::frames::table::options::contracts;
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
    /// The notes of the reply that has the chain, for example about contracts that are left out.
    pub notes: Notes,
}

/// Returns the days on which options expire, written `2024-07-19`, as the response lists them.
pub fn expirations(response: &Response) -> Vec<String> {
    response.expiration_dates.iter().filter_map(|date| day_text(*date)).collect()
}

/// Returns the calls and the puts of a chain, without its notes and the quote of the underlying instrument. The columns are
/// `contractSymbol`, `lastTradeDate` (in the zone `tz`, UTC without one), `strike`, `lastPrice`, `bid`, `ask`, `change`
/// (doubles, in the currency), `percentChange` (percent), `volume`, `openInterest` (integers), `impliedVolatility` (a
/// fraction a year), `inTheMoney` (true or false), `contractSize` and `currency` (texts). Without a chain they have no rows.
///
/// # Errors
/// [`Error::UnknownZone`]; [`Error::Frame`] if polars rejects a column.
pub fn option_chain(chain: Option<&Chain>, tz: Option<&str>) -> Result<OptionChain, Error> {
    let zone = tz.map_or(Ok(Zone::UTC), Zone::named)?;
    let side = |of: fn(&Chain) -> &Field<Vec<Contract>>| {
        contracts(chain.and_then(|chain| of(chain).get()), zone.clone())
    };
    let (calls, puts) = (side(|chain| &chain.calls)?, side(|chain| &chain.puts)?);
    Ok(OptionChain { calls, puts, underlying: Map::new(), notes: Notes::new() })
}

/// Returns the quote of the underlying instrument by the host's names.
pub fn underlying(response: &Response) -> Map<String, Value> {
    members(response.quote.as_ref())
}
