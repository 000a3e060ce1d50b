//! The witnesses about an amount that is paid: the event, the adjusted closes, the fall of the price, and the row of the other
//! dividends.
//!
//! An adjusted close is the close times a factor, which is smaller by `1 - D/P` before a dividend of `D` after a close of `P`.

use super::limits::{LEAST, OVERNIGHT, SAME, SURE};
use super::series::Series;
use super::statistics::{count, log_distance, median, usual};

/// The rows with a close, and an adjusted close if there are any, with the move to each from the close before.
pub(super) struct Closes {
    pub(super) rows: Vec<usize>,
    moves: Vec<f64>,
}

impl Closes {
    pub(super) fn of(series: &Series) -> Self {
        let is_first = |row: &usize| series.now.adjusted[*row].is_finite();
        // Factors of the beginning may have grown beyond every number.
        let first = series.rows().find(is_first).unwrap_or(usize::MAX);
        let is_known = |row: &usize| series.now.close[*row] > 0.0 && (*row < first || is_first(row));
        let rows: Vec<usize> = series.rows().filter(is_known).collect();
        let pairs = rows.iter().zip(rows.iter().skip(1));
        let moves =
            pairs.map(|(before, row)| first_price(series, *before, *row) / series.now.close[*before] - 1.0);
        Self { moves: [f64::NAN].into_iter().chain(moves).collect(), rows }
    }

    /// Returns the rows next to each other.
    pub(super) fn pairs(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + '_ {
        (1..self.rows.len()).filter_map(|at| Some((*self.rows.get(at.checked_sub(1)?)?, *self.rows.get(at)?)))
    }

    /// Returns the place of the first row from one on.
    pub(super) fn place(&self, row: usize) -> usize {
        self.rows.partition_point(|known| *known < row)
    }
}

/// Returns the open of a row if somebody traded at it, else the close.
fn first_price(series: &Series, before: usize, row: usize) -> f64 {
    let (open, close) = (series.now.open[row], series.now.close[row]);
    let is_traded =
        (open / series.now.close[before] - 1.0).abs() > 1e-6 && open > 0.5 * close && open < 2.0 * close;
    if is_traded { open } else { close }
}

/// A dividend of one day, with its witnesses.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paid {
    pub(super) row: usize,
    pub(super) day: f64,
    /// The amount of the events.
    pub(super) amount: f64,
    pub(super) gains: f64,
    /// The close before.
    pub(super) price: f64,
    /// The amount of the adjusted closes; infinite if they cannot have one.
    pub(super) adjusted: f64,
    /// The part of the price by which it falls to the first trade, and the most by which it falls that day.
    pub(super) fall: f64,
    pub(super) most: f64,
    /// The usual size of such a move.
    pub(super) usual: f64,
    /// True if both records agree, or one of them was decided.
    pub(super) is_right: bool,
}

impl Paid {
    /// Returns what is paid at a row; `None` without a close before and after it.
    pub(super) fn of(series: &Series, closes: &Closes, row: usize) -> Option<Self> {
        let place = closes.place(row);
        let (before, at) = (*closes.rows.get(place.checked_sub(1)?)?, *closes.rows.get(place)?);
        let price = series.now.close[before];
        let adjusted = (1.0 - series.now.factor(before) / series.now.factor(at)) * price;
        let near = closes.moves.get(place.saturating_sub(60)..).unwrap_or_default();
        let near = near.iter().take(place.saturating_add(60).saturating_sub(place.saturating_sub(60)));
        let is_trade = |row: &&usize| {
            (series.now.close[**row] / price - 1.0).abs() > 1e-6 || series.now.volume[**row] > 0.0
        };
        let trade = closes.rows.iter().skip(place).take(5).find(is_trade).copied();
        let lowest = |row: usize| {
            let prices = [series.now.open[row], series.now.low[row], series.now.close[row]];
            prices.into_iter().fold(f64::NAN, f64::min)
        };
        let part = |of: Option<f64>| of.map_or(f64::NAN, |of| 1.0 - of / price);
        Some(Self {
            row,
            day: series.day(row),
            amount: series.now.paid[row],
            gains: series.gains[row],
            price,
            adjusted: if adjusted.is_finite() { adjusted } else { f64::INFINITY },
            fall: part(trade.map(|row| first_price(series, before, row))),
            most: part(trade.map(lowest)),
            usual: usual(near.copied(), OVERNIGHT),
            is_right: false,
        })
    }

    /// Returns the amount as a part of the price.
    pub(super) fn part(&self) -> f64 {
        self.amount / self.price
    }

    /// Returns true if the adjusted closes have another amount.
    pub(super) fn is_other(&self, amount: f64) -> bool {
        let off = (self.adjusted - amount).abs();
        self.adjusted.is_infinite() || off > (SAME * self.adjusted.abs().max(amount)).max(LEAST * self.price)
    }

    /// Returns how far the fall is from an amount, in usual moves.
    pub(super) fn beyond(&self, amount: f64) -> f64 {
        (self.fall - amount / self.price) / self.usual
    }
}

/// What the falls say of two amounts.
#[derive(Clone, Copy)]
pub(super) struct Falls {
    /// 1 of the greater amounts, -1 of the smaller ones, 0 of neither.
    pub(super) sign: i32,
    /// By how many moves they are on the side of the greater ones.
    pub(super) by: f64,
}

/// Weighs the falls between a greater and a smaller amount each.
pub(super) fn falls(amounts: impl IntoIterator<Item = (Paid, f64, f64)>) -> Falls {
    let part = |(paid, great, small): (Paid, f64, f64)| (paid, great / paid.price, small / paid.price);
    let seen: Vec<(Paid, f64, f64)> = amounts
        .into_iter()
        .map(part)
        .filter(|(paid, great, _)| paid.fall.is_finite() && *great < 1.0)
        .collect();
    let ratio = median(seen.iter().map(|(_, great, small)| great / small.max(1e-9)));
    let (mut sum, mut squares) = (0.0, 0.0);
    for (paid, great, small) in &seen {
        // The middle of two units is their geometric one.
        let middle = match ratio > 5.0 {
            true => great * ratio.sqrt().recip().max(0.05),
            false if *small > 0.0 => f64::midpoint(*great, *small),
            false => 0.0,
        };
        let slack = 4.0 * paid.usual + 0.5 * great;
        // No single crash decides.
        let fall = paid.fall.max(small - slack).min(great + slack);
        let weight = (great - small) / paid.usual.powi(2);
        sum += weight * (fall - middle);
        squares += (weight * paid.usual).powi(2);
    }
    let by = if squares > 0.0 { sum / squares.sqrt() } else { 0.0 };
    Falls {
        sign: if by > SURE {
            1
        } else if by < -SURE {
            -1
        } else {
            0
        },
        by,
    }
}

/// Returns a number above zero if the amount is of the row of the other dividends, and below if the other amount is: by those
/// of the season if there are two, and by the six nearest. 1: the row is rough; 2: it is within three times, and the other amount
/// 15 times off; 3: it is even, and a dividend is due.
pub(super) fn of_row(paid: &Paid, others: &[Paid], amount: f64, other: f64) -> i32 {
    const YEAR: f64 = 365.25;
    let others: Vec<&Paid> = others.iter().filter(|one| one.row != paid.row).collect();
    let is_season = |one: &&&Paid| {
        let days = one.day - paid.day;
        ((days + YEAR / 2.0).rem_euclid(YEAR) - YEAR / 2.0).abs() < 30.0 && days.abs() > 180.0
    };
    let season: Vec<&Paid> = others.iter().filter(is_season).copied().collect();
    let mut rows: Vec<usize> = others.iter().map(|one| one.row).collect();
    rows.sort_unstable();
    let gaps = rows.iter().zip(rows.iter().skip(1)).map(|(one, next)| count(next.abs_diff(*one)));
    let gap = if rows.len() > 2 { median(gaps) } else { 0.0 };
    let nearest = rows.iter().map(|row| row.abs_diff(paid.row)).min().unwrap_or_default();
    let is_due = gap > 0.0 && count(nearest) > 0.6 * gap || season.len() >= 2 && nearest > 25;
    let says = |mut row: Vec<&Paid>, is_season: bool| {
        row.sort_by_key(|one| one.row.abs_diff(paid.row));
        let amounts: Vec<f64> = row.iter().take(6).map(|one| one.amount).collect();
        if amounts.len() < 2 { 0 } else { of_amounts(&amounts, is_season, is_due, amount, other) }
    };
    let (season, all) = (says(season, true), says(others, false));
    match season.signum().saturating_mul(all.signum()) {
        // Both must not contradict.
        ..0 => 0,
        _ if season.abs() >= all.abs() => season,
        _ => all,
    }
}

fn of_amounts(row: &[f64], is_season: bool, is_due: bool, amount: f64, other: f64) -> i32 {
    let middle = median(row.iter().copied());
    let spread = median(row.iter().map(|one| (one / middle).max(middle / one))).max(1.5);
    let ends = |row: &[f64]| {
        let low = row.iter().copied().fold(f64::MAX, f64::min);
        row.iter().copied().fold(0.0, f64::max) / low
    };
    let off = |amount: f64| if amount > 0.0 { log_distance(amount, middle) } else { 9.0 };
    let is_even = ends(row.get(..4).unwrap_or(row)) < 1.2 && (row.len() >= 3 || is_season);
    let says = |good: f64, bad: f64| -> i32 {
        if is_due && is_even && good < 0.16 && bad > 0.4 {
            3
        } else if row.len() >= 5 && ends(row) < 3.0 && good < 3_f64.ln() && bad > 15_f64.ln() {
            2
        } else {
            i32::from(good < (spread * 1.3).ln() && bad > 5_f64.ln() + good)
        }
    };
    match says(off(amount), off(other)) {
        0 => 0_i32.saturating_sub(says(off(other), off(amount))),
        says => says,
    }
}
