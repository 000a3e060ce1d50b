//! The witnesses about an amount that is paid: the event, the adjusted closes, the fall of the price, and the row of the other
//! dividends.
//!
//! An adjusted close is the close times a factor, which is smaller by `1 - D/P` before a dividend of `D` after a close of `P`.

use super::bars::Column::{self, Close, Gains, Low, Open, Volume};
use super::bars::{Bars, Known};
use super::numbers::{LEAST, SAME, count, log_distance, median, usual};

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
    pub(super) fn of(series: &Bars, closes: &Known, row: usize) -> Option<Self> {
        /// The smallest usual move from a close to the next open with a trade.
        const OVERNIGHT: f64 = 0.004;
        let (before, rows) = closes.about(row)?;
        let part =
            |column: Column, row: usize, before: usize| series.at(column, row) / series.at(Close, before);
        // To the open if somebody traded at it, else to the close.
        let fall = |(before, row): (usize, usize)| {
            let (open, close) = (part(Open, row, before), part(Close, row, before));
            let is_traded = (open - 1.0).abs() > 1e-6 && open > 0.5 * close && open < 2.0 * close;
            1.0 - if is_traded { open } else { close }
        };
        let price = series.at(Close, before);
        let adjusted = (1.0 - series.factor(before) / series.factor(*rows.first()?)) * price;
        let is_trade =
            |row: &&usize| (part(Close, **row, before) - 1.0).abs() > 1e-6 || series.at(Volume, **row) > 0.0;
        let trade = rows.iter().take(5).find(is_trade).copied();
        let most = |row| {
            1.0 - [Open, Low, Close].map(|of| part(of, row, before)).into_iter().fold(f64::NAN, f64::min)
        };
        let seconds = series.times.get(row).copied().unwrap_or_default();
        Some(Self {
            row,
            day: i32::try_from(seconds / 60).map_or(f64::NAN, f64::from) / 1440.0,
            amount: series.at(Column::Paid, row),
            gains: series.at(Gains, row),
            price,
            adjusted: if adjusted.is_finite() { adjusted } else { f64::INFINITY },
            fall: trade.map_or(f64::NAN, |row| fall((before, row))),
            most: trade.map_or(f64::NAN, most),
            usual: usual(closes.around(row, 60).map(fall), OVERNIGHT),
            is_right: false,
        })
    }

    /// Returns an amount as a part of the price.
    pub(super) fn part(&self, amount: f64) -> f64 {
        amount / self.price
    }

    /// Returns true if the adjusted closes have another amount.
    pub(super) fn is_other(&self, amount: f64) -> bool {
        let off = (self.adjusted - amount).abs();
        self.adjusted.is_infinite() || off > (SAME * self.adjusted.abs().max(amount)).max(LEAST * self.price)
    }

    /// Returns how far the fall is from an amount, in usual moves.
    pub(super) fn beyond(&self, amount: f64) -> f64 {
        (self.fall - self.part(amount)) / self.usual
    }
}

/// Weighs the falls between two amounts of each dividend: returns by how many moves they are on the side of the first ones.
pub(super) fn falls(all: &[Paid], one: impl Fn(&Paid) -> f64, other: impl Fn(&Paid) -> f64) -> f64 {
    let parts = |paid: &Paid| (*paid, paid.part(one(paid)), paid.part(other(paid)));
    let is_seen = |(paid, one, other): &(Paid, f64, f64)| paid.fall.is_finite() && one.max(*other) < 1.0;
    let seen: Vec<_> = all.iter().map(parts).filter(is_seen).collect();
    let ratio = median(seen.iter().map(|(_, one, other)| one.max(*other) / one.min(*other).max(1e-9)));
    let (mut sum, mut squares) = (0.0, 0.0_f64);
    for (paid, one, other) in seen {
        let (great, small) = (one.max(other), one.min(other));
        // The middle of two units is their geometric one.
        let middle =
            if ratio > 5.0 { great * ratio.sqrt().recip().max(0.05) } else { f64::midpoint(great, small) };
        let slack = 4.0 * paid.usual + 0.5 * great;
        // No single crash decides.
        let fall = paid.fall.clamp(small - slack, great + slack);
        let weight = (one - other) / paid.usual;
        sum += weight * (fall - middle) / paid.usual;
        squares += weight.powi(2);
    }
    if squares > 0.0 { sum / squares.sqrt() } else { 0.0 }
}

/// Returns a number above zero if the amount fits the other dividends, and below if the other amount does: by the
/// dividends of the season if there are two, and by the six nearest, which must not contradict. 1: the fit is rough; 2: it
/// is within three times, and the other amount 15 times off; 3: it is even with the amount in it, and a dividend is due.
pub(super) fn of_row(paid: &Paid, others: &[Paid], amount: f64, other: f64) -> f64 {
    const YEAR: f64 = 365.25;
    let mut others: Vec<&Paid> = others.iter().filter(|one| one.row != paid.row).collect();
    let gaps = others.iter().zip(others.iter().skip(1)).map(|(one, next)| count(next.row.abs_diff(one.row)));
    let gap = if others.len() > 2 { median(gaps) } else { f64::INFINITY };
    others.sort_by_key(|one| one.row.abs_diff(paid.row));
    let nearest = others.first().map_or(0, |one| one.row.abs_diff(paid.row));
    let is_season = |one: &&&Paid| {
        let days = one.day - paid.day;
        ((days + YEAR / 2.0).rem_euclid(YEAR) - YEAR / 2.0).abs() < 30.0 && days.abs() > 180.0
    };
    let season: Vec<f64> = others.iter().filter(is_season).take(6).map(|one| one.amount).collect();
    let all: Vec<f64> = others.iter().take(6).map(|one| one.amount).collect();
    let is_due = count(nearest) > 0.6 * gap || season.len() >= 2 && nearest > 25;
    let says = |row: &[f64], is_row: bool| match of_amounts(row, is_row && is_due, amount, other) {
        0.0 => -of_amounts(row, is_row && is_due, other, amount),
        says => says,
    };
    let (season, all) = (says(&season, season.len() >= 2), says(&all, all.len() >= 3));
    match season * all {
        ..0.0 => 0.0,
        _ if season.abs() >= all.abs() => season,
        _ => all,
    }
}

/// Returns how well a good amount fits a row of amounts, to which a bad one does not.
fn of_amounts(row: &[f64], is_due: bool, good: f64, bad: f64) -> f64 {
    let middle = median(row.iter().copied());
    let spread = median(row.iter().map(|one| log_distance(*one, middle))).max(1.5_f64.ln());
    let ends = |count: usize| {
        let row = row.get(..count).unwrap_or(row).iter().copied();
        (row.clone().fold(f64::MAX, f64::min), row.fold(0.0, f64::max))
    };
    let ((low, high), (lowest, highest)) = (ends(4), ends(6));
    let is_even = high < 1.2 * low && (low * 0.98..=high * 1.02).contains(&good);
    let off = |amount: f64| if amount > 0.0 { log_distance(amount, middle) } else { 9.0 };
    let (good, bad) = (off(good), off(bad));
    match () {
        () if row.len() < 2 => 0.0,
        () if is_due && is_even && bad > 0.4 => 3.0,
        () if row.len() >= 5 && highest < 3.0 * lowest && good < 3_f64.ln() && bad > 15_f64.ln() => 2.0,
        () if good < spread + 1.3_f64.ln() && bad > 5_f64.ln() + good => 1.0,
        () => 0.0,
    }
}
