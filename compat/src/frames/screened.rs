//! Instruments that fulfil the query of a screener, or that a predefined one selects.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::custom_screener::Response;
use virtual_finance::responses::{Number, Value, screener};

use crate::column::{instants, texts};
use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// The instruments in the order that was asked for: `symbol`, `shortName`, `longName`, `quoteType`, `exchange`, `currency`
/// (texts), `regularMarketPrice`, `regularMarketChange`, `regularMarketChangePercent` (doubles, the last in percent),
/// `regularMarketTime` (in UTC), `regularMarketVolume`, `marketCap` (integers) and `trailingPE`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn quotes(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.rows));
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("shortName", |row| &row.short_name),
        rows.texts("longName", |row| &row.long_name),
        rows.texts("quoteType", |row| &row.quote_type),
        rows.texts("exchange", |row| &row.exchange),
        rows.texts("currency", |row| &row.currency),
        rows.floats("regularMarketPrice", |row| row.regular_market_price.get()),
        rows.floats("regularMarketChange", |row| row.regular_market_change.get()),
        rows.floats("regularMarketChangePercent", |row| row.regular_market_change_percent.get()),
        rows.instants("regularMarketTime", |row| &row.regular_market_time, Zone::UTC),
        rows.integers("regularMarketVolume", |row| row.regular_market_volume.get()),
        rows.integers("marketCap", |row| row.market_cap.get()),
        rows.floats("trailingPE", |row| row.other.get("trailingPE")?.as_number()),
    ])
}

/// The instruments that a predefined screener selects, with the columns of [`quotes`]. Its page has no exchange and no
/// time of the prices; the screener service has both.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn predefined(response: &screener::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.rows));
    let times = response.rows.iter().map(|row| figure(row.other.get("regularMarketTime")?)?.as_i64());
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("shortName", |row| &row.short_name),
        rows.texts("longName", |row| &row.long_name),
        rows.texts("quoteType", |row| &row.quote_type),
        texts("exchange", response.rows.iter().map(|row| row.other.get("exchange")?.as_str())),
        rows.texts("currency", |row| &row.currency),
        rows.floats("regularMarketPrice", |row| row.regular_market_price.get()?.raw.get()),
        rows.floats("regularMarketChange", |row| row.regular_market_change.get()?.raw.get()),
        rows.floats("regularMarketChangePercent", |row| row.regular_market_change_percent.get()?.raw.get()),
        instants("regularMarketTime", times, Zone::UTC),
        rows.integers("regularMarketVolume", |row| row.regular_market_volume.get()?.raw.get()),
        rows.integers("marketCap", |row| row.market_cap.get()?.raw.get()),
        rows.floats("trailingPE", |row| row.trailing_pe.get()?.raw.get()),
    ])
}

/// Returns a figure that is a number or an object with one.
fn figure(value: &Value) -> Option<&Number> {
    value.get("raw").unwrap_or(value).as_number()
}
