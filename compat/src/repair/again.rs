//! Dividends that are told a second time within days, against the rhythm of the others.

use super::dividends::Dividends;
use super::note::Reason;
use super::numbers::{SAME, median};
use super::paid::Paid;

/// The maximum distance in days of two records of one dividend.
const TWICE: f64 = 17.0;

/// The days of two dividends within a week, with a holiday.
const WEEK: f64 = 9.0;

/// The logarithm by which one reading is likelier than another: 50 to 1.
const CLEAR: f64 = 4.0;

impl Dividends<'_> {
    /// Takes out each dividend that is told again: against the rhythm of the others, and the adjusted closes lack it, or the
    /// price falls at one of both. Where it is not known which, the closes before both are mended and the days stay.
    pub(super) fn take_out_again(&mut self) {
        let pairs: Vec<(Paid, Paid)> =
            self.all.iter().copied().zip(self.all.iter().skip(1).copied()).collect();
        let gaps = pairs.iter().map(|(one, next)| next.day - one.day);
        let usual: Vec<f64> = gaps.filter(|gap| *gap > TWICE).collect();
        let rhythm = median(usual.iter().copied());
        let shortest = usual.iter().copied().fold(f64::MAX, f64::min);
        let is_regular = usual.len() >= 2 && usual.len().saturating_add(2) >= pairs.len();
        let is_lone = usual.is_empty() && self.all.len() > 2;
        let mut out: Vec<usize> = Vec::new();
        for (one, next) in &pairs {
            let gap = next.day - one.day;
            let ratio = (one.amount / next.amount).ln().abs();
            if out.contains(&one.row) || gap > TWICE || ratio > 1.1_f64.ln() || gap > 0.6 * rhythm || is_lone
            {
                continue;
            }
            let is_lacking = |paid: &&Paid| {
                let hidden = (SAME * paid.amount).max(1e-5 * paid.price);
                self.series.has_adjusted && paid.adjusted.abs() < hidden
            };
            let mut lacking = [one, next].into_iter().filter(is_lacking);
            if let (Some(paid), None) = (lacking.next(), lacking.next()) {
                out.push(paid.row);
                continue;
            }
            if gap > 0.3 * rhythm || one.fall.is_nan() || next.fall.is_nan() {
                continue;
            }
            let off =
                |first: f64, second: f64| (one.beyond(first).powi(2) + next.beyond(second).powi(2)) / 2.0;
            let (first, second) = (off(one.amount, 0.0), off(0.0, next.amount));
            let is_equal = ratio < 1e-5;
            // Within a week the days alone show that there is one of them only.
            let is_one = is_equal && gap <= WEEK && is_regular && gap < 0.2 * shortest;
            if !is_one && off(one.amount, next.amount) <= first.min(second) + CLEAR {
                self.doubt(next.row, "may be the one of some days before, told twice");
            } else if (first - second).abs() >= CLEAR {
                out.push(if first < second { next.row } else { one.row });
            } else {
                if is_equal && self.series.has_adjusted {
                    self.decide(one.row, None, Some(0.0), Reason::PhantomDividend);
                }
                self.doubt(next.row, "is told twice within days, and the price does not say which is right");
            }
        }
        for row in &out {
            self.decide(*row, Some(0.0), Some(0.0), Reason::PhantomDividend);
        }
        self.all.retain(|paid| !out.contains(&paid.row));
    }
}
