//! The costs and holdings of a fund. A part that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::fund::{Response, Sides};

use crate::column::{floats, frame, texts};
use crate::error::Error;
use crate::frames::rows::Figure;
pub use crate::frames::table::fund::*;

/// Returns the costs: `Attributes`, the ticker's own and `Category Average`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn fund_operations(response: &Response) -> Result<DataFrame, Error> {
    sides("Attributes", &FUND_OPERATIONS, response.operations.as_ref(), &response.ticker)
}

/// Returns the figures of the stocks: `Average`, the ticker's own and `Category Average`. The four ratios are
/// reciprocals, as the host sends them.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn equity_holdings(response: &Response) -> Result<DataFrame, Error> {
    sides("Average", &EQUITY_HOLDINGS, response.equity_holdings.as_ref(), &response.ticker)
}

/// Returns the figures of the bonds: `Average`, the ticker's own and `Category Average`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn bond_holdings(response: &Response) -> Result<DataFrame, Error> {
    sides("Average", &BOND_HOLDINGS, response.bond_holdings.as_ref(), &response.ticker)
}

fn sides<T>(
    title: &str,
    figures: &[Figure<T>],
    sides: Option<&Sides<T>>,
    ticker: &str,
) -> Result<DataFrame, Error> {
    let column =
        |name: &str, side: Option<&T>| floats(name, figures.iter().map(move |(_, figure)| figure(side?)));
    frame(
        figures.len(),
        vec![
            texts(title, figures.iter().map(|(name, _)| Some(*name))),
            column(ticker, sides.and_then(|sides| sides.fund.as_ref())),
            column("Category Average", sides.and_then(|sides| sides.category.as_ref())),
        ],
    )
}
