//! Bars, dividends and splits of a history.

use std::collections::{BTreeMap, BTreeSet};

use polars_core::prelude::{Column, DataFrame, DataType};
use virtual_finance::EventKind;
use virtual_finance::notes::Granularity;
use virtual_finance::responses::history::{Response, Split};
use virtual_finance::responses::{Map, Number, Value};

use crate::column::{days, doubles, floats, frame, instants, integers, truths};
use crate::error::Error;
use crate::zone::Zone;

const DATE: &str = "Date";
const DIVIDENDS: &str = "Dividends";
const SPLITS: &str = "Stock Splits";
const CAPITAL_GAINS: &str = "Capital Gains";

/// Returns the bars: `Date` (the day at the exchange, or the start of bars of less than a day in its zone),
/// `Open`, `High`, `Low`, `Close`, `Adj Close` (doubles, in the currency of the response's `meta`) and
/// `Volume` (integers).
///
/// The prices are the response's, adjusted where its request asked for it. A missing column is null, as the adjusted
/// close of intraday bars.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn prices(response: &Response) -> Result<DataFrame, Error> {
    let bars = &response.ohlcdata;
    bars_frame(
        response,
        price("Open", response, bars.open.as_ref()),
        price("High", response, bars.high.as_ref()),
        price("Low", response, bars.low.as_ref()),
    )
}

/// Returns the bars with yfinance's own back adjustment (its `back_adjust`): open, high and low are
/// multiplied by adjusted close / close, and the close is kept.
///
/// It wants a response that is not adjusted. The columns are the columns of [`prices`]; open, high and low are null in
/// a bar that lacks a close or has a close of zero.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn back_adjusted(response: &Response) -> Result<DataFrame, Error> {
    let ratio = |close: Option<f64>, adjclose: Option<f64>| {
        let close = close.filter(|close| *close != 0.0)?;
        Some(adjclose? / close).filter(|ratio| ratio.is_finite())
    };
    let bars = || response.ohlcdata.bars().map(|bar| (ratio(bar.close, bar.adjclose), bar));
    let times = |price: Option<f64>, ratio: Option<f64>| Some(price? * ratio?);
    bars_frame(
        response,
        doubles("Open", bars().map(|(ratio, bar)| times(bar.open, ratio))),
        doubles("High", bars().map(|(ratio, bar)| times(bar.high, ratio))),
        doubles("Low", bars().map(|(ratio, bar)| times(bar.low, ratio))),
    )
}

/// Returns bars with what was paid and split in the time of each, as yfinance has it: `Dividends` (a share, in the currency
/// of the prices), `Stock Splits` (new shares for each old one) and, for funds, `Capital Gains`, as far as `kinds` has them.
/// A bar without any has zero.
///
/// A day of an event before the first daily bar or after the last is a row of its own, whose prices and volume are null. Of
/// longer bars only those days have one that lie in the time of the bar after the last. With `repaired`, which has true for
/// each bar that [`repair`](crate::repair::repair) changed, the column `Repaired?` says so.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn with_events(
    bars: &DataFrame,
    response: &Response,
    kinds: &[EventKind],
    repaired: Option<&[bool]>,
) -> Result<DataFrame, Error> {
    let events: Vec<_> = all_events(response).filter(|(kind, ..)| kinds.contains(kind)).collect();
    let mut places = Places::of(response);
    let times = events.iter().flat_map(|(_, _, list)| list).filter_map(|(time, value)| value.and(*time));
    let [before, after] = places.add(times);
    let mut columns = widened(bars, &before, &after)?;
    columns.extend(events.iter().map(|(kind, name, list)| places.column(kind, name, list)));
    if let Some(rows) = repaired {
        let bar = |row: usize| rows.get(row.checked_sub(before.len())?).copied();
        columns.push(truths("Repaired?", (0..places.starts.len()).map(|row| Some(bar(row) == Some(true)))));
    }
    frame(places.starts.len(), columns)
}

/// Returns the columns of bars with rows of days before and after them, which have nothing else.
fn widened(bars: &DataFrame, before: &[i32], after: &[i32]) -> Result<Vec<Column>, Error> {
    let added = |name: &str, dtype: &DataType, added: &[i32]| match name {
        DATE => days(DATE, added.iter().copied().map(Some)),
        _ => Column::full_null(name.into(), added.len(), dtype),
    };
    let widen = |column: &Column| {
        let (name, dtype) = (column.name(), column.dtype());
        let mut wide = added(name, dtype, before);
        wide.append(column)?;
        wide.append(&added(name, dtype, after))?;
        Ok(wide)
    };
    match (before, after) {
        ([], []) => Ok(bars.columns().to_vec()),
        _ => bars.columns().iter().map(widen).collect(),
    }
}

/// Returns the dividends by time: `Date` (the ex-dividend day at the exchange) and `Dividends` (a share, in
/// the currency of the prices).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn dividends(response: &Response) -> Result<DataFrame, Error> {
    of_kind(response, &EventKind::Dividends)
}

/// Returns the splits by time: `Date` (the day at the exchange) and `Stock Splits` (new shares for each old
/// one: 4 for a split of 4:1).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn splits(response: &Response) -> Result<DataFrame, Error> {
    of_kind(response, &EventKind::Splits)
}

/// Returns the capital gains of a fund by time: `Date` (the day at the exchange) and `Capital Gains` (a share, in the
/// currency of the prices).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn capital_gains(response: &Response) -> Result<DataFrame, Error> {
    of_kind(response, &EventKind::CapitalGains)
}

/// Returns the facts about the instrument and its exchange by the host's names: `currency`, `symbol`,
/// `exchangeTimezoneName` and others. Times are in epoch seconds.
pub fn metadata(response: &Response) -> Map<String, Value> {
    match serde_json::to_value(&response.meta) {
        Ok(Value::Object(meta)) => meta,
        // A struct of named fields is an object.
        _ => Map::new(),
    }
}

/// Returns dividends, splits and, for funds, capital gains together: `Date`, `Dividends`, `Stock Splits` and, for funds,
/// `Capital Gains`, sorted by date.
///
/// Events of one day share a row; an event that a day does not have is null, not zero. Two dividends of one day are two rows.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn actions(response: &Response) -> Result<DataFrame, Error> {
    let kinds: Vec<_> = all_events(response).collect();
    let zone = zone(response);
    let mut by_day = BTreeMap::<Option<i32>, Vec<Vec<Option<f64>>>>::new();
    for (kind, (_, _, list)) in kinds.iter().enumerate() {
        for (date, value) in list {
            let day = by_day.entry(date.and_then(|date| zone.day(date)));
            let values = day.or_insert_with(|| vec![Vec::new(); kinds.len()]);
            values.get_mut(kind).into_iter().for_each(|values| values.push(*value));
        }
    }
    let rows: Vec<_> = by_day
        .iter()
        .flat_map(|(day, values)| {
            let rows = values.iter().map(Vec::len).max().unwrap_or_default();
            (0..rows).map(move |row| (*day, row, values))
        })
        .collect();
    let mut columns = vec![days(DATE, rows.iter().map(|(day, ..)| *day))];
    columns.extend(kinds.iter().enumerate().map(|(kind, (_, name, _))| {
        doubles(name, rows.iter().map(|(_, row, values)| values.get(kind)?.get(*row).copied().flatten()))
    }));
    frame(rows.len(), columns)
}

fn bars_frame(response: &Response, open: Column, high: Column, low: Column) -> Result<DataFrame, Error> {
    let bars = &response.ohlcdata;
    frame(
        bars.timestamp.len(),
        vec![
            begins(response),
            open,
            high,
            low,
            price("Close", response, bars.close.as_ref()),
            price("Adj Close", response, bars.adjclose.as_ref()),
            integers("Volume", values(response, bars.volume.as_ref())),
        ],
    )
}

/// Returns the start of each bar: its day where bars cover a day or more, as dividends and splits have
/// theirs.
fn begins(response: &Response) -> Column {
    let (zone, times) = (zone(response), response.ohlcdata.timestamp.iter().copied());
    match granularity(response) {
        Granularity::Days => days(DATE, times.map(|seconds| zone.bar_day(seconds))),
        Granularity::Instants => instants(DATE, times.map(Some), zone),
    }
}

fn price(name: &str, response: &Response, list: Option<&Vec<Option<Number>>>) -> Column {
    floats(name, values(response, list))
}

/// Returns a value for each timestamp: that of the list, null where the list has none.
fn values<'a>(
    response: &Response,
    list: Option<&'a Vec<Option<Number>>>,
) -> impl Iterator<Item = Option<&'a Number>> + Clone + use<'a> {
    (0..response.ohlcdata.timestamp.len()).map(move |row| list?.get(row)?.as_ref())
}

/// The bars by the times at which they start: days for bars of a day or more, whose events have other times of day.
struct Places {
    zone: Zone,
    granularity: Granularity,
    starts: Vec<Option<i64>>,
    /// The last day of the last bar.
    last_day: Option<i64>,
    /// The number of days that a bar covers after its first.
    more: i64,
}

impl Places {
    fn of(response: &Response) -> Self {
        let (zone, times) = (zone(response), response.ohlcdata.timestamp.iter().copied());
        let day = |seconds| zone.bar_day(seconds).map(i64::from);
        let more = match interval(response) {
            Some("5d") => 4,
            Some("1wk") => 6,
            Some("1mo") => 30,
            Some("3mo") => 91,
            _ => 0,
        };
        let last_day = times.clone().next_back().and_then(day).map(|day: i64| day.saturating_add(more));
        let granularity = granularity(response);
        let starts = match granularity {
            Granularity::Days => times.map(day).collect(),
            Granularity::Instants => times.map(Some).collect(),
        };
        Self { zone, granularity, starts, last_day, more }
    }

    /// Adds a place for each day of an event that yfinance gives a row, and returns the days before and after the bars.
    fn add(&mut self, events: impl Iterator<Item = i64>) -> [Vec<i32>; 2] {
        let (Granularity::Days, Some(Some(first)), Some(last)) =
            (self.granularity, self.starts.first().copied(), self.last_day)
        else {
            return [Vec::new(), Vec::new()];
        };
        let is_daily = self.more == 0;
        let next = last.saturating_add(self.more).saturating_add(1);
        let days: BTreeSet<i32> = events.filter_map(|seconds| self.zone.day(seconds)).collect();
        let before: Vec<i32> =
            days.iter().copied().filter(|day| is_daily && i64::from(*day) < first).collect();
        let is_after = |day: i64| day > last && (is_daily || day <= next);
        let after: Vec<i32> = days.into_iter().filter(|day| is_after(i64::from(*day))).collect();
        let place = |day: &i32| Some(i64::from(*day));
        self.starts.splice(0..0, before.iter().map(place));
        self.starts.extend(after.iter().map(place));
        self.last_day = after.last().and_then(place).or(self.last_day);
        [before, after]
    }

    /// Returns the place of the bar of an event: the bar that covers its day, or the first one on it, as an event may be
    /// before the first bar of its day.
    fn at(&self, seconds: i64) -> Option<usize> {
        let day = self.zone.day(seconds).map(i64::from);
        if day > self.last_day {
            return None;
        }
        if self.granularity == Granularity::Days {
            return self.starts.partition_point(|start| *start <= day).checked_sub(1);
        }
        let day_of = |start: &Option<i64>| self.zone.day((*start)?).map(i64::from);
        let first = self.starts.partition_point(|start| day_of(start) < day);
        self.starts.get(first).and_then(|start| (day_of(start) == day).then_some(first))
    }

    /// Returns the column of events, each in the bar of its time: amounts are added, and splits multiplied.
    fn column(&self, kind: &EventKind, name: &str, list: &[Event]) -> Column {
        let mut values = vec![0.0; self.starts.len()];
        for (seconds, value) in list.iter().filter_map(|(time, value)| time.zip(*value)) {
            if let Some(found) = self.at(seconds).and_then(|place| values.get_mut(place)) {
                let is_product = *kind == EventKind::Splits && *found != 0.0;
                *found = if is_product { *found * value } else { *found + value };
            }
        }
        doubles(name, values.into_iter().map(Some))
    }
}

/// The time of an event, and its amount or its ratio.
type Event = (Option<i64>, Option<f64>);

/// Returns the events of each kind that the instrument can have, with the name of their column.
fn all_events(response: &Response) -> impl Iterator<Item = (EventKind, &'static str, Vec<Event>)> {
    let funds = is_fund(response).then_some(EventKind::CapitalGains);
    [EventKind::Dividends, EventKind::Splits].into_iter().chain(funds).map(|kind| {
        let (name, events) = events(response, &kind);
        (kind, name, events)
    })
}

fn events(response: &Response, kind: &EventKind) -> (&'static str, Vec<Event>) {
    match kind {
        EventKind::Splits => {
            let splits = response.splits.iter().flatten();
            (SPLITS, splits.map(|one| (one.date.get().copied(), ratio(one))).collect())
        }
        EventKind::CapitalGains => {
            let gains = response.capital_gains.iter().flatten();
            (CAPITAL_GAINS, gains.map(|one| (one.date.get().copied(), one.amount.as_f64())).collect())
        }
        _ => {
            let dividends = response.dividends.iter().flatten();
            (DIVIDENDS, dividends.map(|one| (one.date.get().copied(), one.amount.as_f64())).collect())
        }
    }
}

/// Returns the events of a kind by day.
fn of_kind(response: &Response, kind: &EventKind) -> Result<DataFrame, Error> {
    let (zone, (name, list)) = (zone(response), events(response, kind));
    let dates = list.iter().map(|(date, _)| zone.day((*date)?));
    frame(list.len(), vec![days(DATE, dates), doubles(name, list.iter().map(|(_, value)| *value))])
}

fn interval(response: &Response) -> Option<&str> {
    response.meta.data_granularity.get().map(String::as_str)
}

fn granularity(response: &Response) -> Granularity {
    interval(response).map_or(Granularity::Instants, Granularity::of_interval)
}

/// Returns true if an instrument may have capital gains.
fn is_fund(response: &Response) -> bool {
    let kind = response.meta.instrument_type.get().map(String::as_str);
    matches!(kind, Some("ETF" | "MUTUALFUND"))
}

fn zone(response: &Response) -> Zone {
    Zone::of_exchange(response.meta.exchange_timezone_name.get().map(String::as_str))
}

fn ratio(split: &Split) -> Option<f64> {
    let (new, old) = (split.numerator.get()?.as_f64()?, split.denominator.get()?.as_f64()?);
    Some(new / old).filter(|ratio| ratio.is_finite())
}
