//! Dividends that are told twice, and closes that a dividend was taken off.

use super::evidence::implied;
use super::note::Reason;
use super::series::{Column, Paid, Series};
use super::statistics::{alike, median};

/// The days within which two dividends of one amount may be one that is told twice.
const TWICE: f64 = 17.0;

/// The days between dividends of every month, of which two may be paid in the last month of a year.
const MONTH: f64 = 45.0;

/// Mends closes below the lowest price of their bar, by no more than the dividend of the next one, with which they lie
/// within the bar.
pub(super) fn mend_closes(series: &mut Series) {
    for paid in series.dividends.clone().into_iter().rev() {
        let Some(row) = paid.row.checked_sub(1) else { continue };
        let [high, low, close] =
            [Column::High, Column::Low, Column::Close].map(|column| series.get(column, row));
        let (Some(high), Some(low), Some(close)) = (high, low, close) else { continue };
        let (below, right) = (low - close, close + paid.amount);
        let is_lowered = below > 0.1 * paid.amount && below < 1.01 * paid.amount;
        if !is_lowered || right < low || right > high {
            continue;
        }
        let factor = series.factor(paid.row).map(|factor| factor * (1.0 - paid.amount / right));
        let was_adjusted = series.get(Column::AdjClose, row).is_some();
        series.set(Column::Close, row, Some(right), Reason::ReducedClose);
        if let Some(factor) = factor.filter(|_| was_adjusted) {
            series.set(Column::AdjClose, row, Some(right * factor), Reason::ReducedClose);
        }
    }
}

/// Takes out each dividend that is told a second time within days, and its adjustment. Instruments that pay as often have
/// none.
pub(super) fn mend(series: &mut Series) {
    let gaps: Vec<f64> = pairs(series).map(|(one, two)| days(one, two)).collect();
    let usual = median(gaps.iter().copied()).filter(|_| gaps.len() >= 3).unwrap_or(f64::MAX);
    let is_close = |days: f64| days <= TWICE && 2.0 * days <= usual;
    let close: Vec<(Paid, Paid)> = pairs(series).filter(|(one, two)| is_close(days(*one, *two))).collect();
    if close.len() > gaps.len().div_ceil(5) {
        return;
    }
    for (one, two) in close {
        let has_gains = |paid: Paid| series.gains.iter().any(|gain| gain.row == paid.row);
        if one.row == 0 || one.row == two.row || has_gains(one) || has_gains(two) {
            continue;
        }
        if let Some(phantom) = phantom(series, one, two, usual > MONTH) {
            remove(series, phantom);
        } else if alike(one.amount, two.amount, 1.1) {
            series.doubt(
                two.row,
                "Dividends",
                Some(two.amount),
                "may be the one of some days before, told twice",
            );
        }
    }
}

/// Returns the dividends next to each other.
fn pairs(series: &Series) -> impl Iterator<Item = (Paid, Paid)> + '_ {
    series.dividends.iter().copied().zip(series.dividends.iter().skip(1).copied())
}

/// Returns the days from a dividend to the next.
fn days(one: Paid, two: Paid) -> f64 {
    i32::try_from(two.time.saturating_sub(one.time) / 86_400).map_or(f64::MAX, f64::from)
}

/// Returns which of two dividends within days is the other one again. Of equal ones within a week the days alone show it,
/// where dividends are `rare`.
fn phantom(series: &Series, one: Paid, two: Paid, rare: bool) -> Option<Paid> {
    let is_missing = |paid: Paid| {
        implied(series, paid.row).is_some_and(|implied| implied.amount.abs() <= 0.05 * paid.amount)
    };
    let is_near = alike(one.amount, two.amount, 1.08);
    let (first, second) = (fall(series, one)?, fall(series, two)?);
    let part = one.amount / implied(series, one.row)?.price;
    let is_week = rare && days(one, two) <= 7.0 && alike(one.amount, two.amount, 1.01);
    let is_one_fall = is_near && (first - second).abs() > 4.0 * series.deviation;
    match (is_missing(one), is_missing(two)) {
        (true, false) if is_near => Some(one),
        (false, true) if is_near => Some(two),
        _ if !is_week && !is_one_fall => None,
        // The later one, unless the price falls at it alone, by more than usual, and may have fallen by the dividend.
        _ if part > series.deviation && second - first > (3.0 * series.deviation).max(0.5 * part) => {
            Some(one)
        }
        _ => Some(two),
    }
}

/// Returns the part of the price by which it falls at a dividend at most.
fn fall(series: &Series, paid: Paid) -> Option<f64> {
    let before = series.get(Column::Close, paid.row.checked_sub(1)?)?;
    Some((before - series.get(Column::Low, paid.row)?) / before)
}

fn remove(series: &mut Series, paid: Paid) {
    let step = implied(series, paid.row).map(|implied| implied.step);
    series.remove(paid, Reason::PhantomDividend);
    let is_adjusted = |step: &f64| (step - 1.0).abs() > 1e-7 && *step > 0.0;
    if let Some(step) = step.filter(is_adjusted) {
        series.scale(Column::AdjClose, 0..paid.row, Reason::PhantomDividend, |_, price| Some(price / step));
    }
}
