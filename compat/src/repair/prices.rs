//! Single values: prices of zero, cells in the other unit of the currency, and closes that have a second record. The
//! adjusted close is the close times a factor that changes at dividends alone.

use super::bars::Column::{Adjusted, Close};
use super::bars::{BAR, Bars};
use super::note::Reason;
use super::numbers::{log_distance, median};

/// The logarithm within which a scaled cell is beside the others.
const BESIDE: f64 = 0.25;

pub(super) fn mend(series: &mut Bars) {
    drop_zeros(series);
    complete(series);
    mend_cells(series);
    mend_adjusted(series);
}

/// Makes null of prices of zero and less where there are none: a future may be worth less than nothing, and an index of
/// yields may be at zero.
fn drop_zeros(series: &mut Bars) {
    for row in if series.is_priced { series.rows() } else { 0..0 } {
        for column in BAR.into_iter().chain([Adjusted]) {
            let price = series.at(column, row);
            // Negative adjusted closes are right before a dividend greater than the price.
            if price == 0.0 || price < 0.0 && column != Adjusted {
                series.set(column, row, f64::NAN, Reason::NoPrice);
            }
        }
    }
}

/// Takes a close from its adjusted close, and the other way around.
pub(super) fn complete(series: &mut Bars) {
    let known = series.known(|row| series.factor(row).is_finite() && series.factor(row) > 0.0);
    for (low, high) in known.pairs() {
        let (before, after) = (series.factor(low), series.factor(high));
        let paid = match series.paying(low, high)[..] {
            [] if (before / after - 1.0).abs() <= 1e-4 => low,
            [row] => row,
            _ => continue,
        };
        for row in low.saturating_add(1)..high {
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

/// Mends each price that is a unit away from the others of its bar, which are beside the bars before and after it.
fn mend_cells(series: &mut Bars) {
    let known = series.known(|row| series.middle(row).is_finite());
    let middle: Vec<f64> = known.0.iter().map(|row| series.middle(*row)).collect();
    for (place, row) in known.0.into_iter().enumerate() {
        let near = [place.wrapping_sub(1), place.saturating_add(1)];
        let near: Vec<f64> = near.into_iter().filter_map(|near| middle.get(near).copied()).collect();
        let limit = series.unit.ln() / 4.0;
        let is_beside = |price: f64| near.iter().all(|near| log_distance(price, *near) < limit);
        if near.is_empty() || series.bar(row).into_iter().all(is_beside) {
            continue;
        }
        for column in BAR {
            let price = series.at(column, row);
            let others = BAR.into_iter().filter(|other| *other != column).map(|other| series.at(other, row));
            let others: Vec<f64> = others.filter(|price| is_beside(*price)).collect();
            let other = median(others.iter().copied());
            let by = series.to_unit(|by| log_distance(price * by, other) < BESIDE);
            if let Some(by) = by.filter(|_| others.len() >= 2) {
                series.set(column, row, price * by, Reason::Unit);
            }
        }
    }
}

/// Mends each adjusted close whose factor is a unit away from the factors of the two bars beside it.
fn mend_adjusted(series: &mut Bars) {
    let last = series.times.len().saturating_sub(2);
    for row in series.rows() {
        let middle = row.clamp(1, last.max(1));
        let beside = (middle.saturating_sub(1)..middle.saturating_add(2)).filter(|beside| *beside != row);
        let beside: Vec<f64> = beside.map(|row| series.factor(row)).collect();
        let is_right =
            |by: f64| beside.iter().all(|beside| log_distance(series.factor(row) * by, *beside) < BESIDE);
        if let Some(by) = series.to_unit(is_right) {
            series.set(Adjusted, row, series.at(Adjusted, row) * by, Reason::Unit);
        }
    }
}
