//! Single values: prices of zero, cells in the other unit of the currency, and closes that have a second record. The
//! adjusted close is the close times a factor that changes at dividends alone.

use super::bars::Column::{Adjusted, Close};
use super::bars::{BAR, Bars};
use super::note::Reason;
use super::numbers::{log_distance, median};

/// The logarithm within which a scaled cell is beside the others.
const BESIDE: f64 = 0.25;

/// Makes null of prices of zero and less where there are none: a future may be worth less than nothing, and an index of
/// yields may be at zero.
pub(super) fn drop_zeros(series: &mut Bars) {
    let usual = median(series.rows().flat_map(|row| series.bar(row)));
    if !series.is_priced || usual.is_nan() || usual <= 0.0 {
        return;
    }
    for row in series.rows() {
        for column in BAR {
            if series.at(column, row) <= 0.0 {
                series.set(column, row, f64::NAN, Reason::NoPrice);
            }
        }
        // Negative ones are right before a dividend greater than the price.
        if series.at(Adjusted, row) == 0.0 {
            series.set(Adjusted, row, f64::NAN, Reason::NoPrice);
        }
    }
}

/// Takes a close from its adjusted close, and the other way around.
pub(super) fn complete(series: &mut Bars) {
    /// The rows that lack one of both at most, next to each other.
    const ROWS: usize = 5;
    let known = series.known(|row| series.factor(row).is_finite() && series.factor(row) > 0.0);
    for (low, high) in known.pairs() {
        let (before, after) = (series.factor(low), series.factor(high));
        let paid = match series.paying(low, high)[..] {
            [] if (before / after - 1.0).abs() <= 1e-4 => low,
            [row] => row,
            _ => continue,
        };
        for row in (low.saturating_add(1)..high).filter(|_| high.abs_diff(low) <= ROWS) {
            let factor = if row < paid { before } else { after };
            let (close, adjusted) = (series.at(Close, row), series.at(Adjusted, row));
            if close.is_nan() && adjusted > 0.0 {
                series.set(Close, row, adjusted / factor, Reason::OtherRecord);
            } else if adjusted.is_nan() && close > 0.0 {
                series.set(Adjusted, row, close * factor, Reason::OtherRecord);
            }
        }
    }
}

/// Mends each price that is a unit away from the others of its bar, and from the bars beside it.
pub(super) fn mend_cells(series: &mut Bars) {
    let middle: Vec<f64> = series.rows().map(|row| series.middle(row)).collect();
    let (end, unit) = (series.times.len(), series.unit);
    for row in series.rows() {
        let bar = series.bar(row);
        let [low, high] = [f64::min, f64::max].map(|of| bar.into_iter().fold(f64::NAN, of));
        let known = |row: usize| middle.get(row).copied().filter(|price| price.is_finite());
        let before = (row.saturating_sub(3)..row).rev().find_map(known);
        let after = (row.saturating_add(1)..row.saturating_add(4)).find_map(known);
        let is_alone = before.is_none() && row > 0 || after.is_none() && row.saturating_add(1) < end;
        if is_alone || low <= 0.0 || high / low < unit.sqrt() {
            continue;
        }
        let is_beside = |price: f64| {
            before.iter().chain(&after).all(|beside| log_distance(price, *beside) < unit.ln() / 4.0)
        };
        for column in BAR {
            let price = series.at(column, row);
            let others = BAR.into_iter().filter(|other| *other != column).map(|other| series.at(other, row));
            let others: Vec<f64> = others.filter(|price| is_beside(*price)).collect();
            let other = median(others.iter().copied());
            let is_right = |by: f64| log_distance(price * by, other) < BESIDE && is_beside(price * by);
            let Some(by) = series.to_unit(is_right).filter(|_| others.len() >= 2) else { continue };
            let factors = [row, row.wrapping_sub(1), row.saturating_add(1)].map(|row| series.factor(row));
            series.set(column, row, price * by, Reason::Unit);
            // The adjusted close was off by the same if the factor has no step.
            let beside = factors.into_iter().skip(1).rfind(|factor| factor.is_finite());
            if column == Close && beside.is_some_and(|beside| log_distance(factors[0], beside) < 2.0 * BESIDE)
            {
                series.set(Adjusted, row, series.at(Adjusted, row) * by, Reason::Unit);
            }
        }
    }
}

/// Mends each adjusted close whose factor is a unit away from the factors of the two bars beside it.
pub(super) fn mend_adjusted(series: &mut Bars) {
    let last = series.times.len().saturating_sub(2);
    for row in series.rows() {
        let middle = row.clamp(1, last.max(1));
        let beside = (middle.saturating_sub(1)..middle.saturating_add(2)).filter(|beside| *beside != row);
        let beside: Vec<f64> = beside.map(|row| series.factor(row)).collect();
        let off = |by: f64, beside: &f64| log_distance(series.factor(row) * by, *beside);
        let is_right = |by: f64| {
            beside.iter().all(|beside| off(by, beside) < BESIDE)
                && beside.iter().any(|beside| off(by, beside) < 1e-3)
        };
        if let Some(by) = series.to_unit(is_right) {
            series.set(Adjusted, row, series.at(Adjusted, row) * by, Reason::Unit);
        }
    }
}
