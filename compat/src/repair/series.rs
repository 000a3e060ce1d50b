//! A history as columns of doubles, which keeps account of every change.

use std::ops::Range;

use virtual_finance::DateTime;
use virtual_finance::responses::history::{OhlcData, Response};
use virtual_finance::responses::{Field, Number, Value};

use super::note::{Doubt, Reason, Repair, Repairs};
use super::statistics::deviation;
use crate::column::whole;

/// Twelve hours in seconds: an event belongs to the first bar that begins no more than that before it.
const SLACK: i64 = 43_200;

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
    pub(super) const PRICES: [Self; 5] = [Self::Open, Self::High, Self::Low, Self::Close, Self::AdjClose];
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

/// A history whose changes are known.
pub(super) struct Series {
    pub(super) times: Vec<i64>,
    lists: Vec<(Column, Vec<Option<f64>>)>,
    pub(super) dividends: Vec<Paid>,
    pub(super) splits: Vec<Split>,
    /// The bars with capital gains.
    pub(super) gains: Vec<usize>,
    /// True for bars of one day.
    pub(super) is_daily: bool,
    /// The kind of instrument, for example `EQUITY`.
    pub(super) kind: String,
    /// The number of smaller units of money in a larger one.
    pub(super) units: f64,
    /// The deviation of the logarithm of the change from a close to the next.
    pub(super) deviation: f64,
    /// The name of the exchange's zone.
    pub(super) zone: Option<String>,
    touched: Vec<(usize, Column)>,
    paid_touched: Vec<usize>,
    repairs: Repairs,
}

impl Series {
    pub(super) fn of(response: &Response, gains: &[Value]) -> Self {
        let bars = &response.ohlcdata;
        let times = bars.timestamp.clone();
        let row_of = |time: i64| times.partition_point(|bar| *bar <= time.saturating_sub(SLACK));
        let paid = response.dividends.iter().flatten().enumerate();
        let dividends = paid.filter_map(|(index, paid)| {
            let amount = paid.amount.as_f64().filter(|amount| amount.is_finite() && *amount > 0.0)?;
            Some(Paid { row: row_of(*paid.date.get()?), amount, index })
        });
        let splits = response.splits.iter().flatten().filter_map(|split| {
            let ratio = split.numerator.as_f64()? / split.denominator.as_f64()?;
            let row = row_of(*split.date.get()?);
            (ratio.is_finite() && ratio > 0.0).then_some(Split { row, ratio })
        });
        let gains = gains.iter().filter_map(|gain| Some(row_of(whole(gain.get("date")?.as_number()?)?)));
        let (dividends, splits, gains) = (dividends.collect(), splits.collect(), gains.collect());
        let list = |column: Column| {
            let values = column.of(bars).map(Vec::as_slice).unwrap_or_default();
            let value = |value: &Option<Number>| value.as_ref()?.as_f64().filter(|value| value.is_finite());
            (column, values.iter().map(value).collect())
        };
        let interval = response.meta.data_granularity.get().map(String::as_str);
        let mut series = Self {
            lists: Column::ALL.map(list).to_vec(),
            dividends,
            splits,
            gains,
            is_daily: interval == Some("1d"),
            kind: response.meta.instrument_type.get().cloned().unwrap_or_default(),
            units: if response.meta.currency.get().is_some_and(|name| name == "KWF") {
                1000.0
            } else {
                100.0
            },
            deviation: 0.0,
            zone: response.meta.exchange_timezone_name.get().cloned(),
            touched: Vec::new(),
            paid_touched: Vec::new(),
            repairs: Repairs::default(),
            times,
        };
        let closes: Vec<f64> = series.rows().filter_map(|row| series.get(Column::Close, row)).collect();
        let changes = closes.iter().zip(closes.iter().skip(1)).map(|(one, next)| (next / one).ln());
        series.deviation = deviation(changes).unwrap_or_default();
        series
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

    /// Returns the adjusted close divided by the close.
    pub(super) fn factor(&self, row: usize) -> Option<f64> {
        let factor = self.get(Column::AdjClose, row)? / self.get(Column::Close, row)?;
        (factor.is_finite() && factor > 0.0).then_some(factor)
    }

    /// Returns the rows next to a row that have a factor: the last before it, and the first from it on.
    pub(super) fn factors_around(&self, row: usize) -> Option<(usize, usize)> {
        let before = (0..row).rev().find(|row| self.factor(*row).is_some())?;
        let from = (row..self.times.len()).find(|row| self.factor(*row).is_some())?;
        Some((before, from))
    }

    /// Returns true if the events have a dividend or a capital gain whose bar is within.
    pub(super) fn pays_within(&self, rows: &Range<usize>) -> bool {
        self.dividends.iter().any(|paid| rows.contains(&paid.row))
            || self.gains.iter().any(|row| rows.contains(row))
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
        if let Some(time) = self.time(paid.row) {
            self.touched.push((paid.row, Column::Volume));
            self.repairs.made.push(Repair {
                first: time,
                last: time,
                bars: 1,
                column: "Dividends",
                before: Some(paid.amount),
                after: Some(amount),
                reason,
            });
        }
    }

    /// Tells a value that looks wrong and stays.
    pub(super) fn doubt(&mut self, row: usize, column: &'static str, value: Option<f64>, why: &'static str) {
        if let Some(time) = self.time(row) {
            self.repairs.undecided.push(Doubt { time, column, value, why });
        }
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
                known.amount = Field::from(Number::from_f64(paid.amount));
            }
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
