//! A share's daily history since 1990: a walk around a growing level, quarterly dividends and one split.
//! Chart, options and pages all take their prices here, so they agree with each other.

use jiff::civil::{Date, date};

use crate::calendar::{self, SESSION};
use crate::numbers::{between, cents, float32, seeded};

/// No price strays further from its level than this share of it.
const STRAY: f64 = 0.7;
/// One day in so many has no prices.
const BLANK_EVERY: u32 = 401;
/// The day from which the split is sought.
const SPLIT_FROM: Date = date(2014, 6, 9);

/// One day's trading; prices are adjusted for the split, as the hosts' are, but not for dividends.
pub(crate) struct Bar {
    pub(crate) date: Date,
    /// The opening, in epoch seconds.
    pub(crate) time: i64,
    pub(crate) open: f64,
    pub(crate) high: f64,
    pub(crate) low: f64,
    pub(crate) close: f64,
    /// The close, adjusted for the dividends that follow.
    pub(crate) adjclose: f64,
    pub(crate) volume: f64,
    /// The hosts send nulls for such a day.
    pub(crate) blank: bool,
    /// The dividend of a share, on an ex-dividend day.
    pub(crate) dividend: Option<f64>,
    /// The number of new shares for an old one, on the day of the split.
    pub(crate) split: Option<u32>,
}

/// Returns every trading day from the first up to `now` (epoch seconds), oldest first.
pub(crate) fn history(ticker: &str, now: i64) -> Vec<Bar> {
    let is_index = ticker.starts_with('^');
    let mut rng = seeded(ticker, "prices");
    let mut level = between(&mut rng, 4.0, 14.0);
    let growth = between(&mut rng, 1.000_2, 1.000_38);
    let turnover = between(&mut rng, 4e5, 9e6);
    let payout = between(&mut rng, 0.004, 0.011);
    let split = rng.u32(2..=7);
    let blank_at = rng.u32(0..BLANK_EVERY);
    let mut stray = between(&mut rng, -0.2, 0.2);
    let (mut paid, mut has_split, mut close) = ((0, 0), is_index, level * (1.0 + stray));

    let days = calendar::openings(now);
    let days = days.get(..days.partition_point(|(_, opening)| *opening <= now)).unwrap_or_default();
    let mut bars: Vec<Bar> = Vec::with_capacity(days.len());
    for (number, &(date, time)) in (0_u32..).zip(days) {
        level *= growth;
        stray = (stray * 0.999 + 0.021 * (rng.f64() + rng.f64() - 1.0)).clamp(-STRAY, STRAY);
        let open = close * between(&mut rng, 0.994, 1.006);
        let before = close;
        close = level * (1.0 + stray);
        let high = open.max(close) * between(&mut rng, 1.0, 1.012);
        let low = open.min(close) * between(&mut rng, 0.988, 1.0);
        let volume = (turnover * between(&mut rng, 0.4, 1.9)).round();
        let blank = number % BLANK_EVERY == blank_at;

        // Both closes around a dividend are known, so that the adjustment can be retraced.
        let beside_blank = blank || bars.last().is_some_and(|bar| bar.blank);
        let due = !is_index && !beside_blank && number > 500 && date.month() % 3 == 2 && date.day() >= 8;
        let dividend = (due && paid != (date.year(), date.month())).then(|| {
            paid = (date.year(), date.month());
            cents(before * payout).max(0.01)
        });
        let split = (!has_split && !blank && date >= SPLIT_FROM).then(|| {
            has_split = true;
            split
        });
        let [open, high, low, close] = [open, high, low, close].map(float32);
        bars.push(Bar {
            date,
            time,
            open,
            high,
            low,
            close,
            adjclose: close,
            volume,
            blank,
            dividend,
            split,
        });
    }
    adjust(&mut bars);
    bars
}

/// Returns the last day's bar with a price, and the close before it.
pub(crate) fn latest(ticker: &str, now: i64) -> Option<(Bar, f64)> {
    let mut bars = history(ticker, now).into_iter().rev().filter(|bar| !bar.blank);
    let last = bars.next()?;
    let before = bars.next().map_or(last.open, |bar| bar.close);
    Some((last, before))
}

/// Returns the time of that day's last trade, up to `now`.
pub(crate) fn traded_at(bar: &Bar, now: i64) -> i64 {
    now.min(bar.time.saturating_add(SESSION))
}

/// Backwards in time: a dividend takes its share of the close before it off every earlier close.
fn adjust(bars: &mut [Bar]) {
    let mut factor = 1.0;
    let mut dividend = None;
    for bar in bars.iter_mut().rev() {
        if let Some(amount) = dividend {
            factor *= 1.0 - amount / bar.close;
        }
        bar.adjclose = float32(bar.close * factor);
        dividend = bar.dividend;
    }
}
