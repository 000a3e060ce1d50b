//! Bars of every interval, cut from the daily history: a day's bars are invented within its open, high, low
//! and close, longer bars are put together from days.

use std::ops::Range;

use serde_json::{Map, Value, json};

use crate::calendar::{self, Exchange};
use crate::company::Instrument;
use crate::numbers::{between, float32, real, seeded, whole};
use crate::prices::Bar;

/// The names of all intervals, as in the query.
pub(crate) const INTERVALS: [&str; 13] =
    ["1m", "2m", "5m", "15m", "30m", "60m", "90m", "1h", "1d", "5d", "1wk", "1mo", "3mo"];

/// The length of bars.
#[derive(Clone, Copy)]
pub(crate) enum Interval {
    /// A number of seconds within a day.
    Seconds(u32),
    /// A number of trading days.
    Days(usize),
    /// A week that begins on Monday.
    Week,
    /// A number of months, counted from January.
    Months(i8),
}

impl Interval {
    /// Returns the interval of a name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let (count, unit) = name.split_at_checked(name.find(|sign: char| sign.is_ascii_alphabetic())?)?;
        let count: u8 = count.parse().ok().filter(|_| INTERVALS.contains(&name))?;
        Some(match unit {
            "m" => Self::Seconds(u32::from(count).saturating_mul(60)),
            "h" => Self::Seconds(3_600),
            "d" => Self::Days(count.into()),
            "wk" => Self::Week,
            _ => Self::Months(i8::try_from(count).ok()?),
        })
    }

    /// Returns the maximum number of days of one request, if the host restricts it.
    pub(crate) const fn most_days(self) -> Option<i64> {
        match self {
            Self::Seconds(60) => Some(8),
            Self::Seconds(3_600) => Some(730),
            Self::Seconds(_) => Some(60),
            _ => None,
        }
    }

    /// Returns true if its bars are shorter than a day.
    pub(crate) const fn is_within_a_day(self) -> bool {
        matches!(self, Self::Seconds(_))
    }

    /// Returns the time that stands for the bar in which this day of an exchange lies.
    pub(crate) fn bar_time(self, exchange: &Exchange, day: &Bar) -> i64 {
        let date = day.date;
        match self {
            Self::Seconds(_) | Self::Days(_) => day.time,
            Self::Week => {
                let days = i32::from(date.weekday().to_monday_zero_offset());
                exchange.midnight(calendar::days_later(date, days.saturating_neg()))
            }
            Self::Months(months) => {
                let into = date.month().saturating_sub(1).checked_rem(months).unwrap_or(0);
                exchange
                    .midnight(calendar::months_later(date.first_of_month(), i32::from(into).saturating_neg()))
            }
        }
    }
}

/// Open, high, low, close, volume and adjusted close.
type Values = [f64; 6];
/// The names of the first five.
const COLUMNS: [&str; 5] = ["open", "high", "low", "close", "volume"];

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
        interval: Interval,
        prepost: bool,
        span: Range<i64>,
    ) -> Self {
        let exchange = Instrument::of(ticker).exchange;
        let [before, ..] = exchange.lengths();
        let days = history.iter().take_while(|bar| bar.time.saturating_sub(before) < span.end);
        let whole_days = || days.clone().filter(|day| span.contains(&day.time)).collect::<Vec<&Bar>>();
        let joined = |group: &[&Bar]| Some((interval.bar_time(exchange, group.first()?), joined(group)));
        let bars = match interval {
            Interval::Seconds(step) => days
                .flat_map(|day| intraday(ticker, exchange, day, step, prepost))
                .filter(|(time, _)| span.contains(time))
                .collect(),
            Interval::Days(count) => whole_days().chunks(count).filter_map(joined).collect(),
            Interval::Week | Interval::Months(_) => {
                let is_same = |one: &&Bar, next: &&Bar| {
                    interval.bar_time(exchange, one) == interval.bar_time(exchange, next)
                };
                whole_days().chunk_by(is_same).filter_map(joined).collect()
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
        let column = |at: usize| {
            let value = |number: &f64| if at == 4 { whole(*number).into() } else { json!(number) };
            self.bars.iter().map(|(_, values)| values.as_ref()?.get(at).map(value)).collect::<Value>()
        };
        let some = |columns: Map<String, Value>| if self.bars.is_empty() { Map::new() } else { columns };
        let quote = COLUMNS.iter().enumerate().map(|(at, name)| ((*name).to_owned(), column(at)));
        let mut indicators = json!({"quote": [some(quote.collect())]});
        if let Some(indicators) = indicators.as_object_mut().filter(|_| self.adjusted) {
            let adjusted = Map::from_iter([("adjclose".to_owned(), column(5))]);
            indicators.insert("adjclose".to_owned(), json!([some(adjusted)]));
        }
        indicators
    }
}

fn joined(days: &[&Bar]) -> Option<Values> {
    let traded = days.iter().filter(|day| !day.blank);
    let values = traded.map(|day| [day.open, day.high, day.low, day.close, day.volume, day.adjclose]);
    values.reduce(|[open, high, low, _, volume, _], [_, higher, lower, close, more, adjusted]| {
        [open, high.max(higher), low.min(lower), close, volume + more, adjusted]
    })
}

/// Returns a day's bars: a straight line from open to close with noise that stays between low and high. On a half day
/// they go on to the usual close without trades, as on the real host.
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
        let values = [open, high, low, close, volume, close];
        bars.push((time, (!day.blank && rng.u8(..) != 0).then_some(values)));
        price = next;
        time = time.saturating_add(i64::from(step));
    }
    bars
}
