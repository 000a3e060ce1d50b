//! Values that are missing, and the bars of hours that have them.

use std::collections::BTreeMap;

use virtual_finance::responses::history::Response;
use virtual_finance::{DateTime, Interval, Span};

use super::bars::Column::{Close, High, Low, Open, Volume};
use super::bars::{BAR, Bars, Column, Row};
use super::note::Reason;
use super::numbers::{log_distance, median};

/// A day in seconds.
const DAY: i64 = 86_400;

/// The seconds that the host has bars of hours for.
const HOURS_FOR: i64 = 729 * DAY;

/// The seconds before and after a gap whose bars calibrate the hourly bars: two weeks.
const AROUND: i64 = 14 * DAY;

/// The change of a price from a bar to the next for which somebody must have traded.
const MUCH: f64 = 0.05;

/// Returns the request of the bars of hours that fill the gaps of a daily history; `None` if it has no gap that they can
/// fill.
pub(crate) fn finer(ticker: &str, response: &Response) -> Option<virtual_finance::History> {
    let mut series = Bars::of(response);
    if !series.is_daily || !series.is_usual() {
        return None;
    }
    let newest = *series.times.last()?;
    let oldest = newest.saturating_sub(HOURS_FOR);
    let gaps = series.rows().filter(|row| is_gap(&series, *row)).filter_map(|row| series.times.get(row));
    let gaps: Vec<i64> = gaps.copied().filter(|time| *time > oldest).collect();
    let start = gaps.first()?.saturating_sub(AROUND).max(oldest);
    let end = gaps.last()?.saturating_add(AROUND).min(newest.saturating_add(DAY));
    let span = Span::dates(DateTime::from(start), Some(DateTime::from(end)));
    Some(virtual_finance::History::new(ticker).span(span).interval(Interval::OneHour))
}

/// Fills gaps from the bars of hours. Closes of days near it must agree, so that both are in one unit and adjusted for the
/// same splits.
pub(super) fn fill(series: &mut Bars, finer: &Response) {
    let days = days_of(series, &Bars::of(finer));
    let day = |time: &i64| days.get(&series.zone.day(*time)?);
    let days: Vec<Option<&Row>> = series.times.iter().map(day).collect();
    for row in series.rows().filter(|row| is_gap(series, *row)).collect::<Vec<_>>() {
        let of_hours = |column: Column, row: usize| column.of(days.get(row).copied().flatten());
        let ratios = |column: Column| -> Vec<f64> {
            let near = row.saturating_sub(5)..row.saturating_add(6);
            let ratios = near.map(|row| series.at(column, row) / of_hours(column, row));
            ratios.filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect()
        };
        let closes = ratios(Close);
        if closes.len() < 2 || closes.iter().any(|ratio| log_distance(*ratio, 1.0) > 1.02_f64.ln()) {
            continue;
        }
        let volume = (of_hours(Volume, row) * median(ratios(Volume))).round();
        for column in BAR {
            let price = of_hours(column, row);
            if series.at(column, row).is_nan() && price.is_finite() {
                series.set(column, row, price, Reason::Hours);
            }
        }
        if lacks_volume(series, row) && volume > 0.0 {
            series.set(Volume, row, volume, Reason::Hours);
        }
    }
}

/// Returns each day of the bars of hours as a row, with its number.
fn days_of(series: &Bars, finer: &Bars) -> BTreeMap<i32, Row> {
    let mut days: BTreeMap<i32, Row> = BTreeMap::new();
    for (row, time) in finer.times.iter().enumerate() {
        let Some(day) = series.zone.day(*time) else { continue };
        let bar = finer.bar(row);
        let [open, high, low, close, _, volume, ..] = days.entry(day).or_insert([f64::NAN; 8]);
        *open = if open.is_nan() { bar[0] } else { *open };
        *high = high.max(bar[1]);
        *low = low.min(bar[2]);
        *close = if bar[3].is_nan() { *close } else { bar[3] };
        *volume = volume.max(0.0) + finer.at(Volume, row).max(0.0);
    }
    days
}

/// Reports the gaps that are left of bars that have something, and prices outside of their bar.
pub(super) fn report(series: &mut Bars) {
    for row in series.rows() {
        let is_bar = series.bar(row).iter().any(|price| !price.is_nan()) || series.at(Volume, row) > 0.0;
        for column in BAR.into_iter().filter(|_| is_bar) {
            if series.at(column, row).is_nan() {
                series.doubt(column, row, "is missing");
            }
        }
        if lacks_volume(series, row) {
            series.doubt(Volume, row, "is none, and the price moved");
        }
        let (low, high) = (series.at(Low, row), series.at(High, row));
        for column in [Open, Close] {
            let price = series.at(column, row);
            if price < low - low.abs() * 0.001 || price > high + high.abs() * 0.001 {
                series.doubt(column, row, "is not between the lowest and the highest price");
            }
        }
    }
}

/// Returns true if a bar of a day lacks a price or its volume.
fn is_gap(series: &Bars, row: usize) -> bool {
    series.bar(row).iter().any(|price| price.is_nan() || *price <= 0.0) || lacks_volume(series, row)
}

/// Returns true if the price of shares moved within a bar without a volume, or by much since the bar before it.
fn lacks_volume(series: &Bars, row: usize) -> bool {
    let has_volume = series.at(Volume, row) > 0.0;
    let change = series.at(Close, row) / series.at(Close, row.wrapping_sub(1)) - 1.0;
    series.is_traded && !has_volume && (series.at(High, row) > series.at(Low, row) || change.abs() > MUCH)
}
