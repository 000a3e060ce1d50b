//! The prices that the host states beside a history: a second sign of which bars are in the right unit.

use std::ops::Range;

use virtual_finance::responses::history::Response;

use super::bars::Bars;
use super::bars::Column::Close;
use super::numbers::{log_distance, median};

/// The seconds of 52 weeks.
const YEAR: i64 = 52 * 7 * 86_400;

pub(super) struct Quotes {
    /// The current price, of a history that ends no more than some years before it.
    price: Option<f64>,
    /// The lowest and the highest price of the last 52 weeks, and the time from which on bars are certainly of them.
    year: Option<(f64, f64, i64)>,
}

impl Quotes {
    pub(super) fn of(response: &Response) -> Self {
        /// The seconds of years within which no price becomes a hundred times as great.
        const YEARS: i64 = 5 * YEAR;
        let (meta, last) = (&response.meta, response.ohlcdata.timestamp.last());
        let time = meta.regular_market_time.get().copied();
        let ends_within =
            |seconds: i64| time.zip(last).is_none_or(|(time, last)| time.saturating_sub(*last) <= seconds);
        let get = |key: &str| meta.other.get(key)?.as_f64();
        let year = || {
            let (low, high) = (get("fiftyTwoWeekLow")?, get("fiftyTwoWeekHigh")?);
            // In autumn 2024 the host stated the prices of the day instead.
            let day = get("regularMarketDayLow").zip(get("regularMarketDayHigh"));
            let is_year = 0.0 < low && low < high && day != Some((low, high)) && ends_within(YEAR);
            is_year.then_some((low, high, time?.saturating_sub(YEAR - 7 * 86_400)))
        };
        let price = meta.regular_market_price.as_f64();
        Self { price: price.filter(|price| ends_within(YEARS) && *price > 0.0), year: year() }
    }

    /// Returns the right level by the current price and the 52 weeks, which must not contradict. A current price equal
    /// to one of the newest two bars is no sign of its own.
    pub(super) fn level(&self, series: &Bars, newest: &Range<usize>, other: i32) -> Option<i32> {
        let (unit, end) = (series.unit, newest.end.saturating_sub(1));
        let last = newest.end.saturating_sub(5).max(newest.start)..newest.end;
        let last = median(last.map(|row| series.middle(row)));
        let level = |is_right: &dyn Fn(f64) -> bool| {
            [0, other].into_iter().find(|level| is_right(last * unit.powi(*level)))
        };
        let is_own = |price: f64| newest.len() <= 2 && (price / series.at(Close, end) - 1.0).abs() < 0.05;
        let price = self.price.filter(|price| !is_own(*price)).unwrap_or(f64::NAN);
        let quoted = level(&|last| log_distance(price, last) < unit.ln() / 3.0);
        let Some((low, high, _)) = self.year.filter(|(low, high, _)| high / low <= unit / 3.0) else {
            return quoted;
        };
        let of_year = level(&|last| (low * 0.9..=high * 1.1).contains(&last));
        of_year.filter(|level| quoted.is_none_or(|quoted| quoted == *level))
    }

    /// Returns true if bars are of the last 52 weeks and beyond their prices, and false if they are within.
    pub(super) fn is_beyond(&self, series: &Bars, rows: &Range<usize>) -> Option<bool> {
        let (low, high, start) = self.year?;
        let is_of_year = |row: &usize| series.times.get(*row).is_some_and(|time| *time >= start);
        let price = median(rows.clone().filter(is_of_year).map(|row| series.middle(row)));
        price.is_finite().then_some(price < low * 0.9 || price > high * 1.1)
    }
}
