//! Splits that the prices before them do not have, or have twice.

use std::ops::Range;

use super::dividends::{implied, is_same};
use super::note::Reason;
use super::series::{Column, Paid, Series, Split};
use super::statistics::median;

/// The number of bars after a split within which its price may change.
const LATE: usize = 5;

/// The ratio from which on a second change of the price says where the fault begins; smaller ones are usual changes.
const LARGE: f64 = 1.9;

/// Mends the prices before each split, the latest split first.
pub(super) fn mend(series: &mut Series) {
    let mut splits = series.splits.clone();
    splits.sort_by_key(|split| std::cmp::Reverse(split.row));
    for split in splits {
        mend_one(series, split);
    }
}

fn mend_one(series: &mut Series, split: Split) {
    let log = split.ratio.ln();
    let Some(near) = (5.0 * series.deviation).max(0.02).lt(&(log.abs() / 2.0)).then_some(log.abs() / 2.0)
    else {
        return tell(series, split);
    };
    // Falls of the price from a close to the next, with the row of the latter.
    let closes = series.closes();
    let falls: Vec<(usize, f64)> = closes
        .iter()
        .zip(closes.iter().skip(1))
        .map(|((_, before), (row, after))| (*row, (before / after).ln()))
        .collect();
    let tolerance = near.min((6.0 * series.deviation).max(0.05));
    let from = split.row.saturating_sub(1);
    let about = from..split.row.saturating_add(LATE).saturating_add(1);
    let is_fall = |fall: f64, wanted: f64| (fall - wanted).abs() <= tolerance;
    let found = falls.iter().find_map(|(row, fall)| {
        let sign = [1.0, -1.0].into_iter().find(|sign| is_fall(*fall, sign * log))?;
        about.contains(row).then_some((*row, sign))
    });
    let Some((end, sign)) = found else { return };
    // The fault begins where the price changes the other way, or with the history.
    let is_own = |row: &usize| series.splits.iter().any(|other| other.row.abs_diff(*row) <= LATE);
    let begin = falls
        .iter()
        .rev()
        .filter(|(row, _)| *row < end)
        .find(|(row, fall)| log.abs() >= LARGE.ln() && is_fall(*fall, -sign * log) && !is_own(row));
    let rows = begin.map_or(0, |(row, _)| *row)..end;
    let (factor, reason) = match sign {
        1.0 => (split.ratio.recip(), Reason::MissingSplit),
        _ => (split.ratio, Reason::DoubleSplit),
    };
    scale(series, rows, factor, reason);
}

/// Multiplies the prices of bars, and dividends and volumes that are like them.
fn scale(series: &mut Series, rows: Range<usize>, factor: f64, reason: Reason) {
    let paid: Vec<Paid> = series
        .dividends
        .iter()
        .filter(|paid| rows.contains(&paid.row.saturating_sub(1)) && paid.row > rows.start)
        .filter(|paid| implied(series, paid.row).is_some_and(|implied| is_same(paid.amount, implied)))
        .copied()
        .collect();
    for column in Column::PRICES {
        series.scale(column, rows.clone(), reason, |_, price| Some(price * factor));
    }
    for paid in paid {
        series.set_amount(paid, paid.amount * factor, Reason::DividendSplit);
    }
    if has_old_volumes(series, &rows, factor) {
        series.scale(Column::Volume, rows, reason, |_, volume| Some((volume / factor).round()));
    }
}

/// Returns true unless the volumes before a split are like those after it as they are.
fn has_old_volumes(series: &Series, rows: &Range<usize>, factor: f64) -> bool {
    const DAYS: usize = 20;
    /// Volumes change by as much around a split.
    const USUAL: f64 = 3.0;
    let usual = |rows: Range<usize>| {
        median(rows.filter_map(|row| series.get(Column::Volume, row)).filter(|volume| *volume > 0.0))
    };
    let before = usual(rows.end.saturating_sub(DAYS).max(rows.start)..rows.end);
    let after = usual(rows.end..rows.end.saturating_add(DAYS));
    let off =
        |factor: f64| before.zip(after).map_or(0.0, |(before, after)| (before / factor / after).ln().abs());
    off(factor) <= off(1.0) + USUAL.ln()
}

/// Tells a split that is too small to be told from the usual changes of the price, if the price changes by it.
fn tell(series: &mut Series, split: Split) {
    let Some(before) = split.row.checked_sub(1).and_then(|row| series.get(Column::Close, row)) else {
        return;
    };
    let Some(after) = series.get(Column::Close, split.row) else { return };
    let (fall, log) = ((before / after).ln(), split.ratio.ln());
    if (fall - log).abs() < 0.2 * log.abs() && log.abs() > 2.0 * series.deviation {
        let why = "falls by the ratio of the split; it may be missing, or a usual change";
        series.doubt(split.row, "Close", Some(after), why);
    }
}
