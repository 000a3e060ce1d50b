//! The live quote that the host sends as a row of its own behind the bars of a day or more. It belongs into the bar of
//! its period, which lacks it.

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use serde_json::Number;

use crate::notes::LiveQuote;
use crate::read::amounts;
use crate::read::span::DAY;

const HOUR: i64 = 3600;

/// A list of values beside the times; none where the host does not send it.
pub(crate) type Column = Option<Vec<Option<Number>>>;

/// The bars of an instrument, column by column.
pub(crate) struct Columns<'a> {
    pub(crate) timestamp: &'a mut Vec<i64>,
    pub(crate) open: &'a mut Column,
    pub(crate) high: &'a mut Column,
    pub(crate) low: &'a mut Column,
    /// The close and the adjusted close.
    pub(crate) closes: [&'a mut Column; 2],
    pub(crate) volume: &'a mut Column,
}

/// The facts that the host reports of the bars.
pub(crate) struct Reported<'a> {
    pub(crate) interval: &'a str,
    /// The exchange's offset from UTC, in seconds, where the host says it.
    pub(crate) offset: Option<i64>,
    /// The time of the latest price, in epoch seconds.
    pub(crate) latest: Option<i64>,
}

/// The most rows that a host sends of one quote: it may be there twice.
const MOST_QUOTES: usize = 3;

/// Puts the last row into the one before where both are of one period of the interval that the host names. A row without a
/// value that lies at the quote is part of it. Returns what was put where.
pub(crate) fn merge(bars: &mut Columns<'_>, reported: &Reported<'_>) -> Option<LiveQuote> {
    let period = Period::of(reported.interval)?;
    let mut merged: Option<LiveQuote> = None;
    for _ in 0..MOST_QUOTES {
        let Some((into, from)) = rows_of_one_period(bars, period, reported) else { break };
        let time = |row: usize| bars.timestamp.get(row).copied();
        let (Some(bar), Some(quote)) = (time(into), time(from)) else { break };
        let is_quote = !bars.is_empty(from);
        // Two quotes of one bar are two counts of a day.
        let are_quotes =
            into.checked_sub(1).is_some_and(|before| bars.are_one((before, into), period, reported));
        bars.timestamp.truncate(into.saturating_add(1));
        bars.join(into, from, if are_quotes { Period::Days(1) } else { period });
        if is_quote {
            merged = Some(LiveQuote { time: merged.map_or(quote, |merged| merged.time), bar });
        }
    }
    merged
}

/// Returns the places of a bar and of the quote that belongs into it, if there are two.
fn rows_of_one_period(bars: &Columns<'_>, period: Period, reported: &Reported<'_>) -> Option<(usize, usize)> {
    let last = bars.timestamp.len().checked_sub(1)?;
    let are_one = |bar, quote| bars.are_one((bar, quote), period, reported);
    let mut from = last;
    while bars.is_empty(from) && from > 0 && are_one(from.saturating_sub(1), from) {
        from = from.saturating_sub(1);
    }
    let mut into = None;
    for row in (0..from).rev().take_while(|row| are_one(*row, from)) {
        into = Some(row);
        if !bars.is_empty(row) {
            break;
        }
    }
    match into {
        Some(into) => Some((into, from)),
        // What is without a value is no row of its own.
        None => (from < last).then_some((from, last)),
    }
}

impl Columns<'_> {
    /// Returns true if the rows of a bar and a quote are of one period.
    fn are_one(&self, (bar, quote): (usize, usize), period: Period, reported: &Reported<'_>) -> bool {
        let times = self.timestamp.get(bar).zip(self.timestamp.get(quote));
        times.is_some_and(|(bar, quote)| period.has_both(*bar, *quote, reported))
    }

    /// Returns true if a row has no value.
    fn is_empty(&self, row: usize) -> bool {
        let Self { open, high, low, closes: [close, adjclose], volume, .. } = self;
        let columns: [&Column; 6] = [open, high, low, close, adjclose, volume];
        columns.into_iter().flatten().all(|values| values.get(row).is_none_or(Option::is_none))
    }

    /// Puts the values of a row into another one, which is the last one then.
    fn join(&mut self, into: usize, from: usize, period: Period) {
        let (is_empty, is_without) = (self.is_empty(into), self.is_empty(from));
        join(self.open, into, from, Option::or);
        join(self.high, into, from, |bar, quote| chosen(bar, quote, |bar, quote| quote > bar));
        // A price of zero is one that the host does not know.
        join(self.low, into, from, |bar, quote| {
            chosen(bar, quote, |bar, quote| quote < bar && quote != 0.0 || bar == 0.0)
        });
        join_closes(&mut self.closes, into, from);
        match period {
            // Both rows count the whole day, the later one a little more of it.
            Period::Days(1) => {
                join(self.volume, into, from, |bar, quote| chosen(bar, quote, |bar, quote| quote > bar));
            }
            _ if is_empty || is_without => join(self.volume, into, from, Option::or),
            // What is not known of a part is not known of the whole.
            _ => join(self.volume, into, from, |bar, quote| amounts::sum(&bar?, &quote?)),
        }
    }
}

/// The period that a bar covers.
#[derive(Clone, Copy)]
enum Period {
    Days(i64),
    Months(i64),
}

impl Period {
    /// Returns the period of an interval of a day or more.
    fn of(interval: &str) -> Option<Self> {
        let count = |unit| interval.strip_suffix(unit)?.parse::<u8>().ok().map(i64::from);
        let weeks = || count("wk")?.checked_mul(7);
        count("d").or_else(weeks).map(Self::Days).or_else(|| count("mo").map(Self::Months))
    }

    /// Returns true if a quote falls into the period that a bar begins. Periods follow the exchange's calendar.
    fn has_both(self, bar: i64, quote: i64, reported: &Reported<'_>) -> bool {
        // What lies further apart than the longest month or quarter needs no calendar.
        let longest = match self {
            Self::Days(days) => days.saturating_mul(DAY),
            Self::Months(months) => months.saturating_mul(31).saturating_mul(DAY),
        };
        if !(0..=longest.saturating_add(2 * HOUR)).contains(&quote.saturating_sub(bar)) {
            return false;
        }
        // A bar of its own begins at the same time of the day as the one before, but for a change of clocks.
        let apart = quote.saturating_sub(bar).checked_rem_euclid(DAY).unwrap_or_default();
        let is_bar = [0, HOUR, DAY - HOUR].contains(&apart);
        let offset = reported.offset.unwrap_or_default();
        let (first, last) = (bar.saturating_add(offset), quote.saturating_add(offset));
        let last = if is_bar { nearest_midnight(last) } else { last };
        let Some((begin, day)) = day(nearest_midnight(first)).zip(day(last)) else { return false };
        let month =
            |day: civil::Date| i64::from(day.year()).saturating_mul(12).saturating_add(day.month().into());
        let months = month(day).saturating_sub(month(begin));
        // Nobody knows on which day of the exchange a bar is without the offset.
        let is_latest = reported.latest == Some(quote) && reported.offset.is_some();
        let is_quote = quote > bar && (is_latest || !is_bar);
        match self {
            // The offset is that of now, so that bars of another time of the year may seem to be of one month or day.
            Self::Days(1) => begin == day && (quote == bar || is_quote),
            Self::Months(1) => is_quote && months == 0,
            // Weeks are those of the calendar.
            Self::Days(7) => is_quote && week(begin) == week(day),
            Self::Days(days) => is_quote && (0..days).contains(&(day.duration_since(begin).as_hours() / 24)),
            Self::Months(count) => is_quote && (0..count).contains(&months),
        }
    }
}

/// Returns the midnight that a bar means whose begin is an hour or two before it: the host counts with the offset of
/// another time of the year.
fn nearest_midnight(local: i64) -> i64 {
    let into_day = local.checked_rem_euclid(DAY).unwrap_or_default();
    let is_early = into_day >= DAY - 2 * HOUR && into_day.checked_rem(HOUR) == Some(0);
    if is_early { local.saturating_add(DAY).saturating_sub(into_day) } else { local }
}

/// Returns the year and the number of the week of a day, which begins on a Monday.
fn week(day: civil::Date) -> (i16, i8) {
    let week = day.iso_week_date();
    (week.year(), week.week())
}

fn day(local: i64) -> Option<civil::Date> {
    Some(Timestamp::from_second(local).ok()?.to_zoned_datetime(TimeZone::UTC).date())
}

/// Merges a row into the row before it, which is then the last.
fn join(
    column: &mut Column,
    into: usize,
    from: usize,
    rule: impl FnOnce(Option<Number>, Option<Number>) -> Option<Number>,
) {
    let quote = taken(column, into, from);
    if let Some(bar) = last(column) {
        *bar = rule(bar.take(), quote);
    }
}

/// Takes the value of a row, and leaves out all rows behind another one.
fn taken(column: &mut Column, into: usize, from: usize) -> Option<Number> {
    let values = column.as_mut()?;
    let quote = values.get_mut(from).and_then(Option::take);
    values.truncate(into.saturating_add(1));
    quote
}

/// Returns the last value of a column.
fn last(column: &mut Column) -> Option<&mut Option<Number>> {
    column.as_mut()?.last_mut()
}

/// Merges the closes of the quote into the bar. An adjusted close and a close of different rows have no ratio: a quote
/// with one of them gives it to both where the bar is not adjusted, and to neither elsewhere. A price of zero means
/// unknown.
fn join_closes([closes, adjusted]: &mut [&mut Column; 2], into: usize, from: usize) {
    let quotes = [taken(closes, into, from), taken(adjusted, into, from)];
    let quotes = quotes.map(|quote| quote.filter(|price| price.as_f64() != Some(0.0)));
    match (last(closes), last(adjusted), quotes) {
        (_, _, [None, None]) => {}
        (Some(close), Some(adjclose), [Some(one), None] | [None, Some(one)]) if *close == *adjclose => {
            (*close, *adjclose) = (Some(one.clone()), Some(one));
        }
        (Some(close), Some(adjclose), [quote, adjusted]) => (*close, *adjclose) = (quote, adjusted),
        (Some(one), None, [quote, _]) | (None, Some(one), [_, quote]) => *one = quote.or_else(|| one.take()),
        (None, None, _) => {}
    }
}

/// Returns the quote's value if it wins over the bar's, or else whichever exists.
fn chosen(bar: Option<Number>, quote: Option<Number>, wins: fn(f64, f64) -> bool) -> Option<Number> {
    match (bar, quote) {
        (Some(bar), Some(quote)) => {
            let is_quote = bar.as_f64().zip(quote.as_f64()).is_some_and(|(bar, quote)| wins(bar, quote));
            Some(if is_quote { quote } else { bar })
        }
        (bar, quote) => bar.or(quote),
    }
}
