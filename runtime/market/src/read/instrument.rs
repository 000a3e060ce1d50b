//! The rule by which a reply is about the instrument that was asked for.

use virtual_finance_core::Fault;
use virtual_finance_core::read::shortened;

use crate::fault::MarketFault;

/// Returns true where a host's symbol and the ticker of a request name the same instrument: upper and lower case, and
/// white space around the ticker, do not matter.
pub(crate) fn is_same(symbol: &str, ticker: &str) -> bool {
    symbol.eq_ignore_ascii_case(ticker.trim())
}

/// Refuses a reply that names other instruments only. One that names none may be about any.
///
/// # Errors
/// All symbols belong to other instruments.
pub(crate) fn require_same<'a>(
    symbols: impl IntoIterator<Item = &'a str>,
    ticker: &str,
) -> Result<(), Fault> {
    let mut first = None;
    for symbol in symbols {
        if is_same(symbol, ticker) {
            return Ok(());
        }
        first = first.or(Some(symbol));
    }
    first.map_or(Ok(()), |found| Err(Fault::about_other(found, None)))
}

/// Refuses a reply that names an instrument which was not asked for.
///
/// # Errors
/// A symbol is none of those that were asked for.
pub(crate) fn require_asked<'a>(
    symbols: impl IntoIterator<Item = &'a String>,
    asked: &[&str],
) -> Result<(), Fault> {
    let is_other = |symbol: &&String| !asked.iter().any(|asked| is_same(symbol, asked));
    symbols.into_iter().find(is_other).map_or(Ok(()), |found| Err(Fault::about_other(found, None)))
}

/// Returns the symbols that were asked for and of which nothing is known, in their order.
pub(crate) fn unknown<'a>(asked: Vec<&str>, known: &(impl Iterator<Item = &'a str> + Clone)) -> Vec<String> {
    let is_known = |symbol: &&str| known.clone().any(|known| is_same(known, symbol));
    asked.into_iter().filter(|symbol| !is_known(symbol)).map(str::to_owned).collect()
}

/// Refuses rows of another type of instruments than was asked for. A row that names none may be of any.
///
/// # Errors
/// A row is of another type.
pub(crate) fn require_type<'a>(
    types: impl IntoIterator<Item = &'a String>,
    asked: &str,
) -> Result<(), Fault> {
    match types.into_iter().find(|found| !found.eq_ignore_ascii_case(asked)) {
        Some(found) => {
            Err(MarketFault::OtherType { asked: asked.to_owned(), found: shortened(found.clone()) }.into())
        }
        None => Ok(()),
    }
}
