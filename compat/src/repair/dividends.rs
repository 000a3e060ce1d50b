//! Dividends and adjusted closes: the order of their rules, gains, steps without an event, and the adjusted closes anew.

use std::collections::BTreeMap;

use super::bars::Column::{self, Adjusted, Close, Gains};
use super::bars::{Bars, Known};
use super::note::Reason;
use super::numbers::{BACK, LEAN, LEAST, median};
use super::paid::{Paid, falls, of_row};

/// The dividends of a history, and what is decided about them.
pub(super) struct Dividends<'a> {
    pub(super) series: &'a mut Bars,
    /// The rows with a close, and an adjusted close if there are any.
    pub(super) closes: Known,
    /// The dividends with closes around them, by time.
    pub(super) all: Vec<Paid>,
    /// The rows of dividends before the first close.
    pub(super) first: Vec<usize>,
    /// The rows at which the factor changes without an event, with the amount that the adjusted closes have there.
    pub(super) steps: Vec<(usize, f64)>,
    /// The part of the price that the rounding of the factors is.
    pub(super) noise: f64,
    /// The amounts that the adjusted closes should have, by row.
    pub(super) decided: BTreeMap<usize, (f64, Reason)>,
}

/// Mends the dividends of a history, and its adjusted closes with them.
pub(super) fn mend(series: &mut Bars) {
    let is_adjusted = |row: &usize| series.at(Adjusted, *row).is_finite();
    // Factors of the beginning may have grown beyond every number.
    let first = series.rows().find(is_adjusted).unwrap_or(usize::MAX);
    let closes = series.known(|row| series.at(Close, row) > 0.0 && (row < first || is_adjusted(&row)));
    if closes.pairs().len() < 3 {
        return;
    }
    let paid = series.known(|row| series.at(Column::Paid, row) > 0.0 || series.at(Gains, row) > 0.0);
    let (mut all, mut first) = (Vec::new(), Vec::new());
    // The adjusted closes have the sum of several in a gap only.
    for rows in paid.0.chunk_by(|one, next| closes.place(*one) == closes.place(*next)) {
        match (rows, rows.first().and_then(|row| Paid::of(series, &closes, *row))) {
            ([_], Some(one)) => all.push(one),
            ([row], None) => first.push(*row),
            _ => {}
        }
    }
    let (has_adjusted, decided) = (series.has_adjusted, BTreeMap::new());
    let mut dividends = Dividends { series, closes, all, first, steps: Vec::new(), noise: LEAST, decided };
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
    /// Decides the amount of the event at a row, and the amount by the adjusted closes.
    pub(super) fn decide(&mut self, row: usize, event: Option<f64>, adjusted: Option<f64>, reason: Reason) {
        if let Some(amount) = event {
            self.series.pay(row, amount, reason);
        }
        if let Some(amount) = adjusted {
            self.decided.insert(row, (amount, reason));
        }
        for paid in self.all.iter_mut().filter(|paid| paid.row == row) {
            (paid.amount, paid.is_right) = (event.unwrap_or(paid.amount), true);
        }
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
        let both = |paid: &Paid| paid.amount + paid.gains;
        let is_both = |paid: &&Paid| paid.gains > 0.0 && !paid.is_other(both(paid));
        let twice: Vec<Paid> = self.all.iter().filter(is_both).copied().collect();
        if self.all.iter().any(|paid| paid.amount + 1e-9 < paid.gains) {
            return;
        }
        let by = falls(&twice, both, |paid| paid.amount);
        for Paid { row, amount, gains, .. } in twice {
            if by < -LEAN {
                self.decide(row, Some(amount - gains), Some(amount), Reason::DoubleGains);
            } else if by < 0.0 {
                self.doubt(row, "may have the capital gains of its day, which the adjusted closes count too");
            }
        }
    }

    fn find_steps(&mut self) {
        let series = &*self.series;
        let step = |(before, row): (usize, usize)| 1.0 - series.factor(before) / series.factor(row);
        let usual = median(self.closes.pairs().map(|pair| step(pair).abs()));
        self.noise = if usual.is_nan() { LEAST } else { (4.0 * usual).max(2e-5) };
        let least = (5.0 * self.noise).max(LEAST);
        let amount = |(before, row): (usize, usize)| {
            let part = step((before, row));
            let is_step = part.abs() > least && part < 1.0 && series.paying(before, row).is_empty();
            is_step.then_some((row, part * series.at(Close, before))).filter(|_| part.is_finite())
        };
        self.steps = self.closes.pairs().filter_map(amount).collect();
    }

    /// Explains the steps of the factor without an event: a split that the adjusted closes lack, or a dividend that the events
    /// lack, of an even row in which it is due. The others are reported.
    fn explain_steps(&mut self) {
        let right = self.right();
        for (row, amount) in std::mem::take(&mut self.steps) {
            let Some(paid) = Paid::of(self.series, &self.closes, row) else { continue };
            let (step, change) =
                ((1.0 - paid.part(amount)).ln().abs(), self.series.at(Close, row) / paid.price);
            let is_of = |(split, ratio): (&usize, &f64)| {
                split.abs_diff(row) <= BACK && (step - ratio.ln().abs()).abs() < 0.005
            };
            if self.series.splits.iter().any(is_of) && change.ln().abs() < 0.5 * step {
                self.decide(row, None, Some(0.0), Reason::MissingSplit);
            } else if amount > 0.0 && of_row(&paid, &right, amount, 1e-9) == 3.0 {
                // The rounding of the adjusted closes.
                let amount = format!("{amount:.4e}").parse().unwrap_or(amount);
                self.decide(row, Some(amount), None, Reason::MissingEvent);
            } else if let Some((before, _)) = self.closes.about(row) {
                let why = "is adjusted for something that the events do not have";
                self.series.doubt(Adjusted, before, why);
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
        let (mut factor, mut was) = (f64::NAN, f64::NAN);
        for (before, row) in closes.pairs().rev() {
            if factor.is_nan() {
                (factor, was) = (series.factor(row), series.factor(row));
            }
            let (close, known) = (series.at(Close, before), series.factor(before));
            let step = known / std::mem::replace(&mut was, known);
            let mut wanted = decided.range(before.saturating_add(1)..row.saturating_add(1)).peekable();
            factor *= match wanted.peek() {
                Some(_) => 1.0 - wanted.map(|(_, (amount, _))| amount).sum::<f64>() / close,
                None if step.is_finite() && step > 0.0 => step,
                // A dividend greater than the price has grown beyond every number.
                None => 1.0,
            };
            if !known.is_finite() || (factor / known - 1.0).abs() > 1e-7 {
                let next = decided.range(before.saturating_add(1)..).next();
                let reason = next.map_or(Reason::OtherDividend, |(_, (_, reason))| *reason);
                series.set(Adjusted, before, close * factor, reason);
            }
        }
    }
}
