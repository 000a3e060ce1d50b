//! Values that are missing or impossible, and the bars of hours that have them.

use virtual_finance::responses::history::Response;
use virtual_finance::{DateTime, Interval, Span};

use super::evidence::implied;
use super::note::Reason;
use super::series::{Column, Paid, Series};
use super::statistics::{alike, median};
use crate::zone::Zone;

/// A day in seconds.
const DAY: i64 = 86_400;

/// The days that the host has bars of hours for.
const HOURS_FOR: i64 = 729 * DAY;

/// The seconds before and after a gap whose bars calibrate those of hours: two weeks.
const AROUND: i64 = 14 * DAY;

/// The change of a price from a bar to the next for which somebody must have traded.
const MUCH: f64 = 0.05;

const BAR: [Column; 4] = [Column::Open, Column::High, Column::Low, Column::Close];

/// Makes null of prices that are zero or negative. A future may be worth less than nothing, and an index of yields may be at or
/// below zero.
pub(super) fn drop_impossible(series: &mut Series) {
    for column in BAR {
        drop_column(series, column);
    }
    for row in series.rows() {
        let is_of_close = series.get(Column::Close, row) == Some(0.0);
        if series.get(Column::AdjClose, row) == Some(0.0) && !is_of_close {
            series.set(Column::AdjClose, row, None, Reason::NoPrice);
        }
    }
}

/// Makes null of adjusted closes that are still negative after the dividends have been mended. Those before a dividend
/// greater than the price are negative and right, and so may those be beside prices that are in doubt.
pub(super) fn drop_negative(series: &mut Series) {
    let is_greater =
        |paid: &Paid| implied(series, paid.row).is_some_and(|implied| paid.amount >= implied.price);
    if series.unsure == 0 && !series.dividends.iter().any(is_greater) {
        drop_column(series, Column::AdjClose);
    }
}

fn drop_column(series: &mut Series, column: Column) {
    for row in series.rows() {
        let may_be = |price: f64| match series.kind.as_str() {
            "FUTURE" => price != 0.0,
            "INDEX" => !is_far(series, column, row, price),
            _ => false,
        };
        if series.get(column, row).is_some_and(|price| price <= 0.0 && !may_be(price)) {
            series.set(column, row, None, Reason::NoPrice);
        }
    }
}

/// Returns true if a price is many usual moves away from the nearest prices above zero, before and after it, and these are
/// above all yields that come near zero.
fn is_far(series: &Series, column: Column, row: usize, price: f64) -> bool {
    const MANY: f64 = 30.0;
    const YIELD: f64 = 5.0;
    const NEAR: usize = 60;
    let near = row.saturating_sub(NEAR)..row.saturating_add(NEAR);
    let near: Vec<(usize, f64)> = near
        .filter_map(|near| Some((near, series.get(column, near)?)))
        .filter(|(near, price)| *near != row && *price > 0.0)
        .collect();
    let moves = near.iter().zip(near.iter().skip(1)).map(|((_, one), (_, next))| (next - one).abs());
    let Some(usual) = median(moves) else { return false };
    let before = near.iter().rev().find(|(near, _)| *near < row);
    let after = near.iter().find(|(near, _)| *near > row);
    [before, after].into_iter().flatten().all(|(_, near)| *near > YIELD && near - price > MANY * usual)
}

/// Returns the request of the bars of hours that fill the gaps of a daily history; `None` if it has no gap that they can
/// fill.
pub(crate) fn finer(ticker: &str, response: &Response) -> Option<virtual_finance::History> {
    let series = Series::of(response);
    if !series.is_daily || !series.is_in_order() {
        return None;
    }
    let newest = *series.times.last()?;
    let oldest = newest.saturating_sub(HOURS_FOR);
    let times =
        series.rows().filter(|row| is_gap(&series, *row)).filter_map(|row| series.times.get(row).copied());
    let times: Vec<i64> = times.filter(|time| *time > oldest).collect();
    let (first, last) = (*times.first()?, *times.last()?);
    let start = first.saturating_sub(AROUND).max(oldest);
    let end = last.saturating_add(AROUND).min(newest.saturating_add(DAY));
    let span = Span::dates(DateTime::from(start), Some(DateTime::from(end)));
    Some(virtual_finance::History::new(ticker).span(span).interval(Interval::OneHour))
}

/// A day made of its hours.
#[derive(Debug, Clone, Copy, Default)]
struct Hours {
    open: Option<f64>,
    high: Option<f64>,
    low: Option<f64>,
    close: Option<f64>,
    volume: f64,
}

impl Hours {
    fn get(&self, column: Column) -> Option<f64> {
        match column {
            Column::Open => self.open,
            Column::High => self.high,
            Column::Low => self.low,
            Column::Close => self.close,
            Column::AdjClose => None,
            Column::Volume => (self.volume > 0.0).then_some(self.volume),
        }
    }
}

/// Fills gaps from the bars of hours. Prices of a day without a gap near it must agree, so that both are in one unit and
/// adjusted for the same splits.
pub(super) fn fill(series: &mut Series, finer: &Response) {
    let zone = Zone::of_exchange(series.zone.as_deref());
    let days = days_of(finer, zone);
    let of = |series: &Series, row: usize| {
        let day = zone.day(*series.times.get(row)?)?;
        days.iter().find(|(known, _)| *known == day).map(|(_, hours)| *hours)
    };
    let gaps: Vec<usize> = series.rows().filter(|row| is_gap(series, *row)).collect();
    for row in gaps {
        let Some(hours) = of(series, row) else { continue };
        let ratios = |column: Column| {
            let near = row.saturating_sub(5)..row.saturating_add(6);
            let ratio = |row: usize| Some(series.get(column, row)? / of(series, row)?.get(column)?);
            near.filter_map(ratio).collect::<Vec<f64>>()
        };
        let closes = ratios(Column::Close);
        let agree = closes.len() >= 2 && closes.iter().all(|ratio| alike(*ratio, 1.0, 1.02));
        if !agree {
            continue;
        }
        let volumes =
            median(ratios(Column::Volume).into_iter().filter(|ratio| ratio.is_finite() && *ratio > 0.0));
        fill_bar(series, row, &hours, volumes);
    }
}

/// Returns each day of the bars with its number.
fn days_of(finer: &Response, zone: Zone) -> Vec<(i32, Hours)> {
    let mut days: Vec<(i32, Hours)> = Vec::new();
    for bar in finer.ohlcdata.bars() {
        let Some(day) = zone.day(bar.timestamp) else { continue };
        if days.last().is_none_or(|(known, _)| *known != day) {
            days.push((day, Hours::default()));
        }
        let Some((_, hours)) = days.last_mut() else { continue };
        let better = |one: Option<f64>, other: Option<f64>, choose: fn(f64, f64) -> f64| match (one, other) {
            (Some(one), Some(other)) => Some(choose(one, other)),
            (one, other) => one.or(other),
        };
        hours.open = hours.open.or(bar.open);
        hours.high = better(hours.high, bar.high, f64::max);
        hours.low = better(hours.low, bar.low, f64::min);
        hours.close = bar.close.or(hours.close);
        hours.volume += bar.volume.unwrap_or_default();
    }
    days
}

fn fill_bar(series: &mut Series, row: usize, hours: &Hours, volumes: Option<f64>) {
    for column in BAR {
        if series.get(column, row).is_none() {
            series.set(column, row, hours.get(column), Reason::Hours);
        }
    }
    if lacks_volume(series, row) {
        let volume = hours.get(Column::Volume).zip(volumes).map(|(volume, factor)| (volume * factor).round());
        if volume.is_some() {
            series.set(Column::Volume, row, volume, Reason::Hours);
        }
    }
    if series.get(Column::AdjClose, row).is_none() {
        let next = row.saturating_add(1);
        let of = |row: Option<usize>| series.factor(row?);
        // The factor changes at a dividend alone.
        let factor = if !series.pays_within(&(next..next.saturating_add(1))) && of(Some(next)).is_some() {
            of(Some(next))
        } else if series.pays_within(&(row..next)) {
            None
        } else {
            of(row.checked_sub(1))
        };
        let adjusted = factor.and_then(|factor| Some(series.get(Column::Close, row)? * factor));
        if adjusted.is_some() {
            series.set(Column::AdjClose, row, adjusted, Reason::Hours);
        }
    }
}

/// Tells the gaps that are left of bars that have something, and prices outside of their bar.
pub(super) fn tell(series: &mut Series) {
    for row in series.rows() {
        let missing: Vec<Column> =
            BAR.into_iter().filter(|column| series.get(*column, row).is_none()).collect();
        let was_traded = series.get(Column::Volume, row).is_some_and(|volume| volume > 0.0);
        if missing.len() < BAR.len() || was_traded {
            for column in missing {
                series.doubt(row, column.name(), None, "is missing");
            }
        }
        if lacks_volume(series, row) {
            let volume = series.get(Column::Volume, row);
            series.doubt(row, "Volume", volume, "is none, and the price moved");
        }
        let (low, high) = (series.get(Column::Low, row), series.get(Column::High, row));
        for column in [Column::Open, Column::Close] {
            let Some(price) = series.get(column, row) else { continue };
            let (low, high) = (low.unwrap_or(price), high.unwrap_or(price));
            if price < low - low.abs() * 0.001 || price > high + high.abs() * 0.001 {
                series.doubt(
                    row,
                    column.name(),
                    Some(price),
                    "is not between the lowest and the highest price",
                );
            }
        }
    }
}

/// Returns true if a bar of a day lacks a price or its volume.
fn is_gap(series: &Series, row: usize) -> bool {
    BAR.iter().any(|column| series.get(*column, row).is_none_or(|price| price <= 0.0))
        || lacks_volume(series, row)
}

/// Returns true if the price moved within a bar without a volume, or by much since the bar before it, of an instrument that
/// has volumes.
fn lacks_volume(series: &Series, row: usize) -> bool {
    let has_volumes = matches!(series.kind.as_str(), "EQUITY" | "ETF");
    let is_none = series.get(Column::Volume, row).is_none_or(|volume| volume <= 0.0);
    let moved =
        series.get(Column::High, row).zip(series.get(Column::Low, row)).is_some_and(|(high, low)| high > low);
    let close = |row: Option<usize>| series.get(Column::Close, row?);
    let jumped = close(Some(row))
        .zip(close(row.checked_sub(1)))
        .is_some_and(|(close, before)| (close / before - 1.0).abs() > MUCH);
    has_volumes && is_none && (moved || jumped)
}
