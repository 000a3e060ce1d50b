//! Dividends and adjusted closes that do not agree.
//!
//! An adjusted close is the close times a factor that changes at dividends alone: before a dividend of `D` after a close of
//! `P` it is smaller by `1 - D/P`. So every change of the factor implies a dividend, which is compared with the events.

use super::note::Reason;
use super::series::{Column, Paid, Series};
use super::statistics::{alike, median};

/// The seconds within which two dividends of one amount may be one that is told twice.
const TWICE: i64 = 17 * 86_400;

/// The dividend that the adjusted closes have.
#[derive(Debug, Clone, Copy)]
pub(super) struct Implied {
    /// The amount a share.
    amount: f64,
    /// The close before it.
    price: f64,
    /// The factor before, divided by that from the day of the dividend on.
    step: f64,
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
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The amount of the events.
    Told,
    /// That of the adjusted closes, or another one.
    Other,
    Undecided,
}

/// Mends the dividends one by one, and tells changes of the factor without a dividend.
pub(super) fn mend(series: &mut Series) {
    for paid in series.dividends.clone() {
        let on_day = series.dividends.iter().filter(|other| other.row == paid.row).count();
        if paid.row > 0 && on_day == 1 && !series.gains.contains(&paid.row) {
            mend_one(series, paid);
        }
    }
    tell_others(series);
}

fn mend_one(series: &mut Series, paid: Paid) {
    let Some(implied) = implied(series, paid.row) else { return };
    let unit = series.units;
    let amount = paid.amount;
    if is_same(amount, implied) {
        return mend_both(series, paid, implied);
    }
    if alike(implied.amount, amount * unit, 1.1) || alike(implied.amount, amount / unit, 1.1) {
        let factor = if implied.amount > amount { unit } else { unit.recip() };
        return match decide(series, paid, implied.price, amount * factor, 5.0) {
            Verdict::Told => readjust(series, paid, implied, amount, Reason::DividendUnit),
            Verdict::Other => series.set_amount(paid, amount * factor, Reason::DividendUnit),
            Verdict::Undecided => {
                doubt(series, paid, "is 100 times another than that of the adjusted closes");
            }
        };
    }
    if implied.amount.abs() <= 0.05 * amount {
        return mend_missing(series, paid, implied);
    }
    if let Some(ratio) =
        later_splits(series, paid.row).into_iter().find(|ratio| alike(implied.amount * ratio, amount, 1.03))
    {
        return match decide(series, paid, implied.price, amount / ratio, 1.5) {
            Verdict::Other => series.set_amount(paid, amount / ratio, Reason::DividendSplit),
            _ => doubt(series, paid, "is that of the adjusted closes before a later split"),
        };
    }
    let twice = (2.0 - amount / implied.price) * amount;
    let is_twice = alike(implied.amount, twice, 1.03);
    let reason = if is_twice { Reason::DoubleDividend } else { Reason::OtherDividend };
    match decide(series, paid, implied.price, implied.amount, 1.5) {
        Verdict::Told => readjust(series, paid, implied, amount, reason),
        _ if is_twice => doubt(series, paid, "is half of that of the adjusted closes"),
        _ => doubt(series, paid, "is another than that of the adjusted closes"),
    }
}

/// Mends a dividend in another unit which the adjusted closes have, too.
fn mend_both(series: &mut Series, paid: Paid, implied: Implied) {
    let unit = series.units;
    let (small, great) = (paid.amount / unit, paid.amount * unit);
    for (other, needs_others) in [(small, false), (great, true)] {
        let by_price = of_price(series, paid, implied.price, other);
        let by_others = of_others(series, paid, other, 5.0);
        let is_wrong = by_price == Verdict::Other
            && (by_others == Verdict::Other || by_others == Verdict::Undecided && !needs_others);
        if is_wrong && other < implied.price / 2.0 {
            series.set_amount(paid, other, Reason::DividendUnit);
            readjust(series, paid, implied, other, Reason::DividendUnit);
            return;
        }
        if by_price == Verdict::Undecided && by_others == Verdict::Other {
            doubt(series, paid, "is 100 times another than those before and after it");
        }
    }
}

/// Mends a dividend that the adjusted closes lack.
fn mend_missing(series: &mut Series, paid: Paid, implied: Implied) {
    let mut amount = paid.amount;
    let at = |row: usize| series.times.get(row).copied().unwrap_or_default();
    let is_told_twice = series.dividends.iter().any(|other| {
        other.row != paid.row
            && at(other.row).abs_diff(at(paid.row)) <= TWICE.unsigned_abs()
            && alike(other.amount, amount, 1.1)
    });
    if is_told_twice {
        return doubt(series, paid, "is told twice within days, and missing from the adjusted closes");
    }
    if amount >= implied.price / 4.0 {
        match decide(series, paid, implied.price, amount / series.units, 5.0) {
            Verdict::Told => {}
            Verdict::Other => {
                amount /= series.units;
                series.set_amount(paid, amount, Reason::DividendUnit);
            }
            Verdict::Undecided => {
                return doubt(
                    series,
                    paid,
                    "is a large part of the price, and missing from the adjusted closes",
                );
            }
        }
    }
    readjust(series, paid, implied, amount, Reason::MissingDividend);
}

/// Adjusts the closes before a dividend for its amount.
fn readjust(series: &mut Series, paid: Paid, implied: Implied, amount: f64, reason: Reason) {
    let right = 1.0 - amount / implied.price;
    if right > 0.0 && right < 1.0 {
        let factor = right / implied.step;
        series.scale(Column::AdjClose, 0..paid.row, reason, |_, price| Some(price * factor));
    }
}

/// Decides between the amount of the events and another one, by the price and by the dividends before and after it. They
/// must not contradict each other.
fn decide(series: &Series, paid: Paid, price: f64, other: f64, factor: f64) -> Verdict {
    match (of_price(series, paid, price, other), of_others(series, paid, other, factor)) {
        (one, two) if one == two => one,
        (Verdict::Undecided, verdict) | (verdict, Verdict::Undecided) => verdict,
        _ => Verdict::Undecided,
    }
}

/// Returns the amount by which the price falls at the dividend.
fn of_price(series: &Series, paid: Paid, price: f64, other: f64) -> Verdict {
    let open = series.get(Column::Open, paid.row).or_else(|| series.get(Column::Close, paid.row));
    let Some(open) = open else { return Verdict::Undecided };
    let fall = (price - open) / price;
    let off = |amount: f64| (fall - amount / price).abs();
    let (near, far) = (3.0 * series.deviation + 0.005, 6.0 * series.deviation + 0.01);
    match (off(paid.amount), off(other)) {
        (told, other) if told <= near && other >= far => Verdict::Told,
        (told, other) if other <= near && told >= far => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns the amount that is like those of the nearest dividends, within a factor.
fn of_others(series: &Series, paid: Paid, other: f64, factor: f64) -> Verdict {
    const NEAREST: usize = 4;
    let mut others: Vec<&Paid> = series
        .dividends
        .iter()
        .filter(|other| other.row != paid.row)
        .filter(|other| implied(series, other.row).is_none_or(|implied| is_same(other.amount, implied)))
        .collect();
    others.sort_by_key(|other| other.row.abs_diff(paid.row));
    let nearest: Vec<f64> = others.iter().take(NEAREST).map(|other| other.amount).collect();
    let usual = median(nearest.iter().copied()).filter(|_| nearest.len() >= 2);
    let Some(usual) = usual else { return Verdict::Undecided };
    match (alike(paid.amount, usual, factor), alike(other, usual, factor)) {
        (true, false) => Verdict::Told,
        (false, true) => Verdict::Other,
        _ => Verdict::Undecided,
    }
}

/// Returns the ratios of the splits after a row, the product of all of them too.
fn later_splits(series: &Series, row: usize) -> Vec<f64> {
    let later: Vec<f64> =
        series.splits.iter().filter(|split| split.row >= row).map(|split| split.ratio).collect();
    let product = later.iter().product();
    later.into_iter().chain([product]).filter(|ratio| !alike(*ratio, 1.0, 1.1)).collect()
}

/// Tells changes of the factor where nothing is paid.
fn tell_others(series: &mut Series) {
    const NOTICEABLE: f64 = 0.005;
    let factors: Vec<(usize, f64)> =
        series.rows().filter_map(|row| Some((row, series.factor(row)?))).collect();
    for ((one, before), (next, after)) in factors.iter().zip(factors.iter().skip(1)) {
        let bars = one.saturating_add(1)..next.saturating_add(1);
        if (before / after - 1.0).abs() > NOTICEABLE && !series.pays_within(&bars) {
            let value = series.get(Column::AdjClose, *one);
            series.doubt(
                *one,
                "Adj Close",
                value,
                "is adjusted here for a dividend that the events do not have",
            );
        }
    }
}

fn doubt(series: &mut Series, paid: Paid, why: &'static str) {
    series.doubt(paid.row, "Dividends", Some(paid.amount), why);
}
