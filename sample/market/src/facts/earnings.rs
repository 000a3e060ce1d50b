//! The earnings of a company: reported and expected.

use crate::calendar;
use crate::facts::latest::Latest;
use crate::numbers::{between, cents, seeded};

/// The days from the end of a quarter to its earnings.
const LATER: i32 = 24;
/// The seconds from midnight at the exchange to the earnings.
pub(crate) const TIME: i64 = 57_600;
/// The quarters whose earnings are known.
const QUARTERS: i32 = 40;

/// The earnings of a quarter.
#[derive(Clone, Copy)]
pub(crate) struct Earnings {
    /// The end of the quarter, in epoch seconds.
    pub(crate) quarter: i64,
    /// The time at which they are told, in epoch seconds.
    pub(crate) time: i64,
    pub(crate) estimate: f64,
    /// None before they are told.
    pub(crate) actual: Option<f64>,
}

impl Earnings {
    /// Returns the difference over the estimate, as a fraction.
    pub(crate) fn surprise(&self) -> Option<f64> {
        Some(self.actual? / self.estimate - 1.0)
    }
}

/// Returns all earnings of a ticker, the next ones first. Only companies have any.
pub(crate) fn of(ticker: &str, now: i64) -> Vec<Earnings> {
    let latest = Latest::of(ticker, now).filter(|latest| latest.instrument.is_company());
    latest.map_or_else(Vec::new, |latest| reported(ticker, &latest, now))
}

/// Returns them for a company with a price.
pub(super) fn reported(ticker: &str, latest: &Latest, now: i64) -> Vec<Earnings> {
    let exchange = latest.instrument.exchange;
    let of_quarter = |back: i32| {
        let end = calendar::period_end(now, 3, back);
        let mut rng = seeded(ticker, &format!("earnings {end}"));
        let time = exchange.midnight(calendar::days_later(end, LATER)).saturating_add(TIME);
        let estimate = latest.price / latest.ratio / 4.0 * between(&mut rng, 0.85, 1.1);
        let actual = cents(estimate * between(&mut rng, 0.9, 1.15));
        let (quarter, estimate) = (calendar::midnight(end), cents(estimate));
        Earnings { quarter, time, estimate, actual: (time <= now).then_some(actual) }
    };
    let next = if of_quarter(0).actual.is_some() { -1 } else { 0 };
    (next..=QUARTERS.saturating_add(next)).map(of_quarter).collect()
}
