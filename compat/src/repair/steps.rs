//! The changes of a price from a bar to the next that may be those of its unit.

use std::ops::Range;

use super::series::{Column, Series, Split};
use super::splits::LATE;
use super::statistics::alike;

/// The factor within which a change of price is that of a unit.
pub(super) const NEAR: f64 = 1.4;

/// The factor of a change that never comes back, which a crash or a split may be as well, unless prices usually change more.
const NEARER: f64 = 1.05;

/// The factor of a change that comes back, unless prices usually change more.
const BACK: f64 = 1.2;

/// The number of bars within which a change comes back that is certainly no crash.
const SHORT: usize = 21;

/// The factor within which the current price is in the unit of a bar.
pub(super) const QUOTE: f64 = 3.0;

/// A change of the unit from a row to the next.
pub(super) struct Jump {
    /// The position of the latter in the list of values.
    pub(super) at: usize,
    pub(super) row: usize,
    /// 1 for prices that become greater, -1 for those that become smaller.
    pub(super) sign: i32,
    /// The logarithm of the change beside that of the unit.
    off: f64,
}

/// Returns the changes of the unit in the values of a column, given with their rows. `may_be` says whether the change
/// between two rows may be one. Those that may be a crash are told.
pub(super) fn steps(
    series: &mut Series,
    column: Column,
    values: &[(usize, f64)],
    may_be: impl Fn(&Series, &Range<usize>) -> bool,
) -> Vec<Jump> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for (at, ((one, before), (next, after))) in values.iter().zip(values.iter().skip(1)).enumerate() {
        let change = (after / before).ln();
        let off = (change.abs() - series.units.ln()).abs();
        if off <= NEAR.ln() {
            let sign = if change > 0.0 { 1 } else { -1 };
            let list = if may_be(series, &(*one..*next)) { &mut found } else { &mut others };
            list.push(Jump { at: at.saturating_add(1), row: *next, sign, off });
        }
    }
    if column == Column::Close
        && let [only] = &found[..]
        && is_split(series, only, values)
    {
        return Vec::new();
    }
    let limit = NEARER.ln().max(4.0 * series.deviation);
    let usual = BACK.ln().max(6.0 * series.deviation);
    let sure: Vec<bool> = found
        .iter()
        .map(|step| {
            let is_back = |other: &&Jump| other.sign != step.sign && other.at.abs_diff(step.at) <= SHORT;
            let comes_back = step.off <= usual && found.iter().filter(is_back).any(|back| back.off <= usual);
            let may_come_back = found.iter().chain(&others).any(|other| is_back(&other));
            let is_near = step.off <= limit || column == Column::Close && says_quote(series, step, values);
            comes_back || is_near && !may_come_back && !is_wide(series, step.row)
        })
        .collect();
    let mut steps = Vec::with_capacity(found.len());
    for (step, is_sure) in found.into_iter().zip(sure) {
        if is_sure {
            steps.push(step);
        } else {
            let why = "changes by nearly the factor of a unit; it may be a crash";
            series.doubt_unit(step.row, column, why);
        }
    }
    steps
}

/// Returns true if the current price takes a change of the unit back.
fn says_quote(series: &Series, step: &Jump, values: &[(usize, f64)]) -> bool {
    let Some((quote, (_, last))) = series.quote.zip(values.last()) else { return false };
    alike(quote, last * series.units.powi(step.sign.saturating_neg()), NEAR)
}

/// Returns true if a split of nearly a hundred explains the only change of a history that ends in the unit of the current
/// price.
fn is_split(series: &Series, step: &Jump, values: &[(usize, f64)]) -> bool {
    let least = (series.units / NEAR).ln();
    let is_quoted = |quote: f64| values.last().is_none_or(|(_, last)| alike(quote, *last, QUOTE));
    let explains = |split: &Split| {
        let days = split.row.saturating_sub(1)..=split.row.saturating_add(LATE);
        days.contains(&step.row) && split.ratio.ln().abs() > least
    };
    series.later.is_none_or(is_quoted) && series.splits.iter().any(explains)
}

/// Returns true if the price went nearly as far as a unit within a bar.
fn is_wide(series: &Series, row: usize) -> bool {
    let [low, high, close] = [Column::Low, Column::High, Column::Close].map(|column| series.get(column, row));
    let (Some(low), Some(high), Some(close)) = (low, high, close) else { return false };
    low <= close && close <= high && high / low > series.units / 3.0
}

/// Returns true if no price of the two bars lies between their closes, as it does in a crash.
pub(super) fn is_gap(series: &Series, rows: &Range<usize>) -> bool {
    let (one, next) = (rows.start, rows.end);
    let (Some(before), Some(after)) = (series.get(Column::Close, one), series.get(Column::Close, next))
    else {
        return false;
    };
    let (low, high) = (before.min(after) * 3.0, before.max(after) / 3.0);
    let others = [Column::Open, Column::High, Column::Low];
    let between = |row| others.iter().filter_map(move |column| series.get(*column, row));
    let is_bridged = between(one).chain(between(next)).any(|price| price > low && price < high);
    !is_bridged
}
