//! The signs, beside a change of the price itself, by which the prices before it are wrong: the dividends, the adjusted
//! closes, and the volumes.

use std::ops::Range;

use super::evidence::{implied, is_same};
use super::series::{Column, Paid, Series};
use super::statistics::{alike, median};
use super::year::Year;

/// Returns whether the dividends within rows say that the prices there are too great by a factor, given as its logarithm:
/// the adjusted closes then have as much more than the events. `None` if they say neither.
pub(super) fn of_dividends(series: &Series, rows: &Range<usize>, log: f64) -> Option<bool> {
    const ROUNDING: f64 = 2e-5;
    let within = rows.start.saturating_add(1)..rows.end;
    let change = |paid: &Paid| {
        let implied = implied(series, paid.row)?;
        let is_seen = ROUNDING * implied.price < paid.amount * log.abs() / 8.0;
        let change = (implied.amount / paid.amount).ln();
        (is_seen && change.is_finite()).then_some(change)
    };
    let change =
        median(series.dividends.iter().filter(|paid| within.contains(&paid.row)).filter_map(change))?;
    let is_near = |log: f64, limit: f64| (change - log).abs() < limit / 4.0;
    match () {
        () if is_near(log, log.abs()) => Some(true),
        () => is_near(0.0, log.abs()).then_some(false),
    }
}

/// Returns true if dividends before a row and after it, of which closes and adjusted closes agree, are nearly the same part
/// of the price.
pub(super) fn pays_alike(series: &Series, row: usize) -> bool {
    const NEAREST: usize = 4;
    let part = |paid: &Paid| {
        let implied = implied(series, paid.row)?;
        is_same(paid.amount, implied).then(|| paid.amount / implied.price)
    };
    let after = series.dividends.iter().filter(|paid| paid.row > row).filter_map(part);
    let before = series.dividends.iter().rev().filter(|paid| paid.row < row).filter_map(part);
    let (before, after) = (median(before.take(NEAREST)), median(after.take(NEAREST)));
    before.zip(after).is_some_and(|(before, after)| alike(before, after, 2.0))
}

/// Returns true if the adjusted closes do not have a change of the closes at a row, by a factor given as its logarithm.
pub(super) fn of_adjusted(series: &Series, row: usize, log: f64) -> bool {
    let change = series.factors_around(row).and_then(|(before, from)| {
        let change = series.factor(before)? / series.factor(from)?;
        Some(change.ln() + log)
    });
    change.is_some_and(|off| off.abs() < (log.abs() / 4.0).min(0.1))
}

/// Returns whether the volumes change at a row the other way than the prices, whose factor is given as its logarithm, or do
/// not change; `None` if they show neither.
pub(super) fn of_volumes(series: &Series, row: usize, log: f64) -> Option<bool> {
    const FEWEST: usize = 5;
    let usual = |rows: Range<usize>| {
        let volumes: Vec<f64> =
            rows.filter_map(|row| series.get(Column::Volume, row)).filter(|volume| *volume > 0.0).collect();
        (volumes.len() >= FEWEST).then(|| median(volumes)).flatten()
    };
    let change = |days: usize| {
        let (before, after) = (usual(row.saturating_sub(days)..row)?, usual(row..row.saturating_add(days))?);
        Some((before / after).ln())
    };
    let [few, some, many] = [change(10)?, change(20)?, change(60)?];
    let size = log.abs();
    let is_all = |log: f64| {
        [few, some].iter().all(|change| (change + log).abs() < size / 2.0) && (many + log).abs() < size / 3.0
    };
    match () {
        () if is_all(log) => Some(true),
        () => is_all(0.0).then_some(false),
    }
}

/// Returns the volume of a bar as a multiple of the usual one near it.
pub(super) fn traded(series: &Series, row: usize) -> Option<f64> {
    const NEAR: usize = 10;
    let near = row.saturating_sub(NEAR)..row.saturating_add(NEAR).saturating_add(1);
    let usual =
        median(near.filter_map(|row| series.get(Column::Volume, row))).filter(|usual| *usual > 0.0)?;
    Some(series.get(Column::Volume, row)? / usual)
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
    series.year.filter(|year| series.times.get(row).is_some_and(|time| year.holds(*time)))
}
