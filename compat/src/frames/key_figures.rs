//! The key figures of a company, and the info of yfinance, which has them.

use virtual_finance::responses::{InstrumentQuote, Map, Number, Value, key_figures, profile, valuation};

use crate::frames::members::members;
pub use crate::frames::table::key_figures::*;

/// The price of an info: the open of the day in a profile, and the latest one in a quote.
const PRICE: &str = "regularMarketPrice";
/// The address of the logo in a profile, which is of the contract alone.
const LOGO: &str = "logo_url";
/// A fraction in a profile, and in percent in a quote.
const YIELD: &str = "dividendYield";
/// A day in seconds.
const DAY: i64 = 86_400;

/// The info of yfinance: the facts of a profile, the key figures, the members of a quote and `trailingPegRatio`, by the
/// names of the host. What only a profile has is as there, what a quote has is the quote's: `regularMarketPrice` is the latest
/// price, `dividendYield` in percent. What the host does not know is absent, but for `trailingPegRatio`, which is null.
pub fn info(
    profile: &profile::Response,
    figures: Option<&key_figures::Response>,
    quote: Option<&InstrumentQuote>,
    values: Option<&valuation::Response>,
) -> Map<String, Value> {
    let mut info = profile.info.clone().unwrap_or_default();
    info.shift_remove(PRICE);
    info.shift_remove(LOGO);
    if let Some(part) = info.get_mut(YIELD) {
        *part = percent(part);
    }
    let mut figures = members(figures);
    figures.shift_remove("ticker");
    info.extend(figures.into_iter().chain(members(quote)).filter(|(_, value)| !value.is_null()));
    info.retain(|_, value| !value.is_null());
    // The sections say it in seconds or in days.
    if let Some(age) = info.get_mut("maxAge") {
        *age = DAY.into();
    }
    let ratio = values.and_then(|values| values.current.as_ref()?.peg_ratio.get());
    info.insert("trailingPegRatio".to_owned(), ratio.cloned().map_or(Value::Null, Value::from));
    info
}

/// Returns a fraction in percent, in hundredths as hosts write it.
fn percent(fraction: &Value) -> Value {
    let percent = fraction.as_f64().and_then(|part| Number::from_f64((part * 10_000.0).round() / 100.0));
    percent.map_or(Value::Null, Value::from)
}
