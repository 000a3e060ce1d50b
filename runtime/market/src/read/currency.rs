//! The currencies of amounts. Some exchanges count prices in a part of a currency, and the hosts have codes for that.

use crate::notes::Currencies;

/// The codes for a part of a currency, each with the currency. The book lists them, too (`docs/src/currencies.md`).
const MINOR_UNITS: [(&str, &str); 8] = [
    ("GBp", "GBP"),
    ("GBX", "GBP"),
    ("GBx", "GBP"),
    ("ZAc", "ZAR"),
    ("ZAC", "ZAR"),
    ("ILA", "ILS"),
    ("KWF", "KWD"),
    ("USX", "USD"),
];

/// Returns the currency of a code, which may name a hundredth: `GBP` for `GBp`.
fn whole(code: &str) -> &str {
    MINOR_UNITS.iter().find(|(part, _)| *part == code).map_or(code, |(_, whole)| whole)
}

/// Returns the note for a reply with prices, with values of the market (`marketCap`) and with figures of statements.
pub(crate) fn of_market(prices: Option<&str>, statements: Option<&str>) -> Option<Currencies> {
    let market_values = prices.map(whole);
    Currencies::new(prices, market_values, statements)
}

/// Returns the note for a reply whose amounts are prices and their products with a number of shares.
pub(crate) fn of_prices(prices: Option<&str>) -> Option<Currencies> {
    Currencies::new(prices, None, None)
}
