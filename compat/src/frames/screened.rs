//! Instruments that fulfil the query of a screener.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::custom_screener::Response;

use crate::column::{floats, frame, instants, integers, texts};
use crate::error::Error;
use crate::zone::Zone;

/// The instruments in the order that was asked for: `symbol`, `shortName`, `longName`, `quoteType`, `exchange`, `currency`
/// (texts), `regularMarketPrice`, `regularMarketChange`, `regularMarketChangePercent` (doubles, the last in percent),
/// `regularMarketTime` (in UTC), `regularMarketVolume`, `marketCap` (integers) and `trailingPE`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn quotes(response: &Response) -> Result<DataFrame, Error> {
    let rows = response.rows.iter();
    let ratios = rows.clone().map(|row| row.other.get("trailingPE").and_then(|ratio| ratio.as_number()));
    frame(
        response.rows.len(),
        vec![
            texts("symbol", rows.clone().map(|row| row.symbol.get())),
            texts("shortName", rows.clone().map(|row| row.short_name.get())),
            texts("longName", rows.clone().map(|row| row.long_name.get())),
            texts("quoteType", rows.clone().map(|row| row.quote_type.get())),
            texts("exchange", rows.clone().map(|row| row.exchange.get())),
            texts("currency", rows.clone().map(|row| row.currency.get())),
            floats("regularMarketPrice", rows.clone().map(|row| row.regular_market_price.get())),
            floats("regularMarketChange", rows.clone().map(|row| row.regular_market_change.get())),
            floats(
                "regularMarketChangePercent",
                rows.clone().map(|row| row.regular_market_change_percent.get()),
            ),
            instants(
                "regularMarketTime",
                rows.clone().map(|row| row.regular_market_time.get().copied()),
                Zone::UTC,
            ),
            integers("regularMarketVolume", rows.clone().map(|row| row.regular_market_volume.get())),
            integers("marketCap", rows.map(|row| row.market_cap.get())),
            floats("trailingPE", ratios),
        ],
    )
}
