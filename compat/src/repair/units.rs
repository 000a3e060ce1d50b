//! Prices in another unit of the currency than their neighbours: pence among pounds, or cents among dollars.
//!
//! The right unit is that of the current price. A change of the unit has to be shown by something else too, for a price may
//! really fall to a hundredth: it comes back, or the current price, the dividends, the adjusted closes or the volumes say so.

use std::ops::Range;

use super::dividends::readjust;
use super::evidence::{Implied, Verdict, decide, implied, is_same};
use super::note::Reason;
use super::series::{Column, Paid, Series, each_run};
use super::signs::{self, of_adjusted, of_dividends, of_year, pays_alike, traded};
use super::statistics::alike;
use super::steps::{Jump, NEAR, QUOTE, is_gap, steps};
use super::year::Year;

/// The number of bars from which on a price may have moved as far as a unit, and back, without great notice.
const FEW: usize = 5;

/// The factor within which a quote is the price of the last bar.
const SAME: f64 = 1.02;

/// The number of newest bars that a quote like the last of them says nothing about: it is the same price, and no second sign.
const NEWEST: usize = 2;

/// The volume of a day of such a change, as a multiple of what is usual.
const MUCH: f64 = 1.6;

/// Mends prices in another unit: single ones, and those up to or from a date, with their dividends.
pub(super) fn mend(series: &mut Series) {
    let told = series.doubts();
    let closes = series.closes();
    let steps = steps(series, Column::Close, &closes, is_gap);
    let quote = series.later;
    if let Some(mut exponents) = exponents(series, Column::Close, &closes, &steps, quote) {
        leave_contradicted(series, &mut exponents);
        let paid = dividends_of(series, &exponents);
        scale_bars(series, &exponents);
        mend_dividends(series, &paid);
    }
    // Where the closes are in doubt, the adjusted closes may be the right ones.
    if series.doubts() == told {
        scale_adjusted(series);
    }
}

/// Bars next to each other in one unit.
#[derive(Debug, Clone)]
struct Run {
    rows: Range<usize>,
    /// The number of them that have a value.
    bars: usize,
    /// The power of the unit that they are in, from that of the first bars.
    level: i32,
}

/// Returns the runs of bars in one unit.
fn runs(values: &[(usize, f64)], steps: &[Jump]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut steps = steps.iter().peekable();
    for (at, (row, _)) in values.iter().enumerate() {
        let step = steps.next_if(|step| step.at == at);
        let end = row.saturating_add(1);
        match (runs.last_mut(), step) {
            (Some(run), None) => {
                run.rows.end = end;
                run.bars = run.bars.saturating_add(1);
            }
            (run, step) => {
                let level = run.map_or(0, |run| run.level);
                let level = level.saturating_add(step.map_or(0, |step| step.sign));
                runs.push(Run { rows: *row..end, bars: 1, level });
            }
        }
    }
    runs
}

/// Returns the logarithm of the factor by which prices of a level are greater than those of another one.
fn log(series: &Series, level: i32, other: i32) -> f64 {
    f64::from(level.saturating_sub(other)) * series.units.ln()
}

/// The units of the bars of a column, and the powers of the unit that each row is to be multiplied with.
struct Units {
    column: Column,
    runs: Vec<Run>,
    exponents: Vec<i32>,
    /// The rows at which the unit changes.
    changes: Vec<usize>,
}

impl Units {
    /// Moves a run to a level.
    fn move_to(&mut self, run: usize, level: i32) {
        let Some(run) = self.runs.get_mut(run) else { return };
        let by = level.saturating_sub(run.level);
        run.level = level;
        for exponent in self.exponents.get_mut(run.rows.clone()).into_iter().flatten() {
            *exponent = exponent.saturating_add(by);
        }
    }

    /// Joins runs next to each other of one level.
    fn join(&mut self) {
        let mut joined: Vec<Run> = Vec::new();
        for run in self.runs.drain(..) {
            match joined.last_mut().filter(|last| last.level == run.level) {
                Some(last) => {
                    last.rows.end = run.rows.end;
                    last.bars = last.bars.saturating_add(run.bars);
                }
                None => joined.push(run),
            }
        }
        self.runs = joined;
    }

    fn level(&self, run: Option<usize>) -> Option<i32> {
        Some(self.runs.get(run?)?.level)
    }

    /// Moves the runs that come back to the unit before them, the shortest first. `right` is the unit of the current price.
    fn close(&mut self, series: &Series, right: Option<i32>) {
        loop {
            let comes_back = |(at, run): &(usize, &Run)| {
                let next = at.saturating_add(1);
                let (before, after) =
                    (at.checked_sub(1).and_then(|at| self.runs.get(at)), self.runs.get(next));
                let (Some(before), Some(after)) = (before, after) else { return false };
                let is_quoted = right == Some(run.level) && run.bars >= FEW;
                before.level == after.level
                    && run.bars < before.bars.saturating_add(after.bars)
                    && !is_quoted
                    && self.is_wrong(series, run, before.level)
            };
            let shortest = self.runs.iter().enumerate().filter(comes_back).min_by_key(|(_, run)| run.bars);
            let Some((at, before)) = shortest.map(|(at, _)| (at, self.level(at.checked_sub(1)))) else {
                return;
            };
            self.move_to(at, before.unwrap_or_default());
            self.join();
        }
    }

    /// Moves the runs that are shown to be in another unit than the right one to it, and tells the others.
    fn move_shown(&mut self, series: &mut Series, right: i32) {
        let end = self.runs.len().saturating_sub(1);
        let first = self.runs.iter().position(|run| run.level == right);
        for (at, run) in self.runs.clone().into_iter().enumerate() {
            // What is all in another unit than the current price has no change.
            if run.level == right || end == 0 {
                continue;
            }
            let is_first = first.is_none_or(|first| at < first);
            let is_wrong = match self.of_year(series, &run, right) {
                Some(is_wrong) => is_wrong,
                None if at == end => true,
                None if is_first => self.is_shown(series, &run, right),
                None => self.is_wrong(series, &run, right),
            };
            if is_wrong {
                self.move_to(at, right);
            } else {
                let why = "changes by the factor of a unit; it may have moved as far";
                series.doubt_unit(run.rows.end, self.column, why);
            }
        }
    }

    /// Returns true if the prices of the last 52 weeks say that a run is in another unit than a level, or nothing says that
    /// its price really moved.
    fn is_wrong(&self, series: &Series, run: &Run, level: i32) -> bool {
        self.of_year(series, run, level).unwrap_or_else(|| !self.is_loud(series, run, level))
    }

    fn of_year(&self, series: &Series, run: &Run, level: i32) -> Option<bool> {
        let log = log(series, run.level, level);
        (self.column == Column::Close).then(|| of_year(series, &run.rows, log)).flatten()
    }

    /// Returns true if much was traded on both days on which a run begins and ends, as if the price had really moved, and no dividend shows that it is in another unit than a level.
    fn is_loud(&self, series: &Series, run: &Run, level: i32) -> bool {
        let both = traded(series, run.rows.start).zip(traded(series, run.rows.end));
        let much = if run.bars < FEW { 2.0 * MUCH } else { MUCH };
        self.column == Column::Close
            && both.is_some_and(|(begin, end)| begin * end > much * much)
            && of_dividends(series, &run.rows, log(series, run.level, level)) != Some(true)
    }

    /// Returns true if something else than the change at its end shows that a run at the start of the history is in another
    /// unit than a level.
    fn is_shown(&self, series: &Series, run: &Run, level: i32) -> bool {
        const STEADY: f64 = 0.05;
        const QUIET: f64 = 1.0;
        const BESIDE: usize = 10;
        let (row, log) = (run.rows.end, log(series, run.level, level));
        // Beside another change it is not certain which of them is that of the run.
        let is_lone = self.changes.iter().filter(|change| change.abs_diff(row) <= BESIDE).count() <= 1;
        // A fault of the day of a real move puts it off to the next one.
        let is_loud = |row: usize| traded(series, row).is_some_and(|volume| volume > MUCH);
        let is_calm = is_lone && !is_loud(row) && !is_loud(row.saturating_sub(1));
        let is_quiet =
            || series.deviation < STEADY && traded(series, row).is_some_and(|volume| volume <= QUIET);
        self.column == Column::AdjClose
            || are_of_other_unit(series, &run.rows, level.saturating_sub(run.level))
            || of_adjusted(series, row, log)
            || of_dividends(series, &run.rows, log) == Some(true)
            || is_calm && (pays_alike(series, row) || is_quiet())
    }
}

/// Returns the power of the unit that each row with a value is to be multiplied with. `now` is the value of now if it is
/// known.
fn exponents(
    series: &mut Series,
    column: Column,
    values: &[(usize, f64)],
    steps: &[Jump],
    now: Option<f64>,
) -> Option<Vec<Option<i32>>> {
    let exponents = vec![0; series.times.len()];
    let changes = steps.iter().map(|step| step.row).collect();
    let mut units = Units { column, runs: runs(values, steps), exponents, changes };
    let (row, last) = *values.last()?;
    let right = right_level(series, &units, last, now);
    units.close(series, right);
    let end = units.runs.len().saturating_sub(1);
    let right = right.or_else(|| shown_level(series, &units));
    let Some(right) = right.or_else(|| units.level(Some(end)).filter(|_| end == 0)) else {
        series.doubt_unit(row, column, "is of another unit than the bars before it; either may be right");
        return Some(of_rows(&units, values, series));
    };
    units.move_shown(series, right);
    Some(of_rows(&units, values, series))
}

/// Returns the powers of the rows that have a value.
fn of_rows(units: &Units, values: &[(usize, f64)], series: &Series) -> Vec<Option<i32>> {
    let mut exponents = vec![None; series.times.len()];
    for (row, _) in values {
        if let Some(exponent) = exponents.get_mut(*row) {
            *exponent = units.exponents.get(*row).copied();
        }
    }
    exponents
}

/// Returns the unit of the current price, if the last bar or that before its unit began has it; without one, that of the
/// bars before if the other prices of the newest bars have it.
fn right_level(series: &Series, units: &Units, last: f64, now: Option<f64>) -> Option<i32> {
    let newest = units.runs.last()?;
    let before = units.level(units.runs.len().checked_sub(2)).unwrap_or(newest.level);
    let by = before.saturating_sub(newest.level);
    let is_same = |now: f64| by != 0 && newest.bars <= NEWEST && alike(now, last, SAME);
    let is_second = |now: &f64| units.column != Column::Close || series.year.is_some() || !is_same(*now);
    let quoted = now.filter(is_second).and_then(|now| {
        let change = (now / last).ln();
        let is_near = |by: i32| (change - f64::from(by) * series.units.ln()).abs() <= QUOTE.ln();
        let by = [0, by.signum()].into_iter().find(|by| is_near(*by))?;
        Some(newest.level.saturating_add(by))
    });
    let has_other =
        || units.column == Column::Close && by != 0 && are_of_other_unit(series, &newest.rows, by);
    quoted.or_else(|| has_other().then_some(before))
}

/// Returns the unit of one of two runs if the dividends of the other one, and not its own, are in another one than its
/// prices.
fn shown_level(series: &Series, units: &Units) -> Option<i32> {
    let [one, two] = &units.runs[..] else { return None };
    let log = log(series, one.level, two.level);
    match (of_dividends(series, &one.rows, log), of_dividends(series, &two.rows, -log)) {
        (Some(true), None | Some(false)) => Some(two.level),
        (None | Some(false), Some(true)) => Some(one.level),
        _ => None,
    }
}

/// Returns true if the other prices of the newest bars are in another unit than their closes, which is `by` away.
fn are_of_other_unit(series: &Series, rows: &Range<usize>, by: i32) -> bool {
    let factor = series.units.powi(by.signum());
    rows.clone().filter(|row| series.get(Column::Close, *row).is_some()).all(|row| {
        let others = [Column::Open, Column::High, Column::Low].map(|column| series.get(column, row));
        let close = series.get(Column::Close, row);
        let is_other = |price: &f64| close.is_some_and(|close| alike(*price, close * factor, NEAR));
        others.iter().flatten().filter(|price| is_other(price)).count() >= 2
    })
}

/// Returns the dividends that the adjusted closes of prices in another unit have, with the factor of the right unit.
fn dividends_of(series: &Series, exponents: &[Option<i32>]) -> Vec<(Paid, f64)> {
    let of = |paid: &Paid| {
        let (before, _) = series.factors_around(paid.row)?;
        let exponent = exponents.get(before).copied().flatten()?;
        let is_same = is_same(paid.amount, implied(series, paid.row)?);
        (exponent != 0 && is_same).then(|| (*paid, series.units.powi(exponent)))
    };
    series.dividends.iter().filter_map(of).collect()
}

/// Mends the dividends of prices that were in another unit. They were all in that unit, or all in the right one, for which
/// the adjusted closes are then wrong.
fn mend_dividends(series: &mut Series, dividends: &[(Paid, f64)]) {
    let verdict = |(paid, factor): &(Paid, f64)| {
        let price = implied(series, paid.row)?.price;
        Some(decide(series, *paid, price, paid.amount * factor, 5.0))
    };
    let verdicts: Vec<Verdict> = dividends.iter().filter_map(verdict).collect();
    let count = |wanted: Verdict| verdicts.iter().filter(|verdict| **verdict == wanted).count();
    let (reported, other) = (count(Verdict::Reported), count(Verdict::Other));
    for (paid, factor) in dividends.iter().rev() {
        if other > reported.saturating_mul(2).max(1) {
            series.set_amount(*paid, paid.amount * factor, Reason::DividendUnit);
        } else if reported > other.saturating_mul(2) {
            let Some(implied) = implied(series, paid.row) else { continue };
            readjust(series, *paid, implied, paid.amount, Reason::DividendUnit);
        }
    }
}

/// The closes as they are told, by which the other prices of their bars are scaled.
struct Closes {
    /// Of each bar the close, or that before it, whether it is its own, and whether it moves as far as a unit, so that the
    /// other prices of the bar may be on either side.
    of_rows: Vec<(Option<f64>, bool, bool)>,
    /// Of each bar the prices of the last 52 weeks, if it is of them.
    years: Vec<Option<Year>>,
    unit: f64,
}

impl Closes {
    fn new(series: &Series, exponents: &[Option<i32>]) -> Self {
        let unit = series.units;
        let mut right = None;
        let of_row = |row: usize| {
            let exponent = exponents.get(row).copied().flatten();
            let own = series.get(Column::Close, row).zip(exponent).map(|(close, by)| close * unit.powi(by));
            let moves = own
                .zip(right)
                .is_some_and(|(own, right): (f64, f64)| (own / right).ln().abs() > unit.ln() / 2.0);
            right = own.or(right);
            (right, own.is_some(), moves)
        };
        let of_rows = series.rows().map(of_row).collect();
        Self { of_rows, years: series.rows().map(|row| signs::of_row(series, row)).collect(), unit }
    }

    /// Returns another close of a bar.
    fn close(&self, row: usize, price: f64) -> Option<f64> {
        let (close, is_own, _) = self.of_rows.get(row)?;
        close.filter(|close| *is_own && *close != price)
    }

    /// Returns another one of the other prices of a bar: in the unit of its close.
    fn other(&self, row: usize, price: f64) -> Option<f64> {
        let (close, _, moves) = self.of_rows.get(row)?;
        let is_right = self.years.get(row)?.is_some_and(|year| year.has(price));
        to_unit(price, close.filter(|_| !moves && !is_right)?, self.unit)
    }

    /// Returns true if the close of a bar is between its lowest and its highest price, and would be so no more.
    fn is_contradicted(&self, series: &Series, row: usize) -> bool {
        let [low, high, close] =
            [Column::Low, Column::High, Column::Close].map(|column| series.get(column, row));
        let (Some(low), Some(high), Some(close)) = (low, high, close) else { return false };
        let scaled = |price| self.other(row, price).unwrap_or(price);
        let moved = self.close(row, close).unwrap_or(close);
        // Beyond rounding.
        let is_within = |low: f64, close: f64, high: f64| low * 0.99 <= close && close <= high * 1.01;
        is_within(low, close, high) && !is_within(scaled(low), moved, scaled(high))
    }
}

/// Leaves bars next to each other as they are where the other prices of most of them say that their closes are right.
fn leave_contradicted(series: &mut Series, exponents: &mut [Option<i32>]) {
    let closes = Closes::new(series, exponents);
    let contradicted: Vec<bool> = series.rows().map(|row| closes.is_contradicted(series, row)).collect();
    let mut row = 0;
    while let Some(exponent) = exponents.get(row).copied() {
        let is_same = |other: &&mut Option<i32>| other.is_none() || **other == exponent;
        let rest = exponents.get_mut(row..).unwrap_or_default();
        let bars: Vec<&mut Option<i32>> = rest.iter_mut().take_while(is_same).collect();
        let end = row.saturating_add(bars.len().max(1));
        let others = contradicted.get(row..end).unwrap_or_default().iter().filter(|is| **is).count();
        if exponent.is_some_and(|by| by != 0) && others.saturating_mul(2) > bars.len() {
            for bar in bars {
                *bar = bar.map(|_| 0);
            }
            let why = "changes by the factor of a unit, and the other prices of its bars do not";
            series.doubt_unit(end.saturating_sub(1), Column::Close, why);
        }
        row = end;
    }
}

/// Scales the prices of bars: closes as they are told, and the other prices to the unit of their close.
fn scale_bars(series: &mut Series, exponents: &[Option<i32>]) {
    let closes = Closes::new(series, exponents);
    let before: Vec<Option<f64>> = series.rows().map(|row| series.factor(row)).collect();
    for column in [Column::Open, Column::High, Column::Low] {
        each_run(series, column, Reason::Unit, |row, price| closes.other(row, price));
    }
    each_run(series, Column::Close, Reason::Unit, |row, price| closes.close(row, price));
    // An adjusted close that was in the unit of its close follows it.
    let scaled: Vec<Option<f64>> = series.rows().map(|row| series.factor(row)).collect();
    let reference = reference(&before, exponents);
    each_run(series, Column::AdjClose, Reason::Unit, |row, price| {
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
    // Dividends greater than the price change the factor by any other one.
    if factors.iter().any(|(_, factor)| *factor < 0.0) {
        return;
    }
    let steps = steps(series, Column::AdjClose, &factors, is_unpaid);
    // The newest factor is one, and no factor is greater.
    let Some(exponents) = exponents(series, Column::AdjClose, &factors, &steps, Some(1.0)) else { return };
    let unit = series.units;
    each_run(series, Column::AdjClose, Reason::Unit, |row, price| {
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
    // A bar of days begins at another price than that of the day before the dividend.
    let limit = if series.is_longer { 1.3 } else { 1.03 };
    let is_paid = |implied: Implied| is_same(one.amount, implied) || alike(one.amount, implied.amount, limit);
    implied(series, one.row).filter(|implied| !is_paid(*implied)).is_some_and(|implied| {
        [series.units, series.units.recip()].into_iter().any(|unit| is_paid(implied.scaled(unit)))
    })
}

/// Returns a price in the unit of another one; `None` if it is.
fn to_unit(price: f64, close: f64, unit: f64) -> Option<f64> {
    let change = (price / close).ln();
    let is_off = (change.abs() - unit.ln()).abs() <= (NEAR * NEAR).ln();
    is_off.then(|| if change > 0.0 { price / unit } else { price * unit })
}
