//! The latest prices: the figures of one instrument by the names of yfinance, and the summary of a market.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{InstrumentQuote, Map, Number, Value, market_summary};

use crate::error::Error;
use crate::frames::key_figures::members;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// The names of yfinance, each with the host's name of the same figure.
const FAST_INFO: [(&str, &str); 20] = [
    ("currency", "currency"),
    ("dayHigh", "regularMarketDayHigh"),
    ("dayLow", "regularMarketDayLow"),
    ("exchange", "exchange"),
    ("fiftyDayAverage", "fiftyDayAverage"),
    ("lastPrice", "regularMarketPrice"),
    ("lastVolume", "regularMarketVolume"),
    ("marketCap", "marketCap"),
    ("open", "regularMarketOpen"),
    ("previousClose", "regularMarketPreviousClose"),
    ("quoteType", "quoteType"),
    ("regularMarketPreviousClose", "regularMarketPreviousClose"),
    ("shares", "sharesOutstanding"),
    ("tenDayAverageVolume", "averageDailyVolume10Day"),
    ("threeMonthAverageVolume", "averageDailyVolume3Month"),
    ("timezone", "exchangeTimezoneName"),
    ("twoHundredDayAverage", "twoHundredDayAverage"),
    (YEAR_CHANGE, "fiftyTwoWeekChangePercent"),
    ("yearHigh", "fiftyTwoWeekHigh"),
    ("yearLow", "fiftyTwoWeekLow"),
];

/// The figure that is a fraction, and a percentage at the host.
const YEAR_CHANGE: &str = "yearChange";

/// The latest figures of an instrument by the 20 names of yfinance, in alphabetical order. Prices are in the `currency`,
/// and `yearChange` is a fraction. A figure that the host does not know is null.
#[must_use]
pub fn fast_info(quote: Option<&InstrumentQuote>) -> Map<String, Value> {
    let members = quote.map(|quote| members(serde_json::to_value(quote))).unwrap_or_default();
    let figure = |(name, host): (&str, &str)| {
        let value = members.get(host).cloned().unwrap_or_default();
        let value = if name == YEAR_CHANGE { fraction(&value) } else { value };
        (name.to_owned(), value)
    };
    FAST_INFO.into_iter().map(figure).collect()
}

fn fraction(percent: &Value) -> Value {
    let fraction = percent.as_f64().and_then(|percent| Number::from_f64(percent / 100.0));
    fraction.map_or(Value::Null, Value::from)
}

/// The instruments of a market, in the host's order: `exchange`, `symbol`, `shortName`, `quoteType` (texts),
/// `regularMarketPrice`, `regularMarketChange`, `regularMarketChangePercent`, `regularMarketPreviousClose` (doubles, the
/// change in percent too), `regularMarketTime` (in UTC) and `marketState`. Several may be of one exchange.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn summary(response: &market_summary::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.quotes));
    rows.frame(vec![
        rows.texts("exchange", |row| &row.exchange),
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("shortName", |row| &row.short_name),
        rows.texts("quoteType", |row| &row.quote_type),
        rows.floats("regularMarketPrice", |row| row.regular_market_price.get()),
        rows.floats("regularMarketChange", |row| row.regular_market_change.get()),
        rows.floats("regularMarketChangePercent", |row| row.regular_market_change_percent.get()),
        rows.floats("regularMarketPreviousClose", |row| row.regular_market_previous_close.get()),
        rows.instants("regularMarketTime", |row| &row.regular_market_time, Zone::UTC),
        rows.texts("marketState", |row| &row.market_state),
    ])
}
