//! The witnesses about an amount that is paid: the event, the adjusted closes, the fall of the price, and the row of the other
//! dividends.
//!
//! An adjusted close is the close times a factor, which is smaller by `1 - D/P` before a dividend of `D` after a close of `P`.

use super::bars::Bars;
use super::numbers::{LEAST, SAME, count, log_distance, median, usual};

/// The rows with a close, and an adjusted close if there are any.
pub(super) struct Closes(Vec<usize>);

impl Closes {
    pub(super) fn of(series: &Bars) -> Self {
        let is_adjusted = |row: &usize| series.adjusted[*row].is_finite();
        // Factors of the beginning may have grown beyond every number.
        let first = series.rows().find(is_adjusted).unwrap_or(usize::MAX);
        let is_known = |row: &usize| series.close[*row] > 0.0 && (*row < first || is_adjusted(row));
        Self(series.rows().filter(is_known).collect())
    }

    /// Returns the rows next to each other.
    pub(super) fn pairs(&self) -> impl DoubleEndedIterator<Item = (usize, usize)> + ExactSizeIterator + '_ {
        self.0.iter().copied().zip(self.0.iter().skip(1).copied())
    }

    /// Returns the pairs of up to some rows before and after one.
    pub(super) fn around(&self, row: usize, rows: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let place = self.place(row);
        self.pairs().take(place.saturating_add(rows)).skip(place.saturating_sub(rows))
    }

    /// Returns the place of the first row from one on.
    pub(super) fn place(&self, row: usize) -> usize {
        self.0.partition_point(|known| *known < row)
    }

    /// Returns the last row before one, and the rows from it on.
    pub(super) fn about(&self, row: usize) -> Option<(usize, &[usize])> {
        let place = self.place(row);
        Some((*self.0.get(place.checked_sub(1)?)?, self.0.get(place..)?))
    }
}

/// Returns the part of a close by which the price falls to the open of a row if somebody traded at it, else to the close.
fn fall(series: &Bars, (before, row): (usize, usize)) -> f64 {
    let [open, close] = [series.open[row], series.close[row]].map(|price| price / series.close[before]);
    let is_traded = (open - 1.0).abs() > 1e-6 && open > 0.5 * close && open < 2.0 * close;
    1.0 - if is_traded { open } else { close }
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
    pub(super) fn of(series: &Bars, closes: &Closes, row: usize) -> Option<Self> {
        /// The smallest usual move from a close to the next open with a trade.
        const OVERNIGHT: f64 = 0.004;
        let (before, rows) = closes.about(row)?;
        let price = series.close[before];
        let adjusted = (1.0 - series.factor(before) / series.factor(*rows.first()?)) * price;
        let is_trade =
            |row: &&usize| (series.close[**row] / price - 1.0).abs() > 1e-6 || series.volume[**row] > 0.0;
        let trade = rows.iter().take(5).find(is_trade).copied();
        let lowest = |row: usize| series.open[row].min(series.low[row]).min(series.close[row]);
        let seconds = series.times.get(row).copied().unwrap_or_default();
        Some(Self {
            row,
            day: i32::try_from(seconds / 60).map_or(f64::NAN, f64::from) / 1440.0,
            amount: series.paid[row],
            gains: series.gains[row],
            price,
            adjusted: if adjusted.is_finite() { adjusted } else { f64::INFINITY },
            fall: trade.map_or(f64::NAN, |row| fall(series, (before, row))),
            most: trade.map_or(f64::NAN, |row| 1.0 - lowest(row) / price),
            usual: usual(closes.around(row, 60).map(|pair| fall(series, pair)), OVERNIGHT),
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

/// Weighs the falls between two amounts each: returns by how many moves they are on the side of the first ones.
pub(super) fn falls(amounts: impl Iterator<Item = (Paid, f64, f64)>) -> f64 {
    let parts = amounts.map(|(paid, one, other)| (paid, paid.part(one), paid.part(other)));
    let is_seen = |(paid, one, other): &(Paid, f64, f64)| paid.fall.is_finite() && one.max(*other) < 1.0;
    let seen: Vec<_> = parts.filter(is_seen).collect();
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
/// dividends of the season if there are two, and by the six nearest. 1: the fit is rough; 2: it is within three times,
/// and the other amount 15 times off; 3: it is even, and a dividend is due.
pub(super) fn of_row(paid: &Paid, others: &[Paid], amount: f64, other: f64) -> i32 {
    const YEAR: f64 = 365.25;
    let mut others: Vec<&Paid> = others.iter().filter(|one| one.row != paid.row).collect();
    let is_season = |one: &&&Paid| {
        let days = one.day - paid.day;
        ((days + YEAR / 2.0).rem_euclid(YEAR) - YEAR / 2.0).abs() < 30.0 && days.abs() > 180.0
    };
    let gaps = others.iter().zip(others.iter().skip(1)).map(|(one, next)| count(next.row.abs_diff(one.row)));
    let gap = if others.len() > 2 { median(gaps) } else { f64::INFINITY };
    others.sort_by_key(|one| one.row.abs_diff(paid.row));
    let nearest = others.first().map_or(0, |one| one.row.abs_diff(paid.row));
    let amounts = |one: &&Paid| one.amount;
    let season: Vec<f64> = others.iter().filter(is_season).take(6).map(amounts).collect();
    let all: Vec<f64> = others.iter().take(6).map(amounts).collect();
    let is_due = count(nearest) > 0.6 * gap || season.len() >= 2 && nearest > 25;
    let says = |row: &[f64], least: usize| match of_amounts(row, least, is_due, amount, other) {
        0 => of_amounts(row, least, is_due, other, amount).saturating_neg(),
        says => says,
    };
    let (season, all) = (says(&season, 2), says(&all, 3));
    match season.signum().saturating_mul(all.signum()) {
        // Both must not contradict.
        ..0 => 0,
        _ if season.abs() >= all.abs() => season,
        _ => all,
    }
}

/// Returns what amounts say of a good one beside a bad one. An even row has at least as many.
fn of_amounts(row: &[f64], least: usize, is_due: bool, good: f64, bad: f64) -> i32 {
    if row.len() < 2 {
        return 0;
    }
    let middle = median(row.iter().copied());
    let spread = median(row.iter().map(|one| log_distance(*one, middle))).max(1.5_f64.ln());
    let ends = |row: &[f64]| {
        let low = row.iter().copied().fold(f64::MAX, f64::min);
        row.iter().copied().fold(0.0, f64::max) / low
    };
    let off = |amount: f64| if amount > 0.0 { log_distance(amount, middle) } else { 9.0 };
    let (good, bad) = (off(good), off(bad));
    match () {
        () if is_due
            && row.len() >= least
            && ends(row.get(..4).unwrap_or(row)) < 1.2
            && good < 0.16
            && bad > 0.4 =>
        {
            3
        }
        () if row.len() >= 5 && ends(row) < 3.0 && good < 3_f64.ln() && bad > 15_f64.ln() => 2,
        () => i32::from(good < spread + 1.3_f64.ln() && bad > 5_f64.ln() + good),
    }
}
