//! Dividends that are told on another day than that at which the price falls by them.

use std::ops::Range;

use super::evidence::{Verdict, implied, is_same, of_others, of_price};
use super::note::Reason;
use super::series::{Column, Paid, Series};

/// The bars before a dividend and after it among which its right day is looked for.
const BEFORE: usize = 14;
const AFTER: usize = 25;

/// The part of the price from which on a dividend is seen in it.
const SEEN: f64 = 0.05;

/// Moves each dividend of which the price shows nothing to the one day near it at which the price falls by just as much.
pub(super) fn mend(series: &mut Series) {
    for paid in series.dividends.clone().into_iter().rev() {
        let near = paid.row.saturating_sub(BEFORE).max(1)..paid.row.saturating_add(AFTER);
        if !is_elsewhere(series, paid, &near).unwrap_or_default() {
            continue;
        }
        let mut days = days_of(series, paid, near);
        let (day, other) = (days.next(), days.next());
        drop(days);
        match (day, other) {
            (Some(day), None) => move_to(series, paid, day),
            _ => {
                let why = "is nothing that the price falls by; its day may be another";
                series.doubt(paid.row, "Dividends", Some(paid.amount), why);
            }
        }
    }
}

/// Returns true if the price shows nothing of a dividend that must be seen, and that the adjusted closes have.
fn is_elsewhere(series: &Series, paid: Paid, near: &Range<usize>) -> Option<bool> {
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

/// Returns the days at which the price falls by the dividend from the close to the open, and is still as low at the close.
fn days_of<'a>(series: &'a Series, paid: Paid, near: Range<usize>) -> impl Iterator<Item = usize> + 'a {
    near.filter(move |row| *row != paid.row).filter(move |row| {
        let off = |column| {
            let before = series.get(Column::Close, row.checked_sub(1)?)?;
            Some((fall(series, column, *row)? - paid.amount / before).abs() * before / paid.amount)
        };
        let limit = (2.5 * series.deviation * series.get(Column::Close, *row).unwrap_or_default()
            / paid.amount)
            .clamp(0.25, 0.4);
        off(Column::Open).is_some_and(|off| off < limit) && off(Column::Close).is_some_and(|off| off < 0.5)
    })
}

/// Returns the part of the price by which it falls from a close to a price of the next bar.
fn fall(series: &Series, column: Column, row: usize) -> Option<f64> {
    Some(1.0 - series.get(column, row)? / series.get(Column::Close, row.checked_sub(1)?)?)
}

fn move_to(series: &mut Series, paid: Paid, row: usize) {
    let (Some(implied), Some(before)) =
        (implied(series, paid.row), row.checked_sub(1).and_then(|row| series.get(Column::Close, row)))
    else {
        return;
    };
    let factor = 1.0 - paid.amount / before;
    if implied.step <= 0.0 || factor <= 0.0 {
        return;
    }
    series.move_to(paid, row, Reason::DividendDay);
    series.scale(Column::AdjClose, 0..paid.row, Reason::DividendDay, |_, price| Some(price / implied.step));
    series.scale(Column::AdjClose, 0..row, Reason::DividendDay, |_, price| Some(price * factor));
}
