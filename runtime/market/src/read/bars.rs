//! Bars as parallel lists, and the rules for their times: each can be, they ascend, and each is there once.

use serde_json::Number;
use std::ops::RangeInclusive;

use virtual_finance_core::read::{NO_TIME, is_time};
use virtual_finance_core::{DateTime, Fault, SkippedRow};

use crate::fault::MarketFault;
use crate::notes::LiveQuote;
use crate::read::listed::{TWICE, at, none_of, require_some};
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
    let before = skipped.len();
    let others = retain(times, columns, |time| is_time(*time));
    skipped.extend(others.into_iter().map(|(row, _)| at(path, row, NO_TIME)));
    require_some(times, path, before, skipped)
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
            keep(rows.into_iter().map(|(row, _)| row).collect(), times, columns);
        }
        let (times, columns) = self.parts();
        if !times.is_sorted_by(|time, next| time < next) {
            let mut last = None;
            let others = retain(times, columns, |time| last.replace(*time) != Some(*time));
            let twice = |(_, time)| SkippedRow::at(format!("{path} {}", DateTime::from(time)), TWICE);
            skipped.extend(others.into_iter().map(twice));
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
        let (path, reason) = (path(), "its time is not one of those that were asked for");
        let others = retain(times, columns, is_within);
        skipped.extend(others.into_iter().map(|(row, _)| at(&path, row, reason)));
    }

    /// Keeps the bars of some times, and returns the times of the others.
    pub(crate) fn keep_times(&mut self, is_kept: impl Fn(&i64) -> bool) -> Vec<i64> {
        let (times, columns) = self.parts();
        retain(times, columns, is_kept).into_iter().map(|(_, time)| time).collect()
    }

    fn parts(&mut self) -> (&mut Vec<i64>, [&mut Column; 6]) {
        let [close, adjclose] = &mut self.closes;
        (self.timestamp, [self.open, self.high, self.low, close, adjclose, self.volume])
    }
}

/// Keeps the rows of some times, which nearly always are all, and returns the places and the times of the others.
fn retain<const N: usize>(
    times: &mut Vec<i64>,
    columns: [&mut Column; N],
    mut is_kept: impl FnMut(&i64) -> bool,
) -> Vec<(usize, i64)> {
    let Some(first) = times.iter().position(|time| !is_kept(time)) else { return Vec::new() };
    let (mut rows, mut others) = ((0..first).collect::<Vec<_>>(), Vec::new());
    for (row, time) in times.iter().enumerate().skip(first) {
        if row > first && is_kept(time) {
            rows.push(row);
        } else {
            others.push((row, *time));
        }
    }
    keep(rows, times, columns);
    others
}

/// Keeps these rows in this order, each of which is there once.
fn keep<const N: usize>(rows: Vec<usize>, times: &mut Vec<i64>, columns: [&mut Column; N]) {
    for values in columns.into_iter().flatten() {
        *values = rows.iter().map(|row| values.get_mut(*row).and_then(Option::take)).collect();
    }
    *times = rows.into_iter().filter_map(|row| times.get(row).copied()).collect();
}
