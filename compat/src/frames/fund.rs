//! The costs and holdings of a fund. A part that the response lacks has no rows.

use polars_core::prelude::DataFrame;
use virtual_finance::responses::fund::{BondHoldings, EquityHoldings, Operations, Response, Sides};
use virtual_finance::responses::{Field, Number};

use crate::column::{floats, frame, texts};
use crate::error::Error;
use crate::frames::rows::Rows;

/// A figure with its name.
type Figure<T> = (&'static str, fn(&T) -> &Field<Number>);

/// Returns the largest holdings: `Symbol`, `Name` and `Holding Percent`, a fraction.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn top_holdings(response: &Response) -> Result<DataFrame, Error> {
    let rows = Rows::of(response.top_holdings.as_ref());
    rows.frame(vec![
        rows.texts("Symbol", |row| &row.symbol),
        rows.texts("Name", |row| &row.name),
        rows.floats("Holding Percent", |row| row.percent.get()),
    ])
}

/// Returns the costs: `Attributes`, the ticker's own and `Category Average`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn fund_operations(response: &Response) -> Result<DataFrame, Error> {
    const FIGURES: [Figure<Operations>; 3] = [
        ("Annual Report Expense Ratio", |costs| &costs.annual_report_expense_ratio),
        ("Annual Holdings Turnover", |costs| &costs.annual_holdings_turnover),
        ("Total Net Assets", |costs| &costs.total_net_assets),
    ];
    sides("Attributes", &FIGURES, response.operations.as_ref(), &response.ticker)
}

/// Returns the figures of the stocks: `Average`, the ticker's own and `Category Average`. The four ratios are
/// reciprocals, as the host sends them.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn equity_holdings(response: &Response) -> Result<DataFrame, Error> {
    const FIGURES: [Figure<EquityHoldings>; 6] = [
        ("Price/Earnings", |stocks| &stocks.price_to_earnings),
        ("Price/Book", |stocks| &stocks.price_to_book),
        ("Price/Sales", |stocks| &stocks.price_to_sales),
        ("Price/Cashflow", |stocks| &stocks.price_to_cashflow),
        ("Median Market Cap", |stocks| &stocks.median_market_cap),
        ("3 Year Earnings Growth", |stocks| &stocks.three_year_earnings_growth),
    ];
    sides("Average", &FIGURES, response.equity_holdings.as_ref(), &response.ticker)
}

/// Returns the figures of the bonds: `Average`, the ticker's own and `Category Average`.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn bond_holdings(response: &Response) -> Result<DataFrame, Error> {
    const FIGURES: [Figure<BondHoldings>; 3] = [
        ("Duration", |bonds| &bonds.duration),
        ("Maturity", |bonds| &bonds.maturity),
        ("Credit Quality", |bonds| &bonds.credit_quality),
    ];
    sides("Average", &FIGURES, response.bond_holdings.as_ref(), &response.ticker)
}

fn sides<T>(
    title: &str,
    figures: &[Figure<T>],
    sides: Option<&Sides<T>>,
    ticker: &str,
) -> Result<DataFrame, Error> {
    let column = |name: &str, side: Option<&T>| {
        floats(name, figures.iter().map(move |(_, figure)| figure(side?).get()))
    };
    frame(
        figures.len(),
        vec![
            texts(title, figures.iter().map(|(name, _)| Some(*name))),
            column(ticker, sides.and_then(|sides| sides.fund.as_ref())),
            column("Category Average", sides.and_then(|sides| sides.category.as_ref())),
        ],
    )
}
