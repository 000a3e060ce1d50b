//! A share's daily history since 1990: a walk around a growing level, quarterly dividends and one split.
//! Chart, options and pages all take their prices here, so they agree with each other.

use jiff::civil::{Date, date};

use crate::company::Instrument;
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
    /// The capital gains that a fund hands on, a share.
    pub(crate) gain: Option<f64>,
    /// The number of new shares for an old one, on the day of the split.
    pub(crate) split: Option<u32>,
}

/// Returns every trading day from the first up to `now` (epoch seconds), oldest first.
pub(crate) fn history(ticker: &str, now: i64) -> Vec<Bar> {
    let mut bars = recent(ticker, now, usize::MAX);
    adjust(&mut bars);
    bars
}

/// Returns the last trading days up to `now`, so many at least, and the day of the split before them. They have no adjusted
/// closes.
pub(crate) fn recent(ticker: &str, now: i64, count: usize) -> Vec<Bar> {
    let instrument = Instrument::of(ticker);
    let (is_fund, is_rate) = (instrument.kind == "MUTUALFUND", instrument.kind == "CURRENCY");
    let mut rng = seeded(ticker, "prices");
    let (level, growth) = (between(&mut rng, 4.0, 14.0), between(&mut rng, 1.000_2, 1.000_38));
    let (level, growth) = if is_rate { (1.0, 1.0) } else { (level, growth) };
    let mut level = level * instrument.size;
    let turnover = between(&mut rng, 4e5, 9e6);
    let payout = between(&mut rng, 0.004, 0.011);
    let split = rng.u32(2..=7);
    let blank_at = rng.u32(0..BLANK_EVERY);
    let mut stray = between(&mut rng, -0.2, 0.2);
    let mut close = level * (1.0 + stray * instrument.swing);
    let (mut paid, mut given, mut has_split) = ((0, 0), 0, !instrument.pays() || is_fund);

    let days = instrument.exchange.openings(now);
    let days = days.get(..days.partition_point(|(_, opening)| *opening <= now)).unwrap_or_default();
    let from = u32::try_from(days.len().saturating_sub(count)).unwrap_or_default();
    let mut bars: Vec<Bar> = Vec::with_capacity(days.len().min(count));
    let mut was_blank = false;
    for (number, &(date, time)) in (0_u32..).zip(days) {
        level *= growth;
        stray = (stray * 0.999 + 0.021 * (rng.f64() + rng.f64() - 1.0)).clamp(-STRAY, STRAY);
        let open = close * between(&mut rng, 0.994, 1.006);
        let before = close;
        close = level * (1.0 + stray * instrument.swing);
        let high = open.max(close) * between(&mut rng, 1.0, 1.012);
        let low = open.min(close) * between(&mut rng, 0.988, 1.0);
        let volume = (turnover * between(&mut rng, 0.4, 1.9)).round();
        // A fund has one price a day, and nobody trades it or a rate at an exchange.
        let [open, high, low] = if is_fund { [close; 3] } else { [open, high, low] };
        let volume = if is_fund || is_rate { 0.0 } else { volume };
        let blank = number % BLANK_EVERY == blank_at;

        // Both closes around a dividend are known, so that the adjustment can be retraced.
        let beside_blank = std::mem::replace(&mut was_blank, blank) || blank;
        let due = instrument.pays() && !beside_blank && number > 500;
        let quarter = (date.year(), date.month());
        let dividend = (due && date.month() % 3 == 2 && date.day() >= 8 && paid != quarter).then(|| {
            paid = quarter;
            cents(before * payout).max(0.01)
        });
        let gain =
            (is_fund && due && date.month() == 12 && date.day() >= 15 && given != date.year()).then(|| {
                given = date.year();
                cents(before * payout * 3.0).max(0.01)
            });
        let split = (!has_split && !blank && date >= SPLIT_FROM).then(|| {
            has_split = true;
            split
        });
        if number < from && split.is_none() {
            continue;
        }
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
            gain,
            split,
        });
    }
    bars
}

/// Returns the time of that day's last trade, up to `now`.
pub(crate) fn traded_at(ticker: &str, bar: &Bar, now: i64) -> i64 {
    let [_, _, close, _] = Instrument::of(ticker).exchange.hours(bar.date);
    now.min(close)
}

/// Backwards in time: a dividend takes its share of the close before it off every earlier close, and so do capital gains.
fn adjust(bars: &mut [Bar]) {
    let mut factor = 1.0;
    let mut paid = None;
    for bar in bars.iter_mut().rev() {
        if let Some(amount) = paid {
            factor *= 1.0 - amount / bar.close;
        }
        bar.adjclose = float32(bar.close * factor);
        paid = bar.dividend.or(bar.gain);
    }
}
