//! Dividends in another unit in both records.

use super::dividends::Dividends;
use super::note::Reason;
use super::numbers::{BLOCK, LEAN, SIZE, SURE, count, log_distance};
use super::paid::{Paid, falls, of_row};

/// The part of the price below which nearly all dividends of a row are only if they are in another unit.
const TINY: f64 = 0.002;

impl Dividends<'_> {
    /// Mends the dividends whose records agree on an amount in another unit: the price must say so, and the row or the size of
    /// the amount.
    pub(super) fn mend_units(&mut self) {
        let unit = self.series.unit;
        if self.series.in_question.iter().any(|size| (size - unit.ln()).abs() < 0.05) {
            // The unit of the prices is in question.
            return;
        }
        let right = self.right();
        let agreed: Vec<Paid> = right.iter().filter(|paid| !self.is_decided(paid)).copied().collect();
        let mut left = Vec::new();
        for paid in &agreed {
            match self.unit_of(paid, &right) {
                Ok(by) if by != 1.0 => self.decide(paid.row, paid.amount * by, Reason::DividendUnit),
                Ok(_) => left.push(*paid),
                Err(why) => {
                    self.doubt(paid.row, why);
                    left.push(*paid);
                }
            }
        }
        // Nearly all of a row are too small for any, and the falls are those of the greater unit.
        left.retain(|paid| paid.fall.is_finite());
        let great = |paid: &Paid| paid.amount * unit;
        let is_tiny = |paid: &Paid| paid.part(paid.amount) < TINY;
        let tiny: Vec<Paid> = left.iter().filter(|paid| is_tiny(paid)).copied().collect();
        let least = if self.series.has_two_units { SURE } else { SURE + LEAN };
        let is_row = tiny.len() >= 4 && count(tiny.len()) > 0.7 * count(agreed.len());
        if !is_row
            || tiny.iter().any(|paid| paid.part(great(paid)) >= *SIZE.end())
            || falls(tiny.iter().map(|paid| (*paid, great(paid), paid.amount))) <= least
        {
            return;
        }
        for paid in left {
            let is_great = log_distance(paid.fall, paid.part(great(&paid))) < 2.5_f64.ln()
                && paid.beyond(paid.amount * unit.sqrt()) > 2.0 * SURE;
            if is_tiny(&paid) || is_great {
                self.decide(paid.row, great(&paid), Reason::DividendUnit);
            }
        }
    }

    /// Returns the factor by which both records of a dividend are off, or what is odd about it.
    fn unit_of(&self, paid: &Paid, others: &[Paid]) -> Result<f64, &'static str> {
        let (unit, part) = (self.series.unit, paid.part(paid.amount));
        let (small, great) = (paid.amount / unit, paid.amount * unit);
        let possible: Vec<Paid> = others.iter().filter(|other| other.amount < other.price).copied().collect();
        let is_great =
            part >= 1.0 && SIZE.contains(&(part / unit)) && (paid.fall.is_nan() || paid.fall < 0.5);
        if is_great && of_row(paid, &possible, small, paid.amount) >= 0 {
            // Nobody pays the price, and a hundredth of it is usual.
            return Ok(unit.recip());
        }
        if paid.fall.is_nan() {
            return Ok(1.0);
        }
        let of_small = of_row(paid, others, small, paid.amount);
        let of_great = of_row(paid, others, great, paid.amount);
        // The fall that is not there, in usual moves.
        let gone = if paid.most < 0.5 * part { -paid.beyond(paid.amount) } else { 0.0 };
        let is_unseen = gone > 6.0 && paid.fall < 0.2 * part;
        let is_small_size = (SIZE.start() / 3.0..0.05).contains(&(part / unit));
        let middle = paid.beyond(paid.amount * unit.sqrt());
        match () {
            () if part > 0.03 && is_unseen && is_small_size && !self.falls_near(paid) => Ok(unit.recip()),
            () if of_small > 0 && gone > SURE && paid.fall < 0.35 * part => Ok(unit.recip()),
            () if part < TINY && of_great == 3 && paid.beyond(great) > -SURE => Ok(unit),
            () if of_great > 1 && part < *SIZE.start() && middle > 1.0 || of_small > 1 => {
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
        let series = &self.series;
        let fall = |(before, row): (usize, usize)| {
            1.0 - series.low[row].min(series.close[row]) / series.close[before]
        };
        self.closes.around(paid.row, BLOCK).map(fall).any(|fall| fall > 0.5 * paid.part(paid.amount))
    }
}
