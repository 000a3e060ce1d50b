//! The highest and the lowest price of the last 52 weeks, which the host states beside a history: what lies between them is
//! right, and what lies beyond them is not.

use std::ops::Range;

use virtual_finance::responses::history::Response;

use super::series::{Column, Series};

/// The days of 52 weeks but one, so that the first bar is certainly among those that the host means.
const YEAR: i64 = 51 * 7 * 86_400;

/// The factor by which a price may be beyond the range: a live price is not in it yet.
const SLACK: f64 = 1.02;

/// The prices of the last 52 weeks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Year {
    low: f64,
    high: f64,
    /// The time from which on bars are of the year.
    start: i64,
}

impl Year {
    /// Returns `None` where the host does not have the prices, or states those of the day instead, as it did in autumn 2024.
    pub(super) fn of(response: &Response) -> Option<Self> {
        let meta = &response.meta;
        let get = |key: &str| meta.other.get(key)?.as_f64().filter(|price| price.is_finite() && *price > 0.0);
        let (low, high) = (get("fiftyTwoWeekLow")?, get("fiftyTwoWeekHigh")?);
        let day = get("regularMarketDayLow").zip(get("regularMarketDayHigh"));
        let is_year = low < high && day != Some((low, high));
        let start = meta.regular_market_time.get()?.saturating_sub(YEAR);
        is_year.then_some(Self { low, high, start })
    }

    /// Returns true if a price is between the lowest and the highest one.
    pub(super) fn has(&self, price: f64) -> bool {
        (self.low / SLACK..=self.high * SLACK).contains(&price)
    }
}

/// Returns whether the prices of rows are too great by a factor, given as its logarithm: they are beyond the prices of the
/// last 52 weeks, and would be within them. `None` if the range does not say so, or the rows are older.
pub(super) fn of_year(series: &Series, rows: &Range<usize>, log: f64) -> Option<bool> {
    const FEWEST: usize = 3;
    let year = series.year?;
    let is_of_year = |row: &usize| of_row(series, *row).is_some();
    let closes: Vec<f64> =
        rows.clone().filter(is_of_year).filter_map(|row| series.get(Column::Close, row)).collect();
    let within = closes.iter().filter(|close| year.has(**close)).count();
    let would_be = closes.iter().filter(|close| year.has(**close / log.exp())).count();
    let beyond = closes.len().saturating_sub(within);
    match () {
        () if closes.is_empty() => None,
        () if would_be == closes.len() && beyond >= FEWEST.min(closes.len()) => Some(true),
        // A few may be wrong for another reason.
        () => (within.saturating_mul(10) >= closes.len().saturating_mul(9)).then_some(false),
    }
}

/// Returns the prices of the last 52 weeks if a bar is of them.
pub(super) fn of_row(series: &Series, row: usize) -> Option<Year> {
    series.year.filter(|year| series.times.get(row).is_some_and(|time| *time >= year.start))
}
