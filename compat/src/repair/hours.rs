//! Values that are missing, and the bars of hours that have them.

use std::collections::BTreeMap;

use virtual_finance::responses::history::Response;
use virtual_finance::{DateTime, Interval, Span};

use super::note::Reason;
use super::series::{Column, Series};
use super::statistics::{log_distance, median};

/// A day in seconds.
const DAY: i64 = 86_400;

/// The seconds that the host has bars of hours for.
const HOURS_FOR: i64 = 729 * DAY;

/// The seconds before and after a gap whose bars calibrate those of hours: two weeks.
const AROUND: i64 = 14 * DAY;

/// The change of a price from a bar to the next for which somebody must have traded.
const MUCH: f64 = 0.05;

/// Returns the request of the bars of hours that fill the gaps of a daily history; `None` if it has no gap that they can
/// fill.
pub(crate) fn finer(ticker: &str, response: &Response) -> Option<virtual_finance::History> {
    let series = Series::of(response);
    if !series.is_daily || !series.is_in_order() {
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
#[derive(Debug, Clone, Copy)]
struct Hours {
    bar: [f64; 4],
    volume: f64,
}

impl Hours {
    fn get(&self, column: Column) -> f64 {
        match Column::BAR.into_iter().zip(self.bar).find(|(known, _)| *known == column) {
            Some((_, price)) => price,
            None => self.volume,
        }
    }
}

/// Fills gaps from the bars of hours. Closes of days near it must agree, so that both are in one unit and adjusted for the
/// same splits.
pub(super) fn fill(series: &mut Series, finer: &Response) {
    let days = days_of(finer, series);
    let of = |series: &Series, row: usize| days.get(&series.zone.day(*series.times.get(row)?)?).copied();
    let gaps: Vec<usize> = series.rows().filter(|row| is_gap(series, *row)).collect();
    for row in gaps {
        let Some(hours) = of(series, row) else { continue };
        let ratios = |column: Column| {
            let near = row.saturating_sub(5)..row.saturating_add(6);
            let ratio = |row: usize| Some(series.now[column][row] / of(series, row)?.get(column));
            near.filter_map(ratio).filter(|ratio| ratio.is_finite() && *ratio > 0.0).collect::<Vec<f64>>()
        };
        let closes = ratios(Column::Close);
        if closes.len() < 2 || closes.iter().any(|ratio| log_distance(*ratio, 1.0) > 1.02_f64.ln()) {
            continue;
        }
        let volume = (hours.volume * median(ratios(Column::Volume))).round();
        let is_missing =
            |column: &Column| series.now[*column][row].is_nan() && hours.get(*column).is_finite();
        let missing: Vec<Column> = Column::BAR.into_iter().filter(is_missing).collect();
        for column in missing {
            series.set(column, row, hours.get(column), Reason::Hours);
        }
        if lacks_volume(series, row) && volume > 0.0 {
            series.set(Column::Volume, row, volume, Reason::Hours);
        }
    }
}

/// Returns each day of the bars with its number.
fn days_of(finer: &Response, series: &Series) -> BTreeMap<i32, Hours> {
    let mut days: BTreeMap<i32, Hours> = BTreeMap::new();
    for bar in finer.ohlcdata.bars() {
        let Some(day) = series.zone.day(bar.timestamp) else { continue };
        let bar_of = [bar.open, bar.high, bar.low, bar.close].map(|price| price.unwrap_or(f64::NAN));
        let hours = days.entry(day).or_insert(Hours { bar: bar_of, volume: 0.0 });
        let ([open, high, low, close], [first, highest, lowest, last]) = (&mut hours.bar, bar_of);
        *open = if open.is_nan() { first } else { *open };
        *high = high.max(highest);
        *low = low.min(lowest);
        *close = if last.is_nan() { *close } else { last };
        hours.volume += bar.volume.unwrap_or_default();
    }
    days
}

/// Tells the gaps that are left of bars that have something, and prices outside of their bar.
pub(super) fn tell(series: &mut Series) {
    for row in series.rows() {
        let missing: Vec<Column> =
            Column::BAR.into_iter().filter(|column| series.now[*column][row].is_nan()).collect();
        if missing.len() < Column::BAR.len() || series.now.volume[row] > 0.0 {
            for column in missing {
                series.doubt(column, row, "is missing");
            }
        }
        if lacks_volume(series, row) {
            series.doubt(Column::Volume, row, "is none, and the price moved");
        }
        let (low, high) = (series.now.low[row], series.now.high[row]);
        for column in [Column::Open, Column::Close] {
            let price = series.now[column][row];
            if price < low - low.abs() * 0.001 || price > high + high.abs() * 0.001 {
                series.doubt(column, row, "is not between the lowest and the highest price");
            }
        }
    }
}

/// Returns true if a bar of a day lacks a price or its volume.
fn is_gap(series: &Series, row: usize) -> bool {
    series.now.bar(row).iter().any(|price| price.is_nan() || *price <= 0.0) || lacks_volume(series, row)
}

/// Returns true if the price of shares moved within a bar without a volume, or by much since the bar before it.
fn lacks_volume(series: &Series, row: usize) -> bool {
    let now = &series.now;
    let has_volume = now.volume[row] > 0.0;
    let change = now.close[row] / row.checked_sub(1).map_or(f64::NAN, |before| now.close[before]) - 1.0;
    series.is_traded && !has_volume && (now.high[row] > now.low[row] || change.abs() > MUCH)
}
