//! The companies of sectors and industries. A list that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::sector::{Company, Fund};
use virtual_finance::responses::{industry, sector};

use crate::error::Error;
use crate::frames::rows::Rows;

/// Returns the largest companies of a sector or an industry: `symbol`, `name`, `rating` and `market weight`, a fraction.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_companies(companies: Option<&Vec<Company>>) -> Result<DataFrame, Error> {
    let rows = Rows::of(companies);
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.texts("rating", |row| &row.rating),
        rows.floats("market weight", |row| row.market_weight.get()),
    ])
}

/// Returns funds of a sector: `symbol` and `name`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn funds(funds: Option<&Vec<Fund>>) -> Result<DataFrame, Error> {
    let rows = Rows::of(funds);
    rows.frame(vec![rows.texts("symbol", |row| &row.symbol), rows.texts("name", |row| &row.name)])
}

/// Returns the industries of a sector: `key`, `name`, `symbol` and `market weight`, a fraction.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn industries(response: &sector::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.industries.as_ref());
    rows.frame(vec![
        rows.texts("key", |row| &row.key),
        rows.texts("name", |row| &row.name),
        rows.texts("symbol", |row| &row.symbol),
        rows.floats("market weight", |row| row.market_weight.get()),
    ])
}

/// Returns the companies of an industry whose price rose most: `symbol`, `name`, `ytd return` (a fraction), `last price`
/// and `target price`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_performing_companies(response: &industry::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.top_performing_companies.as_ref());
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.floats("ytd return", |row| row.ytd_return.get()),
        rows.floats("last price", |row| row.last_price.get()),
        rows.floats("target price", |row| row.target_price.get()),
    ])
}

/// Returns the companies of an industry that grow most: `symbol`, `name`, `ytd return` and `growth estimate`, both
/// fractions.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_growth_companies(response: &industry::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.top_growth_companies.as_ref());
    rows.frame(vec![
        rows.texts("symbol", |row| &row.symbol),
        rows.texts("name", |row| &row.name),
        rows.floats("ytd return", |row| row.ytd_return.get()),
        rows.floats("growth estimate", |row| row.growth_estimate.get()),
    ])
}
