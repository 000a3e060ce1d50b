//! The insiders of a company, and what it filed. A part that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::filings;
use virtual_finance::responses::insiders::Response;

use crate::column::{floats, frame, integers, texts};
use crate::error::Error;
use crate::frames::table::insiders;
pub use crate::frames::table::insiders::*;

/// Returns what insiders bought and sold together in six months: `Insider Purchases Last 6m`, `Shares` (doubles, the rows
/// with `%` are fractions) and `Trans`, the number of trades.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn purchases(response: &Response) -> Result<DataFrame, Error> {
    let found = response.purchases.as_ref();
    let rows = if found.is_some() { PURCHASES.as_slice() } else { &[] };
    let trades = TRADES.iter().map(|(_, of)| of(found?)).chain(std::iter::repeat(None));
    frame(
        rows.len(),
        vec![
            texts("Insider Purchases Last 6m", rows.iter().map(|(name, _)| Some(*name))),
            floats("Shares", rows.iter().map(|(_, shares)| shares(found?))),
            integers("Trans", trades.take(rows.len())),
        ],
    )
}

/// Returns the filings with the SEC, newest first: `date`, `epochDate` (seconds), `type`, `title`, `edgarUrl`,
/// `accessionNumber` and `exhibits`, the documents as a list in JSON: each with its `type`, which several may have, and its `url`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn sec_filings(response: &filings::Response) -> Result<DataFrame, Error> {
    let exhibits = response.filings.iter().map(|filing| filing.exhibits.get());
    let exhibits = texts("exhibits", exhibits.map(|found| serde_json::to_string(found?).ok()));
    insiders::sec_filings(response, exhibits)
}
