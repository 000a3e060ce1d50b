//! The latest price of an instrument, and its year before it.

use serde_json::{Value, json};

use crate::company::{self, Instrument};
use crate::numbers::{between, cents, real, rounded as shortened, seeded, whole};
use crate::prices::{self, Bar};

/// Trading days of a year.
const YEAR: usize = 252;

/// The latest price of an instrument.
pub(crate) struct Latest {
    pub(crate) instrument: &'static Instrument,
    pub(crate) price: f64,
    /// Since the close before.
    pub(crate) change: f64,
    /// The change in percent.
    pub(crate) percent: f64,
    pub(crate) volume: i64,
    /// The price in relation to the earnings of the last twelve months; below zero for losses.
    pub(crate) ratio: f64,
    /// The dividends of the year, a share.
    pub(crate) dividends: f64,
    /// The number of new shares for an old one, and the time of the split.
    pub(crate) split: Option<(u32, i64)>,
    pub(crate) bar: Bar,
    before: f64,
    year: Year,
}

/// The year up to the latest price.
struct Year {
    low: f64,
    high: f64,
    percent: f64,
    volume: i64,
    fifty_days: f64,
    two_hundred_days: f64,
}

impl Latest {
    /// None before the first trade.
    pub(crate) fn of(ticker: &str, now: i64) -> Option<Self> {
        let instrument = Instrument::of(ticker);
        let rounded = |number| shortened(number, instrument.decimals);
        let mut bars = prices::recent(ticker, now, YEAR.saturating_add(5));
        let split = bars.iter().rev().find_map(|bar| Some((bar.split?, bar.time)));
        bars.retain(|bar| !bar.blank);
        let year = bars.rchunks(YEAR).next()?;
        let mean = |days: usize, of: fn(&Bar) -> f64| {
            let days = year.rchunks(days).next().unwrap_or_default();
            days.iter().map(of).sum::<f64>() / real(i64::try_from(days.len()).unwrap_or(1))
        };
        let (first, last) = (year.first()?, year.last()?);
        let view = Year {
            low: year.iter().map(|bar| bar.low).fold(f64::INFINITY, f64::min),
            high: year.iter().map(|bar| bar.high).fold(0.0, f64::max),
            percent: (last.close / first.close - 1.0) * 100.0,
            volume: whole(mean(63, |bar| bar.volume)),
            fifty_days: mean(50, |bar| bar.close),
            two_hundred_days: mean(200, |bar| bar.close),
        };
        let dividends = cents(year.iter().filter_map(|bar| bar.dividend).sum());
        let ratio = shortened(between(&mut seeded(ticker, "quotient"), -7.0, 45.0), 5);
        let bar = bars.pop()?;
        let before = rounded(bars.pop().map_or(bar.open, |bar| bar.close));
        let price = rounded(bar.close);
        Some(Self {
            instrument,
            price,
            change: rounded(price - before),
            percent: (price / before - 1.0) * 100.0,
            volume: whole(bar.volume),
            // No company is as cheap as that: it makes losses.
            ratio: if ratio < 5.0 { ratio - 20.0 } else { ratio },
            dividends,
            split,
            bar,
            before,
            year: view,
        })
    }

    /// Returns the price in relation to the earnings; none for losses.
    pub(crate) fn pe(&self) -> Option<f64> {
        Some(self.ratio).filter(|ratio| *ratio > 0.0)
    }

    /// Returns the facts that every traded instrument has.
    pub(super) fn facts(&self, ticker: &str, now: i64) -> Value {
        let Self { bar, year, .. } = self;
        json!({
            "price": self.price, "change": self.change, "percent": self.percent, "volume": self.volume, "open": bar.open,
            "high": bar.high, "low": bar.low, "previous": self.before, "time": prices::traded_at(ticker, bar, now),
            "yearLow": year.low, "yearHigh": year.high, "yearPercent": year.percent, "meanVolume": year.volume,
            "fiftyDays": year.fifty_days, "twoHundredDays": year.two_hundred_days, "beta": company::beta(ticker),
        })
    }
}
