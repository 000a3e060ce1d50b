//! The dates of earnings, and the events of a calendar. Times are in New York, whose days the host's calendars have.

use std::cmp::Reverse;

use polars_core::prelude::DataFrame;
use virtual_finance::responses::{earnings_dates, event_calendar};

use crate::error::Error;
use crate::frames::rows::Rows;
use crate::zone::Zone;

/// Returns the dates of a company's earnings, the latest first: `Earnings Date`, `EPS Estimate`, `Reported EPS` and
/// `Surprise(%)`, in percent. The earnings of a coming date are null.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings_dates(response: &earnings_dates::Response) -> Result<DataFrame, Error> {
    let mut dates = response.dates.clone();
    dates.sort_by_key(|row| Reverse(row.date.get().copied()));
    let rows = Rows::of(Some(&dates));
    rows.frame(vec![
        rows.instants("Earnings Date", |row| &row.date, Zone::new_york()),
        rows.floats("EPS Estimate", |row| row.eps_estimate.get()),
        rows.floats("Reported EPS", |row| row.eps_actual.get()),
        rows.floats("Surprise(%)", |row| row.surprise_percent.get()),
    ])
}

/// Returns the earnings of some days: `Symbol`, `Company`, `Marketcap`, `Event Name`, `Event Start Date`, `Timing`, `EPS
/// Estimate`, `Reported EPS` and `Surprise(%)`, in percent.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn earnings_calendar(response: &event_calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.events));
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.ticker),
        rows.texts("Company", |row| &row.company_short_name),
        rows.floats("Marketcap", |row| row.intraday_market_cap.get()),
        rows.texts("Event Name", |row| &row.event_name),
        rows.instants("Event Start Date", |row| &row.start_date_time, Zone::new_york()),
        rows.texts("Timing", |row| &row.start_date_time_type),
        rows.floats("EPS Estimate", |row| row.eps_estimate.get()),
        rows.floats("Reported EPS", |row| row.eps_actual.get()),
        rows.floats("Surprise(%)", |row| row.eps_surprise_pct.get()),
    ])
}

/// Returns the public offerings of some days: `Symbol`, `Company`, `Exchange`, `Filing Date`, `Date`, `Amended Date`,
/// `Price From`, `Price To`, `Price`, `Currency`, `Shares` and `Action`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn ipo_info_calendar(response: &event_calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.events));
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.ticker),
        rows.texts("Company", |row| &row.company_short_name),
        rows.texts("Exchange", |row| &row.exchange_short_name),
        rows.instants("Filing Date", |row| &row.filing_date, Zone::new_york()),
        rows.instants("Date", |row| &row.start_date_time, Zone::new_york()),
        rows.instants("Amended Date", |row| &row.amended_date, Zone::new_york()),
        rows.floats("Price From", |row| row.price_from.get()),
        rows.floats("Price To", |row| row.price_to.get()),
        rows.floats("Price", |row| row.offer_price.get()),
        rows.texts("Currency", |row| &row.currency_name),
        rows.floats("Shares", |row| row.shares.get()),
        rows.texts("Action", |row| &row.deal_type),
    ])
}

/// Returns the economic events of some days: `Event`, `Region`, `Event Time`, `For`, `Actual`, `Expected`, `Last` and
/// `Revised`. The values are texts, as the host writes them; yfinance makes numbers of them.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn economic_events_calendar(response: &event_calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.events));
    rows.frame(vec![
        rows.texts("Event", |row| &row.econ_release),
        rows.texts("Region", |row| &row.country_code),
        rows.instants("Event Time", |row| &row.start_date_time, Zone::new_york()),
        rows.texts("For", |row| &row.period),
        rows.texts("Actual", |row| &row.after_release_actual),
        rows.texts("Expected", |row| &row.consensus_estimate),
        rows.texts("Last", |row| &row.prior_release_actual),
        rows.texts("Revised", |row| &row.originally_reported_actual),
    ])
}

/// Returns the splits of some days: `Symbol`, `Company`, `Payable On`, `Optionable`, `Old Share Worth` and `Share
/// Worth`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn splits_calendar(response: &event_calendar::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.events));
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.ticker),
        rows.texts("Company", |row| &row.company_short_name),
        rows.instants("Payable On", |row| &row.start_date_time, Zone::new_york()),
        rows.truths("Optionable", |row| &row.optionable),
        rows.floats("Old Share Worth", |row| row.old_share_worth.get()),
        rows.floats("Share Worth", |row| row.share_worth.get()),
    ])
}
