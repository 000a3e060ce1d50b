//! Dividends and adjusted closes that do not agree, and dividends in another unit than both.

use super::evidence::{Implied, Verdict, decide, implied, is_of_row, is_same, of_others, of_price};
use super::note::Reason;
use super::series::{Column, Paid, Series};
use super::splits::LARGE;
use super::statistics::alike;

/// The part of the price below which the rounding of adjusted closes hides a dividend.
const HIDDEN: f64 = 1e-4;

/// Mends the dividends one by one, the latest first, and tells changes of the factor without a dividend.
pub(super) fn mend(series: &mut Series) {
    let told = series.doubts();
    mend_each(series);
    // Dividends that were mended decide about those after them.
    if series.doubts() > told {
        series.forget_doubts(told);
        mend_each(series);
    }
    tell_others(series);
}

fn mend_each(series: &mut Series) {
    for paid in series.dividends.clone().into_iter().rev() {
        if paid.row > 0 && is_alone(series, paid) {
            mend_one(series, paid);
        }
    }
}

/// Returns true if nothing else is paid between the two bars whose factors show a dividend: their day, or a gap about it.
fn is_alone(series: &Series, paid: Paid) -> bool {
    let (before, from) = series.factors_around(paid.row).unwrap_or((paid.row.saturating_sub(1), paid.row));
    let is_between = |row: usize| before < row && row <= from;
    let dividends = series.dividends.iter().filter(|other| is_between(other.row)).count();
    dividends == 1 && !series.gains.iter().any(|gain| is_between(gain.row))
}

fn mend_one(series: &mut Series, paid: Paid) {
    let Some(implied) = implied(series, paid.row) else { return };
    let unit = series.units;
    let amount = paid.amount;
    // Beside a fault of the price nothing can be said about the dividend.
    let is_steady = paid.row > series.unsure
        && series.get(Column::Close, paid.row).is_some_and(|close| alike(close, implied.price, 2.0));
    let is_negative = series.factor(paid.row).is_some_and(|factor| factor < 0.0);
    if !is_steady || is_negative {
        if !is_same(amount, implied) {
            doubt(series, paid, "is another than that of the adjusted closes, and the price is in doubt");
        }
        return;
    }
    if is_same(amount, implied) {
        return mend_both(series, paid, implied);
    }
    if alike(implied.amount, amount * unit, 1.1) || alike(implied.amount, amount / unit, 1.1) {
        let factor = if implied.amount > amount { unit } else { unit.recip() };
        return match decide(series, paid, implied.price, amount * factor, 5.0) {
            Verdict::Reported => readjust(series, paid, implied, amount, Reason::DividendUnit),
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
            // Prices that lack a small split look the same.
            Verdict::Other if alike(ratio, 1.0, LARGE) => {
                doubt(series, paid, "is that of the adjusted closes before a later split");
            }
            Verdict::Other => series.set_amount(paid, amount / ratio, Reason::DividendSplit),
            Verdict::Reported => readjust(series, paid, implied, amount, Reason::DividendSplit),
            Verdict::Undecided => doubt(series, paid, "is that of the adjusted closes before a later split"),
        };
    }
    let twice = (2.0 - amount / implied.price) * amount;
    let is_twice = alike(implied.amount, twice, 1.03);
    let reason = if is_twice { Reason::DoubleDividend } else { Reason::OtherDividend };
    match decide(series, paid, implied.price, implied.amount, 1.5) {
        Verdict::Reported => readjust(series, paid, implied, amount, reason),
        // That it is exactly twice the dividend is a sign of its own.
        Verdict::Undecided if is_twice && !is_contradicted(series, paid, implied) => {
            readjust(series, paid, implied, amount, reason);
        }
        _ if is_twice => doubt(series, paid, "is half of that of the adjusted closes"),
        _ => doubt(series, paid, "is another than that of the adjusted closes"),
    }
}

/// Returns true if the price or the other dividends say that the dividend of the adjusted closes is right.
fn is_contradicted(series: &Series, paid: Paid, implied: Implied) -> bool {
    of_price(series, paid, implied.price, implied.amount) == Verdict::Other
        || of_others(series, paid, implied.price, implied.amount, 1.5) == Verdict::Other
}

/// Mends a dividend in another unit which the adjusted closes have, too.
fn mend_both(series: &mut Series, paid: Paid, implied: Implied) {
    let (small, great) = (paid.amount / series.units, paid.amount * series.units);
    let price = implied.price;
    let by_price = |other: f64| of_price(series, paid, price, other) == Verdict::Other;
    let by_others = |other: f64| of_others(series, paid, price, other, 5.0);
    // No dividend is greater than the price, and none takes a fifth of it of which the price shows nothing.
    let is_impossible = paid.amount > price / 5.0;
    let is_too_great = by_price(small) && (is_impossible || by_others(small) == Verdict::Other)
        || paid.amount >= price && by_others(small) == Verdict::Other;
    let is_too_small = great < price / 2.0
        && (is_of_row(series, paid, price, great) || by_price(great) && by_others(great) == Verdict::Other);
    let amount = match (is_too_great, is_too_small) {
        (true, _) => small,
        (_, true) => great,
        _ => {
            if [small, great]
                .into_iter()
                .any(|other| other < price / 2.0 && by_others(other) == Verdict::Other)
            {
                doubt(series, paid, "is 100 times another than those before and after it");
            }
            return;
        }
    };
    series.set_amount(paid, amount, Reason::DividendUnit);
    readjust(series, paid, implied, amount, Reason::DividendUnit);
}

/// Mends a dividend that the adjusted closes lack.
fn mend_missing(series: &mut Series, paid: Paid, implied: Implied) {
    let (mut amount, price) = (paid.amount, implied.price);
    let (small, great) = (amount / series.units, amount * series.units);
    let is_other = |other: f64| decide(series, paid, price, other, 5.0);
    if great < price / 2.0 && is_of_row(series, paid, price, great) {
        amount = great;
    } else if amount < HIDDEN * price {
        return;
    } else if is_other(small) == Verdict::Other {
        // The adjusted closes have another one still.
        if implied.amount.abs() > 0.05 * small + HIDDEN * price {
            return doubt(series, paid, "is another than that of the adjusted closes, and than is paid else");
        }
        amount = small;
    } else if amount >= price / 4.0 && is_other(small) != Verdict::Reported
        || of_others(series, paid, price, small, 5.0) == Verdict::Other
        || of_price(series, paid, price, small) == Verdict::Other
    {
        let why = "is missing from the adjusted closes, and more than the price falls or is paid else";
        return doubt(series, paid, why);
    } else if of_others(series, paid, price, great, 5.0) == Verdict::Other {
        let why = "is missing from the adjusted closes, and 100 times less than is paid else";
        return doubt(series, paid, why);
    }
    if amount != paid.amount {
        series.set_amount(paid, amount, Reason::DividendUnit);
    }
    readjust(series, paid, implied, amount, Reason::MissingDividend);
}

/// Adjusts the closes before a dividend for its amount.
pub(super) fn readjust(series: &mut Series, paid: Paid, implied: Implied, amount: f64, reason: Reason) {
    let right = 1.0 - amount / implied.price;
    if right > 0.0 && right < 1.0 {
        let factor = right / implied.step;
        series.scale(Column::AdjClose, 0..paid.row, reason, |_, price| Some(price * factor));
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
