//! Dates of a history, which are days of the exchange. Its zone is in the reply, so that a host is asked for more, and what is
//! not of these days is left out.

use std::ops::Range;

use jiff::civil::Date;
use jiff::{Span, ToSpan as _};
use virtual_finance_core::DateTime;
use virtual_finance_core::time::Granularity;

use crate::notes::PartOfDays;
use crate::read::span::{DAY, WEEK};
use crate::read::{chart, zone};
use crate::records::history::Meta;

/// The time before midnight from which daily bars belong to the next day: hosts count some with the offset of another
/// season.
const EARLY: i64 = 2 * 3600;

/// The intervals of less than a day: their names, the days that hosts have of them at once and of all, and the longest range.
#[doc(hidden)]
pub const INTRADAY: [(&[&str], i64, i64, &str); 3] = [
    (&["1m"], 8, 30, "5d"),
    (&["2m", "5m", "15m", "30m", "90m"], 60, 60, "1mo"),
    (&["60m", "1h"], 730, 730, "2y"),
];

/// Returns the day on which a range begins; today is one of its days.
pub(super) fn first_day(range: Option<&str>, today: Date) -> Date {
    let range = range.unwrap_or("1mo");
    let back = |span: Span| today.checked_sub(span).unwrap_or(today);
    if range == "ytd" {
        return today.first_of_year();
    }
    let (count, unit) =
        range.split_at(range.find(|letter: char| !letter.is_ascii_digit()).unwrap_or_default());
    match (count.parse::<i64>(), unit) {
        (Ok(days), "d") => back(days.saturating_sub(1).days()),
        (Ok(months), "mo") => back(months.months()),
        (Ok(years), "y") => back(years.years()),
        _ => Date::constant(1900, 1, 1),
    }
}

/// Returns the times to ask a host for, in epoch seconds.
pub(super) fn sent(start: DateTime, end: Option<DateTime>, interval: &str, now: DateTime) -> (i64, i64) {
    let end = end.unwrap_or(now);
    let (first, last) = (start.epoch_seconds(), end.epoch_seconds());
    let (before, after) = margins(interval, first, last, now.epoch_seconds());
    let of = |day: DateTime, margin: i64| if day.is_day() { margin } else { 0 };
    (first.saturating_sub(of(start, before)), last.saturating_add(of(end, after)))
}

/// Returns how much earlier and later than the midnights UTC of days a host is asked.
fn margins(interval: &str, first: i64, last: i64, now: i64) -> (i64, i64) {
    if begins_anywhere(interval) {
        return (0, 0);
    }
    // Weeks begin on the weekday that a host is asked from, and no week comes that begins before that time, as the first one does
    // east of Greenwich.
    if interval.ends_with("wk") {
        return (WEEK, 0);
    }
    match INTRADAY.iter().find(|(names, ..)| names.contains(&interval)) {
        // An end of months is a part of the last bar.
        None if interval.ends_with("mo") => (DAY, 0),
        None => (DAY, DAY),
        Some((_, at_once, depth, _)) => {
            // Nobody trades within less than half a day of midnight UTC where that is another day. A host refuses more than it has.
            let left = at_once.saturating_mul(DAY).saturating_sub(last.saturating_sub(first));
            let margin = left.div_euclid(2).clamp(0, DAY / 2);
            let oldest = now.saturating_sub(depth.saturating_mul(DAY));
            (margin.min(first.saturating_sub(oldest).max(0)), margin)
        }
    }
}

/// Returns the note about hours of the first or the last day that the host was not asked for, if it has bars up to them.
pub(super) fn cut(
    bars: &[i64],
    wanted: &Range<i64>,
    (start, end, interval): (Option<DateTime>, Option<DateTime>, &str),
    now: DateTime,
) -> Option<PartOfDays> {
    if Granularity::of_interval(interval) == Granularity::Days {
        return None;
    }
    let start = start?;
    let (first, last) = sent(start, end, interval, now);
    let bar = chart::interval_seconds(interval);
    // A time, which is no date, is asked for as it is.
    let is_cut_before = start.is_day()
        && wanted.start < first
        && bars.first().is_some_and(|time| *time < first.saturating_add(bar));
    let is_cut_after = last < wanted.end
        && end.is_some()
        && bars.last().is_some_and(|time| *time >= last.saturating_sub(bar));
    (is_cut_before || is_cut_after).then_some(PartOfDays { start: first, end: last })
}

/// Returns true if a bar of this time ends with the last day before the wanted times, so that its close is the previous one.
pub(super) fn ends_before(time: i64, wanted: &Range<i64>, interval: &str) -> bool {
    match interval {
        "1d" => true,
        "1wk" => wanted.start.saturating_sub(time) > WEEK - DAY,
        _ => false,
    }
}

/// Returns true for bars of five days, which begin at the time that a host is asked for.
fn begins_anywhere(interval: &str) -> bool {
    interval == "5d"
}

/// Returns the times that bars and events of a request may have. A time that is no date is one at any exchange.
pub(super) fn wanted(
    start: Option<DateTime>,
    end: Option<DateTime>,
    interval: &str,
    meta: &Meta,
) -> Range<i64> {
    let midnight = |day: DateTime| {
        let name = meta.exchange_timezone_name.get().map(String::as_str);
        let zone = zone::of_exchange(name, meta.gmtoffset.get().copied());
        let early = if Granularity::of_interval(interval) == Granularity::Days { EARLY } else { 0 };
        zone::midnight(day.epoch_seconds(), &zone).saturating_sub(early)
    };
    let start = start.filter(|start| start.is_day() && !begins_anywhere(interval));
    let end = end.map(|end| if end.is_day() { midnight(end) } else { end.epoch_seconds() });
    start.map_or(i64::MIN, midnight)..end.unwrap_or(i64::MAX)
}
