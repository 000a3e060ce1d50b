//! Dividends that are told a second time within days.

use super::dividends::Dividends;
use super::evidence::Paid;
use super::limits::{CLEAR, SAME};
use super::note::Reason;
use super::statistics::median;

/// The days within which two dividends may be one that is told twice.
const TWICE: f64 = 17.0;

/// Those of two dividends within a week, with a holiday.
const WEEK: f64 = 9.0;

/// The relation of two dividends within days.
enum Pair {
    Both,
    One {
        out: Paid,
    },
    /// One of them, but which is unknown.
    Either,
    Unknown,
}

impl Dividends<'_> {
    /// Takes out each dividend that is told again: against the rhythm of the others, and the adjusted closes lack it, or the
    /// price falls at one of both. Where it is not known which, the closes before both are mended and the days stay.
    pub(super) fn take_out_again(&mut self) {
        let pairs: Vec<(Paid, Paid)> =
            self.all.iter().copied().zip(self.all.iter().skip(1).copied()).collect();
        let gaps: Vec<f64> = pairs.iter().map(|(one, next)| next.day - one.day).collect();
        let usual: Vec<f64> = gaps.iter().copied().filter(|gap| *gap > TWICE).collect();
        let mut out: Vec<usize> = Vec::new();
        for (one, next) in pairs {
            if out.contains(&one.row) {
                continue;
            }
            match self.pair(&one, &next, &usual, gaps.len()) {
                Pair::Both => {}
                Pair::One { out: paid } => {
                    self.adjust_for(paid.row, 0.0, Reason::PhantomDividend);
                    self.series.pay(paid.row, 0.0, Reason::PhantomDividend);
                    out.push(paid.row);
                }
                Pair::Either => {
                    if is_equal(&one, &next) && self.series.has_adjusted() {
                        self.adjust_for(one.row, 0.0, Reason::PhantomDividend);
                    }
                    self.doubt(
                        next.row,
                        "is told twice within days, and the price does not say which is right",
                    );
                }
                Pair::Unknown => {
                    self.doubt(next.row, "may be the one of some days before, told twice");
                }
            }
        }
        self.all.retain(|paid| !out.contains(&paid.row));
    }

    fn pair(&self, one: &Paid, next: &Paid, usual: &[f64], gaps: usize) -> Pair {
        let gap = next.day - one.day;
        let rhythm = median(usual.iter().copied());
        let (great, small) = (one.amount.max(next.amount), one.amount.min(next.amount));
        let is_lone = usual.is_empty() && self.all.len() > 2;
        if gap > TWICE || great / small > 1.1 || gap > 0.6 * rhythm || is_lone {
            return Pair::Both;
        }
        let has_adjusted = self.series.has_adjusted();
        let is_lacking = |paid: &&Paid| {
            let hidden = (SAME * paid.amount).max(1e-5 * paid.price);
            has_adjusted && !self.is_decided(paid) && paid.adjusted.abs() < hidden
        };
        let mut lacking = [one, next].into_iter().filter(is_lacking);
        if let (Some(paid), None) = (lacking.next(), lacking.next()) {
            return Pair::One { out: *paid };
        }
        if gap > 0.3 * rhythm || one.fall.is_nan() || next.fall.is_nan() {
            return Pair::Both;
        }
        let off = |paid: &Paid, amount: f64| paid.beyond(amount).powi(2) / 2.0;
        let first = off(one, one.amount) + off(next, 0.0);
        let second = off(one, 0.0) + off(next, next.amount);
        let both = off(one, one.amount) + off(next, next.amount);
        let least = first.min(second).min(both);
        let shortest = usual.iter().copied().fold(f64::MAX, f64::min);
        let is_regular = usual.len() >= 2 && usual.len() >= gaps.saturating_sub(2) && gap < 0.2 * shortest;
        // Within a week the days alone show that there is one of them only.
        let is_one = is_equal(one, next) && gap <= WEEK && is_regular;
        match () {
            () if !is_one && both <= least + CLEAR => Pair::Unknown,
            () if (first - second).abs() < CLEAR => Pair::Either,
            () => Pair::One { out: if first < second { *next } else { *one } },
        }
    }
}

fn is_equal(one: &Paid, next: &Paid) -> bool {
    (one.amount / next.amount - 1.0).abs() < 1e-3
}
