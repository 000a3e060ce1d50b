//! A history as columns of doubles, which keeps account of every change.

use std::ops::Range;

use virtual_finance::DateTime;
use virtual_finance::responses::history::{OhlcData, Response};
use virtual_finance::responses::{Field, Number};

use super::note::{Doubt, Reason, Repair, Repairs};
use super::statistics::deviation;
use super::year::Year;

/// Twelve hours in seconds: an event belongs to the first bar that begins no more than that before it.
const SLACK: i64 = 43_200;

/// The days within which no price becomes a hundred times as great: those of five years.
const YEARS: i64 = 1827;

/// A column of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Open,
    High,
    Low,
    Close,
    AdjClose,
    Volume,
}

impl Column {
    pub(super) const ALL: [Self; 6] =
        [Self::Open, Self::High, Self::Low, Self::Close, Self::AdjClose, Self::Volume];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::High => "High",
            Self::Low => "Low",
            Self::Close => "Close",
            Self::AdjClose => "Adj Close",
            Self::Volume => "Volume",
        }
    }

    fn of(self, bars: &OhlcData) -> Option<&Vec<Option<Number>>> {
        match self {
            Self::Open => bars.open.as_ref(),
            Self::High => bars.high.as_ref(),
            Self::Low => bars.low.as_ref(),
            Self::Close => bars.close.as_ref(),
            Self::AdjClose => bars.adjclose.as_ref(),
            Self::Volume => bars.volume.as_ref(),
        }
    }

    fn of_mut(self, bars: &mut OhlcData) -> Option<&mut Vec<Option<Number>>> {
        match self {
            Self::Open => bars.open.as_mut(),
            Self::High => bars.high.as_mut(),
            Self::Low => bars.low.as_mut(),
            Self::Close => bars.close.as_mut(),
            Self::AdjClose => bars.adjclose.as_mut(),
            Self::Volume => bars.volume.as_mut(),
        }
    }
}

/// A dividend, and the bar at whose begin the price has fallen by it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paid {
    pub(super) row: usize,
    pub(super) time: i64,
    pub(super) amount: f64,
    /// The place in the list of the response.
    index: usize,
}

/// A split, and the first bar of new shares.
#[derive(Debug, Clone, Copy)]
pub(super) struct Split {
    pub(super) row: usize,
    /// The new shares for each old one.
    pub(super) ratio: f64,
}

/// The capital gains of a bar.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gain {
    pub(super) row: usize,
    pub(super) amount: f64,
}

/// A history whose changes are known.
pub(super) struct Series {
    pub(super) times: Vec<i64>,
    lists: Vec<(Column, Vec<Option<f64>>)>,
    pub(super) dividends: Vec<Paid>,
    pub(super) splits: Vec<Split>,
    pub(super) gains: Vec<Gain>,
    /// True for bars of one day.
    pub(super) is_daily: bool,
    /// True for bars of several days.
    pub(super) is_longer: bool,
    /// The current price, of a history that reaches to it.
    pub(super) quote: Option<f64>,
    /// The current price, of a history that ends no more than some years before it.
    pub(super) later: Option<f64>,
    /// The prices of the last 52 weeks.
    pub(super) year: Option<Year>,
    /// The kind of instrument, for example `EQUITY`.
    pub(super) kind: String,
    /// The number of smaller units of money in a larger one.
    pub(super) units: f64,
    /// The row before which prices are in doubt.
    pub(super) unsure: usize,
    /// The deviation of the logarithm of the change from a close to the next.
    pub(super) deviation: f64,
    /// The name of the exchange's zone.
    pub(super) zone: Option<String>,
    touched: Vec<(usize, Column)>,
    paid_touched: Vec<usize>,
    paid_removed: Vec<usize>,
    repairs: Repairs,
}

impl Series {
    pub(super) fn of(response: &Response) -> Self {
        let bars = &response.ohlcdata;
        let times = bars.timestamp.clone();
        let interval = response.meta.data_granularity.get().map_or("", String::as_str);
        let is_longer = matches!(interval, "5d" | "1wk" | "1mo" | "3mo");
        let days = match interval {
            "1wk" | "5d" => 14,
            "1mo" => 38,
            "3mo" => 99,
            _ => 8,
        };
        let row_of = |time: i64| {
            if is_longer {
                return times.partition_point(|bar| *bar <= time.saturating_add(SLACK)).saturating_sub(1);
            }
            times.partition_point(|bar| *bar <= time.saturating_sub(SLACK))
        };
        let paid = response.dividends.iter().flatten().enumerate();
        let dividends = paid.filter_map(|(index, paid)| {
            let amount = paid.amount.as_f64().filter(|amount| amount.is_finite() && *amount > 0.0)?;
            let time = *paid.date.get()?;
            Some(Paid { row: row_of(time), time, amount, index })
        });
        let splits = response.splits.iter().flatten().filter_map(|split| {
            let ratio = split.numerator.as_f64()? / split.denominator.as_f64()?;
            let row = row_of(*split.date.get()?);
            (ratio.is_finite() && ratio > 0.0).then_some(Split { row, ratio })
        });
        let gains = response.capital_gains.iter().flatten().filter_map(|gain| {
            let amount = gain.amount.as_f64().filter(|amount| amount.is_finite() && *amount > 0.0)?;
            Some(Gain { row: row_of(*gain.date.get()?), amount })
        });
        let (mut dividends, splits, gains): (Vec<Paid>, _, _) =
            (dividends.collect(), splits.collect(), gains.collect());
        dividends.sort_by_key(|paid| paid.time);
        let list = |column: Column| {
            let values = column.of(bars).map(Vec::as_slice).unwrap_or_default();
            let value = |value: &Option<Number>| value.as_ref()?.as_f64().filter(|value| value.is_finite());
            (column, values.iter().map(value).collect())
        };
        let mut series = Self {
            lists: Column::ALL.map(list).to_vec(),
            dividends,
            splits,
            gains,
            is_daily: interval == "1d",
            is_longer,
            quote: quote(response, days),
            later: quote(response, YEARS),
            year: Year::of(response),
            kind: response.meta.instrument_type.get().cloned().unwrap_or_default(),
            units: if response.meta.currency.get().is_some_and(|name| name == "KWF") {
                1000.0
            } else {
                100.0
            },
            unsure: 0,
            deviation: 0.0,
            zone: response.meta.exchange_timezone_name.get().cloned(),
            touched: Vec::new(),
            paid_touched: Vec::new(),
            paid_removed: Vec::new(),
            repairs: Repairs::default(),
            times,
        };
        series.deviation = series.deviation_within(series.rows());
        series
    }

    /// Returns the deviation of the logarithm of the change from a close to the next within rows.
    pub(super) fn deviation_within(&self, rows: Range<usize>) -> f64 {
        let closes: Vec<f64> = rows.filter_map(|row| self.get(Column::Close, row)).collect();
        let changes = closes.iter().zip(closes.iter().skip(1)).map(|(one, next)| (next / one).ln());
        deviation(changes).unwrap_or_default()
    }

    /// Returns true if every bar begins after the one before it.
    pub(super) fn is_in_order(&self) -> bool {
        self.times.iter().zip(self.times.iter().skip(1)).all(|(one, next)| one < next)
    }

    pub(super) fn rows(&self) -> Range<usize> {
        0..self.times.len()
    }

    pub(super) fn get(&self, column: Column, row: usize) -> Option<f64> {
        self.list(column)?.get(row).copied().flatten()
    }

    /// Returns the rows that have a close, with it.
    pub(super) fn closes(&self) -> Vec<(usize, f64)> {
        self.rows().filter_map(|row| Some((row, self.get(Column::Close, row)?))).collect()
    }

    /// Returns the adjusted close divided by the close. It is negative before a dividend greater than the price.
    pub(super) fn factor(&self, row: usize) -> Option<f64> {
        let factor = self.get(Column::AdjClose, row)? / self.get(Column::Close, row)?;
        (factor.is_finite() && factor != 0.0).then_some(factor)
    }

    /// Returns false of more dividends or splits than any instrument has: each of them is compared with what is about it.
    pub(super) fn is_usual(&self) -> bool {
        const DIVIDENDS: usize = 2000;
        const SPLITS: usize = 200;
        self.dividends.len() <= DIVIDENDS && self.gains.len() <= DIVIDENDS && self.splits.len() <= SPLITS
    }

    /// Returns the nearest rows that have a factor, the last before a row and the first from it on, unless they are a year away.
    pub(super) fn factors_around(&self, row: usize) -> Option<(usize, usize)> {
        const YEAR: usize = 260;
        let is_known = |row: &usize| self.factor(*row).is_some();
        let before = (row.saturating_sub(YEAR)..row).rev().find(is_known)?;
        let from = (row..self.times.len()).take(YEAR).find(is_known)?;
        Some((before, from))
    }

    /// Returns true if the events have a dividend or a capital gain whose bar is within.
    pub(super) fn pays_within(&self, rows: &Range<usize>) -> bool {
        self.dividends.iter().any(|paid| rows.contains(&paid.row))
            || self.gains.iter().any(|gain| rows.contains(&gain.row))
    }

    /// Changes the values of a column in rows next to each other; `change` returns the new value, or `None` to keep the
    /// old one. Rows without a value stay without one.
    pub(super) fn scale(
        &mut self,
        column: Column,
        rows: Range<usize>,
        reason: Reason,
        change: impl Fn(usize, f64) -> Option<f64>,
    ) {
        let changes: Vec<_> = rows
            .filter_map(|row| {
                let before = self.get(column, row)?;
                let after = change(row, before).filter(|after| after.is_finite() && *after != before)?;
                Some((row, Some(before), Some(after)))
            })
            .collect();
        self.record(column, &changes, reason);
    }

    /// Sets one value.
    pub(super) fn set(&mut self, column: Column, row: usize, after: Option<f64>, reason: Reason) {
        let before = self.get(column, row);
        if before != after {
            self.record(column, &[(row, before, after)], reason);
        }
    }

    /// Sets the amount of a dividend.
    pub(super) fn set_amount(&mut self, paid: Paid, amount: f64, reason: Reason) {
        let Some(known) = self.dividends.iter_mut().find(|known| known.index == paid.index) else { return };
        known.amount = amount;
        self.paid_touched.push(paid.index);
        self.tell_paid(paid, Some(amount), reason);
    }

    /// Takes out a dividend.
    pub(super) fn remove(&mut self, paid: Paid, reason: Reason) {
        self.dividends.retain(|known| known.index != paid.index);
        self.paid_removed.push(paid.index);
        self.tell_paid(paid, None, reason);
    }

    fn tell_paid(&mut self, paid: Paid, after: Option<f64>, reason: Reason) {
        let Some(time) = self.time(paid.row) else { return };
        self.touched.push((paid.row, Column::Volume));
        let (column, before) = ("Dividends", Some(paid.amount));
        self.repairs.made.push(Repair { first: time, last: time, bars: 1, column, before, after, reason });
    }

    /// Tells a value that looks wrong and stays.
    pub(super) fn doubt(&mut self, row: usize, column: &'static str, value: Option<f64>, why: &'static str) {
        if let Some(time) = self.time(row) {
            self.repairs.undecided.push(Doubt { time, column, value, why });
        }
    }

    /// Tells a price that looks wrong and stays, so that nothing can be said about the dividends before it.
    pub(super) fn doubt_price(&mut self, row: usize, column: Column, why: &'static str) {
        self.unsure = self.unsure.max(row);
        self.doubt(row, column.name(), self.get(column, row), why);
    }

    /// Tells a price whose unit is not certain. Without a current price nothing can be said about any dividend then.
    pub(super) fn doubt_unit(&mut self, row: usize, column: Column, why: &'static str) {
        self.doubt_price(row, column, why);
        if self.quote.is_none() {
            self.unsure = self.times.len();
        }
    }

    /// Returns the number of values that look wrong and stay.
    pub(super) const fn doubts(&self) -> usize {
        self.repairs.undecided.len()
    }

    /// Forgets the values that look wrong but for the first ones, because they are decided anew.
    pub(super) fn forget_doubts(&mut self, first: usize) {
        self.repairs.undecided.truncate(first);
    }

    /// Writes what was changed into the response, and returns the note and the bars that were changed.
    pub(super) fn write(self, response: &mut Response) -> (Repairs, Vec<bool>) {
        let mut rows = vec![false; self.times.len()];
        for (row, column) in &self.touched {
            if let Some(row) = rows.get_mut(*row) {
                *row = true;
            }
            let value = self.get(*column, *row).and_then(Number::from_f64);
            let cell = column.of_mut(&mut response.ohlcdata).and_then(|list| list.get_mut(*row));
            if let Some(cell) =
                cell.filter(|cell| cell.as_ref().and_then(Number::as_f64) != self.get(*column, *row))
            {
                *cell = value;
            }
        }
        for paid in self.dividends.iter().filter(|paid| self.paid_touched.contains(&paid.index)) {
            if let Some(known) = response.dividends.as_mut().and_then(|list| list.get_mut(paid.index)) {
                if known.amount.as_f64() != Some(paid.amount) {
                    known.amount = Field::from(Number::from_f64(paid.amount));
                }
                known.date = Field::from(Some(paid.time));
            }
        }
        if let Some(list) = response.dividends.as_mut() {
            let mut index = 0..list.len();
            list.retain(|_| index.next().is_none_or(|index| !self.paid_removed.contains(&index)));
        }
        (self.repairs, rows)
    }

    pub(super) fn time(&self, row: usize) -> Option<DateTime> {
        self.times.get(row).copied().map(DateTime::from)
    }

    fn list(&self, column: Column) -> Option<&Vec<Option<f64>>> {
        self.lists.iter().find(|(known, _)| *known == column).map(|(_, list)| list)
    }

    fn record(&mut self, column: Column, changes: &[(usize, Option<f64>, Option<f64>)], reason: Reason) {
        let (Some((first, ..)), Some((last, before, after))) = (changes.first(), changes.last()) else {
            return;
        };
        let (Some(first), Some(last)) = (self.time(*first), self.time(*last)) else { return };
        let Some((_, list)) = self.lists.iter_mut().find(|(known, _)| *known == column) else { return };
        for (row, _, after) in changes {
            if let Some(cell) = list.get_mut(*row) {
                *cell = *after;
                self.touched.push((*row, column));
            }
        }
        let (column, bars) = (column.name(), changes.len());
        self.repairs.made.push(Repair { first, last, bars, column, before: *before, after: *after, reason });
    }
}

/// Returns the current price of a history whose last bar is no older than some days.
fn quote(response: &Response, days: i64) -> Option<f64> {
    const DAY: i64 = 86_400;
    let last = *response.ohlcdata.timestamp.last()?;
    let is_of_now = |now: i64| now.saturating_sub(last) <= DAY.saturating_mul(days);
    let quote = response.meta.regular_market_price.as_f64()?;
    let is_near = response.meta.regular_market_time.get().is_none_or(|now| is_of_now(*now));
    (is_near && quote.is_finite() && quote > 0.0).then_some(quote)
}

/// Changes a column, and tells each run of bars next to each other as one repair.
pub(super) fn each_run(
    series: &mut Series,
    column: Column,
    reason: Reason,
    change: impl Fn(usize, f64) -> Option<f64>,
) {
    let change = |row: usize| series.get(column, row).and_then(|value| change(row, value));
    let changes: Vec<(usize, Option<f64>)> = series.rows().map(|row| (row, change(row))).collect();
    for run in changes.chunk_by(|(_, one), (_, next)| one.is_some() == next.is_some()) {
        let (Some((first, Some(_))), Some((last, _))) = (run.first(), run.last()) else { continue };
        let value = |row: usize, _| changes.get(row).and_then(|(_, value)| *value);
        series.scale(column, *first..last.saturating_add(1), reason, value);
    }
}
