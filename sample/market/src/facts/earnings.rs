//! The earnings of a company: those that it told, and those that it will tell.

use fastrand::Rng;

use crate::calendar::{self, DAY};
use crate::company;
use crate::numbers::{between, cents, seeded};

/// Days of a quarter, for dates that need not be exact.
pub(crate) const QUARTER: i64 = 91;
/// The days from the end of a quarter to its earnings.
const LATER: i64 = 24;
/// The hour in New York at which earnings are told.
const HOUR: i64 = 16;
/// The quarters whose earnings are known.
const QUARTERS: i64 = 40;

/// The earnings of a quarter.
#[derive(Clone, Copy)]
pub(crate) struct Earnings {
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

/// The figures of analysts about a company.
pub(crate) struct Figures {
    pub(crate) eps: f64,
    pub(crate) revenue: i64,
    pub(crate) growth: f64,
    rng: Rng,
}

impl Figures {
    pub(crate) fn of(ticker: &str) -> Self {
        let mut rng = seeded(ticker, "analysts");
        let eps = cents(between(&mut rng, 0.4, 6.0));
        let revenue = rng.i64(900..40_000).saturating_mul(1_000_000);
        let growth = cents(between(&mut rng, -0.2, 0.4));
        Self { eps, revenue, growth, rng }
    }

    /// Returns the estimate and the earnings of the last four quarters, the oldest first.
    pub(crate) fn last_four(mut self) -> [(f64, f64); 4] {
        let estimate = cents(self.eps * 0.95);
        [(); 4].map(|()| (estimate, cents(estimate + between(&mut self.rng, -0.1, 0.2))))
    }
}

/// Returns the earnings that are expected next.
pub(crate) fn expected(ticker: &str) -> f64 {
    cents(between(&mut seeded(ticker, "calendar"), 0.4, 6.0))
}

/// Returns all earnings of a ticker, the next ones first. Only companies have any.
pub(crate) fn of(ticker: &str, now: i64) -> Vec<Earnings> {
    if company::kind(ticker) != "EQUITY" {
        return Vec::new();
    }
    let today = calendar::date_of(now);
    let reported = |quarters: i64| {
        let days = LATER.saturating_sub(quarters.saturating_mul(QUARTER));
        let date = calendar::days_later(today, i32::try_from(days).unwrap_or_default());
        calendar::local_midnight(date).saturating_add(HOUR.saturating_mul(DAY / 24))
    };
    let mut rng = seeded(ticker, "earnings of years ago");
    let four = Figures::of(ticker).last_four();
    let mut last = four.into_iter().rev();
    let past = (1..=QUARTERS).map(|quarters| {
        let (estimate, actual) = last.next().unwrap_or_else(|| {
            let estimate = cents(between(&mut rng, 0.2, 5.0));
            (estimate, cents(estimate + between(&mut rng, -0.1, 0.2)))
        });
        Earnings { time: reported(quarters), estimate, actual: Some(actual) }
    });
    let next = Earnings { time: reported(0), estimate: expected(ticker), actual: None };
    std::iter::once(next).chain(past).collect()
}
