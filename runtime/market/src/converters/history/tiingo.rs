//! Histories of Tiingo: days as they were traded, beside adjusted closes. They become what the chart service has, whose prices
//! are divided by the splits up to today.

use std::collections::BTreeMap;

use jiff::ToSpan as _;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Number, Value};
use virtual_finance_core::{Context, ConversionError, DateTime, Fault, Field, RawReply, SkippedRow};

use super::days;
use super::types::{CAPITAL_GAINS, Found, OhlcData, meta};
use crate::converters::params::history::Params;
use crate::fault::MarketFault;
use crate::notes::Differences;
use crate::read::listed::{TWICE, none_of};
use crate::read::{Queries, new_york, zone};
use crate::records::history::{Dividend, Split};

const ZONE: &str = "America/New_York";

/// The time between midnight and the open.
const OPEN: i64 = 9 * 3600 + 1800;

/// The time for which a history is fresh: its days are corrected in the evening.
const FRESH: i64 = 3600;

/// Returns the query for the days of a history: up to today, for a price is divided by every split after its day.
///
/// # Errors
/// Tiingo has no such symbol, or no bars of the interval.
pub fn tiingo_queries<'a>(
    cx: &Context<'_>,
    _: &[RawReply<'_>],
    Params { ticker, range, start, interval, .. }: Params<'a>,
) -> Queries<'a> {
    let lacks = |what: String| MarketFault::NotOfProvider { provider: "Tiingo", what };
    let symbol = symbol(ticker).ok_or_else(|| lacks(ticker.to_owned()))?;
    if !matches!(interval, "1d" | "1wk" | "1mo" | "3mo") {
        return Err(lacks(format!("bars of {interval}")).into());
    }
    let today = new_york::today(cx.now());
    // A date is midnight UTC, and so the evening before.
    let first = match (start, trading_days(range)) {
        (Some(start), _) => new_york::today(start),
        // Five trading days lie in two weeks, holidays included.
        (None, Some(_)) => today.checked_sub(14.days()).unwrap_or(today),
        (None, None) => days::first_day(range, today),
    };
    let days = [("startDate", first), ("endDate", today)].map(|(name, day)| (name, day.to_string().into()));
    Ok(vec![[("{ticker}", symbol.into())].into_iter().chain(days).collect()])
}

/// Returns the symbol of a share or fund of the United States as Tiingo spells it: `SPG-P-J` of `SPG-PJ`. Symbols of other
/// exchanges, indices, currencies and coins have none.
fn symbol(ticker: &str) -> Option<String> {
    let (share, class) = ticker.split_once('-').map_or((ticker, None), |(share, class)| (share, Some(class)));
    let is_word = |text: &str, most| {
        (1..=most).contains(&text.len()) && text.bytes().all(|letter| letter.is_ascii_alphabetic())
    };
    match class {
        _ if !is_word(share, 5) => None,
        None => Some(ticker.to_owned()),
        Some(class) if is_word(class, 1) => Some(ticker.to_owned()),
        Some(class) => {
            let series = class.strip_prefix(['P', 'p']).filter(|series| is_word(series, 1))?;
            Some(format!("{share}-P-{series}"))
        }
    }
}

/// Returns the number of trading days that a range counts, where it does.
fn trading_days(range: Option<&str>) -> Option<usize> {
    range?.strip_suffix('d')?.parse().ok()
}

/// A day, as Tiingo sends it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Day {
    date: String,
    open: Option<Number>,
    high: Option<Number>,
    low: Option<Number>,
    close: Option<Number>,
    volume: Option<Number>,
    adj_close: Option<Number>,
    div_cash: Option<f64>,
    split_factor: Option<f64>,
}

/// Returns true for a reply of Tiingo: a list.
pub(super) fn is_reply(raw: RawReply<'_>) -> bool {
    raw.bytes().trim_ascii_start().starts_with(b"[")
}

/// Reads a reply.
///
/// # Errors
/// It is no list of days, or none of them can be read.
pub(super) fn read(
    raw: RawReply<'_>,
    (params, now): (&Params<'_>, DateTime),
    skipped: &mut Vec<SkippedRow>,
) -> Result<Found, ConversionError> {
    let read = serde_json::from_str::<Vec<Value>>(raw.text()?);
    let rows =
        read.map_err(|error| Fault::Malformed { path: "the days".into(), reason: error.to_string() })?;
    let days = days_of(rows, skipped);
    if days.is_empty() && !skipped.is_empty() {
        return Err(none_of("the list of days", skipped).into());
    }
    let zone = zone::of_exchange(Some(ZONE), None);
    let meta = meta(params, "USD", ZONE);
    let times = days::wanted(params.start, params.end, params.interval, &meta);
    let first = first_of_range(&days, params, now);
    let times =
        times.start.max(first.map_or(i64::MIN, |day| zone::midnight(zone::seconds(day), &zone)))..times.end;
    let actions = |kind: &str| params.events.as_ref().map_or(params.actions, |kinds| kinds.contains(&kind));
    let (mut groups, mut dividends, mut splits) = (BTreeMap::<i64, Vec<Day>>::new(), Vec::new(), Vec::new());
    let (mut later, mut is_divided) = (1.0, false);
    for (date, day) in days.into_iter().rev() {
        let (split_by, day) = (factor(&day), divided(day, later));
        let time = zone::midnight(zone::seconds(date), &zone).saturating_add(OPEN);
        let start =
            period(date, params.interval).map_or(time, |first| zone::midnight(zone::seconds(first), &zone));
        if times.contains(&time) {
            let paid = day.div_cash.filter(|paid| *paid > 0.0 && actions("div"));
            dividends.extend(paid.and_then(Number::from_f64).map(|amount| dividend(amount, time)));
            splits.extend((split_by != 1.0 && actions("splits")).then(|| split(split_by, time)));
            is_divided |= later != 1.0;
            if times.contains(&start) {
                groups.entry(start).or_default().push(day);
            }
        }
        later *= split_by;
    }
    dividends.reverse();
    splits.reverse();
    let has_events = !dividends.is_empty() || !splits.is_empty();
    Ok(Found {
        meta,
        bars: bars(groups),
        events: has_events.then_some((dividends, splits)),
        differences: differences(params, is_divided),
        fresh: FRESH,
    })
}

/// Returns the days by date; without what cannot be read or is there twice.
fn days_of(rows: Vec<Value>, skipped: &mut Vec<SkippedRow>) -> BTreeMap<Date, Day> {
    let mut days = BTreeMap::new();
    for (row, value) in rows.into_iter().enumerate() {
        let read = serde_json::from_value::<Day>(value).ok();
        let day = read.and_then(|day| Some((day.date.get(..10)?.parse::<Date>().ok()?, day)));
        let place = || row.to_string();
        match day {
            Some((date, _)) if days.contains_key(&date) => skipped.push(SkippedRow::at(place(), TWICE)),
            Some((date, day)) => drop(days.insert(date, day)),
            None => skipped.push(SkippedRow::at(place(), "it cannot be read")),
        }
    }
    days
}

/// Returns the first day of the first bar of a range; none where dates were asked for.
fn first_of_range(days: &BTreeMap<Date, Day>, params: &Params<'_>, now: DateTime) -> Option<Date> {
    if params.start.is_some() {
        return None;
    }
    match trading_days(params.range).map(|count| days.keys().rev().take(count).next_back()) {
        Some(first) => first.map(|day| period(*day, params.interval).unwrap_or(*day)),
        None => Some(days::first_day(params.range, new_york::today(now))),
    }
}

/// Returns the first day of the period that a bar covers; none where it is a day.
fn period(date: Date, interval: &str) -> Option<Date> {
    match interval {
        "1wk" => date.checked_sub(i64::from(date.weekday().to_monday_zero_offset()).days()).ok(),
        "1mo" => Some(date.first_of_month()),
        "3mo" => {
            let into = date.month().saturating_sub(1).checked_rem(3).unwrap_or_default();
            date.first_of_month().checked_sub(i64::from(into).months()).ok()
        }
        _ => None,
    }
}

/// Returns the new shares for an old one.
fn factor(day: &Day) -> f64 {
    day.split_factor.filter(|factor| factor.is_finite() && *factor > 0.0).unwrap_or(1.0)
}

/// Returns a day as if its shares were those of today; `later` is the product of the splits after it.
fn divided(mut day: Day, later: f64) -> Day {
    if later != 1.0 {
        for price in [&mut day.open, &mut day.high, &mut day.low, &mut day.close] {
            *price = price.as_ref().and_then(|price| Number::from_f64(price.as_f64()? / later));
        }
        day.volume = day.volume.and_then(|volume| whole(volume.as_f64()? * later));
        day.div_cash = day.div_cash.map(|paid| paid / later);
    }
    day
}

/// Returns a number without decimals.
fn whole(number: f64) -> Option<Number> {
    serde_json::from_str(&format!("{number:.0}")).ok()
}

fn dividend(amount: Number, time: i64) -> Dividend {
    Dividend { amount: Field::Value(amount), date: Field::Value(time), ..Dividend::default() }
}

/// Returns the split of a factor as two whole numbers, where small ones have its ratio.
fn split(factor: f64, time: i64) -> Split {
    /// The most old shares that one new one replaces.
    const MOST: u16 = 1000;
    let mut sides = (1..=MOST).map(f64::from).map(|old| ((factor * old).round(), old));
    let exact = |(new, old): &(f64, f64)| *new >= 1.0 && (factor * old - new).abs() < 1e-4;
    let (new, old) = match sides.find(exact) {
        Some((new, old)) => (whole(new), whole(old)),
        None => (Number::from_f64(factor), whole(1.0)),
    };
    let ratio = new.as_ref().zip(old.as_ref()).map(|(new, old)| format!("{new}:{old}"));
    let side = |side: Option<Number>| side.map_or(Field::Null, Field::Value);
    Split {
        date: Field::Value(time),
        numerator: side(new),
        denominator: side(old),
        split_ratio: ratio.map_or(Field::Null, Field::Value),
        ..Split::default()
    }
}

/// Returns the bars of days, which are the newest first.
fn bars(groups: BTreeMap<i64, Vec<Day>>) -> OhlcData {
    let mut columns = [const { Vec::new() }; 6];
    let mut timestamp = Vec::with_capacity(groups.len());
    for (time, days) in groups {
        let values = |of: fn(&Day) -> &Option<Number>| days.iter().filter_map(move |day| of(day).clone());
        let by = |of, is_better: fn(f64, f64) -> bool| {
            values(of).reduce(|best, other| match (best.as_f64(), other.as_f64()) {
                (Some(best), Some(found)) if is_better(found, best) => other,
                _ => best,
            })
        };
        let volumes: Vec<Number> = values(|day| &day.volume).collect();
        let volume = match volumes.as_slice() {
            [one] => Some(one.clone()),
            [] => None,
            several => whole(several.iter().filter_map(Number::as_f64).sum()),
        };
        let bar = [
            values(|day| &day.open).next_back(),
            by(|day| &day.high, |found, best| found > best),
            by(|day| &day.low, |found, best| found < best),
            values(|day| &day.close).next(),
            volume,
            values(|day| &day.adj_close).next(),
        ];
        timestamp.push(time);
        columns.iter_mut().zip(bar).for_each(|(column, value)| column.push(value));
    }
    let [open, high, low, close, volume, adjclose] = columns.map(Some);
    OhlcData { timestamp, open, high, low, close, volume, adjclose }
}

/// Returns what differs from the history of the first source.
fn differences(params: &Params<'_>, is_divided: bool) -> Differences {
    let gains = params.events.as_ref().is_some_and(|kinds| kinds.contains(&CAPITAL_GAINS));
    Differences::of([
        (true, "days end with the last close, without a bar of today's session"),
        (true, "adjusted closes are Tiingo's"),
        (is_divided, "prices, volumes and dividends are divided by the splits up to today"),
        (params.interval != "1d", "bars are made of days"),
        (gains, "there are no capital gains"),
        (true, "the currency is taken to be USD, and the meta has no more than the symbol"),
    ])
}
