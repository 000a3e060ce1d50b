//! Instruments that fulfil the query of a screener, or that a predefined one selects.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::custom_screener::Response;
use virtual_finance::responses::{Number, Value, screener};

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

/// The instruments that a predefined screener selects, with the columns of [`quotes`]. Its page has no exchange and no
/// time of the prices; the screener service has both.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn predefined(response: &screener::Response) -> Result<DataFrame, Error> {
    let rows = response.rows.iter();
    let times = rows.clone().map(|row| figure(row.other.get("regularMarketTime")?)?.as_i64());
    frame(
        response.rows.len(),
        vec![
            texts("symbol", rows.clone().map(|row| row.symbol.get())),
            texts("shortName", rows.clone().map(|row| row.short_name.get())),
            texts("longName", rows.clone().map(|row| row.long_name.get())),
            texts("quoteType", rows.clone().map(|row| row.quote_type.get())),
            texts("exchange", rows.clone().map(|row| row.other.get("exchange")?.as_str())),
            texts("currency", rows.clone().map(|row| row.currency.get())),
            floats("regularMarketPrice", rows.clone().map(|row| row.regular_market_price.get()?.raw.get())),
            floats("regularMarketChange", rows.clone().map(|row| row.regular_market_change.get()?.raw.get())),
            floats(
                "regularMarketChangePercent",
                rows.clone().map(|row| row.regular_market_change_percent.get()?.raw.get()),
            ),
            instants("regularMarketTime", times, Zone::UTC),
            integers(
                "regularMarketVolume",
                rows.clone().map(|row| row.regular_market_volume.get()?.raw.get()),
            ),
            integers("marketCap", rows.clone().map(|row| row.market_cap.get()?.raw.get())),
            floats("trailingPE", rows.map(|row| row.trailing_pe.get()?.raw.get())),
        ],
    )
}

/// Returns a figure that is a number or an object with one.
fn figure(value: &Value) -> Option<&Number> {
    value.get("raw").unwrap_or(value).as_number()
}
