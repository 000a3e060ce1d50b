//! Dividends and adjusted closes: amounts, units and days.

use std::collections::BTreeMap;

use super::evidence::{Closes, Paid};
use super::limits::LEAST;
use super::note::Reason;
use super::series::{Column, List, Series};
use super::statistics::median;

/// A step of the factor on a day without an event.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) row: usize,
    /// The amount that the adjusted closes have there.
    pub(super) amount: f64,
}

/// The dividends of a history, and what is decided about them.
pub(super) struct Dividends<'a> {
    pub(super) series: &'a mut Series,
    pub(super) closes: Closes,
    /// Those with closes around them, by time.
    pub(super) all: Vec<Paid>,
    /// The rows of those before the first close.
    pub(super) first: Vec<usize>,
    pub(super) steps: Vec<Step>,
    /// The part of the price that the rounding of the factors is.
    pub(super) noise: f64,
    /// The amounts that the adjusted closes should have, by row.
    decided: BTreeMap<usize, (f64, Reason)>,
}

/// Mends the dividends of a history, and its adjusted closes with them.
pub(super) fn mend(series: &mut Series) {
    let closes = Closes::of(series);
    if closes.rows.len() < 4 {
        return;
    }
    let paid: Vec<usize> =
        series.rows().filter(|row| series.now.paid[*row] > 0.0 || series.gains[*row] > 0.0).collect();
    let (mut all, mut first) = (Vec::new(), Vec::new());
    for row in paid.iter().copied() {
        let is_between = |other: &&usize| **other != row && closes.place(**other) == closes.place(row);
        if paid.iter().any(|other| is_between(&other)) {
            // The adjusted closes have the sum of several in a gap only.
            continue;
        }
        match Paid::of(series, &closes, row) {
            Some(one) => all.push(one),
            None => first.push(row),
        }
    }
    let mut dividends =
        Dividends { series, closes, all, first, steps: Vec::new(), noise: LEAST, decided: BTreeMap::new() };
    dividends.find_steps();
    let has_adjusted = dividends.series.has_adjusted();
    if has_adjusted {
        dividends.mend_gains();
    }
    dividends.all.retain(|paid| paid.gains == 0.0);
    dividends.take_out_again();
    for paid in &mut dividends.all {
        paid.is_right = has_adjusted && !paid.is_other(paid.amount);
    }
    if has_adjusted {
        dividends.mend_differing();
    }
    dividends.take_out_again();
    dividends.mend_units();
    if has_adjusted {
        dividends.explain_steps();
        dividends.rebuild();
    }
}

impl Dividends<'_> {
    /// Decides the amount that the adjusted closes have at a row.
    pub(super) fn adjust_for(&mut self, row: usize, amount: f64, reason: Reason) {
        self.decided.insert(row, (amount, reason));
    }

    /// Decides the amount of a dividend, for both records.
    pub(super) fn decide(&mut self, index: usize, amount: f64, reason: Reason) {
        if let Some(paid) = self.all.get_mut(index) {
            paid.amount = amount;
            let row = paid.row;
            self.series.pay(row, amount, reason);
            self.adjust_for(row, amount, reason);
        }
    }

    pub(super) fn is_decided(&self, paid: &Paid) -> bool {
        self.decided.contains_key(&paid.row)
    }

    /// Returns those that are right.
    pub(super) fn right(&self) -> Vec<Paid> {
        self.all.iter().filter(|paid| paid.is_right).copied().collect()
    }

    pub(super) fn doubt(&mut self, row: usize, why: &'static str) {
        self.series.doubt(Column::Paid, row, why);
    }

    fn find_steps(&mut self) {
        let (series, now) = (&*self.series, &self.series.now);
        let steps =
            || self.closes.pairs().map(|(before, row)| (before, row, now.factor(before) / now.factor(row)));
        let usual = median(steps().map(|(.., step)| (step - 1.0).abs()));
        self.noise = if usual.is_nan() { LEAST } else { (4.0 * usual).max(2e-5) };
        let least = (5.0 * self.noise).max(LEAST);
        let is_step = |(before, row, step): &(usize, usize, f64)| {
            let rows = before.saturating_add(1)..row.saturating_add(1);
            step.is_finite() && *step > 0.0 && (step - 1.0).abs() > least && !series.pays_within(rows)
        };
        let steps = steps().filter(is_step);
        self.steps =
            steps.map(|(before, row, step)| Step { row, amount: (1.0 - step) * now.close[before] }).collect();
    }

    /// Builds the adjusted closes anew, from the newest one on, with the amounts that were decided and every other step as
    /// it was.
    fn rebuild(self) {
        let Self { series, closes, decided, .. } = self;
        let Some(newest) = closes.rows.last().copied().filter(|_| !decided.is_empty()) else { return };
        let mut wanted: BTreeMap<usize, f64> = BTreeMap::new();
        for (row, (amount, _)) in &decided {
            let row = closes.rows.get(closes.place(*row)).copied().unwrap_or(newest);
            *wanted.entry(row).or_default() += amount;
        }
        let factors: List = series.rows().map(|row| series.now.factor(row)).collect();
        let mut factor = factors[newest];
        for (before, row) in closes.pairs().rev() {
            let (was, close) = (factors[before] / factors[row], series.now.close[before]);
            factor *= match wanted.get(&row) {
                Some(amount) => 1.0 - amount / close,
                None if was.is_finite() && was > 0.0 => was,
                // A dividend greater than the price has grown beyond every number.
                None => 1.0,
            };
            if !factors[before].is_finite() || (factor / factors[before] - 1.0).abs() > 1e-7 {
                let next = decided.range(before.saturating_add(1)..).next();
                let reason = next.map_or(Reason::OtherDividend, |(_, (_, reason))| *reason);
                series.set(Column::Adjusted, before, close * factor, reason);
            }
        }
    }
}
