//! The signs by which an amount of a dividend is right or wrong: the adjusted closes, the fall of the price, the dividends
//! before and after it, and what dividends are at all.
//!
//! An adjusted close is the close times a factor that changes at dividends alone: before a dividend of `D` after a close of
//! `P` it is smaller by `1 - D/P`. So every change of the factor implies a dividend, which is compared with the events.

use super::series::{Column, Paid, Series};
use super::statistics::{alike, median};

/// The dividend that the adjusted closes have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Implied {
    /// The amount a share.
    pub(super) amount: f64,
    /// The close before it.
    pub(super) price: f64,
    /// The factor before, divided by that from the day of the dividend on.
    pub(super) step: f64,
}

impl Implied {
    fn of(step: f64, price: f64) -> Self {
        Self { amount: (1.0 - step) * price, price, step }
    }

    /// Returns the dividend that the adjusted closes have if those before it are multiplied with a factor.
    pub(super) fn scaled(self, factor: f64) -> Self {
        Self::of(self.step * factor, self.price)
    }
}

/// Returns the dividend that the adjusted closes have at a row.
pub(super) fn implied(series: &Series, row: usize) -> Option<Implied> {
    let (before, from) = series.factors_around(row)?;
    let step = series.factor(before)? / series.factor(from)?;
    let price = series.get(Column::Close, before)?;
    Some(Implied::of(step, price))
}

/// Returns true if the amount is that of the adjusted closes, within their rounding.
pub(super) fn is_same(amount: f64, implied: Implied) -> bool {
    const ROUNDING: f64 = 2e-5;
    (implied.amount - amount).abs() <= 0.03 * amount + ROUNDING * implied.price
}

/// The decision between two amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The amount of the events.
    Reported,
    /// Another one.
    Other,
    Undecided,
}

/// Decides between the amount of the events and another one, by the price, by the dividends before and after it, and by
/// what dividends are. No two of them may contradict each other.
pub(super) fn decide(series: &Series, paid: Paid, price: f64, other: f64, factor: f64) -> Verdict {
    let verdicts = [
        of_price(series, paid, price, other),
        of_others(series, paid, price, other, factor),
        of_size(paid.amount / price, other / price),
    ];
    let has = |wanted: Verdict| verdicts.contains(&wanted);
    match (has(Verdict::Reported), has(Verdict::Other)) {
        (true, false) => Verdict::Reported,
        (false, true) => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns the amount by which the price falls at the dividend.
pub(super) fn of_price(series: &Series, paid: Paid, price: f64, other: f64) -> Verdict {
    const NEAR: f64 = 12.0;
    const FAR: f64 = 18.0;
    let open = series.get(Column::Open, paid.row).or_else(|| series.get(Column::Close, paid.row));
    let Some(open) = open else { return Verdict::Undecided };
    let fall = (price - open) / price;
    // How many usual changes the fall is from that of an amount, squared.
    let off = |amount: f64| ((fall - amount / price) / (series.deviation + 0.003)).powi(2);
    match (off(paid.amount), off(other)) {
        (reported, other) if reported <= NEAR && other >= reported + FAR => Verdict::Reported,
        (reported, other) if other <= NEAR && reported >= other + FAR => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns the amount that is, as a part of the price, like those of the nearest dividends, within a factor.
pub(super) fn of_others(series: &Series, paid: Paid, price: f64, other: f64, factor: f64) -> Verdict {
    const NEAREST: usize = 4;
    let mut others: Vec<(usize, f64)> = series
        .dividends
        .iter()
        .filter(|other| other.row != paid.row)
        .filter_map(|other| {
            let implied = implied(series, other.row)?;
            is_same(other.amount, implied)
                .then_some((other.row.abs_diff(paid.row), other.amount / implied.price))
        })
        .collect();
    others.sort_by_key(|(distance, _)| *distance);
    let nearest: Vec<f64> = others.iter().take(NEAREST).map(|(_, part)| *part).collect();
    let usual =
        median(nearest.iter().copied()).filter(|_| nearest.len() >= 2 || !nearest.is_empty() && factor > 2.0);
    let Some(usual) = usual else { return Verdict::Undecided };
    match (alike(paid.amount / price, usual, factor), alike(other / price, usual, factor)) {
        (true, false) => Verdict::Reported,
        (false, true) => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns the amount that dividends have, both as parts of the price: between 0.1% and 15% beside one that is nearly none
/// or more than half of the price.
fn of_size(reported: f64, other: f64) -> Verdict {
    let is_usual = |part: f64| (0.001..=0.15).contains(&part);
    let is_odd = |part: f64| !(0.0005..=0.5).contains(&part);
    match () {
        () if is_usual(reported) && is_odd(other) => Verdict::Reported,
        () if is_usual(other) && is_odd(reported) => Verdict::Other,
        () => Verdict::Undecided,
    }
}

/// Returns true if the two dividends next to one, before and after it or two on one side, agree with each other and say that
/// it is of another amount, and are paid as regularly as it.
pub(super) fn is_of_row(series: &Series, paid: Paid, price: f64, other: f64) -> bool {
    let part = |paid: &Paid| {
        let implied = implied(series, paid.row)?;
        is_same(paid.amount, implied).then(|| paid.amount / implied.price)
    };
    let Some(at) = series.dividends.iter().position(|known| known.row == paid.row) else { return false };
    let nth = |at: Option<usize>| series.dividends.get(at?);
    let pair = match (nth(at.checked_sub(1)), nth(at.checked_add(1))) {
        (Some(one), Some(two)) => [one, two],
        (Some(one), None) => [
            one,
            match nth(at.checked_sub(2)) {
                Some(two) => two,
                None => return false,
            },
        ],
        (None, Some(one)) => [
            one,
            match nth(at.checked_add(2)) {
                Some(two) => two,
                None => return false,
            },
        ],
        (None, None) => return false,
    };
    let [one, two] = pair;
    let (Some(first), Some(second)) = (part(one), part(two)) else { return false };
    let gaps = [paid.time.abs_diff(one.time), paid.time.abs_diff(two.time)];
    let (short, long) = (gaps[0].min(gaps[1]), gaps[0].max(gaps[1]));
    let is_regular = short.saturating_mul(5) >= long;
    is_regular
        && of_price(series, paid, price, other) != Verdict::Reported
        && alike(first, second, 1.6)
        && alike(other / price, first, 1.6)
        && alike(other / price, second, 1.6)
}
