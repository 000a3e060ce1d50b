//! Dividends in another unit in both records, and steps of the factor without an event.

use super::dividends::{Dividends, Step};
use super::evidence::{Paid, falls, of_row};
use super::limits::{BACK, BLOCK, LEAN, SIZE, SURE, TINY};
use super::note::Reason;
use super::series::Column;
use super::statistics::{count, log_distance};

/// The unit that both records of a dividend should have.
enum Unit {
    Small,
    Great,
    Right,
    /// Something is odd, for a reason.
    Doubt(&'static str),
}

impl Dividends<'_> {
    /// Mends the dividends whose records agree on an amount in another unit: the price must say so, and the row or the size of
    /// the amount.
    pub(super) fn mend_units(&mut self) {
        let places: Vec<usize> = (0..self.all.len()).collect();
        let agreed: Vec<(usize, Paid)> = places
            .into_iter()
            .filter_map(|index| Some((index, *self.all.get(index)?)))
            .filter(|(_, paid)| paid.is_right && !self.is_decided(paid))
            .collect();
        let others = self.right();
        let unit = self.series.unit;
        if self.series.open.iter().any(|size| (size - unit.ln()).abs() < 0.05) {
            // The unit of the prices is in question.
            return;
        }
        for (index, paid) in &agreed {
            match self.unit_of(paid, &others) {
                Unit::Small => self.decide(*index, paid.amount / unit, Reason::DividendUnit),
                Unit::Great => self.decide(*index, paid.amount * unit, Reason::DividendUnit),
                Unit::Right => {}
                Unit::Doubt(why) => self.doubt(paid.row, why),
            }
        }
        self.mend_all_tiny(&agreed);
    }

    fn unit_of(&self, paid: &Paid, others: &[Paid]) -> Unit {
        let (unit, part) = (self.series.unit, paid.part());
        let (small, great) = (paid.amount / unit, paid.amount * unit);
        let is_great = part >= 1.0 && SIZE.contains(&(part / unit));
        let possible: Vec<Paid> = others.iter().filter(|other| other.part() < 1.0).copied().collect();
        let is_of_row = of_row(paid, &possible, small, paid.amount) < 0;
        if is_great && !is_of_row && (paid.fall.is_nan() || paid.fall < 0.5) {
            // Nobody pays the price, and a hundredth of it is usual.
            return Unit::Small;
        }
        if paid.fall.is_nan() {
            return Unit::Right;
        }
        let of_small = of_row(paid, others, small, paid.amount);
        let of_great = of_row(paid, others, great, paid.amount);
        // The fall that is not there, in usual moves.
        let gone = if paid.most < 0.5 * part { -paid.beyond(paid.amount) } else { 0.0 };
        let is_unseen = gone > 6.0 && paid.fall < 0.2 * part;
        let is_small_size = (SIZE.start() / 3.0..0.05).contains(&(part / unit));
        let middle = paid.beyond(paid.amount * unit.sqrt());
        let is_great_fall = paid.fall > 0.4 * part * unit && paid.fall < 2.5 * part * unit;
        match () {
            () if part > 0.03 && is_unseen && is_small_size && !self.falls_near(paid) => Unit::Small,
            () if of_small > 0 && gone > SURE && paid.fall < 0.35 * part => Unit::Small,
            () if part < TINY && of_great == 3 && paid.beyond(great) > -SURE => Unit::Great,
            () if part < TINY && of_great > 1 && middle > SURE && is_great_fall => Unit::Great,
            () if of_great > 1 && part < *SIZE.start() && middle > 1.0 || of_small > 1 => {
                Unit::Doubt("is 100 times another than those before and after it")
            }
            () if part > 0.05 && is_unseen => {
                Unit::Doubt("is nothing that the price falls by; its day may be another")
            }
            () => Unit::Right,
        }
    }

    /// Returns true if the price falls by half of a dividend on a day near it.
    fn falls_near(&self, paid: &Paid) -> bool {
        let place = self.closes.place(paid.row);
        let now = &self.series.now;
        let fall = |(before, row): (usize, usize)| 1.0 - now.low[row].min(now.close[row]) / now.close[before];
        let near = self
            .closes
            .pairs()
            .skip(place.saturating_sub(BLOCK))
            .take(place.min(BLOCK).saturating_add(BLOCK));
        near.map(fall).any(|fall| fall > 0.5 * paid.part())
    }

    /// Mends nearly all dividends of a row: they are too small for any, and the falls are those of the greater unit.
    fn mend_all_tiny(&mut self, agreed: &[(usize, Paid)]) {
        let unit = self.series.unit;
        let left: Vec<&(usize, Paid)> =
            agreed.iter().filter(|(_, paid)| !self.is_decided(paid) && paid.fall.is_finite()).collect();
        let is_tiny = |paid: &Paid| paid.part() < TINY;
        let tiny: Vec<&Paid> = left.iter().map(|(_, paid)| paid).filter(|paid| is_tiny(paid)).collect();
        if tiny.len() < 4 || count(tiny.len()) <= 0.7 * count(agreed.len()) {
            return;
        }
        let said = falls(tiny.iter().map(|paid| (**paid, paid.amount * unit, paid.amount)));
        let least = if self.series.has_two_units { SURE } else { SURE + LEAN };
        if said.by <= least || tiny.iter().any(|paid| paid.part() * unit >= *SIZE.end()) {
            return;
        }
        for (index, paid) in left {
            let is_great = log_distance(paid.fall, paid.part() * unit) < 2.5_f64.ln()
                && paid.beyond(paid.amount * unit.sqrt()) > 2.0 * SURE;
            if is_tiny(paid) || is_great {
                self.decide(*index, paid.amount * unit, Reason::DividendUnit);
            }
        }
    }

    /// Explains the steps of the factor without an event: a split that the adjusted closes lack, or a dividend that the events
    /// lack, of an even row in which it is due. The others are told.
    pub(super) fn explain_steps(&mut self) {
        let right = self.right();
        for Step { row, amount } in std::mem::take(&mut self.steps) {
            let Some(before) = self.closes.place(row).checked_sub(1).and_then(|at| self.closes.rows.get(at))
            else {
                continue;
            };
            let now = &self.series.now;
            let (step, change) = (1.0 - amount / now.close[*before], now.close[row] / now.close[*before]);
            let is_of = |(split, ratio): &(usize, f64)| {
                split.abs_diff(row) <= BACK && (step.ln().abs() - ratio.ln().abs()).abs() < 0.005
            };
            if self.series.splits.iter().any(is_of) && change.ln().abs() < 0.5 * step.ln().abs() {
                self.adjust_for(row, 0.0, Reason::MissingSplit);
                continue;
            }
            let missing = Paid::of(self.series, &self.closes, row);
            let is_due = |paid: &Paid| amount > 0.0 && of_row(paid, &right, amount, 1e-9) == 3;
            if missing.as_ref().is_some_and(is_due) {
                // The rounding of the adjusted closes.
                let amount = format!("{amount:.4e}").parse().unwrap_or(amount);
                self.series.pay(row, amount, Reason::MissingEvent);
            } else {
                self.series.doubt(
                    Column::Adjusted,
                    *before,
                    "is adjusted for something that the events do not have",
                );
            }
        }
    }
}
