//! Dividends and adjusted closes: the order of their rules, gains, steps without an event, and the adjusted closes anew.

use std::collections::BTreeMap;

use super::bars::{Bars, Column, List};
use super::note::Reason;
use super::numbers::{BACK, LEAN, LEAST, median};
use super::paid::{Closes, Paid, falls, of_row};

/// The dividends of a history, and what is decided about them.
pub(super) struct Dividends<'a> {
    pub(super) series: &'a mut Bars,
    pub(super) closes: Closes,
    /// The dividends with closes around them, by time.
    pub(super) all: Vec<Paid>,
    /// The rows of dividends before the first close.
    pub(super) first: Vec<usize>,
    /// The rows at which the factor changes without an event, with the amount that the adjusted closes have there.
    pub(super) steps: Vec<(usize, f64)>,
    /// The part of the price that the rounding of the factors is.
    pub(super) noise: f64,
    /// The amounts that the adjusted closes should have, by row.
    decided: BTreeMap<usize, (f64, Reason)>,
}

/// Mends the dividends of a history, and its adjusted closes with them.
pub(super) fn mend(series: &mut Bars) {
    let closes = Closes::of(series);
    if closes.pairs().len() < 3 {
        return;
    }
    let is_paid = |row: &usize| series.paid[*row] > 0.0 || series.gains[*row] > 0.0;
    let paid: Vec<usize> = series.rows().filter(is_paid).collect();
    let (mut all, mut first) = (Vec::new(), Vec::new());
    // The adjusted closes have the sum of several in a gap only.
    for rows in paid.chunk_by(|one, next| closes.place(*one) == closes.place(*next)) {
        match (rows, rows.first().and_then(|row| Paid::of(series, &closes, *row))) {
            ([_], Some(one)) => all.push(one),
            ([row], None) => first.push(*row),
            _ => {}
        }
    }
    let mut dividends =
        Dividends { series, closes, all, first, steps: Vec::new(), noise: LEAST, decided: BTreeMap::new() };
    let has_adjusted = dividends.series.has_adjusted;
    if has_adjusted {
        dividends.find_steps();
        dividends.mend_gains();
    }
    dividends.all.retain(|paid| paid.gains == 0.0);
    dividends.take_out_again();
    if has_adjusted {
        dividends.all.iter_mut().for_each(|paid| paid.is_right = !paid.is_other(paid.amount));
        dividends.mend_differing();
    }
    dividends.mend_units();
    dividends.explain_steps();
    dividends.rebuild();
}

impl Dividends<'_> {
    /// Decides the amount that the adjusted closes have at a row.
    pub(super) fn adjust_for(&mut self, row: usize, amount: f64, reason: Reason) {
        self.decided.insert(row, (amount, reason));
        self.all.iter_mut().filter(|paid| paid.row == row).for_each(|paid| paid.is_right = true);
    }

    /// Decides the amount of a dividend, for both records.
    pub(super) fn decide(&mut self, row: usize, amount: f64, reason: Reason) {
        self.pay(row, amount, reason);
        self.adjust_for(row, amount, reason);
    }

    /// Decides the amount of an event.
    pub(super) fn pay(&mut self, row: usize, amount: f64, reason: Reason) {
        self.series.pay(row, amount, reason);
        for paid in self.all.iter_mut().filter(|paid| paid.row == row) {
            (paid.amount, paid.is_right) = (amount, true);
        }
    }

    pub(super) fn is_decided(&self, paid: &Paid) -> bool {
        self.decided.contains_key(&paid.row)
    }

    pub(super) fn right(&self) -> Vec<Paid> {
        self.all.iter().filter(|paid| paid.is_right).copied().collect()
    }

    pub(super) fn doubt(&mut self, row: usize, why: &'static str) {
        self.series.doubt(Column::Paid, row, why);
    }

    /// Mends the days whose dividend contains the capital gains, so that the adjusted closes count the gains twice:
    /// the dividends are never the less, the adjusted closes have both, and the prices fall by the dividends alone.
    fn mend_gains(&mut self) {
        let days: Vec<Paid> = self.all.iter().filter(|paid| paid.gains > 0.0).copied().collect();
        if days.iter().any(|paid| paid.amount + 1e-9 < paid.gains) {
            return;
        }
        let both = |paid: &Paid| paid.amount + paid.gains;
        let twice: Vec<Paid> = days.into_iter().filter(|paid| !paid.is_other(both(paid))).collect();
        let by = falls(twice.iter().map(|paid| (*paid, both(paid), paid.amount)));
        for paid in twice {
            if by < -LEAN {
                self.adjust_for(paid.row, paid.amount, Reason::DoubleGains);
                self.series.pay(paid.row, paid.amount - paid.gains, Reason::DoubleGains);
            } else if by < 0.0 {
                self.doubt(
                    paid.row,
                    "may have the capital gains of its day, which the adjusted closes count too",
                );
            }
        }
    }

    fn find_steps(&mut self) {
        let series = &*self.series;
        let step = |(before, row): (usize, usize)| 1.0 - series.factor(before) / series.factor(row);
        let usual = median(self.closes.pairs().map(|pair| step(pair).abs()));
        self.noise = if usual.is_nan() { LEAST } else { (4.0 * usual).max(2e-5) };
        let least = (5.0 * self.noise).max(LEAST);
        let is_step = |(before, row): &(usize, usize)| {
            let part = step((*before, *row));
            part.is_finite() && part < 1.0 && part.abs() > least && series.paying(*before, *row).is_empty()
        };
        let steps = self.closes.pairs().filter(is_step);
        self.steps = steps.map(|(before, row)| (row, step((before, row)) * series.close[before])).collect();
    }

    /// Explains the steps of the factor without an event: a split that the adjusted closes lack, or a dividend that the events
    /// lack, of an even row in which it is due. The others are reported.
    fn explain_steps(&mut self) {
        let right = self.right();
        for (row, amount) in std::mem::take(&mut self.steps) {
            let Some(paid) = Paid::of(self.series, &self.closes, row) else { continue };
            let (step, change) = ((1.0 - paid.part(amount)).ln().abs(), self.series.close[row] / paid.price);
            let is_of = |(split, ratio): (&usize, &f64)| {
                split.abs_diff(row) <= BACK && (step - ratio.ln().abs()).abs() < 0.005
            };
            if self.series.splits.iter().any(is_of) && change.ln().abs() < 0.5 * step {
                self.adjust_for(row, 0.0, Reason::MissingSplit);
            } else if amount > 0.0 && of_row(&paid, &right, amount, 1e-9) == 3 {
                // The rounding of the adjusted closes.
                let amount = format!("{amount:.4e}").parse().unwrap_or(amount);
                self.series.pay(row, amount, Reason::MissingEvent);
            } else if let Some((before, _)) = self.closes.about(row) {
                let why = "is adjusted for something that the events do not have";
                self.series.doubt(Column::Adjusted, before, why);
            }
        }
    }

    /// Builds the adjusted closes anew, from the newest one on, with the amounts that were decided and every other step as
    /// it was.
    fn rebuild(self) {
        let Self { series, closes, decided, .. } = self;
        if decided.is_empty() || !series.has_adjusted {
            return;
        }
        let factors: List = series.rows().map(|row| series.factor(row)).collect();
        let mut factor = f64::NAN;
        for (before, row) in closes.pairs().rev() {
            if factor.is_nan() {
                factor = factors[row];
            }
            let rows = before.saturating_add(1)..row.saturating_add(1);
            let (was, close) = (factors[before] / factors[row], series.close[before]);
            let mut wanted = decided.range(rows).map(|(_, (amount, _))| *amount).peekable();
            factor *= match wanted.peek() {
                Some(_) => 1.0 - wanted.sum::<f64>() / close,
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
