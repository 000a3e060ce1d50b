//! ISIN: the International Securities Identification Number of a ticker, from the reply of
//! a suggest service. Another company's code is never given.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use virtual_finance_core::{Context, ConversionError, Fault, RawReply, exactly_one};

use super::params::isin::Params;
use crate::fault::MarketFault;
use crate::read::{Conversion, instrument, jsonp};

/// The message when no row has the symbol.
const NOT_FOUND: &str = "ISIN not found";
/// The function that the reply calls.
const FUNCTION: &str = "mmSuggestDeliver";

/// The ISIN of a ticker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Response {
    /// The query, as it was given.
    pub ticker: String,
    /// The code: two letters, nine letters or digits, a check digit.
    #[serde(rename = "ISIN")]
    pub isin: String,
}

/// Converts the list of suggestions.
///
/// # Errors
/// 422 when the reply cannot be read or the row's code is not an ISIN; 404 "ISIN not found" when no
/// row has the symbol.
pub fn convert(_: &Context<'_>, replies: &[RawReply<'_>], params: Params<'_>) -> Conversion<Response> {
    let arguments = jsonp::call(exactly_one(replies)?.text()?, FUNCTION)?;
    let [_, titles, rows, ..] = arguments.as_slice() else {
        return Err(Fault::missing("the list of suggestions").into());
    };
    let (Some(titles), Some(rows)) = (titles.as_array(), rows.as_array()) else {
        return Err(Fault::wrong_type("the list of suggestions", "a list of rows").into());
    };
    let not_found = || {
        let fault = MarketFault::NoRow { symbol: params.query.to_owned() };
        ConversionError::not_found(NOT_FOUND, fault.into())
    };
    if rows.is_empty() {
        return Err(not_found());
    }
    let index = titles.iter().position(|title| title.as_str() == Some("Keywords"));
    let index = index.ok_or_else(|| Fault::missing("the column Keywords"))?;

    let keywords: Vec<Keywords<'_>> =
        rows.iter().map(|row| Keywords::of(row, index, titles.len())).collect::<Result<_, _>>()?;
    let ranked = || keywords.iter().filter_map(|row| Some((row.rank(params.query)?, row)));
    let (best, row) = ranked().min_by_key(|(rank, _)| *rank).ok_or_else(not_found)?;
    if ranked().any(|(rank, other)| rank == best && other.code != row.code) {
        return Err(MarketFault::Ambiguous { symbol: params.query.to_owned() }.into());
    }
    if !is_isin(row.code) {
        return Err(MarketFault::BadIsin { code: row.code.chars().take(32).collect() }.into());
    }
    Ok(Response { ticker: params.query.to_owned(), isin: row.code.to_owned() }.into())
}

/// The keywords of a row: `symbol|ISIN|symbol||symbol`. Any of the symbols may be blank or left out.
struct Keywords<'a> {
    code: &'a str,
    symbols: [&'a str; 3],
}

impl<'a> Keywords<'a> {
    /// Returns the keywords of a row, which must have a field for each title.
    fn of(row: &'a Value, index: usize, titles: usize) -> Result<Self, Fault> {
        let fields = row.as_array().filter(|fields| fields.len() == titles);
        let text = fields.and_then(|fields| fields.get(index)).and_then(Value::as_str);
        let text =
            text.ok_or_else(|| Fault::wrong_type("a row of suggestions", "one text for each column"))?;
        let field = |index| text.split('|').nth(index).map_or("", str::trim);
        Ok(Self { symbols: [field(0), field(2), field(4)], code: field(1) })
    }

    /// The rank of the row: false when its own symbol is asked for, true when it is one of the symbols
    /// of other lines (the home ticker of a foreign line stands last).
    fn rank(&self, query: &str) -> Option<bool> {
        let asked = |symbol: &&str| !symbol.is_empty() && instrument::is_same(symbol, query);
        let index = self.symbols.iter().position(asked)?;
        Some(index > 0)
    }
}

/// Two letters, nine letters or digits, and the check digit that they make (ISO 6166: the letters become
/// 10 to 35, then every second digit from the right counts double).
fn is_isin(code: &str) -> bool {
    let bytes = code.as_bytes();
    let (Some((country, rest)), true) = (bytes.split_at_checked(2), bytes.len() == 12) else { return false };
    if !country.iter().all(u8::is_ascii_uppercase)
        || !rest.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        || !rest.last().is_some_and(u8::is_ascii_digit)
    {
        return false;
    }
    let digits = code.chars().filter_map(|char| char.to_digit(36));
    let digits: Vec<u32> =
        digits.flat_map(|value| [(value > 9).then_some(value / 10), Some(value % 10)]).flatten().collect();
    let doubled = |(index, digit): (usize, &u32)| match (index % 2, digit.saturating_mul(2)) {
        (0, _) => *digit,
        (_, twice) => (twice / 10).saturating_add(twice % 10),
    };
    digits.iter().rev().enumerate().map(doubled).sum::<u32>() % 10 == 0
}
