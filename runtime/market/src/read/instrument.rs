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
/// All symbols are those of other instruments.
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
    first.map_or(Ok(()), |found| Err(other(found.to_owned())))
}

/// Returns the fault for a reply about another instrument.
pub(crate) fn other(found: String) -> Fault {
    MarketFault::OtherTicker { found: shortened(found) }.into()
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
