//! Dividends that are told on another day than that at which the price falls by them.

use super::evidence::{Verdict, implied, is_same, of_others, of_price};
use super::series::{Column, Paid, Series};

/// The bars before a dividend and after it among which its right day may be.
const BEFORE: usize = 14;
const AFTER: usize = 25;

/// The part of the price from which on a dividend is seen in it.
const SEEN: f64 = 0.05;

/// Tells each dividend of which the price shows nothing. Its day may be another, at which the price falls by as much; but
/// good news at its own day and bad news at the other look the same.
pub(super) fn tell(series: &mut Series) {
    for paid in series.dividends.clone().into_iter().rev() {
        if is_elsewhere(series, paid).unwrap_or_default() {
            let why = "is nothing that the price falls by; its day may be another";
            series.doubt(paid.row, "Dividends", Some(paid.amount), why);
        }
    }
}

/// Returns true if the price shows nothing of a dividend that must be seen, and that the adjusted closes have.
fn is_elsewhere(series: &Series, paid: Paid) -> Option<bool> {
    let near = paid.row.saturating_sub(BEFORE).max(1)..paid.row.saturating_add(AFTER);
    let implied = implied(series, paid.row).filter(|_| paid.row > series.unsure.max(1))?;
    let part = paid.amount / implied.price;
    let is_seen = part > SEEN.max(6.0 * series.deviation) && part < 0.5 && is_same(paid.amount, implied);
    let is_lone = series.dividends.iter().filter(|other| near.contains(&other.row)).count() == 1
        && !series.gains.iter().any(|gain| near.contains(&gain.row))
        && !series.splits.iter().any(|split| near.contains(&split.row));
    let is_unseen = of_price(series, paid, implied.price, 0.0) == Verdict::Other
        && fall(series, Column::Low, paid.row)? < part / 2.0;
    // Nor is it the unit of the dividend that is wrong.
    let small = paid.amount / series.units;
    let is_small = of_others(series, paid, implied.price, small, 5.0) == Verdict::Other;
    Some(is_seen && is_lone && is_unseen && !is_small)
}

/// Returns the part of the price by which it falls from a close to a price of the next bar.
fn fall(series: &Series, column: Column, row: usize) -> Option<f64> {
    Some(1.0 - series.get(column, row)? / series.get(Column::Close, row.checked_sub(1)?)?)
}
