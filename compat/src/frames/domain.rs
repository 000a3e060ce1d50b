//! The companies of sectors and industries, and the calendar of earnings. A list that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::sector::{Company, Fund};
use virtual_finance::responses::{calendar, industry, sector};

use crate::column::instants;
use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

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

/// Returns the earnings of a calendar: `Symbol`, `Company`, `Event Start Date` (in UTC), `Timing`, `EPS Estimate`,
/// `Reported EPS` and `Surprise(%)`, in percent.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings_calendar(response: &calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.earnings));
    let times = response.earnings.iter().map(|row| row.start.get().copied());
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.ticker),
        rows.texts("Company", |row| &row.company_name),
        instants("Event Start Date", times, Zone::UTC),
        rows.texts("Timing", |row| &row.start_type),
        rows.floats("EPS Estimate", |row| row.eps_estimate.get()),
        rows.floats("Reported EPS", |row| row.eps_actual.get()),
        rows.floats("Surprise(%)", |row| row.surprise_percent.get()),
    ])
}

/// Returns the public offerings of a calendar: `Symbol`, `Company`, `Exchange`, `Date` (in UTC), `Currency` and
/// `Action`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn ipo_calendar(response: &calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.ipos));
    let times = response.ipos.iter().map(|row| row.start.get().copied());
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.ticker),
        rows.texts("Company", |row| &row.company_name),
        rows.texts("Exchange", |row| &row.exchange),
        instants("Date", times, Zone::UTC),
        rows.texts("Currency", |row| &row.currency),
        rows.texts("Action", |row| &row.deal_type),
    ])
}

/// Returns the economic events of a calendar: `Event`, `Region`, `Event Time` (in UTC), `For`, `Actual`, `Last` and
/// `Revised`; the values are texts.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn economic_events_calendar(response: &calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.economic_events));
    let times = response.economic_events.iter().map(|row| row.time.get().copied());
    rows.frame(vec![
        rows.texts("Event", |row| &row.event),
        rows.texts("Region", |row| &row.country_code),
        instants("Event Time", times, Zone::UTC),
        rows.texts("For", |row| &row.period),
        rows.texts("Actual", |row| &row.actual),
        rows.texts("Last", |row| &row.prior),
        rows.texts("Revised", |row| &row.revised_from),
    ])
}
