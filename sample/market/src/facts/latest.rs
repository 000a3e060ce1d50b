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
    /// The price in relation to the earnings of the last twelve months; below zero for losses.
    pub(crate) ratio: f64,
    /// The dividends of the year, a share.
    pub(crate) dividends: f64,
    /// The number of new shares for an old one, and the time of the split.
    pub(crate) split: Option<(u32, i64)>,
    /// The close of the last day.
    pub(crate) close: f64,
    /// The facts that every traded instrument has.
    pub(super) facts: Value,
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
        let before = bars.iter().nth_back(1).map_or(last.open, |bar| bar.close);
        let (price, before) = (rounded(last.close), rounded(before));
        let ratio = shortened(between(&mut seeded(ticker, "quotient"), -7.0, 45.0), 5);
        Some(Self {
            instrument,
            price,
            // No company is as cheap as that: it makes losses.
            ratio: if ratio < 5.0 { ratio - 20.0 } else { ratio },
            dividends: cents(year.iter().filter_map(|bar| bar.dividend).sum()),
            split,
            close: last.close,
            facts: json!({
                "price": price, "change": rounded(price - before), "percent": (price / before - 1.0) * 100.0,
                "volume": whole(last.volume), "open": last.open, "high": last.high, "low": last.low,
                "previous": before, "time": prices::traded_at(ticker, last, now),
                "yearLow": year.iter().map(|bar| bar.low).fold(f64::INFINITY, f64::min),
                "yearHigh": year.iter().map(|bar| bar.high).fold(0.0, f64::max),
                "yearPercent": (last.close / first.close - 1.0) * 100.0, "meanVolume": whole(mean(63, |bar| bar.volume)),
                "fiftyDays": mean(50, |bar| bar.close), "twoHundredDays": mean(200, |bar| bar.close),
                "beta": company::beta(ticker),
            }),
        })
    }

    /// Returns the price in relation to the earnings; none for losses.
    pub(crate) fn pe(&self) -> Option<f64> {
        Some(self.ratio).filter(|ratio| *ratio > 0.0)
    }
}
