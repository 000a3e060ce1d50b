//! The live quote that the host sends as a row of its own behind the bars of a day or more. It belongs into the bar of
//! its period, which lacks it.

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use serde_json::Number;

use crate::notes::LiveQuote;
use crate::read::amounts;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

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
    /// The exchange's offset from UTC, in seconds.
    pub(crate) offset: i64,
    /// The time of the latest price, in epoch seconds.
    pub(crate) latest: Option<i64>,
}

/// Puts the last row into the one before where both are of one period of the interval that the host names. Returns what
/// was put where.
pub(crate) fn merge(bars: &mut Columns<'_>, reported: &Reported<'_>) -> Option<LiveQuote> {
    let period = Period::of(reported.interval)?;
    let [.., bar, quote] = *bars.timestamp.as_slice() else { return None };
    if !period.has_both(bar, quote, reported) {
        return None;
    }
    bars.timestamp.pop();
    join(bars.open, Option::or);
    join(bars.high, |bar, quote| chosen(bar, quote, |bar, quote| quote > bar));
    join(bars.low, |bar, quote| chosen(bar, quote, |bar, quote| quote < bar));
    join_closes(&mut bars.closes);
    match period {
        // Both rows count the whole day, the later one a little more of it.
        Period::Days(1) => join(bars.volume, |bar, quote| chosen(bar, quote, |bar, quote| quote > bar)),
        _ => join(bars.volume, total),
    }
    Some(LiveQuote { time: quote, bar })
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

    /// Returns true if the period that a bar begins has a quote, too. Periods are those of the exchange's calendar.
    fn has_both(self, bar: i64, quote: i64, reported: &Reported<'_>) -> bool {
        // What lies further apart than the longest month or quarter needs no calendar.
        let longest = match self {
            Self::Days(days) => days.saturating_mul(DAY),
            Self::Months(months) => months.saturating_mul(31).saturating_mul(DAY),
        };
        if !(0..=longest.saturating_add(2 * HOUR)).contains(&quote.saturating_sub(bar)) {
            return false;
        }
        let (first, last) = (bar.saturating_add(reported.offset), quote.saturating_add(reported.offset));
        let Some((begin, day)) = day(nearest_midnight(first)).zip(day(last)) else { return false };
        let month =
            |day: civil::Date| i64::from(day.year()).saturating_mul(12).saturating_add(day.month().into());
        let months = month(day).saturating_sub(month(begin));
        // A bar of its own begins at the same time of the day as the one before, but for a change of clocks.
        let apart = quote.saturating_sub(bar).checked_rem_euclid(DAY).unwrap_or_default();
        let is_bar = [0, HOUR, DAY - HOUR].contains(&apart);
        let is_quote = quote > bar && (reported.latest == Some(quote) || !is_bar);
        match self {
            // The offset is that of now, so that bars of another time of the year may seem to be of one month or day.
            Self::Days(1) => begin == day && (quote == bar || is_quote),
            Self::Months(1) => is_quote && months == 0,
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

fn day(local: i64) -> Option<civil::Date> {
    Some(Timestamp::from_second(local).ok()?.to_zoned(TimeZone::UTC).date())
}

/// Puts the last value of a column into the one before.
fn join(column: &mut Column, rule: impl FnOnce(Option<Number>, Option<Number>) -> Option<Number>) {
    let Some(values) = column else { return };
    let quote = values.pop().flatten();
    if let Some(bar) = values.last_mut() {
        *bar = rule(bar.take(), quote);
    }
}

/// Puts the closes of the quote into those of the bar. An adjusted close and a close that are not of one row have no ratio, so
/// a quote that has one of them alone has it for both where the bar is not adjusted, and none of the other elsewhere.
fn join_closes([closes, adjusted]: &mut [&mut Column; 2]) {
    let (Some(closes), Some(adjusted)) = (closes.as_mut(), adjusted.as_mut()) else {
        join(closes, |bar, quote| quote.or(bar));
        return join(adjusted, |bar, quote| quote.or(bar));
    };
    let quotes = [closes.pop().flatten(), adjusted.pop().flatten()];
    let (Some(close), Some(adjclose)) = (closes.last_mut(), adjusted.last_mut()) else { return };
    let both = match quotes {
        [None, None] => return,
        [Some(one), None] | [None, Some(one)] if *close == *adjclose => [Some(one.clone()), Some(one)],
        quotes => quotes,
    };
    [*close, *adjclose] = both;
}

/// Returns the quote's value if it wins over the bar's; the one that there is, where there is one.
fn chosen(bar: Option<Number>, quote: Option<Number>, wins: fn(f64, f64) -> bool) -> Option<Number> {
    match (bar, quote) {
        (Some(bar), Some(quote)) => {
            let is_quote = bar.as_f64().zip(quote.as_f64()).is_some_and(|(bar, quote)| wins(bar, quote));
            Some(if is_quote { quote } else { bar })
        }
        (bar, quote) => bar.or(quote),
    }
}

/// Returns the sum of two volumes; the one that there is, where there is one.
fn total(bar: Option<Number>, quote: Option<Number>) -> Option<Number> {
    match (&bar, &quote) {
        (Some(bar), Some(quote)) => amounts::sum(bar, quote),
        _ => bar.or(quote),
    }
}
