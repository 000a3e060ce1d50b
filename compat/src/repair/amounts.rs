//! Dividends in another unit in both records: the price must say so, and the row or the size of the amount.

use super::bars::Column::{Close, Low};
use super::dividends::Dividends;
use super::note::Reason;
use super::numbers::{BLOCK, LEAN, SIZE, SURE, count, log_distance};
use super::paid::{Paid, falls, of_row};

/// The part of the price below which nearly all dividends of a row are only if they are in another unit.
const TINY: f64 = 0.002;

impl Dividends<'_> {
    /// Mends the dividends whose records agree on an amount in another unit.
    pub(super) fn mend_units(&mut self) {
        let unit = self.series.unit;
        if self.series.is_in_question(unit.ln()) {
            return;
        }
        let right = self.right();
        let mut left = right.clone();
        left.retain(|paid| !self.decided.contains_key(&paid.row));
        let agreed = count(left.len());
        left.retain(|paid| match self.unit_of(paid, &right) {
            Ok(1.0) => true,
            Ok(by) => {
                let amount = Some(paid.amount * by);
                self.decide(paid.row, amount, amount, Reason::DividendUnit);
                false
            }
            Err(why) => {
                self.doubt(paid.row, why);
                true
            }
        });
        // Nearly all of a row are too small for any, and the falls are those of the greater unit.
        left.retain(|paid| paid.fall.is_finite());
        let great = |paid: &Paid| paid.amount * unit;
        let (tiny, others): (Vec<Paid>, Vec<Paid>) =
            left.into_iter().partition(|paid| paid.part(paid.amount) < TINY);
        let least = if self.series.has_two_units { SURE } else { SURE + LEAN };
        if tiny.len() < 4
            || count(tiny.len()) <= 0.7 * agreed
            || tiny.iter().any(|paid| paid.part(great(paid)) >= *SIZE.end())
            || falls(&tiny, great, |paid| paid.amount) <= least
        {
            return;
        }
        let is_great = |paid: &Paid| {
            log_distance(paid.fall, paid.part(great(paid))) < 2.5_f64.ln()
                && paid.beyond(paid.amount * unit.sqrt()) > 2.0 * SURE
        };
        for paid in tiny.into_iter().chain(others.into_iter().filter(is_great)) {
            self.decide(paid.row, Some(great(&paid)), Some(great(&paid)), Reason::DividendUnit);
        }
    }

    /// Returns the factor by which both records of a dividend are off, or what is odd about it.
    fn unit_of(&self, paid: &Paid, others: &[Paid]) -> Result<f64, &'static str> {
        let (unit, part) = (self.series.unit, paid.part(paid.amount));
        let (small, great) = (paid.amount / unit, paid.amount * unit);
        let possible: Vec<Paid> = others.iter().filter(|other| other.amount < other.price).copied().collect();
        let is_great =
            part >= 1.0 && SIZE.contains(&(part / unit)) && (paid.fall.is_nan() || paid.fall < 0.5);
        if is_great && of_row(paid, &possible, small, paid.amount) >= 0.0 {
            // Nobody pays the price, and a hundredth of it is usual.
            return Ok(unit.recip());
        }
        if paid.fall.is_nan() {
            return Ok(1.0);
        }
        let of_small = of_row(paid, others, small, paid.amount);
        let of_great = of_row(paid, others, great, paid.amount);
        // The fall that is not there, in usual moves: a rise says no more than the same price.
        let gone = if paid.most < 0.5 * part { (part - paid.fall.max(0.0)) / paid.usual } else { 0.0 };
        let is_unseen = gone > 6.0 && paid.fall < 0.2 * part;
        let is_small_size = (SIZE.start() / 3.0..0.05).contains(&(part / unit));
        let middle = paid.beyond(paid.amount * unit.sqrt());
        match () {
            () if part > 0.03 && is_unseen && is_small_size && !self.falls_near(paid) => Ok(unit.recip()),
            () if of_small > 0.0 && gone > SURE + LEAN && paid.fall < 0.35 * part => Ok(unit.recip()),
            () if part < TINY && of_great == 3.0 && middle > 0.0 && paid.beyond(great) > -SURE => Ok(unit),
            () if of_great > 1.0 && part < *SIZE.start() && middle > 1.0 || of_small > 1.0 => {
                Err("is 100 times another than those before and after it")
            }
            () if part > 0.05 && is_unseen => {
                Err("is nothing that the price falls by; its day may be another")
            }
            () => Ok(1.0),
        }
    }

    /// Returns true if the price falls by half of a dividend on a day near it.
    fn falls_near(&self, paid: &Paid) -> bool {
        let at = |column, row| self.series.at(column, row);
        let fall = |(before, row): (usize, usize)| 1.0 - at(Low, row).min(at(Close, row)) / at(Close, before);
        self.closes.around(paid.row, BLOCK).map(fall).any(|fall| fall > 0.5 * paid.part(paid.amount))
    }
}
