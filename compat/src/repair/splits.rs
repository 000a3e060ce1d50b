//! Splits that prices lack, or have twice: over exactly the bars of the fault, wherever it begins and ends.
//!
//! Bars that lack a split differ from those next to them by its ratio, at both ends of the fault. One that begins with the
//! history has one end, at the split itself, where a price that really moves as much looks the same: something else must
//! show it.

use std::ops::Range;

use super::note::Reason;
use super::series::{Column, Series, Split, each_run};
use super::signs::{of_adjusted, of_dividends, of_volumes, of_year, traded};
use super::statistics::median;

/// The number of days after a split within which its prices may begin to have it.
pub(super) const LATE: usize = 5;

/// The ratio below which a split is no more than a usual change.
const SMALL: f64 = 1.2;

/// The ratio from which on single prices of a bar tell on which side of a split they are.
pub(super) const LARGE: f64 = 1.9;

/// The ratio from which on no price moves as far from one day to the next.
const GREAT: f64 = 2.9;

/// The volume of a day of a real move, as a multiple of what is usual.
const MUCH: f64 = 1.6;

/// The number of bars after a split among which a fault of it may lie.
const AFTER: usize = 60;

/// Mends the prices before each split, the latest split first.
pub(super) fn mend(series: &mut Series) {
    let mut splits = series.splits.clone();
    splits.sort_by_key(|split| std::cmp::Reverse(split.row));
    for split in splits {
        let Some(scale) = Scale::of(series, split) else {
            tell(series, split);
            continue;
        };
        let closes = series.closes();
        let unsure = std::mem::take(&mut series.unsure);
        let found = scale.faults(series, Column::Close, &closes);
        for fault in &found {
            mend_prices(series, &scale, fault);
        }
        // Where the closes are in doubt, the adjusted closes may be the right ones.
        if series.unsure == 0 {
            mend_adjusted(series, &scale);
        }
        series.unsure = series.unsure.max(unsure);
    }
}

/// A split and how far the price moves about it.
struct Scale {
    row: usize,
    /// The logarithm of the ratio.
    log: f64,
    deviation: f64,
    /// The number of bars after the split within which prices may begin to have it.
    late: usize,
}

/// Bars that lack a split, or have it twice.
#[derive(Debug, Clone)]
struct Fault {
    rows: Range<usize>,
    /// 1 where the split is missing, -1 where it is there twice.
    sign: f64,
}

/// A change of a price by the ratio of a split, at the bar after it.
#[derive(Debug, Clone, Copy)]
struct Jump {
    row: usize,
    sign: f64,
    /// The rest of the change, as a logarithm.
    rest: f64,
}

impl Scale {
    /// Returns `None` of a split that cannot be told from a usual change of the price.
    fn of(series: &Series, split: Split) -> Option<Self> {
        const NEAR: usize = 60;
        let near = split.row.saturating_sub(NEAR)..split.row.saturating_add(NEAR).min(series.times.len());
        let deviation = series.deviation_within(near).max(series.deviation);
        let log = split.ratio.ln();
        let late = if series.is_longer { 1 } else { LATE };
        let is_large = log.abs() >= SMALL.ln() && log.abs() > 5.0 * deviation;
        is_large.then_some(Self { row: split.row, log, deviation, late })
    }

    fn size(&self) -> f64 {
        self.log.abs()
    }

    /// Returns true if the price does not usually change by the ratio.
    fn is_sure(&self) -> bool {
        self.size() > 12.0 * self.deviation
    }

    /// Returns true if a step may be the end of the fault that reaches to the split.
    fn is_own(&self, row: usize) -> bool {
        (self.row.saturating_sub(1)..=self.row.saturating_add(self.late)).contains(&row)
    }

    /// Returns the steps of a column, the latest first.
    fn steps(&self, series: &Series, column: Column, values: &[(usize, f64)]) -> Vec<Jump> {
        let last = self.row.saturating_add(AFTER);
        let end = values.partition_point(|(row, _)| *row <= last);
        let values = values.get(..end).unwrap_or_default();
        let pairs = values.iter().zip(values.iter().skip(1)).rev();
        let step = |((one, before), (next, after)): (&(usize, f64), &(usize, f64))| {
            let fall = (before / after).ln();
            let sign = if fall * self.log > 0.0 { 1.0 } else { -1.0 };
            let rest = fall - sign * self.log;
            let usual = if self.is_own(*next) { 3.0 } else { 4.0 };
            let limit = (usual * self.deviation).max(0.05).max(self.size() / 4.0).min(self.size() / 3.0);
            // A unit of the currency explains the change better.
            let is_unit = (fall.abs() - series.units.ln()).abs() + 1e-6 < rest.abs();
            let is_step = rest.abs() <= limit && !is_unit;
            (is_step && self.is_bare(series, column, *one, *next)).then_some(Jump { row: *next, sign, rest })
        };
        pairs.filter_map(step).collect()
    }

    /// Returns true if no price of two bars lies between their closes, as it does in a crash. Adjusted closes must change
    /// without a dividend.
    fn is_bare(&self, series: &Series, column: Column, one: usize, next: usize) -> bool {
        if column == Column::AdjClose {
            return !series.pays_within(&(one.saturating_add(1)..next.saturating_add(1)))
                || self.size() > LARGE.ln();
        }
        let closes = [one, next].map(|row| series.get(Column::Close, row));
        let [Some(before), Some(after)] = closes else { return false };
        // Bars of weeks and months are wide, and one of them has both prices before and after a split.
        if self.size() < LARGE.ln() || series.is_longer {
            return true;
        }
        let third = (self.size() / 3.0).exp();
        let (low, high) = (before.min(after) * third, before.max(after) / third);
        let others = [Column::Open, Column::High, Column::Low];
        let prices = [one, next].into_iter().flat_map(|row| others.map(|column| series.get(column, row)));
        !prices.flatten().any(|price| price > low && price < high)
    }

    /// Returns the faults of a column, the latest first.
    fn faults(&self, series: &mut Series, column: Column, values: &[(usize, f64)]) -> Vec<Fault> {
        let steps = self.steps(series, column, values);
        let mut faults: Vec<Fault> = Vec::new();
        let mut open: Option<Jump> = None;
        // A change that comes back before the end that is open is another fault, or none.
        let mut passed: Option<Jump> = None;
        let mut is_single = true;
        for step in steps {
            match open {
                Some(end) if end.sign * step.sign < 0.0 && passed.take().is_some() => {}
                Some(end) if end.sign * step.sign < 0.0 => {
                    open = None;
                    let rows = step.row..end.row;
                    let is_denied = of_dividends(series, &rows, end.sign * self.log) == Some(false);
                    if self.is_pair(series, step, end) && !is_denied {
                        faults.push(Fault { rows: step.row..end.row, sign: end.sign });
                        continue;
                    }
                    doubt(series, column, end.row);
                    // A change at the split that another one, far or unlike, takes back may be either.
                    if self.is_own(end.row) || self.is_own(step.row) {
                        return faults;
                    }
                    open = Some(step);
                }
                // A second change by the ratio is one of the price; beside the split it may be either.
                Some(end) if self.is_own(end.row) => {
                    is_single &= !self.is_own(step.row);
                    passed = Some(step).filter(|step| !self.is_own(step.row)).or(passed);
                }
                _ => open = Some(step),
            }
        }
        if let Some(end) = open {
            let is_own = self.is_own(end.row);
            let is_clear = !self.is_interrupted(series, column, values, end) && self.is_quoted(series);
            let is_unusual = end.row < self.row && self.is_sure();
            let is_shown = is_single && (column == Column::AdjClose || self.is_shown(series, end));
            if is_own && is_clear && is_shown {
                faults.push(Fault { rows: 0..end.row, sign: end.sign });
            } else if is_own || is_unusual {
                doubt(series, column, end.row);
            }
        }
        faults
    }

    /// Returns true if a price of the first bar after a fault is that of the close before it, once it is scaled too.
    fn is_beside(&self, scaled: f64, last: f64) -> bool {
        (scaled / last).ln().abs() <= (self.size() / 5.0).min(2.0 * self.deviation)
    }

    /// Returns true if something else than the change of the price shows that all prices before it are wrong.
    fn is_shown(&self, series: &Series, end: Jump) -> bool {
        let log = end.sign * self.log;
        if of_adjusted(series, end.row, log)
            || self.is_sure() && of_year(series, &(0..end.row), log) == Some(true)
        {
            return true;
        }
        let is_at_split = end.row == self.row || series.is_longer;
        // Where the fault begins is not seen if prices usually change as much: dividends must show that it is from the start.
        let shown = if self.is_sure() { end.row } else { end.row / 2 };
        of_dividends(series, &(0..shown), log).unwrap_or_else(|| match of_volumes(series, end.row, log) {
            Some(true) => self.size() >= GREAT.ln() || self.size() >= LARGE.ln() && is_at_split,
            Some(false) => false,
            None => self.size() >= GREAT.ln(),
        })
    }

    /// Returns false if the current price is that of the bars before the split.
    fn is_quoted(&self, series: &Series) -> bool {
        let last = series.rows().rev().find_map(|row| series.get(Column::Close, row));
        let change = series.quote.zip(last).map_or(0.0, |(quote, last)| (quote / last).ln().abs());
        change < self.size() / 2.0
    }

    /// Returns true if two opposite steps are the ends of a fault. Far from the split they must be beyond every usual
    /// change, and cancel each other.
    fn is_pair(&self, series: &Series, begin: Jump, end: Jump) -> bool {
        const NEAR: usize = 10;
        let is_near = self.is_own(end.row)
            || begin.row.abs_diff(self.row) <= NEAR
            || end.row.abs_diff(self.row) <= NEAR;
        let usual = (6.0 * self.deviation).max(0.05);
        let part = if self.is_sure() { 4.0 } else { 6.0 };
        let is_alike = begin.rest.abs().max(end.rest.abs()) <= usual.min(self.size() / part);
        // What begins before a split or at it and ends long after it is no fault of the split.
        let is_long = begin.row <= self.row.saturating_add(self.late)
            && end.row > self.row.saturating_add(self.late.saturating_mul(3));
        // Of a usual size it has to end soon, for the price may well come back.
        let soon = self.row.saturating_add(self.late).saturating_add(3);
        let is_loud = |row: usize| traded(series, row).is_some_and(|volume| volume > MUCH);
        let is_quiet = !is_loud(begin.row) && !is_loud(end.row);
        let is_at_split = is_quiet && (end.row == self.row || begin.row == self.row && end.row <= soon);
        !is_long && (is_near && self.size() > LARGE.ln() || is_alike && (self.is_sure() || is_at_split))
    }

    /// Returns true if the bars before a step have a change that may be the start of the fault, but is not near enough: one
    /// from a close to the next open.
    fn is_interrupted(&self, series: &Series, column: Column, values: &[(usize, f64)], end: Jump) -> bool {
        let may_begin = |fall: f64| (self.size() * 0.6..self.size() * 1.4).contains(&-fall);
        let pairs = values.iter().zip(values.iter().skip(1)).filter(|(_, (row, _))| *row < end.row);
        pairs.into_iter().any(|((one, before), (next, after))| {
            let fall = |before: f64, after: f64| (before / after).ln() * end.sign * self.log.signum();
            let gap = series.get(Column::Close, *one).zip(series.get(Column::Open, *next));
            let is_gap = column == Column::AdjClose
                || gap.is_none_or(|(close, open)| -fall(close, open) >= self.size() * 0.6);
            may_begin(fall(*before, *after)) && is_gap
        })
    }
}

/// Multiplies the prices of a fault, the adjusted closes that are like them, and the volumes.
fn mend_prices(series: &mut Series, scale: &Scale, fault: &Fault) {
    let factor = (-fault.sign * scale.log).exp();
    let reason = reason(fault);
    let rows = fault.rows.clone();
    let follows = follows(series, scale, fault);
    for column in [Column::Close, Column::AdjClose].into_iter().take(if follows { 2 } else { 1 }) {
        series.scale(column, rows.clone(), reason, |_, price| Some(price * factor));
    }
    let is_large = scale.size() >= LARGE.ln();
    let closes: Vec<Option<f64>> = series.rows().map(|row| series.get(Column::Close, row)).collect();
    let last = rows.end.checked_sub(1).and_then(|row| closes.get(row).copied().flatten());
    // A bar beside the fault may have prices of both sides.
    let about = rows.start.saturating_sub(1)..rows.end.saturating_add(1);
    for column in [Column::Open, Column::High, Column::Low] {
        each_run(series, column, reason, |row, price| {
            let is_within = rows.contains(&row);
            if !is_large {
                let is_side =
                    row == rows.end && last.is_some_and(|last| scale.is_beside(price * factor, last));
                return (is_within || is_side).then_some(price * factor);
            }
            let Some(close) = closes.get(row).copied().flatten() else {
                return is_within.then_some(price * factor);
            };
            let off = |price: f64| (price / close).ln().abs();
            let is_side = about.contains(&row) && off(price * factor) < scale.size() / 5.0;
            ((is_within || is_side) && off(price * factor) < off(price)).then_some(price * factor)
        });
    }
    match has_old_volumes(series, &rows, factor, follows) {
        Some(true) => series.scale(Column::Volume, rows, reason, |_, volume| Some((volume / factor).round())),
        Some(false) => {}
        None => {
            let row = rows.end.saturating_sub(1);
            let volume = series.get(Column::Volume, row);
            series.doubt(row, "Volume", volume, "may lack the split of its price, or have it twice");
        }
    }
}

/// Returns true if the adjusted closes of a fault have it too: their factor does not change where the closes do.
fn follows(series: &Series, scale: &Scale, fault: &Fault) -> bool {
    let off = |inside: Option<usize>, outside: Option<usize>| {
        let change = series.factor(inside?)? / series.factor(outside?)?;
        Some(change.ln().abs()).filter(|change| change.is_finite())
    };
    let rows = &fault.rows;
    let ends =
        [off(rows.end.checked_sub(1), Some(rows.end)), off(Some(rows.start), rows.start.checked_sub(1))];
    ends.into_iter().flatten().next().is_none_or(|change| change < scale.size() / 2.0)
}

/// Mends adjusted closes that lack a split, or have it twice, where the closes are right.
fn mend_adjusted(series: &mut Series, scale: &Scale) {
    let factors: Vec<(usize, f64)> = series
        .rows()
        .filter_map(|row| Some((row, series.factor(row)?)))
        .filter(|(_, factor)| *factor > 0.0)
        .collect();
    // Their factor changes by nothing but dividends.
    let scale = Scale { deviation: 0.005, ..*scale };
    for fault in scale.faults(series, Column::AdjClose, &factors) {
        let factor = (-fault.sign * scale.log).exp();
        series.scale(Column::AdjClose, fault.rows.clone(), reason(&fault), |_, price| Some(price * factor));
    }
}

fn reason(fault: &Fault) -> Reason {
    if fault.sign > 0.0 { Reason::MissingSplit } else { Reason::DoubleSplit }
}

/// Returns whether the volumes of a fault have it too, which are nearer to those around it then; `None` if they do not show
/// it. Of few bars, and of prices whose adjusted closes are right, they must be much nearer; those of few bars differ by as
/// much as a small ratio anyway.
fn has_old_volumes(series: &Series, rows: &Range<usize>, factor: f64, follows: bool) -> Option<bool> {
    const MUCH: f64 = 1.5;
    const FEW: f64 = 2.5;
    const DAYS: usize = 60;
    const MANY: usize = 20;
    let usual = |rows: Range<usize>| {
        median(rows.filter_map(|row| series.get(Column::Volume, row)).filter(|volume| *volume > 0.0))
    };
    let inside = usual(rows.end.saturating_sub(DAYS).max(rows.start)..rows.end);
    let before = usual(rows.start.saturating_sub(DAYS)..rows.start);
    let after = usual(rows.end..rows.end.saturating_add(DAYS)).or(before);
    let off =
        |factor: f64| inside.zip(after).map_or(0.0, |(inside, after)| (inside / factor / after).ln().abs());
    let nearer = off(1.0) - off(factor);
    let least = match rows.len() >= MANY {
        true if follows => -2.0_f64.ln(),
        true => MUCH.ln(),
        false => FEW.ln(),
    };
    match () {
        () if inside.is_none() => Some(false),
        () if nearer >= least => Some(true),
        () => (nearer < -MUCH.ln()).then_some(false),
    }
}

fn doubt(series: &mut Series, column: Column, row: usize) {
    series.doubt_price(row, column, "changes by the ratio of a split; it may be a fault, or the price");
}

/// Tells a split that is too small to be told from the usual changes of the price, if the price changes by it.
fn tell(series: &mut Series, split: Split) {
    let Some(before) = split.row.checked_sub(1).and_then(|row| series.get(Column::Close, row)) else {
        return;
    };
    let Some(after) = series.get(Column::Close, split.row) else { return };
    let (fall, log) = ((before / after).ln(), split.ratio.ln());
    if (fall - log).abs() < 0.2 * log.abs() && log.abs() > 2.0 * series.deviation {
        let why = "falls by the ratio of the split; it may be missing, or a usual change";
        series.doubt_price(split.row, Column::Close, why);
    }
}
