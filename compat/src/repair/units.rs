//! Prices in another unit of the currency than their neighbours: pence among pounds, or cents among dollars.

use std::ops::Range;

use super::dividends::{implied, is_same};
use super::note::Reason;
use super::series::{Column, Paid, Series};

/// The factor within which a change of price is that of a unit.
const NEAR: f64 = 1.4;

/// The factor of a change that never comes back, which a crash or a split may be as well.
const NEARER: f64 = 1.1;

/// The number of the last bars of which most have the right unit: those of a month.
const LATEST: usize = 21;

/// The number of bars within which a change comes back that is certainly no crash.
const SHORT: usize = 21;

/// Mends prices in another unit: single ones, and those up to or from a date.
pub(super) fn mend(series: &mut Series) {
    let closes = series.closes();
    let steps = steps(series, Column::Close, &closes, is_gap);
    let Some(exponents) = exponents(series, Column::Close, &closes, &steps) else { return };
    let dividends = dividends_to_scale(series, &exponents);
    scale_bars(series, &exponents);
    for (paid, factor) in dividends {
        series.set_amount(paid, paid.amount * factor, Reason::DividendUnit);
    }
    scale_adjusted(series);
}

/// A change of the unit from a row to the next.
struct Step {
    /// The position of the latter in the list of values.
    at: usize,
    row: usize,
    /// 1 for prices that become greater, -1 for those that become smaller.
    sign: i32,
    /// The logarithm of the change beside that of the unit.
    off: f64,
}

/// Returns the changes of the unit in the values of a column, given with their rows. `may_be` says whether the change
/// between two rows may be one. Those that may be a crash are told.
fn steps(
    series: &mut Series,
    column: Column,
    values: &[(usize, f64)],
    may_be: impl Fn(&Series, &Range<usize>) -> bool,
) -> Vec<Step> {
    let unit = series.units.ln();
    let mut found: Vec<Step> = Vec::new();
    for (at, ((one, before), (next, after))) in values.iter().zip(values.iter().skip(1)).enumerate() {
        let change = (after / before).ln();
        let off = (change.abs() - unit).abs();
        if off <= NEAR.ln() && may_be(series, &(*one..*next)) {
            let sign = if change > 0.0 { 1 } else { -1 };
            found.push(Step { at: at.saturating_add(1), row: *next, sign, off });
        }
    }
    let limit = NEARER.ln().max(4.0 * series.deviation);
    let comes_back = |step: &Step| {
        found.iter().any(|other| other.sign != step.sign && other.at.abs_diff(step.at) <= SHORT)
    };
    let sure: Vec<bool> = found
        .iter()
        .map(|step| comes_back(step) || step.off <= limit && !is_wide(series, step.row))
        .collect();
    let mut steps = Vec::with_capacity(found.len());
    for (step, is_sure) in found.into_iter().zip(sure) {
        if is_sure {
            steps.push(step);
        } else {
            let value = series.get(column, step.row);
            series.doubt(
                step.row,
                column.name(),
                value,
                "changes by nearly the factor of a unit; it may be a crash",
            );
        }
    }
    steps
}

/// Returns true if the price went nearly as far as a unit within a bar.
fn is_wide(series: &Series, row: usize) -> bool {
    let [low, high, close] = [Column::Low, Column::High, Column::Close].map(|column| series.get(column, row));
    let (Some(low), Some(high), Some(close)) = (low, high, close) else { return false };
    low <= close && close <= high && high / low > series.units / 3.0
}

/// Returns true if no price of the two bars lies between their closes, as it does in a crash, and no split explains the
/// change.
fn is_gap(series: &Series, rows: &Range<usize>) -> bool {
    let (one, next) = (rows.start, rows.end);
    let (Some(before), Some(after)) = (series.get(Column::Close, one), series.get(Column::Close, next))
    else {
        return false;
    };
    let (low, high) = (before.min(after) * 3.0, before.max(after) / 3.0);
    let others = [Column::Open, Column::High, Column::Low];
    let between = |row| others.iter().filter_map(move |column| series.get(*column, row));
    let is_bridged = between(one).chain(between(next)).any(|price| price > low && price < high);
    let is_split = series
        .splits
        .iter()
        .any(|split| split.row.abs_diff(next) <= 5 && split.ratio.ln().abs() > (series.units / NEAR).ln());
    !is_bridged && !is_split
}

/// Returns the power of the unit that each row with a value is to be multiplied with; `None` if the right unit is not
/// known.
fn exponents(
    series: &mut Series,
    column: Column,
    values: &[(usize, f64)],
    steps: &[Step],
) -> Option<Vec<Option<i32>>> {
    let mut level = 0_i32;
    let mut levels = Vec::with_capacity(values.len());
    let mut steps = steps.iter().peekable();
    for (at, (row, _)) in values.iter().enumerate() {
        if let Some(step) = steps.next_if(|step| step.at == at) {
            level = level.saturating_add(step.sign);
        }
        levels.push((*row, level));
    }
    let latest = || levels.iter().rev().take(LATEST).map(|(_, level)| *level);
    let count = |wanted: i32| latest().filter(|level| *level == wanted).count();
    let right = latest().max_by_key(|level| count(*level))?;
    if latest().any(|level| level != right && count(level) == count(right)) {
        let (row, _) = values.last()?;
        let value = series.get(column, *row);
        series.doubt(*row, column.name(), value, "is of one of two units, of which as many bars are");
        return None;
    }
    let mut exponents = vec![None; series.times.len()];
    for (row, level) in levels {
        if let Some(exponent) = exponents.get_mut(row) {
            *exponent = Some(right.saturating_sub(level));
        }
    }
    Some(exponents)
}

/// Returns the dividends that were in the unit of the prices before them, with the factor of the right unit.
fn dividends_to_scale(series: &Series, exponents: &[Option<i32>]) -> Vec<(Paid, f64)> {
    let of = |paid: &Paid| {
        let (before, _) = series.factors_around(paid.row)?;
        let exponent = exponents.get(before).copied().flatten()?;
        let is_same = is_same(paid.amount, implied(series, paid.row)?);
        (exponent != 0 && is_same).then(|| (*paid, series.units.powi(exponent)))
    };
    series.dividends.iter().filter_map(of).collect()
}

/// Scales the prices of bars: closes as they are told, and the other prices to the unit of their close.
fn scale_bars(series: &mut Series, exponents: &[Option<i32>]) {
    let unit = series.units;
    let mut right = None;
    let mut closes = Vec::with_capacity(series.times.len());
    for row in series.rows() {
        let exponent = exponents.get(row).copied().flatten();
        let own = series.get(Column::Close, row).zip(exponent).map(|(close, by)| close * unit.powi(by));
        // Where the close itself moves that far, as in a crash, the other prices of the bar may be on either side.
        let moves =
            own.zip(right).is_some_and(|(own, right): (f64, f64)| (own / right).ln().abs() > unit.ln() / 2.0);
        right = own.or(right);
        closes.push((right, own.is_some(), moves));
    }
    let before: Vec<Option<f64>> = series.rows().map(|row| series.factor(row)).collect();
    for column in [Column::Open, Column::High, Column::Low] {
        each_run(series, column, |row, price| {
            let (close, _, moves) = closes.get(row)?;
            to_unit(price, close.filter(|_| !moves)?, unit)
        });
    }
    each_run(series, Column::Close, |row, price| {
        let (close, is_own, _) = closes.get(row)?;
        close.filter(|close| *is_own && *close != price)
    });
    // An adjusted close that was in the unit of its close follows it.
    let scaled: Vec<Option<f64>> = series.rows().map(|row| series.factor(row)).collect();
    let reference = reference(&before, exponents);
    each_run(series, Column::AdjClose, |row, price| {
        let (then, now) = (before.get(row).copied()??, scaled.get(row).copied()??);
        if then == now {
            return None;
        }
        let usual = reference.get(row).copied().flatten()?;
        // Whichever of the two is nearer to the factor of the nearest bar in the right unit.
        let (kept, followed) = ((now / usual).ln().abs(), (then / usual).ln().abs());
        (followed < kept).then_some(price * then / now)
    });
}

/// Returns the factor of the nearest row that is in the right unit, for each row.
fn reference(factors: &[Option<f64>], exponents: &[Option<i32>]) -> Vec<Option<f64>> {
    let right =
        factors.iter().zip(exponents).map(|(factor, exponent)| factor.filter(|_| *exponent == Some(0)));
    let right: Vec<Option<f64>> = right.collect();
    let spread = |values: &mut dyn Iterator<Item = Option<f64>>| -> Vec<Option<f64>> {
        let mut last = None;
        values
            .map(|value| {
                last = value.or(last);
                last
            })
            .collect()
    };
    let before = spread(&mut right.iter().copied());
    let mut after = spread(&mut right.iter().rev().copied());
    after.reverse();
    after.into_iter().zip(before).map(|(after, before)| after.or(before)).collect()
}

/// Mends adjusted closes that are in another unit than their closes.
fn scale_adjusted(series: &mut Series) {
    let factors: Vec<(usize, f64)> =
        series.rows().filter_map(|row| Some((row, series.factor(row)?))).collect();
    let steps = steps(series, Column::AdjClose, &factors, is_unpaid);
    let Some(exponents) = exponents(series, Column::AdjClose, &factors, &steps) else { return };
    let unit = series.units;
    each_run(series, Column::AdjClose, |row, price| {
        let exponent = exponents.get(row).copied().flatten()?;
        (exponent != 0).then(|| price * unit.powi(exponent))
    });
}

/// Returns true if no dividend is paid between two bars whose factors differ by a unit, for a dividend of nearly the whole
/// price changes the factor as much; or if the rest of the change is that of the one dividend.
fn is_unpaid(series: &Series, rows: &Range<usize>) -> bool {
    let bars = rows.start.saturating_add(1)..rows.end.saturating_add(1);
    if !series.pays_within(&bars) {
        return true;
    }
    let mut paid = series.dividends.iter().filter(|paid| bars.contains(&paid.row));
    let (Some(one), None) = (paid.next(), paid.next()) else { return false };
    implied(series, one.row).is_some_and(|implied| {
        [series.units, series.units.recip()].into_iter().any(|unit| is_same(one.amount, implied.scaled(unit)))
    })
}

/// Returns a price in the unit of another one; `None` if it is.
fn to_unit(price: f64, close: f64, unit: f64) -> Option<f64> {
    let change = (price / close).ln();
    let is_off = (change.abs() - unit.ln()).abs() <= (NEAR * NEAR).ln();
    is_off.then(|| if change > 0.0 { price / unit } else { price * unit })
}

/// Changes a column, and tells each run of bars next to each other as one repair.
fn each_run(series: &mut Series, column: Column, change: impl Fn(usize, f64) -> Option<f64>) {
    let change = |row: usize| series.get(column, row).and_then(|value| change(row, value));
    let changes: Vec<(usize, Option<f64>)> = series.rows().map(|row| (row, change(row))).collect();
    for run in changes.chunk_by(|(_, one), (_, next)| one.is_some() == next.is_some()) {
        let (Some((first, Some(_))), Some((last, _))) = (run.first(), run.last()) else { continue };
        let value = |row: usize, _| changes.get(row).and_then(|(_, value)| *value);
        series.scale(column, *first..last.saturating_add(1), Reason::Unit, value);
    }
}
