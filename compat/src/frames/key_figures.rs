//! The key figures of a company, and the info of yfinance, which has them.

use polars_core::prelude::DataFrame;
use serde_json::Error as JsonError;
use virtual_finance::responses::{InstrumentQuote, Map, Number, Value, key_figures, profile, valuation};

use crate::column::{floats, frame, texts};
use crate::error::Error;

const TEXTS: [&str; 4] = ["ticker", "currency", "financialCurrency", "recommendationKey"];
const NUMBERS: [&str; 27] = [
    "currentPrice",
    "targetHighPrice",
    "targetLowPrice",
    "targetMeanPrice",
    "targetMedianPrice",
    "recommendationMean",
    "numberOfAnalystOpinions",
    "totalCash",
    "totalCashPerShare",
    "ebitda",
    "totalDebt",
    "quickRatio",
    "currentRatio",
    "totalRevenue",
    "debtToEquity",
    "revenuePerShare",
    "returnOnAssets",
    "returnOnEquity",
    "grossProfits",
    "freeCashflow",
    "operatingCashflow",
    "earningsGrowth",
    "revenueGrowth",
    "grossMargins",
    "ebitdaMargins",
    "operatingMargins",
    "profitMargins",
];
/// The price of an info: the open of the day in a profile, and the latest one in a quote.
const PRICE: &str = "regularMarketPrice";
/// The address of the logo in a profile, which is of the contract alone.
const LOGO: &str = "logo_url";
/// A fraction in a profile, and in percent in a quote.
const YIELD: &str = "dividendYield";
/// A day in seconds.
const DAY: i64 = 86_400;

/// The key figures: one row with `ticker`, `currency` (of the prices), `financialCurrency` (of the amounts) and
/// `recommendationKey` (texts), and the figures by the names of the host (doubles). Margins, returns and growth are
/// fractions, and `debtToEquity` is in percent.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn key_figures(response: &key_figures::Response) -> Result<DataFrame, Error> {
    let members = members(serde_json::to_value(response));
    let one = |name| std::iter::once(members.get(name));
    let texts = TEXTS.map(|name| texts(name, one(name).map(|value| value?.as_str())));
    let numbers = NUMBERS.map(|name| floats(name, one(name).map(|value| value?.as_number())));
    frame(1, texts.into_iter().chain(numbers).collect())
}

/// The info of yfinance: the facts of a profile, the key figures, the members of a quote and `trailingPegRatio`, by the
/// names of the host. What only a profile has is as there, what a quote has is the quote's: `regularMarketPrice` is the latest
/// price, `dividendYield` in percent. What the host does not know is absent, but for `trailingPegRatio`, which is null.
#[must_use]
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
    let mut figures = figures.map(|figures| members(serde_json::to_value(figures))).unwrap_or_default();
    figures.shift_remove("ticker");
    let quote = quote.map(|quote| members(serde_json::to_value(quote))).unwrap_or_default();
    info.extend(figures.into_iter().chain(quote).filter(|(_, value)| !value.is_null()));
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

/// Returns the members of a structure by the names of the host.
pub(crate) fn members(structure: Result<Value, JsonError>) -> Map<String, Value> {
    match structure {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}
