//! Values that are missing, and the bars of hours that have them.

use std::collections::BTreeMap;

use virtual_finance::responses::history::Response;
use virtual_finance::{DateTime, Interval, Span};

use super::bars::{Bars, Column, List};
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

/// A day made of its hours: the prices of a bar, and the volume.
type Hours = [f64; 5];

/// Fills gaps from the bars of hours. Closes of days near it must agree, so that both are in one unit and adjusted for the
/// same splits.
pub(super) fn fill(series: &mut Bars, finer: &Response) {
    let days = days_of(finer, series);
    let days: Vec<Option<Hours>> =
        series.times.iter().map(|time| days.get(&series.zone.day(*time)?).copied()).collect();
    for (row, hours) in days.iter().enumerate().filter(|(row, _)| is_gap(series, *row)).collect::<Vec<_>>() {
        let Some(hours) = hours else { continue };
        let ratios = |own: &List, hour: fn(&Hours) -> f64| {
            let near = days.iter().enumerate().take(row.saturating_add(6)).skip(row.saturating_sub(5));
            let ratios = near.filter_map(|(row, hours)| Some(own[row] / hour(hours.as_ref()?)));
            ratios.filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect::<Vec<f64>>()
        };
        let closes = ratios(&series.close, |[.., close, _]| *close);
        if closes.len() < 2 || closes.iter().any(|ratio| log_distance(*ratio, 1.0) > 1.02_f64.ln()) {
            continue;
        }
        let [.., volume] = hours;
        let volume = (volume * median(ratios(&series.volume, |[.., volume]| *volume))).round();
        for (column, price) in Column::BAR.into_iter().zip(hours) {
            if series[column][row].is_nan() && price.is_finite() {
                series.set(column, row, *price, Reason::Hours);
            }
        }
        if lacks_volume(series, row) && volume > 0.0 {
            series.set(Column::Volume, row, volume, Reason::Hours);
        }
    }
}

/// Returns each day of the bars with its number.
fn days_of(finer: &Response, series: &Bars) -> BTreeMap<i32, Hours> {
    let mut days: BTreeMap<i32, Hours> = BTreeMap::new();
    for bar in finer.ohlcdata.bars() {
        let Some(day) = series.zone.day(bar.timestamp) else { continue };
        let known = days.entry(day).or_insert([f64::NAN, f64::NAN, f64::NAN, f64::NAN, 0.0]);
        let [open, high, low, close, volume] = known;
        *open = if open.is_nan() { bar.open.unwrap_or(f64::NAN) } else { *open };
        *high = high.max(bar.high.unwrap_or(f64::NAN));
        *low = low.min(bar.low.unwrap_or(f64::NAN));
        *close = bar.close.unwrap_or(*close);
        *volume += bar.volume.unwrap_or_default();
    }
    days
}

/// Reports the gaps that are left of bars that have something, and prices outside of their bar.
pub(super) fn report(series: &mut Bars) {
    for row in series.rows() {
        let is_bar = series.bar(row).iter().any(|price| !price.is_nan()) || series.volume[row] > 0.0;
        for column in Column::BAR.into_iter().filter(|_| is_bar) {
            if series[column][row].is_nan() {
                series.doubt(column, row, "is missing");
            }
        }
        if lacks_volume(series, row) {
            series.doubt(Column::Volume, row, "is none, and the price moved");
        }
        let (low, high) = (series.low[row], series.high[row]);
        for column in [Column::Open, Column::Close] {
            let price = series[column][row];
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
    let has_volume = series.volume[row] > 0.0;
    let change = series.close[row] / series.close[row.wrapping_sub(1)] - 1.0;
    series.is_traded && !has_volume && (series.high[row] > series.low[row] || change.abs() > MUCH)
}
