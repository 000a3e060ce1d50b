//! Bars of every interval, cut from the daily history: a day's bars are invented within its open, high, low
//! and close, longer bars are put together from days.

use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::calendar::{self, Exchange};
use crate::company::Instrument;
use crate::numbers::{between, float32, real, seeded, whole};
use crate::prices::Bar;

/// An interval that the chart knows.
pub(crate) struct Interval {
    /// As in the query.
    pub(crate) name: &'static str,
    /// The maximum number of days of one request, if the host restricts it.
    pub(crate) most_days: Option<i64>,
    step: BarLength,
}

enum BarLength {
    /// A number of seconds within a day.
    Seconds(u32),
    Day,
    /// A number of trading days.
    Days(usize),
    /// A week that begins on Monday.
    Week,
    /// A number of months, counted from January.
    Months(i8),
}

const fn within_a_day(name: &'static str, seconds: u32, most_days: i64) -> Interval {
    Interval { name, most_days: Some(most_days), step: BarLength::Seconds(seconds) }
}

const fn days(name: &'static str, step: BarLength) -> Interval {
    Interval { name, most_days: None, step }
}

static QUARTER: Interval = days("3mo", BarLength::Months(3));

/// All intervals.
pub(crate) static INTERVALS: &[&Interval] = &[
    &within_a_day("1m", 60, 8),
    &within_a_day("2m", 120, 60),
    &within_a_day("5m", 300, 60),
    &within_a_day("15m", 900, 60),
    &within_a_day("30m", 1_800, 60),
    &within_a_day("60m", 3_600, 730),
    &within_a_day("90m", 5_400, 60),
    &within_a_day("1h", 3_600, 730),
    &days("1d", BarLength::Day),
    &days("5d", BarLength::Days(5)),
    &days("1wk", BarLength::Week),
    &days("1mo", BarLength::Months(1)),
    &QUARTER,
];

/// Returns the interval of that name.
pub(crate) fn interval(name: &str) -> Option<&'static Interval> {
    INTERVALS.iter().find(|interval| interval.name == name).copied()
}

/// Bars of three months.
pub(crate) fn quarterly() -> &'static Interval {
    &QUARTER
}

impl Interval {
    /// Returns true if its bars are shorter than a day.
    pub(crate) fn is_within_a_day(&self) -> bool {
        matches!(self.step, BarLength::Seconds(_))
    }

    /// Returns the time that stands for the bar in which this day of an exchange lies.
    pub(crate) fn bar_time(&self, exchange: &Exchange, day: &Bar) -> i64 {
        let date = day.date;
        match self.step {
            BarLength::Seconds(_) | BarLength::Day | BarLength::Days(_) => day.time,
            BarLength::Week => {
                let days = i32::from(date.weekday().to_monday_zero_offset());
                exchange.midnight(calendar::days_later(date, days.saturating_neg()))
            }
            BarLength::Months(months) => {
                let into = date.month().saturating_sub(1).checked_rem(months).unwrap_or(0);
                let first = calendar::months_later(date.first_of_month(), i32::from(into).saturating_neg());
                exchange.midnight(first)
            }
        }
    }
}

/// The values of one bar.
#[derive(Clone, Copy)]
struct Values {
    open: f64,
    high: f64,
    low: f64,
    close: f64,
    volume: f64,
    adjclose: f64,
}

/// Bars in order of time; those without values are sent as nulls.
pub(crate) struct Bars {
    bars: Vec<(i64, Option<Values>)>,
    adjusted: bool,
}

impl Bars {
    /// Returns the bars of this interval that days of the history give within the span.
    pub(crate) fn take(
        ticker: &str,
        history: &[Bar],
        interval: &Interval,
        prepost: bool,
        span: Range<i64>,
    ) -> Self {
        let exchange = Instrument::of(ticker).exchange;
        let [before, ..] = exchange.lengths();
        let days = history.iter().take_while(|bar| bar.time.saturating_sub(before) < span.end);
        let bars = match interval.step {
            BarLength::Seconds(step) => days
                .flat_map(|day| intraday(ticker, exchange, day, step, prepost))
                .filter(|(time, _)| span.contains(time))
                .collect(),
            BarLength::Day => {
                days.filter(|day| span.contains(&day.time)).map(|day| (day.time, values(day))).collect()
            }
            BarLength::Days(count) => {
                let days: Vec<&Bar> = days.filter(|day| span.contains(&day.time)).collect();
                days.chunks(count).filter_map(|group| Some((group.first()?.time, joined(group)))).collect()
            }
            BarLength::Week | BarLength::Months(_) => {
                let days: Vec<&Bar> = days.filter(|day| span.contains(&day.time)).collect();
                days.chunk_by(|one, next| {
                    interval.bar_time(exchange, one) == interval.bar_time(exchange, next)
                })
                .filter_map(|group| Some((interval.bar_time(exchange, group.first()?), joined(group))))
                .collect()
            }
        };
        Self { bars, adjusted: !interval.is_within_a_day() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bars.is_empty()
    }

    /// Returns the bars' times, in epoch seconds.
    pub(crate) fn times(&self) -> Vec<i64> {
        self.bars.iter().map(|(time, _)| *time).collect()
    }

    /// Returns the member `indicators` of the reply; within a day there is no adjusted close.
    pub(crate) fn indicators(&self) -> Value {
        let mut quote = Map::new();
        let mut adjusted = Map::new();
        if !self.bars.is_empty() {
            quote.insert("volume".into(), self.column(|values| whole(values.volume).into()));
            quote.insert("open".into(), self.column(|values| values.open.into()));
            quote.insert("high".into(), self.column(|values| values.high.into()));
            quote.insert("low".into(), self.column(|values| values.low.into()));
            quote.insert("close".into(), self.column(|values| values.close.into()));
            adjusted.insert("adjclose".into(), self.column(|values| values.adjclose.into()));
        }
        if self.adjusted {
            json!({"quote": [quote], "adjclose": [adjusted]})
        } else {
            json!({"quote": [quote]})
        }
    }

    fn column(&self, value: impl Fn(Values) -> Value) -> Value {
        self.bars.iter().map(|(_, values)| values.map(&value)).collect()
    }
}

fn values(day: &Bar) -> Option<Values> {
    let &Bar { open, high, low, close, volume, adjclose, .. } = day;
    (!day.blank).then_some(Values { open, high, low, close, volume, adjclose })
}

fn joined(days: &[&Bar]) -> Option<Values> {
    days.iter().filter_map(|day| values(day)).reduce(|sum, next| Values {
        open: sum.open,
        high: sum.high.max(next.high),
        low: sum.low.min(next.low),
        close: next.close,
        volume: sum.volume + next.volume,
        adjclose: next.adjclose,
    })
}

/// Returns a day's bars: a straight line from open to close with noise that stays between low and high. On a half day they go
/// on to the usual close without trades, as those of the real host do.
fn intraday(
    ticker: &str,
    exchange: &Exchange,
    day: &Bar,
    step: u32,
    prepost: bool,
) -> Vec<(i64, Option<Values>)> {
    let mut rng = seeded(ticker, &format!("{} {step}", day.date));
    let [before, session, after] = exchange.lengths();
    let (before, after) = if prepost { (before, after) } else { (0, 0) };
    let first = day.time.saturating_sub(before);
    let last = day.time.saturating_add(session).saturating_add(after);
    let [_, open, close, _] = exchange.hours(day.date);
    let count = real(close.saturating_sub(open)) / f64::from(step);
    let mut done = 0.0;
    let mut price = day.open;
    let mut bars = Vec::new();
    let mut time = first;
    while time < last {
        let regular = (open..close).contains(&time);
        done = if regular { (done + 1.0 / count).min(1.0) } else { done };
        let target = day.open + (day.close - day.open) * done;
        let room = (day.high - day.low) * 0.2;
        let next = (target + between(&mut rng, -room, room)).clamp(day.low, day.high);
        let [high, low] = [price.max(next), price.min(next)];
        let volume = if regular { (day.volume / count * between(&mut rng, 0.5, 1.5)).round() } else { 0.0 };
        let [open, high, low, close] = [price, high, low, next].map(float32);
        let values = Values { open, high, low, close, volume, adjclose: close };
        bars.push((time, (!day.blank && rng.u8(..) != 0).then_some(values)));
        price = next;
        time = time.saturating_add(i64::from(step));
    }
    bars
}
