//! The insiders of a company, and what it filed. A part that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::insiders::{Purchases, Response};
use virtual_finance::responses::{Field, Number, filings};

use crate::column::{floats, frame, integers, texts};
use crate::error::Error;
use crate::frames::rows::Rows;

/// Returns the trades: `Shares`, `Value` (in the currency of the instrument; null for grants), `URL`, `Text`, `Insider`,
/// `Position`, `Transaction`, `Start Date` (a day) and `Ownership`. Most hosts leave `URL` and `Transaction` empty.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn transactions(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.transactions.as_ref());
    rows.frame(vec![
        rows.integers("Shares", |row| row.shares.get()),
        rows.integers("Value", |row| row.value.get()),
        rows.texts("URL", |row| &row.filer_url),
        rows.texts("Text", |row| &row.text),
        rows.texts("Insider", |row| &row.insider),
        rows.texts("Position", |row| &row.position),
        rows.texts("Transaction", |row| &row.money_text),
        rows.days("Start Date", |row| &row.date),
        rows.texts("Ownership", |row| &row.ownership),
    ])
}

/// Returns what insiders hold: `Name`, `Position`, `Most Recent Transaction`, `Latest Transaction Date`, `Shares Owned
/// Directly`, `Position Direct Date`, `Shares Owned Indirectly` and `Position Indirect Date`. yfinance also has `URL`,
/// which is always empty.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn roster(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.roster.as_ref());
    rows.frame(vec![
        rows.texts("Name", |row| &row.name),
        rows.texts("Position", |row| &row.position),
        rows.texts("Most Recent Transaction", |row| &row.latest_transaction),
        rows.days("Latest Transaction Date", |row| &row.latest_transaction_date),
        rows.integers("Shares Owned Directly", |row| row.shares_direct.get()),
        rows.days("Position Direct Date", |row| &row.date_direct),
        rows.integers("Shares Owned Indirectly", |row| row.shares_indirect.get()),
        rows.days("Position Indirect Date", |row| &row.date_indirect),
    ])
}

/// Returns what insiders bought and sold together in six months: `Insider Purchases Last 6m`, `Shares` (doubles, the rows
/// with `%` are fractions) and `Trans`, the number of trades.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn purchases(response: &Response) -> Result<DataFrame, Error> {
    type Figure = fn(&Purchases) -> &Field<Number>;
    const NONE: Option<Figure> = None;
    let all: [(&str, Figure, Option<Figure>); 7] = [
        ("Purchases", |all| &all.buy_info_shares, Some(|all| &all.buy_info_count)),
        ("Sales", |all| &all.sell_info_shares, Some(|all| &all.sell_info_count)),
        ("Net Shares Purchased (Sold)", |all| &all.net_info_shares, Some(|all| &all.net_info_count)),
        ("Total Insider Shares Held", |all| &all.total_insider_shares, NONE),
        ("% Net Shares Purchased (Sold)", |all| &all.net_percent_insider_shares, NONE),
        ("% Buy Shares", |all| &all.buy_percent_insider_shares, NONE),
        ("% Sell Shares", |all| &all.sell_percent_insider_shares, NONE),
    ];
    let found = response.purchases.as_ref();
    let rows = if found.is_some() { all.as_slice() } else { &[] };
    frame(
        rows.len(),
        vec![
            texts("Insider Purchases Last 6m", rows.iter().map(|(name, ..)| Some(*name))),
            floats("Shares", rows.iter().map(|(_, shares, _)| shares(found?).get())),
            integers("Trans", rows.iter().map(|(_, _, trades)| trades.as_ref()?(found?).get())),
        ],
    )
}

/// Returns the filings with the SEC, newest first: `date`, `epochDate` (seconds), `type`, `title`, `edgarUrl`,
/// `accessionNumber` and `exhibits`, the documents as a list in JSON: each with its `type`, which several may have, and its `url`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn sec_filings(response: &filings::Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(Some(&response.filings));
    let exhibits = response.filings.iter().map(|filing| filing.exhibits.get());
    rows.frame(vec![
        rows.texts("date", |row| &row.date),
        rows.whole_numbers("epochDate", |row| &row.timestamp),
        rows.texts("type", |row| &row.form),
        rows.texts("title", |row| &row.title),
        rows.texts("edgarUrl", |row| &row.url),
        rows.texts("accessionNumber", |row| &row.accession_number),
        texts("exhibits", exhibits.map(|found| serde_json::to_string(found?).ok())),
    ])
}
