//! Single cells in the other unit of the currency.

use super::note::Reason;
use super::series::{Column, List, Series};
use super::statistics::{log_distance, median};

/// The logarithm within which a scaled cell is beside the others.
const BESIDE: f64 = 0.25;

/// Mends each price that is a unit away from the others of its bar, and from the bars around it.
pub(super) fn mend(series: &mut Series) {
    let middle: List = series.rows().map(|row| series.now.middle(row)).collect();
    let wide = series.unit.sqrt();
    for row in series.rows() {
        let bar = series.now.bar(row);
        let known = || bar.into_iter().filter(|price| price.is_finite());
        let (low, high) = (known().fold(f64::MAX, f64::min), known().fold(0.0, f64::max));
        if known().count() < 3 || low <= 0.0 || high / low < wide {
            continue;
        }
        let known = |row: usize| Some(middle[row]).filter(|price| price.is_finite());
        let before = (row.saturating_sub(3)..row).rev().find_map(known);
        let after = (row.saturating_add(1)..row.saturating_add(4)).find_map(known);
        if before.is_some() && (after.is_some() || row.saturating_add(1) == series.times.len()) || row == 0 {
            mend_bar(series, row, &before.into_iter().chain(after).collect::<Vec<f64>>());
        }
    }
    mend_adjusted(series);
}

/// Mends the prices of a bar. Those of the bars beside it must all be near.
fn mend_bar(series: &mut Series, row: usize, beside: &[f64]) {
    let limit = series.unit.ln() / 4.0;
    let is_beside = |price: f64| beside.iter().all(|beside| log_distance(price, *beside) < limit);
    for column in Column::BAR {
        let price = series.now[column][row];
        let others = Column::BAR.into_iter().filter(|other| *other != column);
        let others: Vec<f64> = others
            .map(|other| series.now[other][row])
            .filter(|price| price.is_finite() && is_beside(*price))
            .collect();
        if others.len() < 2 {
            continue;
        }
        let (others, unit) = (median(others), series.unit);
        let is_right = |by: &f64| log_distance(price * by, others) < BESIDE && is_beside(price * by);
        let Some(by) = [unit.recip(), unit].into_iter().find(is_right) else { continue };
        let factor = series.now.factor(row);
        series.set(column, row, price * by, Reason::Unit);
        if column == Column::Close {
            let factors = [row.wrapping_sub(1), row.saturating_add(1)].map(|row| series.now.factor(row));
            let beside = factors.into_iter().rfind(|factor| factor.is_finite());
            // The adjusted close was off by the same if the factor has no step.
            if beside.is_some_and(|beside| (factor / beside).abs().ln().abs() < 2.0 * BESIDE) {
                series.set(Column::Adjusted, row, series.now.adjusted[row] * by, Reason::Unit);
            }
        }
    }
}

/// Mends each adjusted close whose factor is a unit away from those of two bars beside it: it changes at dividends alone.
fn mend_adjusted(series: &mut Series) {
    let last = series.times.len().saturating_sub(2);
    for row in series.rows() {
        let middle = row.clamp(1, last.max(1));
        let beside = [middle.saturating_sub(1), middle, middle.saturating_add(1)];
        let beside = beside.into_iter().filter(|beside| *beside != row).map(|row| series.now.factor(row));
        let beside: Vec<f64> = beside.collect();
        let (factor, unit) = (series.now.factor(row), series.unit);
        let off = |by: f64| beside.iter().map(move |beside| log_distance(factor * by, *beside));
        let is_right = |by: &f64| off(*by).all(|off| off < BESIDE) && off(*by).any(|off| off < 1e-3);
        if let Some(by) = [unit.recip(), unit].into_iter().find(is_right) {
            series.set(Column::Adjusted, row, series.now.adjusted[row] * by, Reason::Unit);
        }
    }
}
