//! Bars, dividends and splits of a history.

use std::collections::BTreeMap;

use polars_core::prelude::{Column, DataFrame};
use virtual_finance::EventKind;
use virtual_finance::notes::Granularity;
use virtual_finance::responses::history::{Response, Split};
use virtual_finance::responses::{Map, Number, Value};

use crate::column::{days, doubles, floats, frame, instants, integers, truths, whole};
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
/// The prices are those of the response, adjusted where its request asked for it. A column that the reply
/// lacks, as intraday bars lack the adjusted close, is null.
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
/// It wants a response that is not adjusted. The columns are those of [`prices`]; open, high and low are
/// null in a bar that lacks one of the closes or has a close of zero.
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
/// A bar without any has zero. `gains` are those of [`capital_gains`].
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn with_events(
    bars: &DataFrame,
    response: &Response,
    kinds: &[EventKind],
    gains: &[Value],
) -> Result<DataFrame, Error> {
    let places = Places::of(response);
    let dividends = || {
        let list = response.dividends.iter().flatten();
        list.filter_map(|one| Some((*one.date.get()?, one.amount.get()?.as_f64()?)))
    };
    let splits = || response.splits.iter().flatten().filter_map(|one| Some((*one.date.get()?, ratio(one)?)));
    let gains = || {
        gains.iter().filter_map(|one| Some((whole(&number(one, "date")?)?, number(one, "amount")?.as_f64()?)))
    };
    let mut columns = bars.columns().to_vec();
    if kinds.contains(&EventKind::Dividends) {
        columns.push(places.column(DIVIDENDS, dividends(), |sum, amount| sum + amount));
    }
    if kinds.contains(&EventKind::Splits) {
        let product = |sum: f64, ratio| if sum == 0.0 { ratio } else { sum * ratio };
        columns.push(places.column(SPLITS, splits(), product));
    }
    if kinds.contains(&EventKind::CapitalGains) && is_fund(response) {
        columns.push(places.column(CAPITAL_GAINS, gains(), |sum, amount| sum + amount));
    }
    frame(bars.height(), columns)
}

/// Returns bars with the column `Repaired?`, which is true for those that [`repair`](crate::repair::repair) changed.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn marked(bars: &DataFrame, rows: &[bool]) -> Result<DataFrame, Error> {
    let mut columns = bars.columns().to_vec();
    let repaired = (0..bars.height()).map(|row| Some(rows.get(row).copied().unwrap_or_default()));
    columns.push(truths("Repaired?", repaired));
    frame(bars.height(), columns)
}

/// Returns the dividends by time: `Date` (the ex-dividend day at the exchange) and `Dividends` (a share, in
/// the currency of the prices).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn dividends(response: &Response) -> Result<DataFrame, Error> {
    let (zone, list) = (zone(response), response.dividends.as_deref().unwrap_or_default());
    let dates = list.iter().map(|dividend| zone.day(*dividend.date.get()?));
    let amounts = list.iter().map(|dividend| dividend.amount.get());
    frame(list.len(), vec![days(DATE, dates), floats(DIVIDENDS, amounts)])
}

/// Returns the splits by time: `Date` (the day at the exchange) and `Stock Splits` (new shares for each old
/// one: 4 for a split of 4:1).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn splits(response: &Response) -> Result<DataFrame, Error> {
    let (zone, list) = (zone(response), response.splits.as_deref().unwrap_or_default());
    let dates = list.iter().map(|split| zone.day(*split.date.get()?));
    frame(list.len(), vec![days(DATE, dates), doubles(SPLITS, list.iter().map(ratio))])
}

/// Returns the capital gains of a fund by time, from the note
/// [`CapitalGains`](virtual_finance::notes::CapitalGains) of the reply: `Date` (the day at the exchange) and
/// `Capital Gains` (a share, in the currency of the prices).
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn capital_gains(response: &Response, gains: &[Value]) -> Result<DataFrame, Error> {
    let zone = zone(response);
    let dates = gains.iter().map(|gain| zone.day(whole(&number(gain, "date")?)?));
    let amounts = gains.iter().map(|gain| number(gain, "amount")?.as_f64());
    frame(gains.len(), vec![days(DATE, dates), doubles(CAPITAL_GAINS, amounts)])
}

/// Returns the facts about the instrument and its exchange by the host's names: `currency`, `symbol`,
/// `exchangeTimezoneName` and others. Times are in epoch seconds.
#[must_use]
pub fn metadata(response: &Response) -> Map<String, Value> {
    match serde_json::to_value(&response.meta) {
        Ok(Value::Object(meta)) => meta,
        // A struct of named fields is an object.
        _ => Map::new(),
    }
}

/// Returns dividends and splits together: `Date`, `Dividends`, `Stock Splits`, sorted by date.
///
/// A dividend and a split of one day share a row; what a day does not have is null, not zero. Two dividends
/// of one day are two rows.
///
/// # Errors
/// [`Error::Frame`] if polars rejects a column.
pub fn actions(response: &Response) -> Result<DataFrame, Error> {
    let zone = zone(response);
    let mut by_day = BTreeMap::<Option<i32>, (Vec<Option<f64>>, Vec<Option<f64>>)>::new();
    for dividend in response.dividends.iter().flatten() {
        let day = dividend.date.get().and_then(|date| zone.day(*date));
        by_day.entry(day).or_default().0.push(dividend.amount.get().and_then(Number::as_f64));
    }
    for split in response.splits.iter().flatten() {
        let day = split.date.get().and_then(|date| zone.day(*date));
        by_day.entry(day).or_default().1.push(ratio(split));
    }
    let rows: Vec<_> = by_day
        .iter()
        .flat_map(|(day, (dividends, splits))| {
            (0..dividends.len().max(splits.len()))
                .map(|row| (*day, dividends.get(row).copied().flatten(), splits.get(row).copied().flatten()))
        })
        .collect();
    frame(
        rows.len(),
        vec![
            days(DATE, rows.iter().map(|(day, ..)| *day)),
            doubles(DIVIDENDS, rows.iter().map(|(_, dividend, _)| *dividend)),
            doubles(SPLITS, rows.iter().map(|(.., split)| *split)),
        ],
    )
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
}

impl Places {
    fn of(response: &Response) -> Self {
        let (zone, times) = (zone(response), response.ohlcdata.timestamp.iter().copied());
        let day = |seconds| zone.bar_day(seconds).map(i64::from);
        // The last bar covers as many days more.
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
        Self { zone, granularity, starts, last_day }
    }

    /// Returns the place of the bar that covers a time.
    fn at(&self, seconds: i64) -> Option<usize> {
        let day = self.zone.day(seconds).map(i64::from);
        if day > self.last_day {
            return None;
        }
        let time = match self.granularity {
            Granularity::Days => day,
            Granularity::Instants => Some(seconds),
        };
        self.starts.partition_point(|start| *start <= time).checked_sub(1)
    }

    /// Returns the column of events, which are joined where a bar has several.
    fn column(
        &self,
        name: &str,
        events: impl Iterator<Item = (i64, f64)>,
        join: impl Fn(f64, f64) -> f64,
    ) -> Column {
        let mut values = vec![0.0; self.starts.len()];
        for (seconds, value) in events {
            if let Some(found) = self.at(seconds).and_then(|place| values.get_mut(place)) {
                *found = join(*found, value);
            }
        }
        doubles(name, values.into_iter().map(Some))
    }
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

/// Returns a number of a capital gain.
fn number(gain: &Value, name: &str) -> Option<Number> {
    gain.get(name).and_then(Value::as_number).cloned()
}

fn zone(response: &Response) -> Zone {
    Zone::of_exchange(response.meta.exchange_timezone_name.get().map(String::as_str))
}

fn ratio(split: &Split) -> Option<f64> {
    let (new, old) = (split.numerator.get()?.as_f64()?, split.denominator.get()?.as_f64()?);
    Some(new / old).filter(|ratio| ratio.is_finite())
}
