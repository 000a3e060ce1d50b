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
    let part = |other: &Paid| {
        let implied = implied(series, other.row)?;
        is_same(other.amount, implied).then_some(other.amount / implied.price)
    };
    let nearest: Vec<f64> = by_distance(series, paid.row).filter_map(part).take(NEAREST).collect();
    let usual =
        median(nearest.iter().copied()).filter(|_| nearest.len() >= 2 || !nearest.is_empty() && factor > 2.0);
    let Some(usual) = usual else { return Verdict::Undecided };
    match (alike(paid.amount / price, usual, factor), alike(other / price, usual, factor)) {
        (true, false) => Verdict::Reported,
        (false, true) => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns some of the dividends of other rows, the nearest first.
fn by_distance(series: &Series, row: usize) -> impl Iterator<Item = &Paid> {
    const LOOKED_AT: usize = 64;
    let at = series.dividends.partition_point(|paid| paid.row < row);
    let (before, after) = series.dividends.split_at(at);
    let mut before = before.iter().rev().peekable();
    let mut after = after.iter().filter(move |paid| paid.row != row).peekable();
    std::iter::from_fn(move || match (before.peek(), after.peek()) {
        (Some(one), Some(next)) if next.row.abs_diff(row) < one.row.abs_diff(row) => after.next(),
        (Some(_), _) => before.next(),
        (None, _) => after.next(),
    })
    .take(LOOKED_AT)
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
    of_price(series, paid, price, other) != Verdict::Reported
        && alike(first, second, 1.6)
        && alike(other / price, first, 1.6)
        && alike(other / price, second, 1.6)
        && is_regular(series, paid, [one, two])
}

/// Returns true if a dividend is one of those that are paid regularly, and none besides: without it there is a gap between the
/// two next to it, which are given.
fn is_regular(series: &Series, paid: Paid, next: [&Paid; 2]) -> bool {
    let days = |one: &Paid, two: &Paid| {
        i32::try_from(one.time.abs_diff(two.time) / 86_400).map_or(f64::MAX, f64::from)
    };
    let mut others: Vec<&Paid> = by_distance(series, paid.row).collect();
    others.sort_by_key(|known| known.time);
    let is_about = |one: &Paid, two: &Paid| (one.row..two.row).contains(&paid.row);
    let pairs = others.iter().zip(others.iter().skip(1)).filter(|(one, two)| !is_about(one, two));
    let gaps: Vec<f64> = pairs.map(|(one, two)| days(one, two)).collect();
    let [one, two] = next;
    let (short, long) = (days(one, &paid).min(days(two, &paid)), days(one, &paid).max(days(two, &paid)));
    if short * 5.0 < long {
        return false;
    }
    let Some(usual) = median(gaps.iter().copied()).filter(|_| gaps.len() >= 2) else { return true };
    match is_about(one, two) {
        true => days(one, two) > 1.4 * usual,
        false => short > 0.55 * usual,
    }
}
