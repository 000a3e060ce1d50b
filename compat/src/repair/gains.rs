//! Capital gains that the dividend of their day has, too, so that the adjusted closes count them twice.

use super::dividends::Dividends;
use super::evidence::Paid;
use super::limits::CLEAR;
use super::note::Reason;

impl Dividends<'_> {
    /// Mends the days with capital gains. Their dividends are never the less, the adjusted closes have both, and the falls are
    /// those of the dividends alone.
    pub(super) fn mend_gains(&mut self) {
        let days: Vec<Paid> = self.all.iter().filter(|paid| paid.gains > 0.0).copied().collect();
        if days.iter().any(|paid| paid.amount + 1e-9 < paid.gains) {
            return;
        }
        let both = |paid: &Paid| paid.amount + paid.gains;
        let twice: Vec<Paid> =
            days.into_iter().filter(|paid| paid.fall.is_finite() && !paid.is_other(both(paid))).collect();
        // No single day decides.
        let off = |paid: &Paid, amount: f64| (paid.beyond(amount).powi(2) / 2.0).min(3.0 * CLEAR);
        let evidence: f64 = twice.iter().map(|paid| off(paid, both(paid)) - off(paid, paid.amount)).sum();
        for paid in twice {
            if evidence >= CLEAR {
                self.adjust_for(paid.row, paid.amount, Reason::DoubleGains);
                self.series.pay(paid.row, paid.amount - paid.gains, Reason::DoubleGains);
            } else if evidence > 0.0 {
                self.doubt(
                    paid.row,
                    "may have the capital gains of its day, which the adjusted closes count too",
                );
            }
        }
    }
}
