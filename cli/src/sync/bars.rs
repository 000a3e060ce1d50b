//! The bars of a symbol with their dividends and splits, read from a response or a file, and the signs that the host
//! has adjusted them since.

use std::collections::BTreeMap;

use polars_io::SerReader as _;
use polars_io::parquet::read::ParquetReader;
use polars_io::parquet::write::ParquetWriter;
use virtual_finance::responses::Number;
use virtual_finance::responses::history::Response;
use virtual_finance_command::parts::{self, Zone};
use virtual_finance_compat::polars::prelude::{
    DataFrame, DataType, Float64Chunked, Int64Chunked, IntoColumn as _, NewChunkedArray as _, PolarsError,
    TimeUnit, TimeZone,
};

/// The columns of doubles, in their order: prices, then the events. The volume is between the two.
const DOUBLES: [&str; 7] = ["open", "high", "low", "close", "adjclose", "dividend", "split"];

/// The number of prices.
const PRICES: usize = 5;

/// The number of bars that are fetched again.
const OVERLAP: usize = 10;

/// The number of last bars that may change without an adjustment: the one under way, and the latest price beside it.
const UNFINISHED: usize = 2;

/// The relative difference of two prices that are the same: hosts have them in single precision.
const TOLERANCE: f64 = 2e-6;

/// A bar. What the host does not know is none.
#[derive(Debug, Clone, PartialEq)]
struct Bar {
    /// The prices, the dividends of its time together, and the new shares for an old one.
    doubles: [Option<f64>; 7],
    volume: Option<i64>,
}

/// Bars by time in epoch seconds; a date is midnight UTC.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Bars {
    bars: BTreeMap<i64, Bar>,
    has_dates: bool,
}

impl Bars {
    /// Returns the bars of a response.
    pub(crate) fn of(response: &Response, has_dates: bool) -> Self {
        let zone = Zone::named(response.meta.exchange_timezone_name.get().map(String::as_str));
        let time = |seconds: i64| if has_dates { zone.date(seconds) } else { seconds };
        let volumes = response.ohlcdata.volume.as_deref().unwrap_or_default();
        let mut bars = BTreeMap::new();
        for (row, bar) in response.ohlcdata.bars().enumerate() {
            let doubles = [bar.open, bar.high, bar.low, bar.close, bar.adjclose, None, None];
            if doubles.iter().any(Option::is_some) {
                let volume = volumes.get(row).and_then(Option::as_ref).and_then(integer);
                bars.insert(time(bar.timestamp), Bar { doubles, volume });
            }
        }
        let mut all = Self { bars, has_dates };
        for dividend in response.dividends.iter().flatten() {
            let amount = dividend.amount.get().and_then(Number::as_f64);
            if let Some((date, amount)) = dividend.date.get().zip(amount)
                && let Some(Bar { doubles: [.., dividend, _], .. }) = all.at(time(*date))
            {
                *dividend = Some(dividend.unwrap_or_default() + amount);
            }
        }
        for split in response.splits.iter().flatten() {
            let number = |field: Option<&Number>| field.and_then(Number::as_f64);
            let (new, old) = (number(split.numerator.get()), number(split.denominator.get()));
            if let (Some(date), Some(new), Some(old)) = (split.date.get(), new, old)
                && old > 0.0
                && let Some(Bar { doubles: [.., split], .. }) = all.at(time(*date))
            {
                *split = Some(split.unwrap_or(1.0) * new / old);
            }
        }
        all
    }

    /// Returns the bar that covers a time.
    fn at(&mut self, time: i64) -> Option<&mut Bar> {
        self.bars.range_mut(..=time).next_back().map(|(_, bar)| bar)
    }

    pub(crate) fn len(&self) -> usize {
        self.bars.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bars.is_empty()
    }

    /// Returns the times of the first and the last bar, as text.
    pub(crate) fn span(&self) -> Option<(String, String)> {
        let (first, last) = (self.bars.keys().next()?, self.bars.keys().next_back()?);
        Some((self.shown(*first), self.shown(*last)))
    }

    /// Returns the time of the first bar that is fetched again.
    pub(crate) fn overlap(&self) -> Option<i64> {
        let back = self.len().saturating_sub(OVERLAP);
        self.bars.keys().nth(back).copied()
    }

    /// Returns the time of the first bar.
    pub(crate) fn first(&self) -> Option<i64> {
        self.bars.keys().next().copied()
    }

    /// Returns the time of the last bar.
    pub(crate) fn last(&self) -> Option<i64> {
        self.bars.keys().next_back().copied()
    }

    /// Adds bars and replaces bars of the same times.
    pub(crate) fn add(&mut self, more: Self) {
        self.bars.extend(more.bars);
    }

    /// Returns these bars up to a time, and newer ones from there.
    pub(crate) fn continued(mut self, time: i64, newer: &Self) -> Self {
        self.bars.split_off(&time);
        let newer = newer.bars.range(time..).map(|(time, bar)| (*time, bar.clone()));
        self.bars.extend(newer);
        self
    }

    /// Returns the reason why bars from a time on are no longer what they were: the host has adjusted them, so those
    /// before are of another scale.
    pub(crate) fn changed(&self, time: i64, newer: &Self) -> Option<String> {
        let is_new = |bar: &i64, of: fn(&Bar) -> Option<f64>| {
            let known = self.bars.get(bar).and_then(of);
            newer.bars.get(bar).and_then(of).filter(|value| known != Some(*value))
        };
        let event = |of: fn(&Bar) -> Option<f64>| {
            let mut times = newer.bars.range(time..).map(|(time, _)| time);
            times.find_map(|bar| Some((self.shown(*bar), is_new(bar, of)?)))
        };
        // A split changes all bars before it, now or when the host gets to them.
        if let Some((date, ratio)) = event(Bar::split) {
            return Some(format!("split of {date} ({ratio} for 1)"));
        }
        let finished = self.len().saturating_sub(UNFINISHED);
        let known = self.bars.iter().take(finished).filter(|(at, _)| **at >= time);
        let mut differing = known.filter(|(at, bar)| newer.bars.get(at).is_none_or(|new| !bar.is_near(new)));
        let (differs, _) = differing.next()?;
        Some(match event(Bar::dividend) {
            Some((date, amount)) => format!("dividend of {date} ({amount})"),
            None => format!("changed bar of {}", self.shown(*differs)),
        })
    }

    fn shown(&self, time: i64) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = match self.has_dates {
            true => parts::date(&mut text, time),
            false => parts::timestamp(&mut text, time, &Zone::named(None)),
        };
        text
    }

    /// Returns the bars as a Parquet file.
    pub(crate) fn to_file(&self) -> Result<Vec<u8>, PolarsError> {
        let mut file = Vec::new();
        ParquetWriter::new(&mut file).finish(&mut self.frame()?)?;
        Ok(file)
    }

    fn frame(&self) -> Result<DataFrame, PolarsError> {
        let times = self.bars.keys();
        // Dates are timestamps without a zone: pandas reads those as `datetime64`, and dates as objects.
        let zone = (!self.has_dates).then_some(TimeZone::UTC);
        let millis = times.map(|time| time.checked_mul(1_000));
        let mut columns = vec![
            Int64Chunked::from_iter_options("timestamp".into(), millis)
                .into_datetime(TimeUnit::Milliseconds, zone)
                .into_column(),
        ];
        let bars = || self.bars.values();
        for (index, name) in DOUBLES.into_iter().enumerate() {
            if index == PRICES {
                let volumes = bars().map(|bar| bar.volume);
                columns.push(Int64Chunked::from_iter_options("volume".into(), volumes).into_column());
            }
            let doubles = bars().map(|bar| bar.doubles.get(index).copied().flatten());
            columns.push(Float64Chunked::from_iter_options(name.into(), doubles).into_column());
        }
        DataFrame::new(self.len(), columns)
    }

    /// Reads the bars of a Parquet file, which are sorted and of different times.
    ///
    /// # Errors
    /// The reason why the file is not one of these.
    pub(crate) fn of_file(file: &[u8], has_dates: bool) -> Result<Self, String> {
        let frame = ParquetReader::new(std::io::Cursor::new(file)).finish();
        let frame = frame.map_err(|error| format!("it cannot be read: {error}"))?;
        let expected = Self { has_dates, ..Self::default() }.frame().map_err(|error| error.to_string())?;
        if frame.schema() != expected.schema() {
            return Err("its columns are others".to_owned());
        }
        let mut all = Self { has_dates, ..Self::default() };
        let columns = columns(&frame).map_err(|error| error.to_string())?;
        let (times, volumes, doubles) = columns;
        let mut doubles = doubles.map(Vec::into_iter);
        for (time, volume) in times.into_iter().zip(volumes) {
            let time = time.ok_or("a bar has no time")?;
            if all.last().is_some_and(|last| last >= time) {
                return Err(format!("its bars are not sorted at {}", all.shown(time)));
            }
            let doubles = doubles.each_mut().map(|column| column.next().flatten());
            all.bars.insert(time, Bar { doubles, volume });
        }
        Ok(all)
    }
}

impl Bar {
    const fn dividend(&self) -> Option<f64> {
        let [.., dividend, _] = self.doubles;
        dividend
    }

    const fn split(&self) -> Option<f64> {
        let [.., split] = self.doubles;
        split
    }

    /// Returns true if the prices are the same but for rounding.
    fn is_near(&self, other: &Self) -> bool {
        self.doubles.iter().zip(&other.doubles).take(PRICES).all(|pair| match pair {
            (Some(one), Some(other)) => (one - other).abs() <= TOLERANCE * one.abs().max(other.abs()),
            (one, other) => one == other,
        })
    }
}

type Columns = (Vec<Option<i64>>, Vec<Option<i64>>, [Vec<Option<f64>>; 7]);

/// Returns the epoch seconds, the volumes and the doubles of the bars.
fn columns(frame: &DataFrame) -> Result<Columns, PolarsError> {
    let times = frame.column("timestamp")?.cast(&DataType::Int64)?;
    let times = times.i64()?.iter().map(|time| time.map(|millis| millis.div_euclid(1_000))).collect();
    let volumes = frame.column("volume")?.i64()?.iter().collect();
    let mut doubles = <[Vec<Option<f64>>; 7]>::default();
    for (column, name) in doubles.iter_mut().zip(DOUBLES) {
        column.extend(frame.column(name)?.f64()?.iter());
    }
    Ok((times, volumes, doubles))
}

/// Returns a volume as an integer; hosts write some with a point.
fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| format!("{:.0}", number.as_f64()?).parse().ok())
}
