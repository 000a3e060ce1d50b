//! The range and the interval that a chart names, compared with the request.

use std::ops::RangeInclusive;

use virtual_finance_core::Fault;
use virtual_finance_core::read::shortened;

use crate::fault::MarketFault;
use crate::notes::{OldBars, WidenedInterval};
use crate::read::span::{DAY, Span, WEEK, day};

/// The range that is sent as dates.
const MAX: &str = "max";

/// The time by which bars may be later than the latest price, which is not always up to date.
const LATER: i64 = DAY * 90;

/// Refuses bars outside the span by more than one bar and a day.
///
/// # Errors
/// A bar is further outside.
pub(crate) fn require_within(span: Span, interval: &str, times: &[i64]) -> Result<(), Fault> {
    span.require(times.iter().copied(), slack(interval))
}

/// Returns by how much bars of an interval may lie outside of a span.
fn slack(interval: &str) -> i64 {
    // A host is asked for the week before, too.
    let before = if interval.ends_with("wk") { WEEK } else { 0 };
    interval_seconds(interval).max(DAY).saturating_add(DAY).saturating_add(before)
}

/// Returns the longest time that bars of a range cover.
const fn longest(range: i64) -> i64 {
    range.saturating_mul(2).saturating_add(DAY * 14)
}

/// Returns the times that bars of a request can have, of which `times` are the bars and `latest` is the time of the latest
/// price; `None` where any can be.
pub(crate) fn possible(
    (range, span): (Option<&str>, Span),
    interval: &str,
    times: &[i64],
    latest: Option<i64>,
) -> Option<RangeInclusive<i64>> {
    if span.start.is_some() {
        let slack = slack(interval);
        let start = span.start.map_or(i64::MIN, |start| start.saturating_sub(slack));
        return Some(start..=span.end.map_or(i64::MAX, |end| end.saturating_add(slack)));
    }
    let range = range.filter(|range| *range != MAX).map(range_seconds).filter(|range| *range > 0)?;
    let end = latest.map_or(i64::MAX, |latest| latest.saturating_add(LATER));
    let newest = times.iter().copied().filter(|time| *time <= end).max()?;
    // The first bar of a range begins before it by as much as the longest bar.
    Some(newest.saturating_sub(longest(range)).saturating_sub(DAY * 93)..=end)
}

/// Refuses another range than requested: the range that the host names, or else a range that is far longer.
///
/// # Errors
/// The host names another one, or names none and the bars cover more than twice the range and two weeks.
pub(crate) fn require_range(asked: &str, found: Option<&str>, times: &[i64]) -> Result<(), Fault> {
    if let Some(found) = found.filter(|found| !found.is_empty()) {
        return if found == asked { Ok(()) } else { Err(other(asked, found)) };
    }
    if asked == MAX {
        return Ok(());
    }
    let (range, [first, .., last]) = (range_seconds(asked), times) else { return Ok(()) };
    if range > 0 && last.saturating_sub(*first) > longest(range) {
        return Err(other(asked, &format!("{} to {}", day(*first), day(*last))));
    }
    Ok(())
}

/// Refuses bars of a range where dates were asked for: hosts name none beside these.
///
/// # Errors
/// The host names one.
pub(crate) fn require_no_range(span: Span, found: Option<&str>) -> Result<(), Fault> {
    found.filter(|found| !found.is_empty()).map_or(Ok(()), |found| Err(other(&span.shown(), found)))
}

/// Refuses bars of a range up to now that are far later than the latest price.
///
/// # Errors
/// One is.
pub(crate) fn require_past(asked: &str, times: &[i64], latest: Option<i64>) -> Result<(), Fault> {
    let end = latest.map_or(i64::MAX, |latest| latest.saturating_add(LATER));
    match times.last() {
        Some(last) if *last > end => Err(other(asked, &day(*last))),
        _ => Ok(()),
    }
}

/// Returns the fault for another range or interval.
pub(crate) fn other(asked: &str, found: &str) -> Fault {
    MarketFault::OtherSpan { asked: asked.to_owned(), found: shortened(found.to_owned()) }.into()
}

/// Returns the interval of bars: the host's, unless most bars are closer to each other; or else the interval of their
/// times where it is far from the requested one.
pub(crate) fn granularity<'a>(named: Option<&'a str>, asked: &str, times: &[i64]) -> Option<&'a str> {
    /// Fewer bars show nothing.
    const FEW: usize = 4;
    // They may be in any order.
    let gaps = || {
        let pairs = times.iter().zip(times.iter().skip(1));
        pairs.map(|(time, next)| next.saturating_sub(*time).saturating_abs())
    };
    let named = named.filter(|named| !named.is_empty());
    let expected = interval_seconds(named.unwrap_or(asked));
    let is_short = |gap: &i64| gap.saturating_mul(10) <= expected.saturating_mul(6);
    if named.is_some() && gaps().filter(is_short).count().saturating_mul(2) <= gaps().len() {
        return named;
    }
    let mut gaps: Vec<i64> = gaps().collect();
    if gaps.len() < FEW || expected == 0 {
        return named;
    }
    gaps.sort_unstable();
    let (shortest, usual) = (*gaps.first()?, *gaps.get(gaps.len() / 2)?);
    // Bars without trades may be left out, so that gaps are longer than the interval, but not all of them.
    let is_expected = !is_short(&usual) && shortest.saturating_mul(10) < expected.saturating_mul(17);
    let distance = |interval: &&str| interval_seconds(interval).abs_diff(usual);
    INTERVALS.into_iter().min_by_key(distance).filter(|_| !is_expected)
}

/// The intervals that hosts have.
const INTERVALS: [&str; 10] = ["1m", "2m", "5m", "15m", "30m", "1h", "1d", "1wk", "1mo", "3mo"];

/// Returns the interval of the bars where it is another one than was asked for.
pub(crate) fn widened(asked: &str, found: Option<&str>) -> Option<WidenedInterval> {
    let usual = |interval: &str| if interval == "60m" { "1h".to_owned() } else { interval.to_owned() };
    let found = found.filter(|found| !found.is_empty())?;
    let differs = usual(asked.trim()) != usual(found);
    differs.then(|| WidenedInterval { asked: asked.to_owned(), found: shortened(found.to_owned()) })
}

/// Returns the newest bar where it is far older than the latest price of the host, although bars of a range up to it were
/// asked for.
pub(crate) fn old_bars(interval: &str, times: &[i64], latest: Option<i64>) -> Option<OldBars> {
    /// The longest time between two sessions.
    const CLOSED: i64 = DAY * 14;
    let (newest, latest) = (*times.last()?, latest?);
    let oldest = latest.saturating_sub(interval_seconds(interval).saturating_add(CLOSED));
    (newest < oldest).then_some(OldBars { newest, latest })
}

/// Returns the longest time that a range covers, in seconds; 0 for an unknown range.
fn range_seconds(range: &str) -> i64 {
    const YEAR: i64 = 366 * DAY;
    if range == "ytd" { YEAR } else { interval_seconds(range) }
}

/// Returns the longest time that an interval such as `5m` or a range such as `1y` covers, in seconds; 0 for an unknown
/// one.
pub(crate) fn interval_seconds(interval: &str) -> i64 {
    let digits = interval.find(|char: char| !char.is_ascii_digit()).unwrap_or(interval.len());
    let (count, unit) = interval.split_at_checked(digits).unwrap_or_default();
    let unit = match unit {
        "m" => 60,
        "h" => 3600,
        "d" => DAY,
        "wk" => DAY.saturating_mul(7),
        "mo" => DAY.saturating_mul(31),
        "y" => DAY.saturating_mul(366),
        _ => 0,
    };
    count.parse().map_or(0, |count: i64| count.saturating_mul(unit))
}
