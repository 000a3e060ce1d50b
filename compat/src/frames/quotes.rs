//! The latest prices: the figures of one instrument by the names of yfinance, and the summary of a market.

use virtual_finance::responses::{InstrumentQuote, Map, Number, Value};

use crate::frames::members::{members, named};
pub use crate::frames::table::quotes::*;

/// The figure that is a fraction, and a percentage at the host.
const YEAR_CHANGE: &str = "yearChange";

/// The latest figures of an instrument by the 20 names of yfinance, in alphabetical order. Prices are in the `currency`,
/// and `yearChange` is a fraction. A figure that the host does not know is null.
pub fn fast_info(quote: Option<&InstrumentQuote>) -> Map<String, Value> {
    let mut figures = named(&FAST_INFO, &members(quote));
    if let Some(change) = figures.get_mut(YEAR_CHANGE) {
        *change = fraction(change);
    }
    figures
}

fn fraction(percent: &Value) -> Value {
    let fraction = percent.as_f64().and_then(|percent| Number::from_f64(percent / 100.0));
    fraction.map_or(Value::Null, Value::from)
}
