//! Capital gains that the dividend of their day has, too, so that the adjusted closes count them twice.

use super::evidence::implied;
use super::note::Reason;
use super::series::{Column, Gain, Paid, Series};
use super::statistics::alike;

/// A day with a dividend and capital gains.
struct Day {
    paid: Paid,
    gain: Gain,
    /// The close before it.
    price: f64,
    /// The change of the factor.
    step: f64,
    /// The part of the price by which it fell.
    fall: f64,
}

impl Day {
    fn of(series: &Series, gain: Gain) -> Option<Self> {
        let mut dividends = series.dividends.iter().filter(|paid| paid.row == gain.row);
        let (paid, None) = (*dividends.next()?, dividends.next()) else { return None };
        let implied = implied(series, gain.row)?;
        let fall = 1.0 - series.get(Column::Close, gain.row)? / implied.price;
        let has_both = paid.amount >= gain.amount;
        has_both.then_some(Self { paid, gain, price: implied.price, step: implied.step, fall })
    }

    /// Returns how far the fall is from the dividend alone, and from dividend and gains.
    fn off(&self) -> (f64, f64) {
        let part = |amount: f64| (self.fall - amount / self.price).abs();
        (part(self.paid.amount), part(self.paid.amount + self.gain.amount))
    }
}

/// Mends the days with capital gains if the prices of two thirds of them fall by the dividend, and not by both.
pub(super) fn mend(series: &mut Series) {
    let mut days: Vec<Day> = series.gains.iter().filter_map(|gain| Day::of(series, *gain)).collect();
    days.sort_by_key(|day| std::cmp::Reverse(day.paid.row));
    let twice = days.iter().filter(|day| day.off().0 < day.off().1).count();
    let deviation = series.deviation.max(0.001);
    let evidence: f64 = days
        .iter()
        .map(|day| {
            let (alone, both) = day.off();
            (both.powi(2) - alone.powi(2)) / (2.0 * deviation.powi(2))
        })
        .sum();
    // The evidence is the logarithm of how much likelier the falls are with the dividends alone.
    let is_shown = evidence >= 1.0 && twice.saturating_mul(3) >= days.len().saturating_mul(2);
    for day in days {
        let Day { paid, gain, price, step, .. } = day;
        let is_of = |amount: f64| alike(1.0 - step, amount / price, 1.03);
        let (right, has_twice) = (paid.amount - gain.amount, is_of(paid.amount + gain.amount));
        if is_shown && (has_twice || is_of(paid.amount)) {
            if right > 0.0 {
                series.set_amount(paid, right, Reason::DoubleGains);
            } else {
                series.remove(paid, Reason::DoubleGains);
            }
            if has_twice {
                let factor = (1.0 - paid.amount / price) / step;
                series.scale(Column::AdjClose, 0..paid.row, Reason::DoubleGains, |_, price| {
                    Some(price * factor)
                });
            }
        } else if has_twice && twice > 0 {
            series.doubt(
                paid.row,
                "Dividends",
                Some(paid.amount),
                "may have the capital gains of its day, which the adjusted closes count too",
            );
        }
    }
}
