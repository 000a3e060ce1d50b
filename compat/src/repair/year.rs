//! The highest and the lowest price of the last 52 weeks, which the host states beside a history: what lies between them is
//! right, and what lies beyond them is not.

use virtual_finance::responses::history::Response;

/// The days of 52 weeks but one, so that the first bar is certainly among those that the host means.
const YEAR: i64 = 51 * 7 * 86_400;

/// The factor by which a price may be beyond the range: a live price is not in it yet.
const SLACK: f64 = 1.02;

/// The prices of the last 52 weeks.
#[derive(Debug, Clone, Copy)]
pub(super) struct Year {
    low: f64,
    high: f64,
    /// The time from which on bars are of the year.
    start: i64,
}

impl Year {
    /// Returns `None` where the host does not have the prices, or states those of the day instead, as it did in autumn 2024.
    pub(super) fn of(response: &Response) -> Option<Self> {
        let meta = &response.meta;
        let get = |key: &str| meta.other.get(key)?.as_f64().filter(|price| price.is_finite() && *price > 0.0);
        let (low, high) = (get("fiftyTwoWeekLow")?, get("fiftyTwoWeekHigh")?);
        let day = get("regularMarketDayLow").zip(get("regularMarketDayHigh"));
        let is_year = low < high && day != Some((low, high));
        let start = meta.regular_market_time.get()?.saturating_sub(YEAR);
        is_year.then_some(Self { low, high, start })
    }

    /// Returns true if a price is between the lowest and the highest one.
    pub(super) fn has(&self, price: f64) -> bool {
        (self.low / SLACK..=self.high * SLACK).contains(&price)
    }

    /// Returns true if a bar that begins at a time is of the year.
    pub(super) const fn holds(&self, time: i64) -> bool {
        time >= self.start
    }
}
