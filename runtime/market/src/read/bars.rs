//! Bars as parallel lists, and the rules for their times: each can be, they ascend, and each is there once.

use serde_json::Number;
use std::ops::RangeInclusive;

use virtual_finance_core::read::{NO_TIME, is_time};
use virtual_finance_core::{DateTime, Fault, SkippedRow};

use crate::fault::MarketFault;
use crate::notes::LiveQuote;
use crate::read::listed::{at, none_of};
use crate::read::live::{self, Column, Columns, Reported};
use crate::read::numbers::Numbers;

/// Returns the values of a column, which has as many of them as there are times.
///
/// # Errors
/// It has another number of them.
pub(crate) fn column(
    name: &'static str,
    numbers: Numbers,
    timestamps: usize,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Option<Number>>, MarketFault> {
    match numbers.len() {
        rows if rows == timestamps => Ok(numbers.values(path, skipped)),
        rows => Err(MarketFault::UnequalRows { column: name, rows, timestamps }),
    }
}

/// Returns the values of the only column that there is, as [`column`] does.
///
/// # Errors
/// It has another number of values, or none of them can be read.
pub(crate) fn only_column(
    name: &'static str,
    numbers: Numbers,
    timestamps: usize,
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<Vec<Option<Number>>, Fault> {
    let before = skipped.len();
    let values = column(name, numbers, timestamps, path, skipped)?;
    let unreadable = skipped.get(before..).filter(|rows| !rows.is_empty());
    match unreadable {
        Some(rows) if values.iter().all(Option::is_none) => Err(none_of(path, rows)),
        _ => Ok(values),
    }
}

/// Leaves out the rows whose time is unreadable or impossible, and counts them as skipped. `path` leads to the times.
///
/// # Errors
/// There are rows and none is left.
pub(crate) fn keep_possible<const N: usize>(
    times: &mut Vec<i64>,
    columns: [&mut Column; N],
    path: &str,
    skipped: &mut Vec<SkippedRow>,
) -> Result<(), Fault> {
    if times.iter().all(|time| is_time(*time)) {
        return Ok(());
    }
    let before = skipped.len();
    let (rows, others): (Vec<_>, Vec<_>) = times.iter().enumerate().partition(|(_, time)| is_time(**time));
    skipped.extend(others.into_iter().map(|(row, _)| at(path, row, NO_TIME)));
    if rows.is_empty() {
        return Err(none_of(path, skipped.get(before..).unwrap_or_default()));
    }
    let rows: Vec<usize> = rows.into_iter().map(|(row, _)| row).collect();
    keep(&rows, times, columns);
    Ok(())
}

impl Columns<'_> {
    /// Puts the bars in the order of their times, and a live quote behind them into the bar of its period, which is
    /// returned. Of two bars of a time the second one is added to what is skipped.
    ///
    /// # Errors
    /// No bar has a time that can be. `path` is that of the times.
    pub(crate) fn settle(
        mut self,
        reported: Option<&Reported<'_>>,
        path: &str,
        skipped: &mut Vec<SkippedRow>,
    ) -> Result<Option<LiveQuote>, Fault> {
        let (times, columns) = self.parts();
        keep_possible(times, columns, path, skipped)?;
        let (times, columns) = self.parts();
        // Nearly all replies are in order.
        if !times.is_sorted() {
            let mut rows: Vec<(usize, i64)> = times.iter().copied().enumerate().collect();
            rows.sort_by_key(|(_, time)| *time);
            let rows: Vec<usize> = rows.into_iter().map(|(row, _)| row).collect();
            keep(&rows, times, columns);
        }
        let (times, columns) = self.parts();
        if !times.is_sorted_by(|time, next| time < next) {
            let mut last = None;
            let (rows, others): (Vec<_>, Vec<_>) =
                times.iter().enumerate().partition(|(_, time)| last.replace(**time) != Some(**time));
            let twice = |(_, time): (usize, &i64)| {
                SkippedRow::at(format!("{path} {}", DateTime::from(*time)), "it is there twice")
            };
            skipped.extend(others.into_iter().map(twice));
            let rows: Vec<usize> = rows.into_iter().map(|(row, _)| row).collect();
            keep(&rows, times, columns);
        }
        Ok(reported.and_then(|reported| live::merge(&mut self, reported)))
    }

    /// Leaves out the bars with impossible times, unless most are, and counts them as skipped. `path` leads to the
    /// times.
    pub(crate) fn keep_within(
        &mut self,
        possible: &RangeInclusive<i64>,
        path: impl FnOnce() -> String,
        skipped: &mut Vec<SkippedRow>,
    ) {
        let (times, columns) = self.parts();
        // What is no time at all is told as such.
        let is_within = |time: &i64| possible.contains(time) || !is_time(*time);
        let count = times.iter().filter(|time| !is_within(time)).count();
        if count == 0 || count.saturating_mul(2) >= times.len() {
            return;
        }
        let (rows, others): (Vec<usize>, Vec<usize>) =
            (0..times.len()).partition(|row| times.get(*row).is_some_and(is_within));
        let (path, reason) = (path(), "its time is not one of those that were asked for");
        skipped.extend(others.into_iter().map(|row| at(&path, row, reason)));
        keep(&rows, times, columns);
    }

    /// Keeps the bars of some times, and returns the times of the others.
    pub(crate) fn keep_times(&mut self, is_kept: impl Fn(&i64) -> bool) -> Vec<i64> {
        let (times, columns) = self.parts();
        if times.iter().all(&is_kept) {
            return Vec::new();
        }
        let (rows, others): (Vec<_>, Vec<_>) = times.iter().enumerate().partition(|(_, time)| is_kept(time));
        let rows: Vec<usize> = rows.into_iter().map(|(row, _)| row).collect();
        let others = others.into_iter().map(|(_, time)| *time).collect();
        keep(&rows, times, columns);
        others
    }

    fn parts(&mut self) -> (&mut Vec<i64>, [&mut Column; 6]) {
        let [close, adjclose] = &mut self.closes;
        (self.timestamp, [self.open, self.high, self.low, close, adjclose, self.volume])
    }
}

/// Keeps these rows in this order, each of which is there once.
fn keep<const N: usize>(rows: &[usize], times: &mut Vec<i64>, columns: [&mut Column; N]) {
    *times = rows.iter().filter_map(|row| times.get(*row).copied()).collect();
    for values in columns.into_iter().flatten() {
        *values = rows.iter().map(|row| values.get_mut(*row).and_then(Option::take)).collect();
    }
}
